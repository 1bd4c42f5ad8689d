// Names that stand for secrets: one for each, wherever it is met.

/// The secrets of a recording, each with its pseudonym. Pseudonyms are counted, so nothing of a secret can be learnt from one.
package struct Pseudonyms: Sendable {
    private var numbers: [String: Int] = [:]
    /// Texts that are looked for in other texts, the longest first.
    private var sought: [String] = []

    package init() {}

    /// How many secrets were met.
    package var count: Int { numbers.count }

    /// What short texts stand in by chance.
    private static let shortest = 6

    private mutating func number(of secret: String) -> Int {
        if let known = numbers[secret] { return known }
        let number = numbers.count + 1
        numbers[secret] = number
        if secret.utf8.count >= Self.shortest {
            let place = sought.firstIndex { $0.utf8.count < secret.utf8.count } ?? sought.endIndex
            sought.insert(secret, at: place)
        }
        return number
    }

    package mutating func text(for secret: String) -> String { "redacted-\(number(of: secret))" }

    /// Of a number: one that is as much a number.
    package mutating func digits(for secret: String) -> String { String(9_000_000_000 + number(of: secret)) }

    package mutating func email(for secret: String) -> String { "redacted-\(number(of: secret))@redacted.invalid" }

    /// The text with every secret that was met before made out.
    package func replacing(in text: String) -> String {
        var text = text
        for secret in sought where text.contains(secret) {
            if let number = numbers[secret] { text = text.replacing(secret, with: "redacted-\(number)") }
        }
        return text
    }

    /// Whether a text is a pseudonym already, of this recording or another.
    package static func isPseudonym(_ text: String) -> Bool {
        let digits = text.dropFirst("redacted-".count)
        return text.hasPrefix("redacted-") && !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
