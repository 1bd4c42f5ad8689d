// Ids of new resources: as their schema and their path have them, and as those look that there are.

import ContractCollections
import JSONValues
import JSONSchema
import OpenAPIContract
import Sampling

extension ResourceBuilder {
    private var idSchema: Schema? { declared.idProperty.flatMap { declared.itemSchema?.property($0) } }

    private var pathSchema: Schema? { declared.idParameter?.schema }

    /// Whether an operation on a resource takes it, and the resource can say it.
    func canBeAsked(_ id: String) -> Bool {
        guard !id.isEmpty, !id.contains("/") else { return false }
        let values = [JSON.string(id)] + (JSONNumber(id).map { [JSON.number($0)] } ?? [])
        func takes(_ schema: Schema?) -> Bool {
            schema.map { schema in values.contains { schema.accepts($0, direction: .response) } } ?? true
        }
        return takes(idSchema) && takes(pathSchema)
    }

    /// An id that no resource of the list has.
    func id(of resource: JSON?, after list: StoredResources, _ generator: inout SeededGenerator) -> String {
        func isFree(_ id: String) -> Bool {
            if case .unknown = list[id] { canBeAsked(id) } else { false }
        }
        let next = String(list.nextNumber)
        if isNumber, isFree(next) { return next }
        if let title = title(of: resource) {
            for end in [""] + (2...9).map({ "-\($0)" }) where isFree(title + end) { return title + end }
        }
        let models = [list.firstID, idSchema?.exampleText].compactMap(\.self).filter { !isNumber && !$0.isEmpty }
        for _ in 0..<16 {
            for model in models {
                let alike = generator.text(like: model)
                if isFree(alike) { return alike }
            }
            let uuid = generator.uuid()
            if isFree(uuid) { return uuid }
            var options = SamplingOptions.answers
            options.usesExamples = false
            for case let schema? in [idSchema, pathSchema] {
                let sample = Sampler(schema, direction: .response, options: options).sample(seed: generator.next())
                if let text = sample.value?.idText, isFree(text) { return text }
            }
        }
        return next
    }

    /// What a resource is to be called from now on, by what is sent to change it; nil where it keeps its name. An id stays what it was,
    /// whatever is sent.
    func name(in sent: JSONObject, of id: String, in list: StoredResources) -> String? {
        guard let name = declared.idProperty, !name.comparableName.hasSuffix("id"),
            declared.itemSchema?.property(name)?.isReadOnly != true
        else { return nil }
        func isFree(_ wanted: String) -> Bool {
            switch list[wanted] {
            case .unknown, .removed: canBeAsked(wanted)
            case .shown, .touched: false
            }
        }
        switch list[id] {
        case .unknown, .removed: return nil
        case .shown, .touched:
            let names = [name, "new" + name].map(\.comparableName)
            let wanted = sent.filter { names.contains($0.key.comparableName) }.compactMap(\.value.idText)
            return wanted.first { $0 != id && isFree($0) }
        }
    }

    /// Names of ids beside the one that a path asks for.
    private static let ids: Set<String> = ["id", "uid", "uuid", "guid", "sid", "gid"]

    /// The resource, or the one that it wraps, with other ids where others have the same: an example shows one id for all.
    /// - Parameter sent: what the client has said, which stays.
    func distinct(
        _ resource: JSON, from others: inout TakenIDs, _ generator: inout SeededGenerator, keeping sent: JSON? = nil
    ) -> JSON {
        let wrapped = resource.object?.filter { $0.value["id"]?.idText != nil } ?? []
        let own = secondaryIDs(of: resource, except: sent)
        let hasOwn = !own.isEmpty || declared.idProperty != nil
        let places = own.map { [$0] } + (hasOwn || wrapped.count != 1 ? [] : [[wrapped[0].key, "id"]])
        return places.reduce(resource) { resource, place in
            guard let value = resource[pointer: JSONPointer(place)], let text = value.idText else { return resource }
            let taken = others[place]
            guard taken.texts.contains(text) else { return resource }
            for _ in 0..<8 {
                let other: JSON
                if value.number != nil {
                    other = .number(JSONNumber(taken.largest &+ 1))
                } else {
                    other = .string(generator.text(like: text))
                }
                guard !taken.texts.contains(other.idText ?? ""), let changed = resource.replacing(place, with: other),
                    declared.itemSchema?.accepts(changed, direction: .response) ?? true
                else { continue }
                return changed
            }
            return resource
        }
    }

    /// The resource with the other ids of the one that stands in its place, but those that the client has said.
    func keepingIDs(of former: JSON, in resource: JSON, except sent: JSON?) -> JSON {
        secondaryIDs(of: resource, except: sent).reduce(resource) { resource, name in
            former[name].flatMap { resource.replacing([name], with: $0) } ?? resource
        }
    }

    private func secondaryIDs(of resource: JSON, except sent: JSON?) -> [String] {
        (resource.object ?? JSONObject()).map(\.key).filter {
            $0 != declared.idProperty && Self.ids.contains($0.lowercased()) && resource[$0]?.idText != nil
                && sent?[$0] == nil
        }
    }

    private var isNumber: Bool {
        guard let schema = idSchema ?? pathSchema else { return true }
        return schema.types.isDisjoint(with: .string)
    }

    /// The words of a resource's title, for those that are asked for by them.
    private func title(of resource: JSON?) -> String? {
        guard let name = declared.idProperty?.lowercased(),
            ["slug", "permalink", "handle"].contains(where: name.hasSuffix),
            let title = ["name", "title", "label", "display_name"].lazy.compactMap({ resource?[$0]?.string }).first
        else { return nil }
        let words = title.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return words.isEmpty ? nil : words.joined(separator: "-")
    }
}

extension Schema {
    fileprivate var exampleText: String? {
        conjuncts.lazy.compactMap { $0.node.examples.lazy.compactMap(\.idText).first }.first
    }
}

extension SeededGenerator {
    /// Another text of the same build: letters for letters, digits for digits, and the prefix that tells its kind: `cus_` stays.
    mutating func text(like model: String) -> String {
        var text = ""
        var rest = model[...]
        if let mark = model.lastIndex(where: { $0 == "_" || $0 == ":" || $0 == "." }) {
            text = String(model[...mark])
            rest = model[model.index(after: mark)...]
        } else if let mark = model.firstIndex(of: "-"), model[..<mark].allSatisfy(\.isLetter), !model[..<mark].isEmpty {
            text = String(model[...mark])
            rest = model[model.index(after: mark)...]
        }
        let isHexadecimal = rest.allSatisfy { $0.isHexDigit || $0 == "-" } && rest.contains(where: \.isLetter)
        let lower = Array(isHexadecimal ? "abcdef" : "abcdefghijklmnopqrstuvwxyz")
        let upper = Array(isHexadecimal ? "ABCDEF" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        var isFirst = true
        for character in rest {
            switch character {
            case "a"..."z": text.append(lower[below(lower.count)])
            case "A"..."Z": text.append(upper[below(upper.count)])
            case "0"..."9": text += String(isFirst ? within(1...9) : below(10))
            default: text.append(character)
            }
            isFirst = false
        }
        return text
    }

    /// A UUID of version 4 (RFC 9562, section 5.4), as random as the generator is.
    fileprivate mutating func uuid() -> String {
        var bytes: [UInt8] = []
        for _ in 0..<2 {
            let bits = next()
            for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift * 8))) }
        }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
            .map { $0.joined() }.joined(separator: "-")
    }
}

/// The ids that resources have, by the places where they stand: read off once, however many resources are held against them.
struct TakenIDs {
    struct Place {
        private(set) var texts: Set<String> = []
        /// Of the whole numbers among them; 0 where there is none.
        private(set) var largest: Int64 = 0

        fileprivate mutating func insert(_ text: String) {
            texts.insert(text)
            largest = max(largest, Int64(text) ?? 0)
        }
    }

    private var resources: [JSON]
    private var places: [[String]: Place] = [:]

    init(_ resources: some Sequence<JSON> = []) { self.resources = Array(resources) }

    subscript(path: [String]) -> Place {
        mutating get {
            if let place = places[path] { return place }
            var place = Place()
            for resource in resources { resource[pointer: JSONPointer(path)]?.idText.map { place.insert($0) } }
            places[path] = place
            return place
        }
    }

    mutating func add(_ resource: JSON) {
        resources.append(resource)
        for path in places.keys { resource[pointer: JSONPointer(path)]?.idText.map { places[path]?.insert($0) } }
    }
}
