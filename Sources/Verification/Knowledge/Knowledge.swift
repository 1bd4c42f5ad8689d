// What the answers have taught: which things there are over there, and how to ask for them.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

/// Values seen in answers. Bounded: of each kind the latest are kept.
struct Knowledge: Sendable {
    /// Values of a path's parameters in order, under the path with the parameters' names left out.
    private var things: [String: [[JSON]]] = [:]
    /// Of properties and parameters that name a thing, by the plain name: `customerid`.
    private var names: [String: [JSON]] = [:]
    /// Things that have been deleted.
    private var gone = LatestSet<[JSON]>(capacity: Knowledge.longestMemory)
    /// Their ids, by what others call them.
    private var goneNames: [String: LatestSet<JSON>] = [:]
    /// The latest request of each operation, by its index, that was taken.
    private(set) var taken: [Int: Draft] = [:]
    /// The operations, by their index, that have said of a good request that something is there already.
    private(set) var particular: Set<Int> = []
    private static let limit = 24
    /// How much of what is gone is known: nobody asks for what has been gone for so long.
    static let longestMemory = 4_096

    /// The latest thing under a path, or nil.
    func thing(at key: String) -> [JSON]? { things[key]?.last }

    func things(at key: String) -> [[JSON]] { things[key] ?? [] }

    func values(named name: String) -> [JSON] { names[Knowledge.plain(name)] ?? [] }

    func knows(_ value: JSON, named name: String) -> Bool { values(named: name).contains(value) }

    mutating func note(_ thing: [JSON], at key: String) {
        guard !gone.contains(thing + [.string(key)]) else { return }
        var known = things[key] ?? []
        known.removeAll { $0 == thing }
        known.append(thing)
        if known.count > Knowledge.limit { known.removeFirst() }
        things[key] = known
    }

    /// - Parameter name: what others call its id.
    mutating func forget(_ thing: [JSON], at key: String, named name: String?) {
        gone.insert(thing + [.string(key)])
        things[key]?.removeAll { $0 == thing }
        // What belonged to it has gone with it.
        for other in things.keys where other.hasPrefix(key + "/") {
            things[other]?.removeAll { $0.starts(with: thing) }
        }
        guard let name, let id = thing.last else { return }
        names[name]?.removeAll { $0 == id }
        goneNames[name, default: LatestSet(capacity: Knowledge.longestMemory)].insert(id)
    }

    mutating func note(_ value: JSON, named name: String) {
        switch value {
        case .string(let text): guard !text.isEmpty, text.utf8.count <= 200 else { return }
        case .number: break
        case .null, .bool, .array, .object: return
        }
        let name = Knowledge.plain(name)
        if goneNames[name]?.contains(value) ?? false { return }
        var known = names[name] ?? []
        known.removeAll { $0 == value }
        known.append(value)
        if known.count > Knowledge.limit { known.removeFirst() }
        names[name] = known
    }

    mutating func note(particular operation: Operation) { particular.insert(operation.index) }

    /// The content type stays: others are taken as well.
    mutating func note(taken draft: Draft) {
        let usual = taken[draft.operation.index]?.body?.media.media
        guard usual == nil || usual == draft.body?.media.media else { return }
        taken[draft.operation.index] = draft
    }

    /// Letters and digits in lower case: `pet_id`, `petId` and `Pet-ID` are the same.
    static func plain(_ name: String) -> String { String(name.lowercased().filter { $0.isLetter || $0.isNumber }) }

    /// Whether a name says that its value names something: `customer_id`, `petUuid`.
    static func namesThing(_ name: String) -> Bool {
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
        return thingWords.contains { $0.utf8.elementsEqual(last) { $0 == $1 | 0x20 } }
    }

    private static let thingWords = ["id", "ids", "uuid", "guid", "sku", "slug", "key", "code", "ref"]
}

extension PathTemplate {
    /// The path up to its last parameter with the names left out: `/users/{}/posts/{}`; nil without a parameter.
    var thingKey: String? {
        guard let last = segments.lastIndex(where: { $0.contains { if case .parameter = $0 { true } else { false } } })
        else { return nil }
        return PathTemplate.key(segments[...last])
    }

    /// The whole path with the names left out.
    var key: String { PathTemplate.key(segments[...]) }

    private static func key(_ segments: ArraySlice<Segment>) -> String {
        segments.map { "/" + $0.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined() }.joined()
    }
}
