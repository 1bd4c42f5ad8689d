// Pieces of CEL.

import JSONValues
import RegularExpressions

enum CELText {
    /// JSON's escapes are CEL's as well.
    static func quoted(_ text: String) -> String { JSON.string(text).serialized() }

    /// The text that a literal stands for; nil for any other expression.
    static func constant(_ expression: String) -> String? {
        guard expression.hasPrefix("\""), let json = try? JSON(parsing: expression) else { return nil }
        return json.string
    }

    /// A JSON value as CEL has it.
    static func literal(_ json: JSON) -> String {
        switch json {
        case .null, .bool: json.serialized()
        case .number(let number):
            number.int64 == nil && number.isInteger
                ? number.uint64 == nil ? "\(number.double)" : number.text + "u" : number.text
        case .string(let text): quoted(text)
        case .array(let elements): "[" + elements.map { "dyn(\(literal($0)))" }.joined(separator: ", ") + "]"
        case .object(let members):
            members.isEmpty
                ? "{}"
                : "{" + members.map { "\(quoted($0.key)): dyn(\(literal($0.value)))" }.joined(separator: ", ") + "}"
        }
    }

    static func all(_ conditions: [String]) -> String? {
        let parts = conditions.filter { $0 != "true" }
        return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : parts.map(grouped).joined(separator: " && ")
    }

    static func any(_ conditions: [String]) -> String {
        conditions.isEmpty
            ? "false" : conditions.count == 1 ? conditions[0] : conditions.map(grouped).joined(separator: " || ")
    }

    static func not(_ condition: String) -> String { "!(\(condition))" }

    /// Concatenated text.
    static func joined(_ parts: [String]) -> String {
        var merged: [String] = []
        for part in parts {
            if let last = merged.last.flatMap(constant), let next = constant(part) {
                merged[merged.count - 1] = quoted(last + next)
            } else {
                merged.append(part)
            }
        }
        let shown = merged.filter { $0 != "\"\"" }
        return shown.isEmpty ? "\"\"" : shown.map { $0.contains(" ? ") ? "(\($0))" : $0 }.joined(separator: " + ")
    }

    private static func grouped(_ condition: String) -> String {
        condition.contains(" || ") || condition.contains(" ? ") ? "(\(condition))" : condition
    }

    /// Whether a pattern matches: by RE2's syntax where that has it, else by JavaScript's. Nil for a pattern of neither.
    static func matches(_ value: String, _ pattern: String) -> String? {
        if (try? Pattern(pattern, dialect: .re2)) != nil, pattern.utf8.count <= 4_096 {
            return "\(value).matches(\(quoted(pattern)))"
        }
        var script = pattern
        // JavaScript has no flags within a pattern.
        if script.hasPrefix("(?s)") { script = String(script.dropFirst(4)) }
        guard (try? Pattern(script)) != nil else { return nil }
        return "regex.test(\(value), \(quoted(script)))"
    }

    /// As a name under `state`.
    static func name(_ text: String, prefix: String) -> String {
        prefix + "_" + String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}
