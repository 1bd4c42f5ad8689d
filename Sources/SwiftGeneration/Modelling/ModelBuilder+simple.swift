// The types of schemas without alternatives: scalars, enumerations, arrays, objects.

import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ModelBuilder {
    mutating func simpleType(_ constraints: Constraints, _ origin: Origin, _ context: Context) -> SwiftType {
        if let values = constraints.values, values.isEmpty, let schema = origin.schemas.first {
            let message = "\(context.wire) lists no value: nothing fits it, and any value of its type is taken"
            report(.clientUnexpressed, message, schema, remedy: "List a value, or leave `enum` out.")
        } else if let values = constraints.values, let type = enumeration(values, constraints, origin, context) {
            return type
        }
        let kinds = constraints.kinds
        if kinds.count > 1 { return kindUnion(kinds, constraints, origin, context) }
        switch kinds.first {
        case TypeSet.boolean: return .bool
        case TypeSet.integer: return constraints.wholeType
        case TypeSet.number: return constraints.format == "decimal" ? .decimal : .double
        case TypeSet.string: return constraints.stringType
        case TypeSet.array: return array(constraints, origin, context)
        case TypeSet.object: return object(constraints, origin, context)
        default: return .json
        }
    }

    private mutating func array(_ constraints: Constraints, _ origin: Origin, _ context: Context) -> SwiftType {
        if let schema = origin.onlySchema, schema.isContainerOfItself {
            return declare(origin, context, constraints) { modeller, id in
                let element = modeller.usage(constraints.items, Context(scope: .type(id), wire: "[]")).element
                let fit = Union.Fit(kinds: .array)
                let branch = Union.Case(
                    wire: "0", candidates: ["array"], payload: .array(element), constant: nil, fit: fit)
                return .union(Union(tag: nil, branches: [branch]))
            }
        }
        var elements = constraints.items.isEmpty ? [] : [usage(constraints.items, context.element()).element]
        for schema in constraints.prefix { elements.append(usage(schema, context.element()).element) }
        let distinct = elements.reduce(into: [SwiftType]()) { if !$0.contains($1) { $0.append($1) } }
        if distinct.count > 1, let schema = constraints.prefix.first {
            let message = "the elements of \(context.wire) have types of their own by position: they are free-form JSON"
            report(.clientLeftOut, message, schema)
        }
        return .array(distinct.count == 1 ? distinct[0] : .json)
    }

    private mutating func object(_ constraints: Constraints, _ origin: Origin, _ context: Context) -> SwiftType {
        if constraints.members.isEmpty, constraints.required.isEmpty, constraints.rules.isEmpty {
            let values = constraints.valueSchemas
            if constraints.isClosed, constraints.patterns.isEmpty, constraints.additional.isEmpty {
                return declare(origin, context, constraints) { _, _ in .structure(Structure()) }
            }
            guard !values.isEmpty else { return .dictionary(.json) }
            if let schema = origin.onlySchema, schema.isContainerOfItself {
                return declare(origin, context, constraints) { modeller, id in
                    .structure(modeller.structure(constraints, id))
                }
            }
            let element = Context(scope: context.scope, wire: context.wire + "{}", words: context.words.singular)
            return .dictionary(members(values, element))
        }
        return declare(origin, context, constraints) { modeller, id in .structure(modeller.structure(constraints, id)) }
    }

    /// The type of members that fit one of several schemas by their name.
    private mutating func members(_ schemas: [Schema], _ context: Context) -> SwiftType {
        let types = schemas.map { usage($0, context).element }
        return types.allSatisfy { $0 == types[0] } ? types[0] : .json
    }

    mutating func structure(_ constraints: Constraints, _ id: TypeID) -> Structure {
        var structure = Structure()
        var forbidden = constraints.forbidden
        let required = Set(constraints.required)
        let undeclared = constraints.required.filter { name in
            !constraints.members.contains { $0.name == name } && !forbidden.contains(name)
        }
        for member in constraints.members where !forbidden.contains(member.name) {
            let memberConstraints = Constraints(member.schemas)
            if let fixed = constraints.fixed.first(where: { $0.name == member.name }) {
                structure.constants.append((member.name, fixed.value))
            } else if memberConstraints.isNever {
                forbidden.append(member.name)
            } else if memberConstraints.isConstant, let value = memberConstraints.values?.first,
                required.contains(member.name)
            {
                structure.constants.append((member.name, value))
            } else {
                let isRequired = required.contains(member.name)
                structure.properties.append(property(member, memberConstraints, isRequired: isRequired, in: id))
            }
        }
        for name in undeclared {
            let context = Context(scope: .type(id), wire: name)
            let type = constraints.additional.isEmpty ? SwiftType.json : usage(constraints.additional, context).element
            structure.properties.append(Property(wire: name, type: type, presence: .required))
        }
        structure.forbidden = forbidden
        structure.rules = constraints.rules
        if constraints.hasAdditional || !constraints.patterns.isEmpty || !constraints.additional.isEmpty {
            let context = Context(scope: .type(id), wire: "additionalProperties", words: Words("additional property"))
            let schemas = constraints.valueSchemas
            structure.additional = schemas.isEmpty ? .json : members(schemas, context)
        }
        return structure
    }

    private mutating func property(
        _ member: Constraints.Member, _ constraints: Constraints, isRequired: Bool, in id: TypeID
    ) -> Property {
        let usage = usage(member.schemas, Context(scope: .type(id), wire: member.name))
        let isNullable = usage.isNullable && usage.type != .json
        let presence: Property.Presence =
            isRequired ? (isNullable ? .nullable : .required) : (isNullable ? .field : .optional)
        var property = Property(wire: member.name, type: usage.type, presence: presence, schemas: member.schemas)
        // The description of a named type stands with that type.
        let own = member.schemas.compactMap { $0.node.description ?? $0.node.title }.first
        property.documentation.paragraphs = [own ?? (usage.type.declaration == nil ? constraints.description : nil)]
            .compactMap(\.self)
        property.documentation.isDeprecated = member.schemas.contains { $0.node.isDeprecated }
        property.isReadOnly = constraints.isReadOnly
        property.isWriteOnly = constraints.isWriteOnly
        return property
    }

    // MARK: Enumerations

    /// Nil where there are no values, or of several kinds, or of one that has no enumeration.
    mutating func enumeration(
        _ values: [JSON], _ constraints: Constraints, _ origin: Origin, _ context: Context
    ) -> SwiftType? {
        guard !values.isEmpty else { return nil }
        // Swift's strings are equal where Unicode calls them so, however they are spelled.
        let distinct = values.reduce(into: [JSON]()) { distinct, value in
            if !distinct.contains(where: { $0 == value || $0.string != nil && $0.string == value.string }) {
                distinct.append(value)
            }
        }
        if distinct.allSatisfy({ $0.string != nil }) {
            return declare(origin, context, constraints) { _, _ in
                .openEnum(OpenEnumeration(raw: .string, values: distinct))
            }
        }
        if distinct.allSatisfy({ $0.number?.isInteger ?? false }) {
            var constraints = constraints
            constraints.types = .integer
            let type = constraints.integerType(holding: distinct)
            guard distinct.allSatisfy({ $0.number.map(type.holds) ?? false }) else { return .decimal }
            let raw = OpenEnumeration.RawValue.integer(type)
            return declare(origin, context, constraints) { _, _ in
                .openEnum(OpenEnumeration(raw: raw, values: distinct))
            }
        }
        if distinct.allSatisfy({ $0.bool != nil }) { return .bool }
        if distinct.allSatisfy({ $0.number != nil }) { return constraints.format == "decimal" ? .decimal : .double }
        return Set(distinct.map(\.kind)).count > 1 ? .json : nil
    }
}

extension Constraints {
    /// The types that values can have, one by one; empty for any.
    var kinds: [TypeSet] {
        let all: [TypeSet] = [.boolean, .integer, .number, .string, .array, .object]
        if isTyped, types != .all {
            let said = all.filter { types.contains($0) }
            // A number may be whole.
            return said.contains(.number) ? said.filter { $0 != .integer } : said
        }
        if hasObjectConstraints { return [.object] }
        if hasItems { return [.array] }
        if let format, Self.stringFormats.contains(format) { return [.string] }
        return contentEncoding == nil ? [] : [.string]
    }

    private static let stringFormats: Set<String> = [
        "date-time", "date", "uuid", "uri", "url", "byte", "binary", "email", "hostname", "ipv4", "ipv6", "password",
    ]

    var stringType: SwiftType {
        if contentEncoding == "base64" { return .data }
        return switch format {
        case "date-time": .date
        case "date": .calendarDate
        case "uuid": .uuid
        case "uri", "url": .url
        case "byte", "base64": .data
        case "decimal": .string
        default: .string
        }
    }

    /// What is said of members that are not declared; nothing where some can have any value.
    var valueSchemas: [Schema] {
        patterns.isEmpty || isClosed || !additional.isEmpty ? additional + patterns : []
    }

    /// A whole number's type: `Decimal` where the bounds, or the format, go beyond 64 bits.
    var wholeType: SwiftType {
        let isBeyond = [minimum, maximum].contains { bound in
            bound.map { $0.isInteger && $0.int64 == nil && $0.uint64 == nil } ?? false
        }
        return isBeyond || format == "int128" || format == "uint128" ? .decimal : .integer(integerType)
    }

    var integerType: IntegerType { integerType(holding: []) }

    func integerType(holding values: [JSON]) -> IntegerType {
        let formats: [String: IntegerType] = [
            "int8": .int8, "int16": .int16, "int32": .int32, "int64": .int64, "uint8": .uint8, "uint16": .uint16,
            "uint32": .uint32, "uint64": .uint64,
        ]
        let numbers = values.compactMap(\.number)
        if let named = format.flatMap({ formats[$0] }), numbers.allSatisfy(named.holds) { return named }
        let needsUnsigned = ([maximum] + values.map(\.number)).compactMap(\.self).contains {
            $0.int64 == nil && $0.uint64 != nil
        }
        return needsUnsigned ? .uint64 : .int
    }
}

extension JSON {
    var isScalar: Bool {
        switch self {
        case .array, .object: false
        case .null, .bool, .number, .string: true
        }
    }
}
