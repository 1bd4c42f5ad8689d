// What the answers have taught: which resources there are over there, and how to ask for them.

import JSONValues
import OpenAPIContract
import HTTPTypes

/// Values seen in answers. Bounded: of each kind the latest are kept.
struct ObservedValues: Sendable {
    /// Values of a path's parameters in order, under the path with the parameters' names left out.
    private var resources: [String: [[JSON]]] = [:]
    /// Of properties and parameters that name a resource, by the plain name: `customerid`.
    private var names: [String: [JSON]] = [:]
    /// Things that have been deleted.
    private var gone = BoundedSet<[JSON]>(capacity: ObservedValues.longestMemory)
    /// Their ids, by what others call them.
    private var goneNames: [String: BoundedSet<JSON>] = [:]
    /// Values that the elements of lists have shown, by the operation and the parameter that chooses by them.
    private var filters: [FilterName: JSON] = [:]
    /// The latest request of each operation, by its index, that was taken.
    private(set) var taken: [Int: Draft] = [:]
    /// The operations, by their index, that have said of a good request that something is there already.
    private(set) var conflicting: Set<Int> = []
    private static let limit = 24
    /// How much of what is gone is known: nobody asks for what has been gone for so long.
    static let longestMemory = 4_096

    /// The latest resource under a path, or nil.
    func resource(at key: String) -> [JSON]? { resources[key]?.last }

    func resources(at key: String) -> [[JSON]] { resources[key] ?? [] }

    func values(named name: String) -> [JSON] { names[name.comparableName] ?? [] }

    /// The values that a site may name resources by: `room` takes what `roomId` does.
    func references(by site: Site) -> [JSON] {
        let own = values(named: site.name)
        return own.isEmpty && site.takesIDsAlone ? values(named: site.name + "Id") : own
    }

    /// A value by which a parameter, by its index, chooses something that the list has shown.
    func filter(_ operation: Operation, _ parameter: Int) -> JSON? {
        filters[FilterName(operation: operation.index, parameter: parameter)]
    }

    mutating func note(_ value: JSON, filter parameter: Int, of operation: Operation) {
        filters[FilterName(operation: operation.index, parameter: parameter)] = value
    }

    private struct FilterName: Hashable {
        let operation: Int
        let parameter: Int
    }

    func knows(_ value: JSON, named name: String) -> Bool { values(named: name).contains(value) }

    mutating func note(_ resource: [JSON], at key: String) {
        guard !gone.contains(resource + [.string(key)]) else { return }
        var known = resources[key] ?? []
        known.removeAll { $0 == resource }
        known.append(resource)
        if known.count > ObservedValues.limit { known.removeFirst() }
        resources[key] = known
    }

    /// - Parameter name: what others call its id.
    mutating func forget(_ resource: [JSON], at key: String, named name: String?) {
        gone.insert(resource + [.string(key)])
        resources[key]?.removeAll { $0 == resource }
        // What belonged to it has gone with it.
        for other in resources.keys where other.hasPrefix(key + "/") {
            resources[other]?.removeAll { $0.starts(with: resource) }
        }
        guard let name, let id = resource.last else { return }
        names[name]?.removeAll { $0 == id }
        goneNames[name, default: BoundedSet(capacity: ObservedValues.longestMemory)].insert(id)
    }

    mutating func note(_ value: JSON, named name: String) {
        switch value {
        case .string(let text): guard !text.isEmpty, text.utf8.count <= 200 else { return }
        case .number: break
        case .null, .bool, .array, .object: return
        }
        let name = name.comparableName
        if goneNames[name]?.contains(value) ?? false { return }
        var known = names[name] ?? []
        known.removeAll { $0 == value }
        known.append(value)
        if known.count > ObservedValues.limit { known.removeFirst() }
        names[name] = known
    }

    mutating func note(conflicting operation: Operation) { conflicting.insert(operation.index) }

    /// The content type stays: others are taken as well.
    mutating func note(taken draft: Draft) {
        let usual = taken[draft.operation.index]?.body?.media.media
        guard usual == nil || usual == draft.body?.media.media else { return }
        taken[draft.operation.index] = draft
    }

    /// Whether a name says that its value names something: `customer_id`, `petUuid`.
    static func isReferenceName(_ name: String) -> Bool {
        // It is asked for every member of every answer: no text is made.
        let bytes = name.utf8
        var start = bytes.startIndex
        var isSecondWord = false
        var wasLower = false
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                if wasLower { (start, isSecondWord) = (index, true) }
                wasLower = false
            case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
                wasLower = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                wasLower = false
            default:
                (start, isSecondWord, wasLower) = (bytes.index(after: index), true, false)
            }
        }
        guard isSecondWord else { return false }
        let last = bytes[start...]
        return referenceWords.contains { $0.utf8.elementsEqual(last) { $0 == $1 | 0x20 } }
    }

    private static let referenceWords = ["id", "ids", "uuid", "guid", "sku", "slug", "key", "code", "ref"]
}
