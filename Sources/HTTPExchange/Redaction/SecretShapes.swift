// Secrets that are known by how they look: JSON Web Tokens, card numbers, e-mail addresses.

import JSONSchema

/// Finds secrets in texts.
enum SecretShapes {
    /// The parts of the text that are secrets by their shape, in order, not overlapping.
    static func ranges(in text: String, _ rules: RedactionRules) -> [(range: Range<String.Index>, isEmail: Bool)] {
        var found: [(range: Range<String.Index>, isEmail: Bool)] = []
        if rules.tokens { found += words(in: text, isTokenCharacter).filter { isToken(text[$0]) }.map { ($0, false) } }
        if rules.cardNumbers { found += cardNumbers(in: text).map { ($0, false) } }
        if rules.emails { found += words(in: text, isMailCharacter).filter { isEmail(text[$0]) }.map { ($0, true) } }
        found.sort { $0.range.lowerBound < $1.range.lowerBound }
        var end = text.startIndex
        return found.filter { item in
            guard item.range.lowerBound >= end else { return false }
            end = item.range.upperBound
            return true
        }
    }

    private static func words(in text: String, _ isPart: (UInt8) -> Bool) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var start: String.Index?
        for index in text.utf8.indices {
            if isPart(text.utf8[index]) {
                start = start ?? index
            } else if let first = start {
                ranges.append(first..<index)
                start = nil
            }
        }
        if let start { ranges.append(start..<text.endIndex) }
        return ranges
    }

    // MARK: - Tokens

    private static func isTokenCharacter(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "-_.".utf8.contains(byte) }

    /// Three or, encrypted, five parts, the first of which is the base64url of a JSON object with an `alg` (RFC 7515 and 7516).
    private static func isToken(_ text: Substring) -> Bool {
        guard text.hasPrefix("ey") else { return false }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 5, let header = Base64.urlSafe.decode(String(parts[0])),
            let json = try? JSON(parsing: header)
        else { return false }
        return json["alg"] != nil
    }

    // MARK: - Cards

    /// Runs of 13 to 19 digits, alone or in groups with blanks or hyphens between them, that pass Luhn's test.
    private static func cardNumbers(in text: String) -> [Range<String.Index>] {
        words(in: text) { isDigit($0) || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }.compactMap { range in
            var range = range
            while let first = text[range].utf8.first, !isDigit(first) {
                range = text.utf8.index(after: range.lowerBound)..<range.upperBound
            }
            while let last = text[range].utf8.last, !isDigit(last) {
                range = range.lowerBound..<text.utf8.index(before: range.upperBound)
            }
            // Digits that go on as a name or a fraction are of something else.
            let before = text[..<range.lowerBound].utf8.last
            let after = text[range.upperBound...].utf8.first
            let isWhole = { (byte: UInt8?) in byte.map { !isAlphanumeric($0) && $0 != UInt8(ascii: ".") } ?? true }
            guard isWhole(before), isWhole(after) else { return nil }
            let digits = text[range].utf8.filter(isDigit)
            return (13...19).contains(digits.count) && passesLuhn(digits) ? range : nil
        }
    }

    private static func passesLuhn(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            let value = Int(digit) - 0x30
            let doubled = value * 2
            sum += index % 2 == 0 ? value : doubled > 9 ? doubled - 9 : doubled
        }
        return sum % 10 == 0 && digits.contains { $0 != UInt8(ascii: "0") }
    }

    // MARK: - Mail

    private static func isMailCharacter(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "@.!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }

    private static func isEmail(_ text: Substring) -> Bool { Format.email.accepts(String(text)) && text.contains(".") }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
