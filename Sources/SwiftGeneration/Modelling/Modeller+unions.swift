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

    private static let mostCombinations = 64.0

    /// The type of facts that leave a choice; nil where there is none. A choice that no type shows is taken out of the facts.
    mutating func alternatives(_ facts: inout Facts, _ origin: Origin, _ context: Context) -> Usage? {
        if let type = conditional(&facts, origin, context) { return Usage(type: type) }
        facts.rules += facts.groups.compactMap(\.rule)
        facts.groups.removeAll { $0.arms.allSatisfy { Facts([$0]).isLimit } }
        guard let group = facts.groups.first else { return nil }
        // Choices beside each other multiply.
        let combinations = facts.groups.reduce(1.0) { $0 * Double(max(1, $1.arms.count)) }
        guard facts.groups.count == 1 || combinations <= Self.mostCombinations else {
            let message =
                "\(facts.groups.count) choices beside each other are too many for an enum: what they speak of may be there or not"
            report(.clientUnexpressed, message, group.owner)
            for arm in facts.groups.flatMap(\.arms) { facts.addLoosely(arm) }
            facts.groups = []
            return nil
        }
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

    mutating func usage(of arm: Alternative, _ origin: Origin, _ context: Context) -> Usage {
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
        let lists = arms.compactMap { $0.facts.groups.isEmpty ? $0.facts.values : nil }
        if lists.count == arms.count {
            let values = lists.flatMap(\.self)
            if values.allSatisfy({ $0.string != nil }) || values.allSatisfy({ $0.number?.isInteger ?? false }) {
                return enumeration(values, facts, origin, context)
            }
        }
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
}
