// Whether what a rule puts into the state is of the type that stands there from the start.

import CEL
import JSONValues
import SourceDocuments
import OpenAPIContract

/// Compares the values of changes with those that the mock file gives. A value that is null at first may become anything.
struct ChangeCheck {
    private(set) var diagnostics: [Diagnostic] = []

    /// - Parameter name: what stands there, for people.
    mutating func check(_ value: RuleValue, against start: JSONShape, named name: String) {
        switch (value, start) {
        case (.object(let members, _), .object(let fields)):
            for member in members.named {
                if let field = fields[member.name] {
                    check(member.value, against: field, named: "\(name).\(member.name)")
                }
            }
        case (.list(let elements, _), .list(let element)):
            for value in elements { check(value, against: element, named: "an element of \(name)") }
        default:
            let shape = value.shape
            guard !start.takes(shape) else { return }
            diagnostics.append(
                Diagnostic(
                    .invalidExpression, "\(name) starts as \(start.kindName)", found: shape.kindName,
                    expected: start.kindName,
                    remedy: "Give it such a value, put dyn() around this one, or start with null.",
                    severity: .error, at: value.place))
        }
    }
}

extension RuleValue {
    /// As far as it is known before anything is asked.
    fileprivate var shape: JSONShape {
        switch self {
        case .expression(let expression):
            expression.constant.map { JSONShape($0) } ?? JSONShape(expression.expression.type)
        case .list: .list(.any)
        case .object: .object([:])
        }
    }
}
