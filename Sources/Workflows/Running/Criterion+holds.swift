// Whether a criterion holds, and what was found where it does not.

import CEL
import RegularExpressions
import Expressions
import JSONValues
import JSONSchema

extension Criterion {
    func holds(in context: RuntimeContext) throws(ExpressionError) -> Bool {
        switch test {
        case .simple(let condition): return try condition.holds(in: context)
        case .regex(let pattern, let expression):
            return expression.value(in: context).map { pattern.matches(in: $0.plainText) } ?? false
        case .jsonPath(let path, let expression):
            guard let value = expression.value(in: context) else { return false }
            return try !path.values(in: value).isEmpty
        }
    }

    /// What the expressions stood for: `$statusCode is 404`.
    func found(in context: RuntimeContext) -> String {
        let values = expressions.map { expression in
            "\(expression) is \(expression.value(in: context).map(\.excerpt) ?? "not there")"
        }
        return values.isEmpty ? "false" : values.joined(separator: ", ")
    }
}

extension JSON {
    /// Text as it is, anything else as JSON.
    var plainText: String { string ?? serialized() }

    /// As JSON, cut short where it is long.
    var excerpt: String {
        let text = serialized()
        return text.count > 160 ? text.prefix(159) + "…" : text
    }
}
