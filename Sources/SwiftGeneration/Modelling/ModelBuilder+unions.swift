// The types of schemas with alternatives: enums whose cases carry what each alternative has.

import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ModelBuilder {
    /// One alternative, before it has a type.
    struct Alternative {
        /// Everything that holds in it.
        var constraints: Constraints
        /// The schema that says all of it alone, so that its type can be used as it is.
        var schema: Schema?
        var part: String
        var tags: [JSON] = []
        var isDefault = false
        var words: [Words] = []
    }

    private static let mostCombinations = 64.0

    /// The type of constraints that leave a choice; nil where there is none. A choice that no type shows is taken out of the facts.
    mutating func alternatives(_ constraints: inout Constraints, _ origin: Origin, _ context: Context) -> Usage? {
        if let type = conditional(&constraints, origin, context) { return Usage(type: type) }
        constraints.rules += constraints.groups.compactMap(\.rule)
        constraints.groups.removeAll { $0.branches.allSatisfy { Constraints([$0]).isLimit } }
        guard let group = constraints.groups.first else { return nil }
        // Choices beside each other multiply.
        let combinations = constraints.groups.reduce(1.0) { $0 * Double(max(1, $1.branches.count)) }
        guard constraints.groups.count == 1 || combinations <= Self.mostCombinations else {
            let message =
                "\(constraints.groups.count) choices beside each other are too many for an enum: what they speak of may be there or not"
            report(.clientUnexpressed, message, group.owner)
            for branch in constraints.groups.flatMap(\.branches) { constraints.addOptionalMembers(branch) }
            constraints.groups = []
            return nil
        }
        var base = constraints
        base.groups.removeFirst()
        base.chosen.insert(group.choice)
        let discriminator = group.discriminator
        var branches: [Alternative] = []
        for (index, schema) in group.branches.enumerated() {
            let own = Constraints([schema])
            guard !own.isNever else { continue }
            let normalized = NormalizedSchema(schema).schema
            if branches.contains(where: { $0.schema == normalized }) { continue }
            var merged = base
            merged.merge(own)
            merged.description = own.description
            merged.title = own.title
            let standsAlone = base.isImplied(by: own)
            branches.append(
                Alternative(
                    constraints: standsAlone ? own : merged, schema: standsAlone ? normalized : nil, part: "\(index)",
                    tags: discriminator?.values(of: normalized, in: group.owner).map(JSON.string) ?? []))
        }
        if branches.isEmpty { return nil }
        if branches.count == 1 { return usage(of: branches[0], origin, context) }
        if let type = mergedIntoOneType(branches, constraints, origin, context) { return Usage(type: type) }
        if let merged = flattened(branches, base, group) {
            constraints = merged
            return alternatives(&constraints, origin, context)
        }
        return Usage(type: union(branches, constraints, origin, context, tag: discriminator?.property))
    }

    mutating func usage(of branch: Alternative, _ origin: Origin, _ context: Context) -> Usage {
        if let schema = branch.schema { return usage(schema, context) }
        return usage(branch.constraints, origin.part(branch.part), context)
    }

    /// A schema with a discriminator that others extend: its values are theirs.
    mutating func subtypes(_ discriminator: Discriminator, of schema: Schema, _ context: Context) -> Usage {
        let own = Constraints([schema])
        var branches: [Alternative] = []
        for (index, mapped) in discriminator.mapping.enumerated() {
            let subtype = NormalizedSchema(schema[mapped.schema]).schema
            if let known = branches.firstIndex(where: { $0.schema == subtype || $0.schema == nil && subtype == schema })
            {
                branches[known].tags.append(.string(mapped.value))
                continue
            }
            let isItself = subtype == schema
            branches.append(
                Alternative(
                    constraints: Constraints([subtype]), schema: isItself ? nil : subtype,
                    part: isItself ? "base" : "\(index)",
                    tags: [.string(mapped.value)], words: isItself ? [Words("base")] : []))
        }
        let type = union(branches, own, Origin(schemas: [schema]), context, tag: discriminator.property)
        return Usage(type: type, isNullable: own.allowsNull)
    }

    /// Alternatives of one type: values that are listed beside any other string, formats of one kind.
    private mutating func mergedIntoOneType(
        _ branches: [Alternative], _ constraints: Constraints, _ origin: Origin, _ context: Context
    ) -> SwiftType? {
        if branches.contains(where: {
            $0.constraints.hasNoEffectOnType && $0.schema.map { $0.hasNoEffectOnType } ?? true
        }) {
            return .json
        }
        let lists = branches.compactMap { $0.constraints.groups.isEmpty ? $0.constraints.values : nil }
        if lists.count == branches.count {
            let values = lists.flatMap(\.self)
            if values.allSatisfy({ $0.string != nil }) || values.allSatisfy({ $0.number?.isInteger ?? false }) {
                return enumeration(values, constraints, origin, context)
            }
        }
        let scalars = branches.map { $0.constraints.groups.isEmpty ? $0.constraints.scalarType : nil }
        guard let first = scalars[0], scalars.allSatisfy({ $0 != nil }) else { return nil }
        let listed = branches.compactMap(\.constraints.values).flatMap(\.self)
        if !listed.isEmpty, listed.allSatisfy({ $0.string != nil }), scalars.allSatisfy({ $0 == .string }) {
            let distinct = listed.reduce(into: [JSON]()) { if !$0.contains($1) { $0.append($1) } }
            return declare(origin, context, constraints) { _, _ in
                .openEnum(OpenEnumeration(raw: .string, values: distinct))
            }
        }
        return listed.isEmpty && scalars.allSatisfy { $0 == first } ? first : nil
    }

    /// `anyOf` of objects written in place: all of their members may be there together.
    private func flattened(_ branches: [Alternative], _ base: Constraints, _ group: Constraints.Group) -> Constraints? {
        guard !group.isExclusive, group.discriminator == nil, branches.allSatisfy({ $0.constraints.isPlainObject }),
            branches.allSatisfy({ branch in branch.schema.map { Self.globalName($0.place) == nil } ?? true }),
            Self.tag(among: branches.map(\.constraints)) == nil
        else { return nil }
        var merged = base
        var types: [String: SchemaPlace] = [:]
        for branch in branches {
            for member in branch.constraints.members {
                for schema in member.schemas {
                    let place = NormalizedSchema(schema).schema.place
                    let sameKind = types[member.name].map { $0 == place } ?? true
                    if !sameKind, Constraints([schema]).scalarType == nil { return nil }
                    if sameKind {
                        merged.addMember(member.name, schema)
                        types[member.name] = place
                    }
                }
            }
        }
        let needed = branches.map { branch in branch.constraints.required.filter { !base.required.contains($0) } }
        if needed.allSatisfy({ !$0.isEmpty }) { merged.rules.append(.choice(needed, isExclusive: false)) }
        merged.types.formIntersection(.object)
        merged.isTyped = true
        return merged
    }

    /// A property that every alternative requires, with values that no two share.
    static func tag(among constraints: [Constraints]) -> String? {
        guard let first = constraints.first, constraints.count > 1 else { return nil }
        return first.required.first { name in
            var seen: [JSON] = []
            return constraints.allSatisfy { constraints in
                guard constraints.required.contains(name), let values = constraints.values(of: name), !values.isEmpty,
                    values.allSatisfy({ $0.string != nil || $0.bool != nil || $0.number?.isInteger ?? false }),
                    !values.contains(where: seen.contains)
                else { return false }
                seen += values
                return true
            }
        }
    }
}
