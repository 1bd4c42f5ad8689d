// Whether what a rule answers can fit the response that it is declared under, told from the expressions alone.

import HTTPExchange
import CEL
import Expressions
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

/// Compares the shape of a rule's answer with the contract. What it lets pass may still be wrong: every answer is judged when
/// it is given.
struct ReplyCheck {
    private let reply: Rule.Reply
    private let written: MockFile.Response
    private let operation: Operation
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var objections: [(error: ExpressionError, text: ExpressionText)] = []
    /// Alternatives within alternatives make many, each of which is tried.
    private var left = 1_000

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
        guard declared.content.count == 1, let schema = declared.content[0].schema,
            // Of events the schema is each one's, in one form or another: the answers are judged.
            declared.content[0].media?.kind != .eventStream
        else { return }
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
            check(header.value, schema, allowsNull: true)
        }
    }

    private mutating func check(_ value: RuleValue, _ schema: Schema) {
        left -= 1
        guard left > 0 else { return }
        if case .expression = value {} else { for branches in schema.alternatives { check(value, anyOf: branches) } }
        switch value {
        case .expression(let expression): check(expression, schema)
        case .list(let elements, let place):
            guard schema.allows(.array) else { return misfit("a list", schema, at: place) }
            guard let items = schema.uniformItems else { return }
            for element in elements { check(element, items) }
        case .object(let members, let place):
            guard schema.allows(.object) else { return misfit("a mapping", schema, at: place) }
            guard let outline = ObjectOutline(schema) else { return }
            for problem in outline.problems(of: members.names.names) {
                diagnostics.append(
                    Diagnostic(
                        .impossibleAnswer, problem.message, found: problem.name.map { "'\($0)'" },
                        remedy: problem.suggestion.map { "Did you mean '\($0)'?" }, severity: .error,
                        at: members.named.first { $0.name == problem.name }?.value.place ?? place))
            }
            for member in members.named {
                if let property = outline.properties[member.name] { check(member.value, property) }
            }
        }
    }

    /// What is wrong by the branch that comes nearest.
    private mutating func check(_ value: RuleValue, anyOf branches: [Schema]) {
        var nearest: ReplyCheck?
        for branch in branches {
            var trial = self
            (trial.diagnostics, trial.objections) = ([], [])
            trial.check(value, branch)
            left = trial.left
            if trial.problemCount < nearest?.problemCount ?? .max { nearest = trial }
        }
        diagnostics += nearest?.diagnostics ?? []
        objections += nearest?.objections ?? []
    }

    private var problemCount: Int { diagnostics.count + objections.count }

    private mutating func misfit(_ found: String, _ schema: Schema, at place: Place) {
        diagnostics.append(
            Diagnostic(
                .impossibleAnswer, "the answer does not fit its schema", found: found,
                expected: schema.types.names.joined(separator: " or "), severity: .error, at: place))
    }

    private mutating func check(_ expression: CheckedExpression, _ schema: Schema, allowsNull: Bool = false) {
        var check = ShapeCheck(expression.expression, allowsNull: allowsNull)
        check.run(schema)
        if check.objections.isEmpty, let constant = expression.constant, !(allowsNull && constant.isNull),
            let violation = schema.validate(constant, direction: .response).first
        {
            let place = violation.instance.tokens.isEmpty ? "" : " at \(violation.instance)"
            let error = expression.expression.shapeError(
                "the answer does not fit its schema\(place)", at: expression.expression.shape.place,
                found: violation.found, expected: violation.expected)
            objections.append((error, expression.text))
        }
        objections += check.objections.map { ($0, expression.text) }
    }
}
