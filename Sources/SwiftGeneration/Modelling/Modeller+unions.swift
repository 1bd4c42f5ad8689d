// The types of schemas with alternatives: enums whose cases carry what each alternative has.

import JSONSchema
import OpenAPIContract

extension Modeller {
    /// One alternative, before it has a type.
    struct Alternative {
        /// Everything that holds in it.
        var facts: Facts
        /// The schema that says all of it alone, so that its type can be used as it is.
        var schema: Schema?
        var part: String
        var tags: [JSON] = []
        var isDefault = false
        var words: [Words] = []
    }

    /// The type of facts that leave a choice; nil where there is none. A choice that no type shows is taken out of the facts.
    mutating func alternatives(_ facts: inout Facts, _ origin: Origin, _ context: Context) -> Usage? {
        if let type = conditional(&facts, origin, context) { return Usage(type: type) }
        facts.groups.removeAll { $0.arms.allSatisfy { Facts([$0]).isLimit } }
        guard let group = facts.groups.first else { return nil }
        var base = facts
        base.groups.removeFirst()
        let discriminator = group.discriminator
        var arms: [Alternative] = []
        for (index, schema) in group.arms.enumerated() {
            let own = Facts([schema])
            guard !own.isNever else { continue }
            let essence = Essence(schema).schema
            if arms.contains(where: { $0.schema == essence }) { continue }
            var merged = base
            merged.merge(own)
            merged.description = own.description
            merged.title = own.title
            let standsAlone = base.isCovered(by: own)
            arms.append(
                Alternative(
                    facts: standsAlone ? own : merged, schema: standsAlone ? essence : nil, part: "\(index)",
                    tags: discriminator?.values(of: essence, in: group.owner).map(JSON.string) ?? []))
        }
        if arms.isEmpty { return nil }
        if arms.count == 1 { return usage(of: arms[0], origin, context) }
        if let type = collapsed(arms, facts, origin, context) { return Usage(type: type) }
        if let merged = flattened(arms, base, group) {
            facts = merged
            return alternatives(&facts, origin, context)
        }
        return Usage(type: union(arms, facts, origin, context, tag: discriminator?.property))
    }

    private mutating func usage(of arm: Alternative, _ origin: Origin, _ context: Context) -> Usage {
        if let schema = arm.schema { return usage(schema, context) }
        return usage(arm.facts, origin.part(arm.part), context)
    }

    /// A schema with a discriminator that others extend: its values are theirs.
    mutating func subtypes(_ discriminator: Discriminator, of schema: Schema, _ context: Context) -> Usage {
        let own = Facts([schema])
        var arms: [Alternative] = []
        for (index, mapped) in discriminator.mapping.enumerated() {
            let subtype = Essence(schema[mapped.schema]).schema
            if let known = arms.firstIndex(where: { $0.schema == subtype || $0.schema == nil && subtype == schema }) {
                arms[known].tags.append(.string(mapped.value))
                continue
            }
            let isItself = subtype == schema
            arms.append(
                Alternative(
                    facts: Facts([subtype]), schema: isItself ? nil : subtype, part: isItself ? "base" : "\(index)",
                    tags: [.string(mapped.value)], words: isItself ? [Words("base")] : []))
        }
        let type = union(arms, own, Origin(schemas: [schema]), context, tag: discriminator.property)
        return Usage(type: type, isNullable: own.allowsNull)
    }

    /// Alternatives of one type: values that are listed beside any other string, formats of one kind.
    private mutating func collapsed(
        _ arms: [Alternative], _ facts: Facts, _ origin: Origin, _ context: Context
    ) -> SwiftType? {
        if arms.contains(where: { $0.facts.saysNothing && $0.schema.map { $0.saysNothing } ?? true }) { return .json }
        let scalars = arms.map { $0.facts.groups.isEmpty ? $0.facts.scalarType : nil }
        guard let first = scalars[0], scalars.allSatisfy({ $0 != nil }) else { return nil }
        let listed = arms.compactMap(\.facts.values).flatMap(\.self)
        if !listed.isEmpty, listed.allSatisfy({ $0.string != nil }), scalars.allSatisfy({ $0 == .string }) {
            let distinct = listed.reduce(into: [JSON]()) { if !$0.contains($1) { $0.append($1) } }
            return declare(origin, context, facts) { _, _ in .openEnum(OpenEnumeration(raw: .string, values: distinct))
            }
        }
        return listed.isEmpty && scalars.allSatisfy { $0 == first } ? first : nil
    }

    /// `anyOf` of objects written in place: all of their members may be there together.
    private func flattened(_ arms: [Alternative], _ base: Facts, _ group: Facts.Group) -> Facts? {
        guard !group.isExclusive, group.discriminator == nil, arms.allSatisfy({ $0.facts.isPlainObject }),
            arms.allSatisfy({ arm in arm.schema.map { Self.globalName($0.place) == nil } ?? true }),
            Self.tag(among: arms.map(\.facts)) == nil
        else { return nil }
        var merged = base
        var types: [String: SchemaPlace] = [:]
        for arm in arms {
            for member in arm.facts.members {
                for schema in member.schemas {
                    let place = Essence(schema).schema.place
                    let sameKind = types[member.name].map { $0 == place } ?? true
                    if !sameKind, Facts([schema]).scalarType == nil { return nil }
                    if sameKind {
                        merged.addMember(member.name, schema)
                        types[member.name] = place
                    }
                }
            }
        }
        merged.types.formIntersection(.object)
        merged.isTyped = true
        return merged
    }

    /// A property that every alternative requires, with values that no two share.
    static func tag(among facts: [Facts]) -> String? {
        guard let first = facts.first, facts.count > 1 else { return nil }
        return first.required.first { name in
            var seen: [JSON] = []
            return facts.allSatisfy { facts in
                guard facts.required.contains(name), let values = facts.values(of: name), !values.isEmpty,
                    values.allSatisfy({ $0.string != nil || $0.bool != nil || $0.number?.isInteger ?? false }),
                    !values.contains(where: seen.contains)
                else { return false }
                seen += values
                return true
            }
        }
    }

    // MARK: The enum

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
                for index in arms.indices where arms[index].tags.isEmpty {
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

    private mutating func arm(
        _ arm: Alternative, among arms: [Alternative], tag: String?, _ origin: Origin, _ id: TypeID
    ) -> Union.Arm {
        let facts = arm.facts
        let others = arms.filter { $0.part != arm.part }
        let words =
            arm.words
            + [Self.words(arm, others: others, tag: tag), Words(words: ["option", arm.part])].compactMap(\.self)
        var fit = Union.Fit(kinds: TypeSet(facts.kinds), tags: arm.tags, isDefault: arm.isDefault)
        if facts.kinds.isEmpty || !facts.groups.isEmpty { fit.kinds = facts.isTyped ? facts.types : .all }
        if !facts.isTyped, let values = facts.values { fit.kinds = TypeSet(values.map(\.kind)) }
        fit.required = facts.required
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

extension Facts {
    /// Says which members must be there, or limits values, and nothing that a type would show.
    var isLimit: Bool {
        members.isEmpty && !hasItems && values == nil && format == nil && groups.isEmpty && conditions.isEmpty
            && (!isTyped || types.contains(.object)) && !isNever && !hasAdditional && patterns.isEmpty
            && additional.isEmpty
            && (!isTyped || !required.isEmpty || isClosed) && contentEncoding == nil
    }

    var isPlainObject: Bool {
        kinds == [.object] && groups.isEmpty && conditions.isEmpty && !isClosed && additional.isEmpty
    }

    /// Whether another one says all that these say of a type.
    func isCovered(by other: Facts) -> Bool {
        guard groups.isEmpty, conditions.isEmpty, values == nil, forbidden.isEmpty, fixed.isEmpty, !hasItems,
            format == nil,
            additional.isEmpty, patterns.isEmpty, !hasAdditional, !isClosed
        else { return false }
        return members.allSatisfy { member in other.members.contains { $0.name == member.name } }
            && required.allSatisfy(other.required.contains)
    }

    /// The type of what is no array or object, where no values are listed that would make an enum of it.
    var scalarType: SwiftType? {
        switch kinds {
        case [.boolean]: .bool
        case [.integer]: .integer(integerType)
        case [.number]: format == "decimal" ? .decimal : .double
        case [.string]: stringType
        default: nil
        }
    }
}

extension Discriminator {
    /// The values that lead to a schema.
    func values(of schema: Schema, in owner: Schema) -> [String] {
        mapping.filter { Essence(owner[$0.schema]).schema == schema }.map(\.value)
    }
}

extension JSON {
    var kind: TypeSet {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number(let number): number.isInteger ? .integer : .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    func fits(_ kind: TypeSet) -> Bool {
        switch self {
        case .null: kind == .null
        case .bool: kind == .boolean
        case .number(let number): kind == .number || kind == .integer && number.isInteger
        case .string: kind == .string
        case .array: kind == .array
        case .object: kind == .object
        }
    }
}
