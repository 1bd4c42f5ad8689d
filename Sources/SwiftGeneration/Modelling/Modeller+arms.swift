// The enum of a union: its cases, their names, and how a value finds its own.

import JSONSchema
import OpenAPIContract

extension Modeller {
    mutating func kindUnion(_ kinds: [TypeSet], _ facts: Facts, _ origin: Origin, _ context: Context) -> SwiftType {
        let arms = kinds.map { kind in
            var facts = facts
            facts.types = kind
            facts.isTyped = true
            if let values = facts.values { facts.values = values.filter { $0.fits(kind) } }
            return Alternative(facts: facts, schema: nil, part: kind.names[0])
        }
        return union(arms, facts, origin, context, tag: nil)
    }

    mutating func union(
        _ arms: [Alternative], _ facts: Facts, _ origin: Origin, _ context: Context, tag: String?
    ) -> SwiftType {
        declare(origin, context, facts) { modeller, id in
            var arms = arms
            let objects = arms.filter { $0.facts.kinds == [.object] || !$0.tags.isEmpty }
            var tag = tag
            if tag == nil
                || objects.contains(where: { $0.tags.isEmpty && !$0.isDefault && $0.facts.values(of: tag ?? "") == nil }
                )
            {
                tag = Self.tag(among: objects.map(\.facts))
            }
            if let tag {
                for index in arms.indices where arms[index].tags.isEmpty && !arms[index].isDefault {
                    arms[index].tags = arms[index].facts.values(of: tag) ?? []
                }
            }
            let isTagged = tag != nil && objects.count == arms.count
            let tags = arms.flatMap(\.tags)
            var union = Union(tag: isTagged ? tag : nil, arms: [])
            union.isOpen = tag != nil && !arms.contains(where: \.isDefault) && !tags.contains { $0.bool != nil }
            union.arms = arms.map { modeller.arm($0, among: arms, tag: tag, origin, id) }
            return .union(union)
        }
    }

    mutating func arm(
        _ arm: Alternative, among arms: [Alternative], tag: String?, _ origin: Origin, _ id: TypeID
    ) -> Union.Arm {
        let facts = arm.facts
        let others = arms.filter { $0.part != arm.part }
        var words = arm.words + [Self.words(arm, others: others, tag: tag)].compactMap(\.self)
        if words.isEmpty { words = [Words("option \(arm.part)")] }
        var fit = Union.Fit(kinds: TypeSet(facts.kinds), tags: arm.tags, isDefault: arm.isDefault)
        if facts.kinds.isEmpty || !facts.groups.isEmpty { fit.kinds = facts.isTyped ? facts.types : .all }
        if !facts.isTyped, let values = facts.values { fit.kinds = TypeSet(values.map(\.kind)) }
        // What is there in one direction only says nothing of the shape in the other.
        fit.required = facts.required.filter { name in
            let facts = Facts(facts.members.first { $0.name == name }?.schemas ?? [])
            return !facts.isReadOnly && !facts.isWriteOnly
        }
        fit.known = facts.members.map(\.name)
        fit.values = facts.values ?? []
        fit.constants = facts.members.compactMap { member in
            facts.values(of: member.name).flatMap { $0.allSatisfy(\.isScalar) ? (member.name, $0) : nil }
        }
        if let tag, !arm.tags.isEmpty, !fit.constants.contains(where: { $0.wire == tag }) {
            fit.constants.append((tag, arm.tags))
        }
        let name = words[0]
        var made = Union.Arm(
            wire: arm.schema.flatMap { Self.globalName($0.place)?.wire } ?? arm.part,
            candidates: words.map(\.lowerCamel),
            payload: nil, constant: nil, fit: fit)
        made.documentation = Documentation(facts)
        if let values = facts.values, values.count == 1, values[0].isScalar, facts.groups.isEmpty {
            made.constant = values[0]
            return made
        }
        let context = Context(scope: .type(id), wire: made.wire, words: name)
        made.payload = usage(of: arm, origin, context).element
        return made
    }

    /// What an alternative is called: by its schema's name, its kind, its title, its tag, or what only it has.
    private static func words(_ arm: Alternative, others: [Alternative], tag: String?) -> Words? {
        if let schema = arm.schema, let name = globalName(schema.place) { return name.words }
        let facts = arm.facts
        if let values = facts.values, values.count == 1, let value = values.first {
            return value.string.map { $0.isEmpty ? Words("empty") : Words($0) } ?? Words(value.serialized())
        }
        if let kind = facts.kinds.first, facts.kinds.count == 1, kind != .object, facts.groups.isEmpty {
            let isOneOfLists = kind == .array && others.contains { $0.facts.kinds == [.array] }
            if isOneOfLists, let element = Facts(facts.items).kinds.first, Facts(facts.items).kinds.count == 1 {
                return Words(kindName(element, Facts(facts.items)) + "s")
            }
            return Words(facts.values == nil ? kindName(kind, facts) : "named")
        }
        if let title = facts.title, title.count <= 40 { return Words(title) }
        if let tag, (1...3).contains(arm.tags.count) {
            let names = arm.tags.map { tagWords($0, tag).words }
            return Words(words: Array(names.joined(separator: ["or"])))
        }
        if let discriminating = facts.required.first(where: { name in
            others.allSatisfy { other in !other.facts.members.contains { $0.name == name } }
        }) {
            return Words(discriminating)
        }
        return facts.kinds == [.object] && others.allSatisfy({ $0.facts.kinds != [.object] }) ? Words("object") : nil
    }

    static func tagWords(_ value: JSON, _ tag: String) -> Words {
        switch value {
        case .bool(true): Words(tag)
        case .bool(false): Words(words: ["not"] + Words(tag).words)
        case .string(let text): text.isEmpty ? Words("empty") : Words(text)
        case .null, .number, .array, .object: Words(words: Words(tag).words + Words(value.serialized()).words)
        }
    }

    private static func kindName(_ kind: TypeSet, _ facts: Facts) -> String {
        switch kind {
        case .string:
            switch facts.stringType {
            case .date: "date"
            case .calendarDate: "day"
            case .uuid: "uuid"
            case .url: "url"
            case .data: "data"
            default: "string"
            }
        case .array: "array"
        case .boolean: "bool"
        case .integer: "integer"
        case .number: "number"
        case .object: "object"
        default: "value"
        }
    }
}
