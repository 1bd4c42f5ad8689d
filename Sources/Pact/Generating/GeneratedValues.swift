// Values that generators make: of a seed, a clock and what the provider's states have given.

package import JSONValues
import JSONSchema
import RegularExpressions
import Sampling

/// What generators draw from. The same values give the same messages.
package struct GeneratedValues: Sendable {
    /// Which side the message is made for: some generators are for one of them alone.
    package enum Side: Sendable {
        /// Answers for a consumer's tests.
        case consumer
        /// Requests to a provider that is verified.
        case provider
    }

    private let side: Side
    private let now: DateTime
    /// By name, as setting up states has given them.
    private let state: JSONObject
    /// Of the mock.
    private let url: String?
    private var random: SeededGenerator

    /// - Parameters: - state: by which `ProviderState` is filled in. - url: of the mock.
    package init(for side: Side, seed: UInt64, now: DateTime, state: JSONObject = JSONObject(), url: String? = nil) {
        self.side = side
        self.now = now
        self.state = state
        self.url = url
        random = SeededGenerator(seed: seed)
    }

    /// The value in an example's place; nil where the example stays.
    mutating func value(_ generator: Generator, for example: JSON) -> JSON? {
        switch generator {
        case .randomInt(let range): return .number(JSONNumber(random.within(range)))
        case .randomDecimal(let digits):
            let whole = String(random.within(1...9))
            let rest = (1..<max(digits, 2)).map { _ in String(random.within(1...9)) }.joined()
            return JSONNumber("\(whole).\(rest)").map { .number($0) }
        case .randomHexadecimal(let digits): return .string(hexadecimal(digits).uppercased())
        case .randomString(let size): return .string(letters(size))
        case .randomBoolean: return .bool(random.below(2) == 1)
        case .regex(let source): return text(of: source).map { .string($0) }
        case .uuid(let form): return .string(uuid(form))
        case .moment(let pattern, let expression): return .string(pattern.format(expression?.applied(to: now) ?? now))
        case .providerState(let expression, let type):
            return side == .provider ? stateValue(expression, type, for: example) : nil
        case .mockServerURL(let text, let regex):
            guard side == .consumer, let url, let pattern = try? PactReader.pattern(regex),
                let match = pattern.firstMatch(in: text), let path = match.captures.first.flatMap({ $0 })
            else { return nil }
            let kept = text[path]
            return .string(url + (kept.hasPrefix("/") ? "" : "/") + kept)
        }
    }

    private mutating func hexadecimal(_ digits: Int) -> String {
        String((0..<digits).map { _ in Character(String(random.below(16), radix: 16)) })
    }

    private mutating func letters(_ size: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<size).map { _ in alphabet[random.below(alphabet.count)] })
    }

    /// Version 4, variant 1 (RFC 9562, section 5.4).
    private mutating func uuid(_ form: Generator.UUIDForm) -> String {
        var digits = Array(hexadecimal(32))
        digits[12] = "4"
        digits[16] = Array("89ab")[random.below(4)]
        let text = String(digits)
        guard form != .simple else { return text }
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
        switch form {
        case .simple, .lowerHyphenated: return parts
        case .upperHyphenated: return parts.uppercased()
        case .urn: return "urn:uuid:" + parts
        }
    }

    private mutating func text(of regex: String) -> String? {
        guard (try? PactReader.pattern(regex)) != nil else { return nil }
        var library = SchemaLibrary()
        library.add(["type": "string", "pattern": .string("^(?:\(regex))$")], uri: "generator.json")
        guard let schema = try? library.compile("generator.json") else { return nil }
        return Sampler(schema).sample(seed: random.next()).value?.string
    }

    /// `/items/${id}` with what the states gave; the example where they gave nothing of that name.
    private func stateValue(_ expression: String, _ type: String?, for example: JSON) -> JSON? {
        var text = ""
        var rest = expression[...]
        while let start = rest.range(of: "${") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { break }
            guard let value = state[String(rest[start.upperBound..<end])] else { return nil }
            if start.lowerBound == expression.startIndex, rest.index(after: end) == expression.endIndex {
                return typed(value, type, for: example)
            }
            text += rest[..<start.lowerBound] + value.plainText
            rest = rest[rest.index(after: end)...]
        }
        if !expression.contains("${") { return state[expression].map { typed($0, type, for: example) } }
        return typed(.string(text + rest), type, for: example)
    }

    private func typed(_ value: JSON, _ type: String?, for example: JSON) -> JSON {
        switch type?.uppercased() {
        case "STRING"?: return .string(value.plainText)
        case "INTEGER"?, "DECIMAL"?, "FLOAT"?, "NUMBER"?:
            return JSONNumber(value.plainText).map { .number($0) } ?? value
        case "BOOLEAN"?: return value.plainText == "true" ? true : value.plainText == "false" ? false : value
        default:
            if case .string = example { return .string(value.plainText) }
            return value
        }
    }
}

extension Substring {
    fileprivate func range(of mark: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(mark) { return start..<index(start, offsetBy: mark.count) }
            start = index(after: start)
        }
        return nil
    }
}
