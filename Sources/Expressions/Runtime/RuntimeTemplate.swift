// Texts with runtime expressions in them: `https://shop.example/{$inputs.id}?page=1`.

package import JSONValues

/// A text, or a whole JSON value, in which runtime expressions stand for values.
package struct RuntimeTemplate: Hashable, Sendable {
    /// The text of the template.
    package let source: String
    /// Texts and expressions, in their order.
    package let parts: [Part]

    /// A text, or an expression in braces.
    package enum Part: Hashable, Sendable {
        case text(String)
        case expression(RuntimeExpression)
    }

    /// A text that is an expression from its first letter to its last, or that embeds some in braces. Braces around
    /// anything else are text.
    package init(parsing source: String) throws(ExpressionError) {
        self.source = source
        do throws(UnlocatedError) {
            parts = try RuntimeTemplate.parts(source)
        } catch {
            throw ExpressionError(error, in: source)
        }
    }

    private static func parts(_ source: String) throws(UnlocatedError) -> [Part] {
        if source.hasPrefix("$"), source.utf8.dropFirst().first.map(isNameStart) == true {
            return [.expression(try RuntimeExpression.parse(source, at: 0))]
        }
        var parts: [Part] = []
        var text = ""
        var rest = source[...]
        while let first = rest.first {
            guard rest.hasPrefix("{$") else {
                text.append(first)
                rest = rest.dropFirst()
                continue
            }
            let offset = source.utf8.count - rest.utf8.count + 1
            guard let end = rest.firstIndex(of: "}") else {
                throw .syntax("'{$' is never closed", at: offset - 1, expected: "'}'")
            }
            if !text.isEmpty { parts.append(.text(text)) }
            text = ""
            let inner = String(rest[rest.index(after: rest.startIndex)..<end])
            parts.append(.expression(try RuntimeExpression.parse(inner, at: offset)))
            rest = rest[rest.index(after: end)...]
        }
        if !text.isEmpty || parts.isEmpty { parts.append(.text(text)) }
        return parts
    }

    /// The expressions among the parts, in their order.
    package var expressions: [RuntimeExpression] {
        parts.compactMap { if case .expression(let expression) = $0 { expression } else { nil } }
    }

    /// The value: of an expression alone with its type kept, else a text in which other values than strings stand as
    /// JSON. Fails with the first expression that refers to nothing.
    package func value(in context: RuntimeContext) throws(ExpressionError) -> JSON {
        if parts.count == 1, case .expression(let expression) = parts[0] {
            return try RuntimeTemplate.value(of: expression, in: context)
        }
        var text = ""
        for part in parts {
            switch part {
            case .text(let piece): text += piece
            case .expression(let expression):
                switch try RuntimeTemplate.value(of: expression, in: context) {
                case .string(let string): text += string
                case let other: text += other.serialized()
                }
            }
        }
        return .string(text)
    }

    private static func value(
        of expression: RuntimeExpression, in context: RuntimeContext
    ) throws(ExpressionError) -> JSON {
        guard let value = expression.value(in: context) else {
            let fault = UnlocatedError(stage: .evaluation, offset: 0, message: "'\(expression)' refers to nothing")
            throw ExpressionError(fault, in: expression.source)
        }
        return value
    }

    /// Every string of a JSON value taken for a template and filled in; names of members are left as they are.
    package static func filled(_ json: JSON, in context: RuntimeContext) throws(ExpressionError) -> JSON {
        switch json {
        case .string(let text): return try RuntimeTemplate(parsing: text).value(in: context)
        case .array(let array):
            var filled: [JSON] = []
            for element in array { filled.append(try self.filled(element, in: context)) }
            return .array(filled)
        case .object(let object):
            var filled: [(String, JSON)] = []
            for (name, value) in object { filled.append((name, try self.filled(value, in: context))) }
            return .object(JSONObject(filled))
        case .null, .bool, .number: return json
        }
    }
}
