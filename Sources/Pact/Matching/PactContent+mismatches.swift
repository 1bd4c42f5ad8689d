// Headers and bodies beside those that are expected.

import HTTPExchange
import JSONValues
import Markup
import OpenAPIContract

extension PactContent {
    // MARK: Headers

    /// Headers that are not expected do not matter.
    func mismatches(ofHeaders actual: PactContent) -> [Mismatch] {
        headers.flatMap { name, values -> [Mismatch] in
            guard let given = actual.header(name) else {
                return [
                    Mismatch(
                        .header(name), "missing", found: "nothing", expected: values.joined(separator: ", "))
                ]
            }
            return compare(values, given, named: name)
        }
    }

    private func compare(_ expected: [String], _ actual: [String], named name: String) -> [Mismatch] {
        let place = ValuePath().appending(name.lowercased())
        let (wanted, given) = (expected.joined(separator: ", "), actual.joined(separator: ", "))
        guard let whole = rules.header.best(for: place.appending(0)) else {
            return Self.isSame(wanted, given, named: name)
                ? [] : [Mismatch(.header(name), "another value", found: given, expected: wanted)]
        }
        // A rule is for each of the values; a line that lists them is one value to who expects one.
        let values = expected.count > 1 ? Self.listed(given) : [given]
        var found: [Mismatch] = []
        if expected.count > 1, values.count < expected.count {
            found.append(Mismatch(.header(name), "too few values", found: given, expected: wanted))
        }
        for (index, value) in values.enumerated() {
            let example = index < expected.count ? expected[index] : expected.first ?? ""
            let list = rules.header.best(for: place.appending(index))?.list ?? whole.list
            found += list.refusals(
                of: Matcher.Pair(expected: .string(example), actual: .string(value), isText: true), .header(name))
        }
        return found
    }

    /// Blanks around commas do not matter, nor does the order of parameters and the case of a character set.
    private static func isSame(_ expected: String, _ actual: String, named name: String) -> Bool {
        let (wanted, given) = (listed(expected), listed(actual))
        if wanted == given { return true }
        guard ["content-type", "accept"].contains(name.lowercased()), wanted.count == given.count else { return false }
        return zip(wanted, given).allSatisfy { isSameType($0, $1) }
    }

    private static func isSameType(_ expected: String, _ actual: String) -> Bool {
        guard let wanted = MediaRange(unfolded(expected)), let given = MediaRange(unfolded(actual)) else {
            return false
        }
        return wanted.essence == given.essence
            && wanted.parameters.allSatisfy { parameter in
                let value = given[parameter.name]
                return value == parameter.value
                    || (parameter.name == "charset" && value?.lowercased() == parameter.value.lowercased())
            }
    }

    /// A value over several lines is one line (RFC 7230, section 3.2.4).
    private static func unfolded(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    /// At commas outside quotes, without the blanks around them.
    private static func listed(_ text: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        for character in text {
            if character == ",", !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"" { isQuoted.toggle() }
            parts[parts.count - 1].append(character)
        }
        return parts.map { part in
            let start = part.drop(while: \.isWhitespace)
            return String(start.reversed().drop(while: \.isWhitespace).reversed())
        }
    }

    // MARK: Bodies

    func mismatches(ofBody actual: PactContent, allowsUnexpected: Bool) -> [Mismatch] {
        let root = Mismatch.Part.body(path: "$")
        switch (body, actual.body) {
        case (.missing, _), (.null, .missing), (.null, .null), (.null, .empty), (.empty, .missing), (.empty, .null),
            (.empty, .empty):
            return []
        case (.null, .present), (.empty, .present):
            return [Mismatch(root, "a body where none is expected", found: actual.excerpt, expected: "no body")]
        case (.present, .missing), (.present, .null), (.present, .empty):
            return [Mismatch(root, "there is no body", found: "nothing", expected: excerpt)]
        case (.present(let expected, _), .present(let found, _)):
            return compare(expected, found, actual, allowsUnexpected: allowsUnexpected)
        }
    }

    /// As the header says it, else the file, else the bytes.
    var type: MediaRange? {
        var declared: String?
        if case .present(_, let type) = body { declared = type }
        return (header("Content-Type")?.first ?? declared).flatMap { MediaRange(Self.unfolded($0)) }
            ?? MediaRange(ContentSniffer.type(of: body.bytes))
    }

    private func compare(
        _ expected: [UInt8], _ found: [UInt8], _ actual: PactContent, allowsUnexpected: Bool
    ) -> [Mismatch] {
        let root = Mismatch.Part.body(path: "$")
        let kind = type?.kind ?? .binary
        if actual.type?.kind != kind, let wanted = type?.essence, let given = actual.type?.essence, wanted != given,
            rules.body.contentType == nil
        {
            return [Mismatch(root, "content of another type", found: given, expected: wanted)]
        }
        switch kind {
        case .json:
            guard let wanted = try? JSON(parsing: expected) else { break }
            guard let given = try? JSON(parsing: found) else {
                return [Mismatch(root, "the body is no JSON", found: actual.excerpt, expected: wanted.excerpt)]
            }
            var comparison = ValueComparison(rules.body, allowsUnexpected: allowsUnexpected)
            comparison.compare(wanted, given, at: ValuePath())
            return comparison.mismatches
        case .xml:
            guard let wanted = XMLElement(parsing: expected) else { break }
            guard let given = XMLElement(parsing: found) else {
                return [Mismatch(root, "the body is no XML", found: actual.excerpt, expected: "<\(wanted.name.local)>")]
            }
            var comparison = XMLComparison(rules.body, allowsUnexpected: allowsUnexpected)
            comparison.compare(wanted, given)
            return comparison.values.mismatches
        case .form:
            let pairs = PairComparison(rules.body) { .body(path: RulePath([.name($0)]).description) }
            return pairs.compare(
                PactReader.query(String(decoding: expected, as: UTF8.self)),
                PactReader.query(String(decoding: found, as: UTF8.self)))
        case .multipart:
            if let mismatches = compareParts(expected, found, actual) { return mismatches }
        case .text, .jsonLines, .eventStream, .binary: break
        }
        return compareBytes(expected, found, actual)
    }

    private func compareBytes(_ expected: [UInt8], _ found: [UInt8], _ actual: PactContent) -> [Mismatch] {
        let root = Mismatch.Part.body(path: "$")
        if let wanted = rules.body.contentType {
            let type = ContentSniffer.type(of: found)
            return ContentSniffer.isSame(type, wanted)
                ? [] : [Mismatch(root, "content of another type", found: type, expected: wanted)]
        }
        if let best = rules.body.best(for: ValuePath()) {
            let text = { (bytes: [UInt8]) in JSON.string(String(decoding: bytes, as: UTF8.self)) }
            return best.list.refusals(
                of: Matcher.Pair(expected: text(expected), actual: text(found), isText: true), root)
        }
        return expected == found
            ? [] : [Mismatch(root, "another body", found: actual.excerpt, expected: excerpt)]
    }

    /// By the parts' names; nil where one of the bodies has no boundary.
    private func compareParts(_ expected: [UInt8], _ found: [UInt8], _ actual: PactContent) -> [Mismatch]? {
        guard let wantedMark = type?["boundary"], let givenMark = actual.type?["boundary"],
            let wanted = MultipartBody.parts(expected, boundary: wantedMark),
            let given = MultipartBody.parts(found, boundary: givenMark)
        else { return nil }
        var mismatches: [Mismatch] = []
        for part in wanted {
            let name = part.name ?? ""
            let path = RulePath([.name(name)])
            guard let other = given.first(where: { $0.name == part.name }) else {
                mismatches.append(
                    Mismatch(
                        .body(path: "\(path)"), "the part is missing", found: "nothing", expected: "a part '\(name)'"))
                continue
            }
            var rules = MatchingRules()
            rules.body.rules = self.rules.body.rules.compactMap { rule in
                rule.path.tokens.first == .name(name)
                    ? (path: RulePath(Array(rule.path.tokens.dropFirst())), list: rule.list) : nil
            }
            func content(_ part: BodyPart, _ rules: MatchingRules = MatchingRules()) -> PactContent {
                let type = part.contentType.map { $0.essence }
                return PactContent(body: PactBody(actual: part.bytes, type: type), rules: rules)
            }
            mismatches += content(part, rules).mismatches(ofBody: content(other), allowsUnexpected: false).map {
                Mismatch(
                    .body(path: "\(path)"), $0.message, found: $0.found, expected: $0.expected, isCertain: $0.isCertain)
            }
        }
        return mismatches
    }

    fileprivate var excerpt: String {
        let text = String(decoding: body.bytes.prefix(400), as: UTF8.self)
        return text.count > 120 ? "\(text.prefix(117))…" : text
    }
}

extension RuleSet {
    /// What a rule for the whole body says its bytes must be.
    fileprivate var contentType: String? {
        for (path, list) in rules where path.tokens.isEmpty {
            for case .contentType(let type) in list.matchers { return type }
        }
        return nil
    }
}
