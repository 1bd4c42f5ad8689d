// Secrets that are known by how they look: tokens, keys, card and account numbers, e-mail addresses.

import JSONValues
import JSONSchema
import HTTPExchange

/// Finds secrets in texts.
enum SecretShapes {
    struct Found {
        let range: Range<Int>
        var isEmail = false
    }

    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The parts of the text that are secrets by their shape, in order, not overlapping.
    static func ranges(in text: Bytes, _ rules: RedactionRules) -> [Found] {
        let signs = signs(of: text)
        var found: [Found] = []
        if rules.tokens, signs.contains(.token) { found += tokens(in: text) }
        if rules.tokens { found += commands(in: text) + refreshTokens(in: text) + statements(in: text) }
        if rules.tokens, signs.contains(.dollar) { found += digests(in: text) }
        if rules.entropy {
            found += words(in: text, isTokenCharacter).filter { isDense(text[$0]) }.map { Found(range: $0) }
        }
        if rules.cardNumbers, signs.contains(.digits) { found += cardNumbers(in: text) }
        if rules.cardNumbers, signs.contains(.account) { found += accountNumbers(in: text) }
        if rules.tokens, signs.contains(.at) { found += passwordsOfURLs(in: text) }
        if rules.emails, signs.contains(.at) {
            found += words(in: text, isMailCharacter).filter { isEmail(text[$0]) }.map {
                Found(range: $0, isEmail: true)
            }
        }
        guard found.count > 1 else { return found }
        found.sort { ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count) }
        var end = 0
        return found.filter { item in
            guard item.range.lowerBound >= end else { return false }
            end = item.range.upperBound
            return true
        }
    }

    // MARK: - What there may be

    private struct Signs: OptionSet {
        let rawValue: UInt8
        static let token = Signs(rawValue: 1)
        static let digits = Signs(rawValue: 2)
        static let account = Signs(rawValue: 4)
        static let at = Signs(rawValue: 8)
        static let dollar = Signs(rawValue: 16)
    }

    /// In one pass: most texts have none of them.
    private static func signs(of text: Bytes) -> Signs {
        var signs: Signs = []
        var (word, digits) = (0, 0)
        for index in text.indices {
            let kind = kinds[Int(text[index])]
            if kind & 1 != 0 {
                word += 1
                if word == 10 || word == 16, kinds[Int(text[index + 1 - word])] & 16 != 0 { signs.insert(.token) }
                if word == 33 { signs.insert(.token) }
            } else {
                // `Bearer`, `Basic`: credentials may follow.
                if (5...6).contains(word), text[index] == UInt8(ascii: " "),
                    text[index - word] | 0x20 == UInt8(ascii: "b")
                {
                    signs.insert(.token)
                }
                word = 0
            }
            if kind & 2 != 0 {
                digits += 1
                if digits == 13 { signs.insert(.digits) }
                if digits == 2, index >= 3, kinds[Int(text[index - 2])] & 4 != 0, kinds[Int(text[index - 3])] & 4 != 0 {
                    signs.insert(.account)
                }
            } else if kind & 8 == 0 {
                digits = 0
            }
            if text[index] == UInt8(ascii: "@") { signs.insert(.at) }
            if text[index] == UInt8(ascii: "$") { signs.insert(.dollar) }
        }
        return signs
    }

    /// Of each byte: 1 in tokens, 2 a digit, 4 a capital, 8 between groups of digits, 16 what tokens begin with.
    private static let kinds: [UInt8] = (0...255).map { (byte: UInt8) in
        (isTokenCharacter(byte) ? 1 : 0) | (isDigit(byte) ? 2 : 0)
            | ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? 4 : 0)
            | (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") ? 8 : 0)
            | ("eA-1".utf8.contains(byte) || !beginnings[Int(byte)].isEmpty || isFirstOfShape(byte) ? 16 : 0)
    }

    static func words(in text: Bytes, _ isPart: (UInt8) -> Bool) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start: Int?
        for index in text.indices {
            if isPart(text[index]) {
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

    private static func tokens(in text: Bytes) -> [Found] {
        var found: [Found] = []
        var before: Range<Int>?
        for var word in words(in: text, isTokenCharacter) {
            defer { before = word }
            if let last = found.last, word.lowerBound < last.range.upperBound { continue }
            // A sentence may end with it.
            while word.count > 1, text[word.upperBound - 1] == UInt8(ascii: ".") { word = word.dropLast() }
            if word.count >= 10, text[word].reversed().starts(with: "-----BEGIN".utf8.reversed()) {
                if let key = privateKey(from: word.upperBound - 10, in: text) { found.append(Found(range: key)) }
            } else if word.count >= 16, isToken(text[word]) {
                found.append(Found(range: word))
            } else if let before, before.upperBound + 1 == word.lowerBound,
                let joined = joined(before, word, in: text)
            {
                found.append(Found(range: joined))
            } else if let before, before.upperBound + 1 == word.lowerBound,
                text[before.upperBound] == UInt8(ascii: " "),
                isScheme(text[before])
            {
                var end = word.upperBound
                while end < text.count, isTokenCharacter(text[end]) || "+/=~".utf8.contains(text[end]) { end += 1 }
                let credentials = text[word.lowerBound..<end]
                let isRandom = credentials.count >= 20 || credentials.contains(where: isDigit)
                if credentials.count >= 8, isRandom { found.append(Found(range: word.lowerBound..<end)) }
            }
        }
        return found
    }

    static func isTokenCharacter(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    private static func isScheme(_ word: Bytes.SubSequence) -> Bool {
        (5...6).contains(word.count)
            && ["bearer", "basic"].contains(String(decoding: word, as: UTF8.self).lowercased())
    }

    /// By their first byte.
    private static let beginnings: [[(text: String, length: Int)]] = (0...255).map { (byte: UInt8) in
        SecretTable.beginnings.filter { $0.text.utf8.first == byte }.map { ($0.text, $0.length) }
    }

    private static func isFirstOfShape(_ byte: UInt8) -> Bool {
        SecretTable.shapes.contains {
            if case .text(let text)? = $0.parts.first { text.utf8.first == byte } else { false }
        }
    }

    /// Two words and a sign that are one token: of bots of Telegram, of Azure's applications, and of RFC 8959.
    private static func joined(_ before: Range<Int>, _ word: Range<Int>, in text: Bytes) -> Range<Int>? {
        switch text[before.upperBound] {
        case UInt8(ascii: ":") where text[before].elementsEqual("secret-token".utf8): word
        case UInt8(ascii: ":")
        where word.count == 35 && text[word].starts(with: "AA".utf8) && (8...10).contains(before.count)
            && text[before].allSatisfy(isDigit):
            word
        case UInt8(ascii: "~")
        where (31...34).contains(word.count) && before.count == 5 && text[before].reversed().first == UInt8(ascii: "Q"):
            before.lowerBound..<word.upperBound
        default: nil
        }
    }

    private static func has(_ word: Bytes.SubSequence, _ parts: [SecretTable.Part]) -> Bool {
        var rest = word
        func take(_ count: Int, where isPart: (UInt8) -> Bool) -> Bool {
            guard rest.count >= count, rest.prefix(count).allSatisfy(isPart) else { return false }
            rest = rest.dropFirst(count)
            return true
        }
        for part in parts {
            switch part {
            case .text(let text):
                guard rest.starts(with: text.utf8) else { return false }
                rest = rest.dropFirst(text.utf8.count)
            case .hexadecimal(let count):
                guard take(count, where: { isDigit($0) || (0x61...0x66).contains($0 | 0x20) }) else { return false }
            case .alphanumeric(let count): guard take(count, where: isAlphanumeric) else { return false }
            case .rest(let least): return rest.count >= least
            }
        }
        return rest.isEmpty
    }

    private static func isToken(_ text: Bytes.SubSequence) -> Bool {
        if text.starts(with: "eyJrIjoi".utf8), text.count >= 40 { return true }
        if text.starts(with: "ey".utf8) { return isWebToken(text) }
        if text.count == 20, text.starts(with: "AKIA".utf8) || text.starts(with: "ASIA".utf8) {
            return text.allSatisfy { isDigit($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        }
        guard let first = text.first else { return false }
        return beginnings[Int(first)].contains { text.count >= $0.length && text.starts(with: $0.text.utf8) }
            || (24...256).contains(text.count) && SecretTable.shapes.contains { has(text, $0.parts) }
    }

    /// Three or, encrypted, five parts, the first of which is the base64url of a JSON object with an `alg` (RFC 7515 and 7516).
    private static func isWebToken(_ text: Bytes.SubSequence) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 5,
            let header = Base64.urlSafe.decode(String(decoding: parts[0], as: UTF8.self)),
            let json = try? JSON(parsing: header)
        else { return false }
        return json["alg"] != nil
    }

    /// PEM (RFC 7468), to its end or that of the text.
    private static func privateKey(from start: Int, in text: Bytes) -> Range<Int>? {
        let head = text[start...].prefix(64)
        guard String(decoding: head, as: UTF8.self).contains("PRIVATE KEY") else { return nil }
        let mark = Array("-----END".utf8)
        var index = start + 10
        while index + mark.count <= text.count {
            if text[index] == mark[0], text[index...].starts(with: mark) {
                let rest = text[(index + mark.count)...]
                let close = rest.indices.first { rest[$0...].starts(with: "-----".utf8) }
                return start..<(close.map { $0 + 5 } ?? text.count)
            }
            index += 1
        }
        return start..<text.count
    }

    /// `https://user:password@host`: the password, or the user where there is none (RFC 3986, section 3.2.1).
    private static func passwordsOfURLs(in text: Bytes) -> [Found] {
        var found: [Found] = []
        var start = 0
        var colon: Int?
        var at: Int?
        for index in 0...text.count {
            guard index == text.count || "/?# \t\r\n\"'<>".utf8.contains(text[index]) else {
                if text[index] == UInt8(ascii: ":"), colon == nil, at == nil { colon = index }
                if text[index] == UInt8(ascii: "@") { at = index }
                continue
            }
            if let at, start >= 3, text[(start - 3)..<start].elementsEqual("://".utf8) {
                let secret = (colon.map { $0 + 1 } ?? start)..<at
                if secret.count > (colon == nil ? 8 : 0) { found.append(Found(range: secret)) }
            }
            (start, colon, at) = (index + 1, nil, nil)
        }
        return found
    }

    // MARK: - Numbers

    /// Runs of 13 to 19 digits, alone or in groups with blanks or hyphens between them, that pass Luhn's test.
    private static func cardNumbers(in text: Bytes) -> [Found] {
        words(in: text) { isDigit($0) || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }.compactMap { range in
            var range = range
            while let first = text[range].first, !isDigit(first) { range = range.dropFirst() }
            while let last = text[range].last, !isDigit(last) { range = range.dropLast() }
            // Digits that go on as a name or a fraction are of something else.
            let before = range.lowerBound > 0 ? text[range.lowerBound - 1] : nil
            let after = range.upperBound < text.count ? text[range.upperBound] : nil
            let isNext = range.upperBound + 1 < text.count ? isAlphanumeric(text[range.upperBound + 1]) : false
            let isBefore = before.map { isAlphanumeric($0) || $0 == UInt8(ascii: ".") } ?? false
            let isAfter = after.map { isAlphanumeric($0) || $0 == UInt8(ascii: ".") && isNext } ?? false
            guard !isBefore, !isAfter else { return nil }
            // Cards have groups of four to six.
            let groups = text[range].split { !isDigit($0) }
            guard groups.count == 1 || groups.allSatisfy({ (3...7).contains($0.count) }) else { return nil }
            let digits = text[range].filter(isDigit)
            return (13...19).contains(digits.count) && passesLuhn(digits) ? Found(range: range) : nil
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

    /// Two letters, two digits, 11 to 30 letters and digits, in one or in groups of four, whose remainder is 1 (ISO 13616-1, section 6).
    private static func accountNumbers(in text: Bytes) -> [Found] {
        var found: [Found] = []
        for word in words(in: text, isAlphanumeric) {
            if let last = found.last, word.lowerBound < last.range.upperBound { continue }
            guard word.count >= 4, text[word].prefix(2).allSatisfy({ kinds[Int($0)] & 4 != 0 }),
                text[word].dropFirst(2).prefix(2).allSatisfy(isDigit)
            else { continue }
            var end = word.upperBound
            while word.count == 4, end < text.count, text[end] == UInt8(ascii: " ") {
                let group = text[(end + 1)...].prefix { isDigit($0) || kinds[Int($0)] & 4 != 0 }
                guard (1...4).contains(group.count) else { break }
                end = group.endIndex
            }
            let number = text[word.lowerBound..<end].filter { $0 != UInt8(ascii: " ") }
            if (15...34).contains(number.count), passesModulo97(number) {
                found.append(Found(range: word.lowerBound..<end))
            }
        }
        return found
    }

    private static func passesModulo97(_ number: [UInt8]) -> Bool {
        var remainder = 0
        for byte in number[4...] + number[..<4] {
            if isDigit(byte) {
                remainder = (remainder * 10 + Int(byte - 0x30)) % 97
            } else {
                guard kinds[Int(byte)] & 4 != 0 else { return false }
                remainder = (remainder * 100 + Int(byte - UInt8(ascii: "A")) + 10) % 97
            }
        }
        return remainder == 1
    }

    // MARK: - Mail

    private static func isMailCharacter(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "@.!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }

    private static func isEmail(_ text: Bytes.SubSequence) -> Bool {
        let text = String(decoding: text, as: UTF8.self)
        return text.contains(".") && Format.email.accepts(text)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
