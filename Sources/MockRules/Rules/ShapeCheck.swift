// Whether the values of an expression can fit a schema, told from how it makes them.

import CEL
import Expressions
import JSONSchema
import SourceDocuments
import OpenAPIContract

/// Compares the shape of one expression with a schema.
struct ShapeCheck {
    private let expression: CELExpression
    private let allowsNull: Bool
    private(set) var objections: [ExpressionError] = []
    /// Shapes share their parts, so that a small expression may have a huge one.
    private var left = 10_000

    /// - Parameter allowsNull: null stands for no value at all.
    init(_ expression: CELExpression, allowsNull: Bool) {
        self.expression = expression
        self.allowsNull = allowsNull
    }

    mutating func run(_ schema: Schema) { check(expression.shape, schema, depth: 0) }

    private mutating func check(_ shape: CELShape, _ schema: Schema, depth: Int) {
        left -= 1
        guard left > 0, depth < 32 else { return }
        if case .choice = shape.form {
        } else {
            for branches in schema.alternatives { check(shape, anyOf: branches, depth: depth + 1) }
        }
        switch shape.form {
        case .choice(let choices):
            for choice in choices { check(choice, schema, depth: depth + 1) }
        case .list(let element):
            guard schema.allows(.array) else { return misfit(shape, "a list", schema) }
            if let items = schema.uniformItems { check(element, items, depth: depth + 1) }
        case .object(let members):
            guard schema.allows(.object) else { return misfit(shape, "a map", schema) }
            check(members, of: shape, schema, depth: depth)
        case .type(let type):
            guard var types = type.jsonTypes else { return }
            if allowsNull, depth == 0 { types.insert(.null) }
            guard schema.allows(types) || types == .null && allowsNull else { return misfit(shape, "\(type)", schema) }
            check(type, of: shape, schema, depth: depth)
        }
    }

    /// What is wrong by the branch that comes nearest.
    private mutating func check(_ shape: CELShape, anyOf branches: [Schema], depth: Int) {
        var nearest: [ExpressionError]?
        for branch in branches {
            var trial = self
            trial.objections = []
            trial.check(shape, branch, depth: depth)
            left = trial.left
            if trial.objections.count < nearest?.count ?? .max { nearest = trial.objections }
        }
        objections += nearest ?? []
    }

    private mutating func check(_ members: [CELShape.Member], of shape: CELShape, _ schema: Schema, depth: Int) {
        guard let outline = ObjectOutline(schema) else { return }
        for problem in outline.problems(of: members.map(\.name)) {
            object(
                problem.message, at: members.first { $0.name == problem.name }?.place ?? shape.place,
                found: problem.name.map { "'\($0)'" }, suggestion: problem.suggestion)
        }
        for member in members where !member.isOptional {
            if let property = outline.properties[member.name] { check(member.value, property, depth: depth + 1) }
        }
    }

    /// What is in a list or a record of which only the type is known.
    private mutating func check(_ type: CELType, of shape: CELShape, _ schema: Schema, depth: Int) {
        switch type {
        case .list(let element):
            guard let items = schema.uniformItems else { return }
            check(CELShape(element, at: shape.place), items, depth: depth + 1)
        case .record(let record) where !record.isOpen:
            guard let outline = ObjectOutline(schema) else { return }
            for problem in outline.problems(of: record.fieldNames) {
                object("\(record.name): \(problem.message)", at: shape.place, suggestion: problem.suggestion)
            }
            for name in record.fieldNames {
                guard let property = outline.properties[name], let type = record.type(of: name) else { continue }
                check(CELShape(type, at: shape.place), property, depth: depth + 1)
            }
        default: break
        }
    }

    private mutating func misfit(_ shape: CELShape, _ found: String, _ schema: Schema) {
        object(
            "the answer does not fit its schema", at: shape.place, found: found,
            expected: schema.types.names.joined(separator: " or "))
    }

    private mutating func object(
        _ message: String, at place: CELShape.Place, found: String? = nil, expected: String? = nil,
        suggestion: String? = nil
    ) {
        objections.append(
            expression.shapeError(
                message, at: place, found: found, expected: expected, suggestion: suggestion.map { "'\($0)'" }))
    }
}
