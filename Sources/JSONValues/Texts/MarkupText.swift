// Texts as content of XML and HTML.

/// Text that stands in markup for itself.
package enum MarkupText {
    /// The text with what is markup escaped, so that it can be the content of an element or, unless `quotes` is off, an attribute's value.
    /// Characters that XML 1.0 cannot hold (section 2.2) become U+FFFD.
    /// - Parameter breaks: whether line breaks and tabs are references, as attributes need them that are read back.
    package static func escaped(_ text: String, quotes: Bool = true, breaks: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where quotes: result += "&quot;"
            case "\n", "\t", "\r": result += breaks ? "&#\(scalar.value);" : String(scalar)
            default:
                let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                result.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
            }
        }
        return result
    }
}
