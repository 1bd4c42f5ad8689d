// Takes the secrets out of exchanges before they are written anywhere.

import HTTPTypes
package import JSONValues
import JSONSchema
import HTTPExchange

/// Redacts one exchange after another. A secret has one pseudonym in all of them, so that what was logged in with in one still fits
/// the answer to another.
package struct Redactor: Sendable {
    package let rules: RedactionRules
    package internal(set) var pseudonyms: Pseudonyms
    /// What the rules say of the names that were met; few differ.
    private var verdicts: [String: Bool] = [:]

    package init(_ rules: RedactionRules = RedactionRules(), pseudonyms: Pseudonyms = Pseudonyms()) {
        self.rules = rules
        self.pseudonyms = pseudonyms
    }

    /// Texts within texts, such as JSON in a form in base64, are looked into this deep.
    static let depth = 6

    // MARK: - Values

    mutating func isSecret(_ name: String) -> Bool {
        if let known = verdicts[name] { return known }
        let isSecret = rules.isSecret(name)
        // Names may be data.
        if verdicts.count >= 4_096 { verdicts = [:] }
        verdicts[name] = isSecret
        return isSecret
    }

    /// A value by its name. What is nothing, or a pseudonym already, stays.
    package mutating func redact(_ value: String, named name: String) -> String {
        isSecret(name) ? secret(value) : redact(value)
    }

    mutating func secret(_ value: String) -> String {
        guard !value.isEmpty, !rules.allowed.contains(value), !Pseudonyms.isPseudonym(value) else { return value }
        return pseudonyms.text(for: value)
    }

    /// A text of which nothing is known: what it holds is looked for secrets, as JSON, markup, a form, a URL or base64.
    package mutating func redact(_ text: String) -> String { redact(text, depth: Self.depth) }

    mutating func redact(_ text: String, depth: Int) -> String {
        guard depth > 0, text.utf8.count > 3 else { return pseudonyms.replacing(in: text) }
        let traits = TextTraits(text)
        if traits.first == UInt8(ascii: "{") || traits.first == UInt8(ascii: "["), let json = try? JSON(parsing: text) {
            return redacted(json, depth: depth - 1)?.serialized() ?? text
        }
        if traits.first == UInt8(ascii: "<"), Redactor.isMarkup(text) { return markup(text, depth: depth - 1) }
        if traits.isBase64, let decoded = Redactor.base64(text) {
            let redacted = redact(decoded.text, depth: depth - 1)
            // Tokens can be base64 of a text too.
            return redacted == decoded.text ? shapes(text) : decoded.codec.encode(Array(redacted.utf8))
        }
        // Digests of passwords have `=` in them too.
        if traits.isForm, traits.first != UInt8(ascii: "$") { return form(text[...], depth: depth - 1) }
        if traits.has(.equals), traits.has(.query) { return address(text, depth: depth - 1) }
        return plain(text, traits, depth: depth)
    }

    /// No JSON, no form, no URL with a query.
    private mutating func plain(_ text: String, _ traits: TextTraits, depth: Int) -> String {
        if traits.has(.slash), !traits.has(.blank) { return path(text, depth: depth) }
        if traits.has(.percent) {
            let decoded = Percent.decoded(text)
            if decoded != text {
                let redacted = redact(decoded, depth: depth - 1)
                if redacted != decoded { return Percent.encoded(redacted) }
            }
        }
        return traits.has(.equals) || traits.has(.colon) ? shapes(assignments(text)) : shapes(text)
    }

    /// What is a secret by its shape, and what was met before.
    mutating func shapes(_ text: String) -> String {
        var copy = text
        let found = copy.withUTF8 { SecretShapes.ranges(in: $0, rules) }
        guard !found.isEmpty else { return pseudonyms.replacing(in: text) }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var done = 0
        for item in found {
            let secret = String(decoding: bytes[item.range], as: UTF8.self)
            guard !rules.allowed.contains(secret), !Pseudonyms.isPseudonym(secret) else { continue }
            result += bytes[done..<item.range.lowerBound]
            result += (item.isEmail ? pseudonyms.email(for: secret) : pseudonyms.text(for: secret)).utf8
            done = item.range.upperBound
        }
        return pseudonyms.replacing(in: String(decoding: result + bytes[done...], as: UTF8.self))
    }

    // MARK: - Forms and addresses

    /// Addresses with a query or a fragment, with whatever stands around them.
    private mutating func address(_ text: String, depth: Int) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
            let head = rest[..<mark]
            let end = rest[mark...].utf8.firstIndex { $0 <= 0x20 || "\"'<>`".utf8.contains($0) } ?? rest.endIndex
            let tail = rest[rest.index(after: mark)..<end]
            let (query, fragment) = Redactor.split(tail, at: UInt8(ascii: "#"))
            result += plain(String(head), TextTraits(String(head)), depth: depth) + rest[mark...mark]
            result += query.contains("=") ? form(query, depth: depth) : shapes(String(query))
            // OAuth gives tokens out in fragments (RFC 6749, section 4.2.2).
            result += fragment.contains("=") ? "#" + form(fragment.dropFirst(), depth: depth) : shapes(String(fragment))
            rest = rest[end...]
        }
        return rest.isEmpty ? result : result + redact(String(rest), depth: depth)
    }

    private mutating func form(_ text: Substring, depth: Int) -> String {
        let pairs = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map {
            Substring($0)
        }
        let hasCode =
            pairs.contains { $0.hasPrefix("code=") }
            && pairs.contains {
                Redactor.besideCodes.contains(String($0.prefix { $0 != "=" }))
            }
        let query = pairs.first { $0.hasPrefix("query=") }.map { Percent.decoded($0.dropFirst(6), plusIsSpace: true) }
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for (index, pair) in pairs.enumerated() {
            if index > 0 { result += "&" }
            guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                result += shapes(String(pair))
                continue
            }
            let name = Percent.decoded(pair[..<equals], plusIsSpace: true)
            let raw = pair[pair.index(after: equals)...]
            let value = Percent.decoded(raw, plusIsSpace: true)
            let isCode = hasCode && name == "code" && value.utf8.count >= 6
            let variables = name == "variables" ? variables(value, of: query) : nil
            let redacted = isCode || isSecret(name) ? secret(value) : variables ?? redact(value, depth: depth)
            result += pair[...equals]
            result += redacted == value ? String(raw) : Percent.encoded(redacted)
        }
        return result
    }

    /// A path, or a text with slashes and without blanks: each segment by itself.
    private mutating func path(_ text: String, depth: Int) -> String {
        let whole = shapes(text)
        var before = ""
        // The segments before, as far as they are asked for.
        var path: [String] = []
        return whole.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { bytes -> String in
            let segment = String(Substring(bytes))
            defer {
                before = segment
                path = path.suffix(4) + [segment]
            }
            guard segment.utf8.count > 5, !Pseudonyms.isPseudonym(segment) else { return segment }
            // `/token/…`, `/reset-password/…`: what follows and looks like nothing else is one.
            // Or the one after a number: `/verify/12/…`.
            let isSecond = before.utf8.count <= 8 && path.count > 1 && RedactionRules.tellsNext(path[path.count - 2])
            if Redactor.isRandom(segment), isSecond || RedactionRules.tellsNext(before) || rules.tells(before) {
                return secret(segment)
            }
            if let key = Redactor.addressKey(segment, after: path) { return segment.dropLast(key.count) + secret(key) }
            return plainSegment(segment, depth: depth)
        }.joined(separator: "/")
    }

    private mutating func plainSegment(_ segment: String, depth: Int) -> String {
        let traits = TextTraits(segment)
        if traits.isBase64, let decoded = Redactor.base64(segment), depth > 0 {
            let redacted = redact(decoded.text, depth: depth - 1)
            return redacted == decoded.text ? segment : decoded.codec.encode(Array(redacted.utf8))
        }
        if traits.has(.percent) {
            let decoded = Percent.decoded(segment)
            let redacted = decoded == segment ? decoded : redact(decoded, depth: depth - 1)
            return redacted == decoded ? segment : Percent.encoded(redacted)
        }
        return traits.has(.equals) || traits.has(.colon) ? assignments(segment) : segment
    }

    /// What in a segment is the key of an address that is one: of a webhook of Slack, Discord or Teams, or of a bot of Telegram.
    private static func addressKey(_ segment: String, after path: [String]) -> String? {
        if segment.hasPrefix("bot"), let colon = segment.firstIndex(of: ":") {
            let (number, key) = (segment[..<colon].dropFirst(3), segment[segment.index(after: colon)...])
            if !number.isEmpty, number.allSatisfy(\.isNumber), key.utf8.count >= 20 { return String(key) }
        }
        guard segment.utf8.count >= 20 else { return nil }
        let hook = path.suffix(4).lastIndex {
            ["services", "workflows", "triggers", "webhooks", "webhook", "hooks", "hook"].contains($0)
        }
        guard let hook, segment != path[hook] else { return nil }
        return segment.utf8.contains { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) } ? segment : nil
    }

    private static func isRandom(_ text: String) -> Bool {
        let digits = text.utf8.count(where: SecretShapes.isDigit)
        return text.utf8.count >= 10 && digits >= 2 && digits < text.utf8.count
    }

    // MARK: - JSON

    /// A value with the secrets in it made out; numbers stay numbers.
    package mutating func redact(_ json: JSON) -> JSON { redacted(json, depth: Self.depth) ?? json }

    /// Nil where it has no secrets.
    mutating func redacted(_ json: JSON, depth: Int, isSecret: Bool = false) -> JSON? {
        switch json {
        case .string(let text):
            let redacted = isSecret ? secret(text) : redact(text, depth: depth)
            return redacted == text ? nil : .string(redacted)
        case .number(let number):
            guard isSecret || isSecretNumber(number.text), !rules.allowed.contains(number.text) else { return nil }
            return JSONNumber(pseudonyms.digits(for: number.text)).map { .number($0) } ?? .null
        case .array(let elements):
            var isNamed = false
            var changed: [JSON]?
            for (index, element) in elements.enumerated() {
                let isSecretToo = isSecret || isNamed && element.string != nil
                isNamed = namesNext(elements, index)
                guard let redacted = redacted(element, depth: depth, isSecret: isSecretToo) else { continue }
                changed = changed ?? elements
                changed?[index] = redacted
            }
            return changed.map { .array($0) }
        case .object(let members): return redacted(members, depth: depth, isSecret: isSecret).map { .object($0) }
        case .null, .bool: return nil
        }
    }

    private mutating func redacted(_ members: JSONObject, depth: Int, isSecret: Bool) -> JSONObject? {
        var changed: JSONObject?
        // `name` and `value` side by side are a field, as HAR itself has them.
        let label = members.isEmpty ? nil : Redactor.label(of: members)
        let hasCode = members.count > 1 && Redactor.hasAuthorizationCode(members)
        let variables = secretVariables(of: members)
        let columns = secretColumns(of: members)
        let isKey = members["kty"]?.string != nil
        for (name, value) in members {
            if name == "variables", !variables.isEmpty, case .object(let given) = value {
                // What GraphQL calls anything at all is a secret where the query puts it in the place of one.
                var shown = redacted(given, depth: depth, isSecret: isSecret) ?? given
                for variable in variables {
                    guard let found = given[variable],
                        let redacted = redacted(found, depth: depth, isSecret: true)
                    else { continue }
                    shown[variable] = redacted
                }
                guard shown != given else { continue }
                changed = changed ?? members
                changed?[name] = .object(shown)
                continue
            }
            let isNamed =
                self.isSecret(name) && !(label != nil && name == "key") && !(name == "tokens" && value.number != nil)
            let isLabelled = name == label?.value && label.map { self.isSecret($0.text) } ?? false
            let isSecretToo =
                isSecret || isNamed || isLabelled || hasCode && name == "code"
                || isKey && Redactor.secretsOfKeys.contains(name)
            let shown = pseudonyms.replacing(in: name)
            let isTable = !columns.isEmpty && Redactor.rows.contains(name)
            let table = isTable ? cells(value, columns, depth: depth) : value
            var redacted = redacted(table, depth: depth, isSecret: isSecretToo)
            if redacted == nil, table != value { redacted = .some(table) }
            guard redacted != nil || shown != name else { continue }
            changed = changed ?? members
            if shown == name {
                changed?[name] = redacted ?? value
            } else {
                changed = changed?.renaming(name, shown, redacted ?? value)
            }
        }
        return changed
    }

    /// The variables that a query of GraphQL gives to arguments whose names are secrets': `login(password: $p)` (GraphQL, section 2.10).
    private mutating func secretVariables(of members: JSONObject) -> [String] {
        guard members["variables"]?.object != nil, let query = members["query"]?.string else { return [] }
        var found: [String] = []
        for (index, part) in query.split(separator: "$").enumerated() where index > 0 {
            let name = String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
            let before = query[..<part.startIndex].dropLast().reversed().drop { $0.isWhitespace }
            guard before.first == ":" else { continue }
            let argument = before.dropFirst().drop { $0.isWhitespace }.prefix {
                $0.isLetter || $0.isNumber || $0 == "_"
            }
            if isSecret(String(argument.reversed())) { found.append(name) }
        }
        return found
    }

    /// Those of a query in a form, as they are written there; nil where there is no such query.
    mutating func variables(_ text: String, of query: String?) -> String? {
        guard let query, let variables = try? JSON(parsing: text) else { return nil }
        let members: JSONObject = ["query": .string(query), "variables": variables]
        return redacted(members, depth: Self.depth, isSecret: false)?["variables"]?.serialized()
    }

    /// What a member is called by one beside it, and the member's own name.
    private static func label(of members: JSONObject) -> (text: String, value: String)? {
        guard let value = members.first(where: { isOneOf(values, $0.key) })?.key else { return nil }
        for label in labels where value.utf8.count != 7 || label.isForContent {
            if let text = members.first(where: { isOneOf([label.name], $0.key) })?.value.string { return (text, value) }
        }
        // JSON Patch (RFC 6902).
        return members["op"] == nil ? nil : members["path"]?.string.map { ($0, value) }
    }

    private static let values = ["value", "val", "content"]
    private static let labels = [
        ("name", true), ("key", true), ("field", true), ("id", false), ("type", false), ("label", true),
        ("param", true),
        ("parameter", true), ("header", true), ("variable", true), ("attribute", true),
    ].map { (name: $0.0, isForContent: $0.1) }

    /// Without regard to case.
    private static func isOneOf(_ words: [String], _ name: String) -> Bool {
        words.contains { word in
            word.utf8.count == name.utf8.count && zip(word.utf8, name.utf8).allSatisfy { $0 == $1 | 0x20 }
        }
    }

    /// `["Authorization", "Bearer …"]` is a field too, and so is what follows `--password` or, where names and values take turns,
    /// `X-Api-Key`.
    private mutating func namesNext(_ elements: [JSON], _ index: Int) -> Bool {
        guard index + 1 < elements.count, let name = elements[index].string, name.utf8.count <= 64 else { return false }
        if elements.count == 2 { return isSecret(name) }
        guard elements.count <= 512, name.utf8.contains(UInt8(ascii: "-")) || name.utf8.count == 13, isSecret(name)
        else { return false }
        if name.hasPrefix("-") { return rules.tells(name) || name.hasPrefix("--") }
        return index % 2 == 0 && elements.count % 2 == 0
    }

    // MARK: - Tables and keys

    /// What is private of a key (RFC 7517, RFC 7518, section 6).
    private static let secretsOfKeys: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "k"]

    private static let rows: Set<String> = ["rows", "data", "values"]

    /// The columns of a table in JSON that are secrets by their names.
    private mutating func secretColumns(of members: JSONObject) -> [Int] {
        guard members.contains(where: { Self.rows.contains($0.key) }) else { return [] }
        for name in ["columns", "fields", "headers", "header", "cols"] {
            guard let columns = members[name]?.array, columns.count <= 512 else { continue }
            return columns.indices.filter { index in
                (columns[index].string ?? columns[index]["name"]?.string).map { isSecret($0) } ?? false
            }
        }
        return []
    }

    /// The rows of a table, or its only one, with those columns made out.
    private mutating func cells(_ json: JSON, _ columns: [Int], depth: Int) -> JSON {
        guard var rows = json.array else { return json }
        for index in rows.indices {
            if let row = rows[index].array {
                var cells = row
                for column in columns where column < row.count {
                    cells[column] = redacted(row[column], depth: depth, isSecret: true) ?? row[column]
                }
                rows[index] = .array(cells)
            } else if columns.contains(index), rows[index].object == nil {
                rows[index] = redacted(rows[index], depth: depth, isSecret: true) ?? rows[index]
            }
        }
        return .array(rows)
    }

    private static func hasAuthorizationCode(_ members: JSONObject) -> Bool {
        guard let code = members["code"]?.string, code.utf8.count >= 6 else { return false }
        return ["grant_type", "redirect_uri", "client_id", "code_verifier", "redirectUri", "clientId", "codeVerifier"]
            .contains { members[$0] != nil }
    }

    private func isSecretNumber(_ text: String) -> Bool {
        guard text.utf8.count >= 13 else { return false }
        var text = text
        return text.withUTF8 { !SecretShapes.ranges(in: $0, rules).isEmpty }
    }

    // MARK: - Recognition

    /// And no address in a `Link` field.
    private static func isMarkup(_ text: String) -> Bool {
        let start = text.utf8.drop { $0 <= 0x20 }.dropFirst().first
        guard start != UInt8(ascii: "/") else { return false }
        return start == UInt8(ascii: "!") || start == UInt8(ascii: "?") || text.contains("</") || text.contains("/>")
    }

    private static func split(_ text: Substring, at separator: UInt8) -> (Substring, Substring) {
        guard let index = text.utf8.firstIndex(of: separator) else { return (text, "") }
        return (text[..<index], text[index...])
    }

    /// Base64 of a text, in either alphabet.
    private static func base64(_ text: String) -> (text: String, codec: Base64)? {
        for codec in [Base64.standard, .urlSafe] {
            guard let bytes = codec.decode(text), let decoded = String(validating: bytes, as: UTF8.self),
                decoded.unicodeScalars.allSatisfy({ $0.value >= 0x20 || $0 == "\n" || $0 == "\t" || $0 == "\r" })
            else { continue }
            return (decoded, codec)
        }
        return nil
    }
}

extension JSONObject {
    /// With another name for a member, which stays where it stands.
    fileprivate func renaming(_ name: String, _ other: String, _ value: JSON) -> JSONObject {
        JSONObject(map { $0.key == name ? (other, value) : ($0.key, $0.value) })
    }
}
