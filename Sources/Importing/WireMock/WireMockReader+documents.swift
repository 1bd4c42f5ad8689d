// WireMock's matchers of XML, JSON Schema and times.

import JSONValues
import Markup

extension WireMockReader {
    /// Nil where none of them is asked for; without a matcher what cannot be carried.
    mutating func documentMatcher(_ written: Sourced) -> (matcher: TextMatcher?, lost: String)? {
        if let expected = written.text("equalToXml") {
            guard XMLTree(parsing: Array(expected.utf8)) != nil else {
                return (nil, "the expected XML cannot be read")
            }
            var leave = [written.flag("ignoreOrderOfSameNode") ? "order" : "interleaving"]
            // Unless it is told otherwise, WireMock compares prefixes and not what they stand for.
            if written.text("namespaceAwareness") != "STRICT" { leave.append("namespaces") }
            if written.flag("enablePlaceholders") { leave.append("placeholders") }
            for name in ["placeholderOpeningDelimiterRegex", "exemptedComparisons"]
            where written[name]?.json.array?.isEmpty != true && written[name] != nil {
                mock.lose(
                    "'\(name)' of a comparison of XML, which is made without it",
                    remedy: "Ask the values that count by xml.select.", at: written.place.appending(name))
            }
            return (.xml(expected, leave: leave), "")
        }
        if let path = written["matchesXPath"] {
            let text = path.json.string ?? path.text("expression") ?? ""
            guard (try? XPath(parsing: text)) != nil else { return (nil, "the XPath '\(text)' has no equivalent") }
            let namespaces = written["xPathNamespaces"]?.json.object ?? JSONObject()
            guard path.json.string == nil else { return (.xPath(text, namespaces: namespaces, nil), "") }
            guard let inner = matcher(path.without("expression")) else {
                return (nil, "its XPath's value is not matched")
            }
            return (.xPath(text, namespaces: namespaces, inner), "")
        }
        guard let schema = written["matchesJsonSchema"] else { return nil }
        guard var json = Self.json(schema) else { return (nil, "the JSON Schema cannot be read") }
        let version = written.text("schemaVersion") ?? "V202012"
        if version == "V4", json["$schema"] == nil, var members = json.object {
            members["$schema"] = "http://json-schema.org/draft-04/schema#"
            json = .object(members)
        } else if !["V4", "V202012"].contains(version), let word = Self.oldWord(json) {
            return (nil, "the JSON Schema has '\(word)' as its version \(version) means it")
        }
        if let known = json["$schema"]?.string, Self.isOld(known), var members = json.object {
            if let word = Self.oldWord(json) { return (nil, "the JSON Schema has '\(word)' as \(known) means it") }
            // The drafts between 4 and 2020-12 differ from the latter in those words alone.
            members["$schema"] = nil
            json = .object(members)
        }
        guard JSONSchemaText.isValid(json) else { return (nil, "the JSON Schema cannot be compiled") }
        return (.jsonSchema(json.serialized()), "")
    }

    private static func isOld(_ schema: String) -> Bool {
        ["draft-06", "draft-07", "2019-09"].contains { schema.contains($0) }
    }

    /// A keyword that means something else in drafts 6, 7 and 2019-09 than in 2020-12.
    private static func oldWord(_ json: JSON) -> String? {
        switch json {
        case .object(let members):
            if members["items"]?.array != nil { return "items" }
            for word in ["dependencies", "$recursiveRef", "additionalItems"] where members[word] != nil { return word }
            return members.lazy.compactMap { Self.oldWord($0.value) }.first
        case .array(let elements): return elements.lazy.compactMap { Self.oldWord($0) }.first
        case .null, .bool, .number, .string: return nil
        }
    }

    /// Nil where the time has no equivalent.
    func dateMatcher(_ written: Sourced, _ name: String) -> TextMatcher? {
        guard written["actualFormat"] == nil, written["truncateExpected"] == nil, written["truncateActual"] == nil,
            let text = written.text(name)
        else { return nil }
        var expected = "now"
        var offset: String?
        if let count = written.whole("expectedOffset"), let unit = written.text("expectedOffsetUnit") {
            offset = "\(count) \(unit)"
        }
        if text.hasPrefix("now ") {
            offset = String(text.dropFirst(4)).replacing("+", with: "")
        } else if text != "now" {
            guard DateTime(text) != nil else { return nil }
            expected = "timestamp(\(CELText.quoted(text)))"
        }
        if let offset {
            guard let span = TimeText.span(offset) else { return nil }
            expected += " + \(span)"
        }
        let sign = name == "before" ? "<" : name == "after" ? ">" : "=="
        let isTime =
            "@@.matches(\"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?(Z|[-+][0-9]{2}:[0-9]{2})$\")"
        return .expression("(\(isTime) && timestamp(@@) \(sign) \(expected))")
    }
}
