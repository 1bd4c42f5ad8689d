// What is asked of a text of a request, as CEL.

import JSONValues
import RegularExpressions
import Expressions

/// A condition on one text.
indirect enum TextMatcher {
    case anything
    case absent
    case equal(String, ignoringCase: Bool = false)
    case contains(String)
    /// A pattern that has been found good.
    case pattern(String)
    /// JSON that is the same but for what `leave` names.
    case json(JSON, leave: [String])
    /// What a JSONPath selects: something, or something that fits.
    case jsonPath(String, isDefinite: Bool, TextMatcher?)
    /// XML that is the same but for what `leave` names.
    case xml(String, leave: [String])
    /// What an XPath selects: something, or something that fits.
    case xPath(String, namespaces: JSONObject, TextMatcher?)
    /// JSON that fits a schema, which is given as its text.
    case jsonSchema(String)
    /// Another text, made of this one by CEL in which `subject` stands for it, that fits.
    case within(String, TextMatcher)
    case not(TextMatcher)
    case all([TextMatcher])
    case any([TextMatcher])
    /// CEL, in which `subject` stands for the text.
    case expression(String)

    static let subject = "@@"

    /// Whether the text fits, as CEL.
    /// - Parameter value: CEL for the text.
    func condition(on value: String, depth: Int = 0) -> String {
        switch self {
        case .anything: return "true"
        case .absent: return "false"
        case .equal(let text, let ignoringCase):
            return ignoringCase
                ? "\(value).lowerAscii() == \(CELText.quoted(text.lowercased()))"
                : "\(value) == \(CELText.quoted(text))"
        case .contains(let text): return "\(value).contains(\(CELText.quoted(text)))"
        case .pattern(let pattern): return CELText.matches(value, pattern) ?? "false"
        case .json(let json, let leave):
            return "json.alike(\(Self.json(value)), \(CELText.literal(json)), \(Self.list(leave)))"
        case .xml(let text, let leave): return "xml.alike(\(value), \(CELText.quoted(text)), \(Self.list(leave)))"
        case .xPath(let path, let namespaces, let inner):
            let spaces = namespaces.isEmpty ? "" : ", \(CELText.literal(.object(namespaces)))"
            let found = "xml.select(\(value), \(CELText.quoted(path))\(spaces))"
            guard let inner else { return "\(found) != []" }
            if case .absent = inner { return "\(found) == []" }
            return "\(found).exists(n\(depth), \(inner.condition(on: "n\(depth)", depth: depth + 1)))"
        case .jsonSchema(let text): return "json.fits(\(Self.json(value)), \(CELText.quoted(text)))"
        case .within(let text, let matcher):
            return matcher.condition(on: text.replacing(Self.subject, with: value), depth: depth)
        case .jsonPath(let path, let isDefinite, let inner):
            let found = "json.select(\(Self.json(value)), \(CELText.quoted(path)))"
            let name = "n\(depth)"
            guard let inner else {
                return isDefinite
                    ? "\(found).exists(\(name), !(text(\(name)) in [\"\", \"[]\", \"{}\"]) || \(name) == \"\")"
                    : "\(found) != []"
            }
            if case .absent = inner { return "\(found) == []" }
            // A list that is selected as a whole is asked of its elements.
            let items =
                isDefinite ? "\(found).map(\(name), type(\(name)) == list ? \(name) : [\(name)]).flatten()" : found
            return "\(items).exists(\(name), \(inner.condition(on: "text(\(name))", depth: depth + 1)))"
        case .not(let matcher): return CELText.not(matcher.condition(on: value, depth: depth))
        case .all(let matchers):
            return CELText.all(matchers.map { $0.condition(on: value, depth: depth) }) ?? "true"
        case .any(let matchers): return "(" + CELText.any(matchers.map { $0.condition(on: value, depth: depth) }) + ")"
        case .expression(let text): return text.replacing(Self.subject, with: value)
        }
    }

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map(CELText.quoted).joined(separator: ", ") + "]"
    }

    private static func json(_ value: String) -> String {
        value == "request.text" ? "request.json" : "json.parse(\(value))"
    }

    /// Texts that are looked at by name.
    enum Subject {
        case header(String)
        case query(String)
        case cookie(String)
        case form(String)
        case body

        private var present: String {
            switch self {
            case .header(let name): "\(CELText.quoted(name.lowercased())) in request.headers"
            case .query(let name): "\(CELText.quoted(name)) in request.parameters"
            case .cookie(let name): "\(CELText.quoted(name)) in request.cookies"
            case .form(let name): "\(CELText.quoted(name)) in request.form"
            case .body: "request.text != \"\""
            }
        }

        /// Whether the request has it, and it fits; of several values of one name one that fits will do.
        func condition(_ matcher: TextMatcher) -> String {
            switch matcher {
            case .absent: return CELText.not(present)
            case .anything: if case .body = self { return "true" } else { return present }
            case .not(.absent): return present
            case .any(let matchers): return "(" + CELText.any(matchers.map(condition)) + ")"
            case .all(let matchers): return CELText.all(matchers.map(condition)) ?? "true"
            default: break
            }
            switch self {
            case .header(let name):
                let value = "request.headers[\(CELText.quoted(name.lowercased()))]"
                return "\(present) && \(matcher.condition(on: value))"
            case .cookie(let name):
                return "\(present) && \(matcher.condition(on: "request.cookies[\(CELText.quoted(name))]"))"
            case .query(let name):
                let values = "request.parameters[\(CELText.quoted(name))]"
                return "\(present) && \(values).exists(v, \(matcher.condition(on: "v")))"
            case .form(let name):
                let values = "request.form[\(CELText.quoted(name))]"
                return "\(present) && \(values).exists(v, \(matcher.condition(on: "v")))"
            case .body: return matcher.condition(on: "request.text")
            }
        }
    }
}

extension TextMatcher {
    /// A pattern for the whole text. Nil for one that neither RE2 nor JavaScript has.
    static func whole(_ pattern: String) -> TextMatcher? {
        let text = "(?s)^(?:\(pattern))$"
        return CELText.matches("v", text) == nil ? nil : .pattern(text)
    }

    /// A pattern anywhere in the text.
    static func anywhere(_ pattern: String) -> TextMatcher? {
        CELText.matches("v", pattern) == nil ? nil : .pattern(pattern)
    }

    /// Nil for what is no JSONPath.
    static func selecting(_ path: String, _ inner: TextMatcher? = nil) -> TextMatcher? {
        guard let path = JSONPathText(path) else { return nil }
        return .jsonPath(path.text, isDefinite: path.isDefinite, inner)
    }
}

/// A JSONPath as other tools write them, in the standard's form.
struct JSONPathText {
    let text: String
    /// Whether it selects one value at most.
    let isDefinite: Bool

    init?(_ written: String) {
        var text = written
        if !text.hasPrefix("$") { text = text.hasPrefix("[") ? "$" + text : "$." + text }
        // A filter on the document itself asks an object, where the standard asks its members.
        if text.hasPrefix("$[?") { text = "$" + text.dropFirst(1) }
        text = Self.withMatches(text)
        guard (try? JSONPath(parsing: text)) != nil else { return nil }
        self.text = text
        isDefinite = !["..", "*", "[?", ","].contains { text.contains($0) }
    }

    /// `@.name =~ /^a/i` as `search(@.name, '^a')`.
    private static func withMatches(_ text: String) -> String {
        guard let operation = text.range(of: " =~ /") ?? text.range(of: "=~ /") ?? text.range(of: "=~/") else {
            return text
        }
        let before = text[..<operation.lowerBound], after = text[operation.upperBound...]
        guard let at = before.lastIndex(of: "@"), let end = after.lastIndex(of: "/") else { return text }
        let pattern = after[..<end]
        var rest = after[after.index(after: end)...]
        let isCaseless = rest.first == "i"
        if isCaseless { rest = rest.dropFirst() }
        guard !pattern.contains("'") else { return text }
        let written = isCaseless ? withBothCases(pattern) : String(pattern)
        return before[..<at] + "search(" + before[at...] + ", '" + written + "')" + rest
    }

    /// The pattern with each letter in both its cases, as I-Regexp (RFC 9485) has no flags.
    private static func withBothCases(_ pattern: Substring) -> String {
        var result = ""
        var isEscaped = false, isInClass = false
        for character in pattern {
            let other = character.isLowercase ? character.uppercased() : character.lowercased()
            if isEscaped || other.count != 1 || other == String(character) {
                result.append(character)
            } else {
                result += isInClass ? "\(character)\(other)" : "[\(character)\(other)]"
            }
            if !isEscaped, character == "[" { isInClass = true }
            if !isEscaped, character == "]" { isInClass = false }
            isEscaped = !isEscaped && character == "\\"
        }
        return result
    }
}

extension String {
    fileprivate func range(of part: String) -> Range<String.Index>? { firstRange(of: part) }
}
