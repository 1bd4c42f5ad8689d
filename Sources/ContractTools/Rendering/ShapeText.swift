// A schema as a person would write the shape of a value.

import RegularExpressions
import OpenAPIContract
import JSONValues
import JSONSchema
import SourceDocuments

/// Writes shapes: `{ id: uint64, name: string, tags?: [Tag] }`. Schemas with a name are referred to by it and told once, at the
/// end.
struct ShapeText {
    /// Named schemas in the order in which they were met, those that have been told first.
    private(set) var named: [(name: String, schema: Schema)] = []

    /// The text of a shape, where lines after the first are indented.
    mutating func text(_ schema: Schema, indent: String = "") -> String {
        if let name = schema.ownName { return mention(name, schema.target) }
        return schema.target == schema ? expanded(schema, indent: indent) : reference(to: schema.target)
    }

    /// What references lead to is told once, by some name: it may refer to itself, or be referred to without end.
    private mutating func reference(to target: Schema) -> String {
        mention(target.ownName ?? target.place.pointer.tokens.last ?? "it", target)
    }

    /// The text of a shape on one line.
    mutating func line(_ schema: Schema) -> String {
        let lines = text(schema).split(separator: "\n").map { $0.drop { $0 == " " } }
        return lines.dropFirst().reduce(into: String(lines.first ?? "")) { line, next in
            line += line.hasSuffix("{") || next.hasPrefix("}") ? " \(next)" : ", \(next)"
        }
    }

    /// More than a person reads at once.
    private static let definitionLimit = 40

    /// The shapes that have been mentioned, `Name = …` each, and those that they mention in turn.
    mutating func definitions(indent: String = "") -> [String] {
        var lines: [String] = []
        var next = 0
        while next < named.count, next < Self.definitionLimit {
            let (name, schema) = named[next]
            lines.append("\(indent)\(name) = \(expanded(schema, indent: indent))")
            next += 1
        }
        if next < named.count {
            let rest = named[next...].map(\.name)
            lines.append(
                "\(indent)… and \(rest.count) more: \(rest.prefix(20).joined(separator: ", "))\(rest.count > 20 ? "…" : "")"
            )
        }
        return lines
    }

    private mutating func mention(_ name: String, _ schema: Schema) -> String {
        if let known = named.first(where: { $0.schema == schema }) { return known.name }
        var own = name
        var number = 2
        while named.contains(where: { $0.name == own }) {
            own = "\(name)_\(number)"
            number += 1
        }
        named.append((own, schema))
        return own
    }

    // MARK: Parts

    /// What a node's keywords say, put together.
    private struct Parts {
        var types = TypeSet.all
        var scalar: [String] = []
        var literals: [String]?
        var element: String?
        var size: [String] = []
        var members: [String] = []
        var rest: String?
        var combined: [String] = []
    }

    private mutating func expanded(_ schema: Schema, indent: String) -> String {
        var parts = Parts()
        let required = schema.requiredNames
        for keyword in schema.node.keywords { add(keyword, of: schema, required: required, indent: indent, to: &parts) }
        if case .bool(true) = schema.node.source { return "anything" }
        return ShapeText.joined(parts, node: schema.node, indent: indent)
    }

    private mutating func add(
        _ keyword: Keyword, of schema: Schema, required: Set<String>, indent: String, to parts: inout Parts
    ) {
        let inner = indent + "  "
        switch keyword {
        case .never: parts.literals = ["nothing"]
        case .type(let types): parts.types = types
        case .enumeration(let values): parts.literals = values.map { $0.serialized() }
        case .const(let value): parts.literals = [value.serialized()]
        case .multipleOf(let divisor): parts.scalar.append("multiple of \(divisor.text)")
        case .minimum(let bound): parts.scalar.append("\(bound.exclusive ? ">" : "≥") \(bound.value.text)")
        case .maximum(let bound): parts.scalar.append("\(bound.exclusive ? "<" : "≤") \(bound.value.text)")
        case .minLength(let count): parts.scalar.append("at least \(ShapeText.count(count, "character"))")
        case .maxLength(let count): parts.scalar.append("at most \(ShapeText.count(count, "character"))")
        case .pattern(let pattern): parts.scalar.append("like /\(pattern.source)/")
        // Named in place of the type.
        case .format, .content: break
        case .minItems(let count): parts.size.append("at least \(count)")
        case .maxItems(let count): parts.size.append("at most \(count)")
        case .uniqueItems: parts.size.append("no two equal")
        case .items(let items):
            let prefix = items.prefix.map { text(schema[$0], indent: inner) }
            let rest = items.rest.map { text(schema[$0], indent: indent) }
            parts.element =
                prefix.isEmpty
                ? rest ?? "anything"
                : (prefix + [rest.map { "\($0)…" } ?? "…"].filter { $0 != "nothing…" }).joined(separator: ", ")
        case .contains(let contains): parts.size.append("with \(text(schema[contains.schema], indent: inner))")
        case .minProperties(let count): parts.size.append("at least \(ShapeText.count(count, "member"))")
        case .maxProperties(let count): parts.size.append("at most \(ShapeText.count(count, "member"))")
        case .required(let names):
            let declared = Set(schema.properties.map(\.name))
            parts.members += names.names.filter { !declared.contains($0) }.map { "\(ShapeText.key($0)): anything" }
        case .properties(let properties):
            for property in properties.declared {
                parts.members.append(member(property.name, schema[property.schema], required: required, indent: inner))
            }
            for pattern in properties.patterns {
                parts.members.append("/\(pattern.pattern.source)/: \(text(schema[pattern.schema], indent: inner))")
            }
            parts.rest = properties.additional.map { text(schema[$0], indent: inner) }
        case .propertyNames(let names): parts.size.append("names: \(text(schema[names], indent: inner))")
        case .dependentRequired(let dependencies):
            for dependency in dependencies {
                parts.size.append(
                    "with '\(dependency.property)' also \(dependency.names.map { "'\($0)'" }.joined(separator: ", "))")
            }
        case .dependentSchemas(let dependencies):
            for dependency in dependencies {
                parts.size.append(
                    "with '\(dependency.property)' also \(text(schema[dependency.schema], indent: inner))")
            }
        case .reference(let reference): parts.combined.append(self.reference(to: schema[reference.target].target))
        case .dynamicReference(let reference):
            parts.combined.append(self.reference(to: schema[reference.initial].target))
        case .allOf(let schemas): parts.combined += schemas.map { text(schema[$0], indent: indent) }
        case .anyOf(let alternatives), .oneOf(let alternatives):
            let branches = alternatives.schemas.map { text(schema[$0], indent: indent) }
            parts.combined.append(branches.count == 1 ? branches[0] : "(\(branches.joined(separator: " | ")))")
        case .not(let other): parts.size.append("not \(text(schema[other], indent: inner))")
        case .conditional(let conditional):
            let condition = text(schema[conditional.condition], indent: inner)
            if let then = conditional.then {
                parts.size.append("if \(condition) then \(text(schema[then], indent: inner))")
            }
            if let otherwise = conditional.otherwise {
                parts.size.append(
                    "\(conditional.then == nil ? "if not \(condition) then" : "else") \(text(schema[otherwise], indent: inner))"
                )
            }
        // The alternatives extend this schema, and are told where they are used.
        case .subtypes(let discriminator): parts.size.append("kind by '\(discriminator.property)'")
        case .unevaluatedItems(let rest), .unevaluatedProperties(let rest):
            parts.rest = text(schema[rest], indent: inner)
        }
    }

    private mutating func member(_ name: String, _ schema: Schema, required: Set<String>, indent: String) -> String {
        var line = "\(ShapeText.key(name))\(required.contains(name) ? "" : "?"): \(text(schema, indent: indent))"
        let node = schema.target.node
        if let value = schema.node.defaultValue ?? node.defaultValue { line += " = \(value.serialized())" }
        let marks = [
            (node.isReadOnly, "read only"), (node.isWriteOnly, "write only"), (node.isDeprecated, "deprecated"),
        ]
        let told = marks.filter(\.0).map(\.1)
        return told.isEmpty ? line : "\(line) (\(told.joined(separator: ", ")))"
    }

    // MARK: Text

    private static func joined(_ parts: Parts, node: SchemaNode, indent: String) -> String {
        var own: [String] = []
        if let literals = parts.literals {
            own.append(literals.joined(separator: " | "))
        } else {
            own += kinds(parts, node: node, indent: indent)
        }
        let isPlain = own == ["anything"] && !parts.combined.isEmpty
        let text = ((isPlain ? [] : [own.joined(separator: " | ")]) + parts.combined).joined(separator: " & ")
        // `uint64` says its range already.
        let limits = node.formatName.flatMap { ShapeText.ranges[$0] } ?? []
        let notes = parts.scalar.filter { !limits.contains($0) } + parts.size
        return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: ", ")))"
    }

    private static let ranges: [String: Set<String>] = [
        "int32": ["≥ -2147483648", "≤ 2147483647"],
        "int64": ["≥ -9223372036854775808", "≤ 9223372036854775807"],
        "uint32": ["≥ 0", "≤ 4294967295"],
        "uint64": ["≥ 0", "≤ 18446744073709551615"],
    ]

    /// The alternatives that the types leave.
    private static func kinds(_ parts: Parts, node: SchemaNode, indent: String) -> [String] {
        let saysObject = !parts.members.isEmpty || parts.rest != nil
        var types = parts.types
        if types == .all {
            // Keywords without a type: what they are about is meant.
            guard saysObject || parts.element != nil else { return [node.formatName ?? "anything"] }
            types = saysObject ? .object : .array
        }
        return types.names.compactMap { name in
            switch name {
            case "object": return saysObject ? object(parts, indent: indent) : "object"
            case "array": return parts.element.map { "[\($0)]" } ?? "[anything]"
            case "integer": return types.contains(.number) ? nil : node.formatName ?? name
            case "number": return node.formatName ?? name
            case "string":
                let encoded = [node.contentEncoding, node.contentMediaType].compactMap(\.self)
                return encoded.isEmpty ? node.formatName ?? name : encoded.joined(separator: " ")
            default: return name
            }
        }
    }

    private static func object(_ parts: Parts, indent: String) -> String {
        var lines = parts.members
        switch parts.rest {
        case "nothing"?: lines.append("nothing else")
        case let rest?: lines.append("[any name]: \(rest)")
        case nil: break
        }
        return "{\n" + lines.map { "\(indent)  \($0)\n" }.joined() + "\(indent)}"
    }

    private static func key(_ name: String) -> String {
        let isPlain = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        return isPlain ? name : JSON.string(name).serialized()
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}

extension Schema {
    /// The name to refer to it by, where it is a reference to a named schema or one itself.
    fileprivate var ownName: String? {
        guard let name = target.place.name, node.keywords.count <= 1 || target == self else { return nil }
        return name
    }
}
