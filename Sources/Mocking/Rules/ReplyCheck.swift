// Whether what a rule answers can fit the response that it is declared under, told from the expressions alone.

import Expressions
import JSONSchema
import OpenAPIContract

/// Compares the shape of a rule's answer with the contract. What it lets pass may still be wrong: every answer is judged when
/// it is given.
struct ReplyCheck {
    private let reply: Rule.Reply
    private let written: MockFile.Response
    private let operation: Operation
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var objections: [(error: ExpressionError, text: ExpressionText)] = []
    /// Shapes share their parts, so that a small expression may have a huge one.
    private var left = 10_000

    init(_ reply: Rule.Reply, _ written: MockFile.Response, _ operation: Operation) {
        self.reply = reply
        self.written = written
        self.operation = operation
    }

    mutating func run() {
        checkHeaders()
        guard let body = reply.body else { return }
        let declared = reply.declared
        guard !declared.content.isEmpty else {
            diagnostics.append(
                Diagnostic(
                    .impossibleAnswer, "the \(declared.status) of '\(operation.id)' has no content",
                    remedy: "Leave the body out, or declare content in the contract.", severity: .error, at: body.place)
            )
            return
        }
        // With several media types the request chooses, and each has a schema of its own.
        guard declared.content.count == 1, let schema = declared.content[0].schema else { return }
        check(body, schema)
    }

    private mutating func checkHeaders() {
        for header in reply.declared.headers where header.required && header.examples.isEmpty {
            guard !reply.headers.contains(where: { $0.name.lowercased() == header.name.lowercased() })
            else { continue }
            let given = written.headers.map(\.name)
            let nearest = nearestName(to: header.name, among: given)
            diagnostics.append(
                Diagnostic(
                    .impossibleAnswer, "the answer lacks the header '\(header.name)'",
                    remedy: nearest.map { "Is '\($0)' meant to be it?" }, severity: .warning, at: written.place))
        }
        for header in reply.headers {
            guard
                let schema = reply.declared.headers.first(where: { $0.name.lowercased() == header.name.lowercased() })?
                    .schema
            else { continue }
            check(header.value.expression.shape, schema, in: header.value, allowsNull: true)
        }
    }

    private mutating func check(_ value: RuleValue, _ schema: Schema) {
        switch value {
        case .expression(let expression): check(expression.expression.shape, schema, in: expression)
        case .list(let elements, let place):
            guard fits(.array, schema) else { return misfit("a list", schema, at: place) }
            guard let items = schema.uniformItems else { return }
            for element in elements { check(element, items) }
        case .object(let members, let place):
            guard fits(.object, schema) else { return misfit("a mapping", schema, at: place) }
            guard let outline = ObjectOutline(schema) else { return }
            for problem in outline.problems(of: members.map(\.name)) {
                diagnostics.append(
                    Diagnostic(
                        .impossibleAnswer, problem.message, found: problem.name.map { "'\($0)'" },
                        remedy: problem.suggestion.map { "Did you mean '\($0)'?" }, severity: .error,
                        at: members.first { $0.name == problem.name }?.value.place ?? place))
            }
            for member in members {
                if let property = outline.properties[member.name] { check(member.value, property) }
            }
        }
    }

    private mutating func misfit(_ found: String, _ schema: Schema, at place: Place) {
        diagnostics.append(
            Diagnostic(
                .impossibleAnswer, "the answer does not fit its schema", found: found,
                expected: schema.types.names.joined(separator: " or "), severity: .error, at: place))
    }

    private func fits(_ types: TypeSet, _ schema: Schema) -> Bool {
        let allowed = schema.types
        // An integer is a number.
        let integers: TypeSet = allowed.contains(.number) ? [.integer] : []
        return !types.isDisjoint(with: allowed.union(integers))
    }

    // MARK: Shapes

    private mutating func check(
        _ shape: CELShape, _ schema: Schema, in expression: CheckedExpression, allowsNull: Bool = false, depth: Int = 0
    ) {
        left -= 1
        guard left > 0, depth < 32 else { return }
        func object(
            _ message: String, at place: CELShape.Place, found: String? = nil, expected: String? = nil,
            suggestion: String? = nil
        ) {
            objections.append(
                (
                    expression.expression.objection(
                        message, at: place, found: found, expected: expected, suggestion: suggestion), expression.text
                ))
        }
        switch shape.form {
        case .choice(let choices):
            for choice in choices { check(choice, schema, in: expression, allowsNull: allowsNull, depth: depth + 1) }
        case .list(let element):
            guard fits(.array, schema) else {
                return object(
                    "the answer does not fit its schema", at: shape.place, found: "a list",
                    expected: schema.types.names.joined(separator: " or "))
            }
            if let items = schema.uniformItems { check(element, items, in: expression, depth: depth + 1) }
        case .object(let members):
            guard fits(.object, schema) else {
                return object(
                    "the answer does not fit its schema", at: shape.place, found: "a map",
                    expected: schema.types.names.joined(separator: " or "))
            }
            guard let outline = ObjectOutline(schema) else { return }
            for problem in outline.problems(of: members.map(\.name)) {
                object(
                    problem.message, at: members.first { $0.name == problem.name }?.place ?? shape.place,
                    found: problem.name.map { "'\($0)'" }, suggestion: problem.suggestion.map { "'\($0)'" })
            }
            for member in members where !member.isOptional {
                if let property = outline.properties[member.name] {
                    check(member.value, property, in: expression, depth: depth + 1)
                }
            }
        case .type(let type):
            guard var types = type.jsonTypes else { return }
            if allowsNull { types.insert(.null) }
            guard fits(types, schema) || (allowsNull && types == .null) else {
                return object(
                    "the answer does not fit its schema", at: shape.place, found: "\(type)",
                    expected: schema.types.names.joined(separator: " or "))
            }
            switch type {
            case .list(let element):
                guard let items = schema.uniformItems else { return }
                check(shape.with(element), items, in: expression, depth: depth + 1)
            case .record(let record) where !record.isOpen:
                guard let outline = ObjectOutline(schema) else { return }
                for problem in outline.problems(of: record.fieldNames) {
                    object(
                        "\(record.name): \(problem.message)", at: shape.place,
                        suggestion: problem.suggestion.map { "'\($0)'" })
                }
                for name in record.fieldNames {
                    guard let property = outline.properties[name], let type = record.type(of: name) else { continue }
                    check(shape.with(type), property, in: expression, depth: depth + 1)
                }
            default: break
            }
        }
    }
}

/// What a schema says of an object's members where it says it plainly: without alternatives and conditions.
private struct ObjectOutline {
    struct Problem {
        let message: String
        /// The member that is wrong; nil for one that is missing.
        let name: String?
        var suggestion: String?
    }

    let properties: [String: Schema]
    private let required: Set<String>
    private let isClosed: Bool

    init?(_ schema: Schema) {
        var isClosed = false
        for conjunct in schema.conjuncts {
            for keyword in conjunct.node.keywords {
                switch keyword {
                case .anyOf, .oneOf, .not, .conditional, .subtypes, .dependentSchemas, .dynamicReference: return nil
                case .properties(let properties):
                    let never = properties.additional.map {
                        conjunct[$0].node.keywords.contains { if case .never = $0 { true } else { false } }
                    }
                    isClosed = isClosed || (never == true && properties.patterns.isEmpty)
                default: break
                }
            }
        }
        self.isClosed = isClosed
        properties = Dictionary(schema.properties, uniquingKeysWith: { first, _ in first })
        required = schema.requiredNames
    }

    func problems(of names: [String]) -> [Problem] {
        let absent = Set(properties.keys).union(required).subtracting(names).sorted()
        var missing = required.subtracting(names)
        var problems: [Problem] = []
        for name in names where properties[name] == nil && !properties.isEmpty {
            let nearest = nearestName(to: name, among: absent)
            // An open schema allows it, unless it looks like one that is not there.
            guard isClosed || nearest != nil else { continue }
            if let nearest { missing.remove(nearest) }
            problems.append(Problem(message: "the schema has no property '\(name)'", name: name, suggestion: nearest))
        }
        return problems + missing.sorted().map { Problem(message: "the answer lacks the property '\($0)'", name: nil) }
    }
}

extension Schema {
    /// The schema of every element, where all elements have the same.
    fileprivate var uniformItems: Schema? {
        for schema in conjuncts {
            for keyword in schema.node.keywords {
                if case .items(let items) = keyword {
                    return items.prefix.isEmpty ? items.rest.map { schema[$0] } : nil
                }
            }
        }
        return nil
    }
}

extension CELShape {
    fileprivate func with(_ type: CELType) -> CELShape { CELShape(type, at: place) }
}

extension CELType {
    /// What values of the type can be as JSON; nil where that is not known.
    fileprivate var jsonTypes: TypeSet? {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .int, .uint: .integer
        case .double: [.number, .integer]
        case .string, .bytes, .timestamp, .duration: .string
        case .list: .array
        case .map, .record: .object
        case .optional(let wrapped): wrapped.jsonTypes?.union(.null)
        case .dyn, .type, .opaque, .parameter, .variable: nil
        }
    }
}
