// Takes the secrets out of exchanges before they are written anywhere.

import HTTPTypes
package import JSONSchema

/// Redacts one exchange after another. A secret has one pseudonym in all of them, so that what was logged in with in one still fits
/// the answer to another.
package struct Redactor: Sendable {
    package let rules: RedactionRules
    package private(set) var pseudonyms: Pseudonyms

    package init(_ rules: RedactionRules = RedactionRules(), pseudonyms: Pseudonyms = Pseudonyms()) {
        self.rules = rules
        self.pseudonyms = pseudonyms
    }

    /// Texts within texts, such as JSON in a form in base64, are looked into this deep.
    private static let depth = 6

    // MARK: - Values

    /// A value by its name. What is nothing, or a pseudonym already, stays.
    package mutating func redact(_ value: String, named name: String) -> String {
        guard rules.isSecret(name) else { return redact(value) }
        return secret(value)
    }

    private mutating func secret(_ value: String) -> String {
        guard !value.isEmpty, !rules.allowed.contains(value), !Pseudonyms.isPseudonym(value) else { return value }
        return pseudonyms.text(for: value)
    }

    /// A text of which nothing is known: what it holds is looked for secrets, as JSON, a form, a URL or base64.
    package mutating func redact(_ text: String) -> String { redact(text, depth: Self.depth) }

    private mutating func redact(_ text: String, depth: Int) -> String {
        guard depth > 0, text.utf8.count > 3 else { return pseudonyms.replacing(in: text) }
        if let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let json = try? JSON(parsing: text)
        {
            let redacted = redact(json, depth: depth - 1)
            return redacted == json ? text : redacted.serialized()
        }
        if let decoded = Redactor.base64(text) {
            let redacted = redact(decoded.text, depth: depth - 1)
            return redacted == decoded.text ? text : decoded.codec.encode(Array(redacted.utf8))
        }
        if let query = text.firstIndex(of: "?"), text.contains("=") {
            let head = text[...query]
            let (pairs, tail) = Redactor.split(text[text.index(after: query)...], at: "#")
            return shapes(String(head)) + form(pairs, depth: depth - 1) + shapes(tail)
        }
        if Redactor.isForm(text) { return form(text[...], depth: depth - 1) }
        return shapes(text)
    }

    /// What is a secret by its shape, and what was met before.
    private mutating func shapes(_ text: String) -> String {
        var result = ""
        var rest = text.startIndex
        for (range, isEmail) in SecretShapes.ranges(in: text, rules) {
            let found = String(text[range])
            result += text[rest..<range.lowerBound]
            rest = range.upperBound
            if rules.allowed.contains(found) {
                result += found
            } else {
                result += isEmail ? pseudonyms.email(for: found) : pseudonyms.text(for: found)
            }
        }
        return pseudonyms.replacing(in: result + text[rest...])
    }

    private mutating func form(_ text: Substring, depth: Int) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "=") else { return shapes(String(pair)) }
            let name = Percent.decoded(pair[..<equals], plusIsSpace: true)
            let raw = pair[pair.index(after: equals)...]
            let value = Percent.decoded(raw, plusIsSpace: true)
            let redacted = rules.isSecret(name) ? secret(value) : redact(value, depth: depth)
            return pair[...equals] + (redacted == value ? String(raw) : Percent.encoded(redacted))
        }.joined(separator: "&")
    }

    // MARK: - JSON

    /// A value with the secrets in it made out; numbers stay numbers.
    package mutating func redact(_ json: JSON) -> JSON { redact(json, depth: Self.depth) }

    private mutating func redact(_ json: JSON, depth: Int, isSecret: Bool = false) -> JSON {
        switch json {
        case .string(let text): return .string(isSecret ? secret(text) : redact(text, depth: depth))
        case .number(let number):
            if isSecret || !SecretShapes.ranges(in: number.text, rules).isEmpty, !rules.allowed.contains(number.text) {
                return JSONNumber(pseudonyms.digits(for: number.text)).map { .number($0) } ?? .null
            }
            return json
        case .array(let elements): return .array(elements.map { redact($0, depth: depth, isSecret: isSecret) })
        case .object(let members):
            // `name` and `value` side by side are a field, as HAR itself has them.
            let label = members["name"]?.string ?? members["key"]?.string
            return .object(
                JSONObject(
                    members.map { name, value in
                        let isNamed = rules.isSecret(name) && !(label != nil && name == "key")
                        let isLabelled = name == "value" && label.map { rules.isSecret($0) } ?? false
                        return (name, redact(value, depth: depth, isSecret: isSecret || isNamed || isLabelled))
                    }))
        case .null, .bool: return json
        }
    }

    // MARK: - Recognition

    private static func isForm(_ text: String) -> Bool {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return false }
        return text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>{}".utf8.contains($0) }
            && !text[..<equals].contains("/")
    }

    private static func split(_ text: Substring, at separator: Character) -> (Substring, String) {
        guard let index = text.firstIndex(of: separator) else { return (text, "") }
        return (text[..<index], String(text[index...]))
    }

    /// Base64 of a text, in either alphabet.
    private static func base64(_ text: String) -> (text: String, codec: Base64)? {
        guard text.utf8.count >= 12 else { return nil }
        for codec in [Base64.standard, .urlSafe] {
            guard let bytes = codec.decode(text), let decoded = String(validating: bytes, as: UTF8.self),
                decoded.unicodeScalars.allSatisfy({ $0.value >= 0x20 || $0 == "\n" || $0 == "\t" || $0 == "\r" })
            else { continue }
            return (decoded, codec)
        }
        return nil
    }
}
