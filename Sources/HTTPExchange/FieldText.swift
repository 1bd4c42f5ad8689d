// Tokens and quoted strings in header fields (RFC 9110, sections 5.6.2 and 5.6.4).

/// How values are written within a field's text.
package enum FieldText {
    /// The parts between separators that stand outside quotes.
    package static func split(_ text: Substring, at separator: Character) -> [String] {
        var parts = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == separator, !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            parts[parts.count - 1].append(character)
        }
        return parts
    }

    /// A token as it stands, anything else in quotes.
    package static func quoted(_ text: String) -> String {
        if !text.isEmpty, text.utf8.allSatisfy({ ASCIISet.token.contains($0) }) { return text }
        let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
        return "\"\(escaped.joined())\""
    }

    /// What stands in the quotes, without escapes; a text without quotes as it is.
    package static func unquoted(_ text: String) -> String {
        let quote = UInt8(ascii: "\"")
        guard text.utf8.count >= 2, text.utf8.first == quote, text.utf8.last == quote else { return text }
        var isEscaped = false
        return text.dropFirst().dropLast().reduce(into: "") { result, character in
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
    }
}
