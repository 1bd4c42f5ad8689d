// Names that stand for secrets: one for each, wherever it is met.

import HTTPExchange

/// The secrets of a recording, each with its pseudonym. Pseudonyms are counted, so nothing of a secret can be learnt from one.
package struct Pseudonyms: Sendable {
    private var numbers: [String: Int] = [:]
    /// The same secrets as others write them: in hexadecimal and in base32 (RFC 4648).
    private var encodings: [String: Int] = [:]
    /// The first bytes of the secrets that are looked for in other texts, and how long those are that begin so, the longest first: many
    /// begin alike, as all JSON Web Tokens do, but few of them differ in length.
    private var sought: [UInt64: [Int]] = [:]
    /// A bit for each beginning's hash: most places of a text need no look into `sought`.
    private var beginnings: [UInt64] = []
    /// The oldest are forgotten first.
    private var order: [String] = []
    private var forgotten = 0
    private var last: Int
    private let capacity: Int

    /// - Parameters:
    ///   - last: the highest number that is taken.
    ///   - capacity: how many secrets are known at the same time. Of more than that the oldest are forgotten: met again, one gets another
    ///     pseudonym.
    package init(after last: Int = 0, capacity: Int = 200_000) {
        self.last = last
        self.capacity = capacity
    }

    /// Those that are known, in the order in which they were met.
    package var secrets: [String] { order }

    /// How many secrets were met.
    package var count: Int { numbers.count + forgotten }

    /// What shorter texts stand in by chance.
    private static let shortest = 6

    private mutating func number(of secret: String) -> Int {
        if let known = numbers[secret] { return known }
        last += 1
        numbers[secret] = last
        order.append(secret)
        if secret.utf8.count >= Self.shortest { seek(secret, last) }
        if numbers.count > capacity { forgetOldest() }
        return last
    }

    private mutating func seek(_ secret: String, _ number: Int) {
        seek(secret)
        // The length of a password, or of a key; what is longer is a document.
        guard (Self.shortest...64).contains(secret.utf8.count) else { return }
        for encoding in [Self.hexadecimal(secret), Self.hexadecimal(secret).uppercased(), Self.base32(secret)] {
            encodings[encoding] = number
            seek(encoding)
        }
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Without padding.
    private static func base32(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var (bits, count) = (0, 0)
        var result: [UInt8] = []
        for byte in text.utf8 {
            (bits, count) = (bits << 8 | Int(byte), count + 8)
            while count >= 5 {
                count -= 5
                result.append(alphabet[bits >> count & 31])
            }
            bits &= (1 << count) - 1
        }
        if count > 0 { result.append(alphabet[bits << (5 - count) & 31]) }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func seek(_ secret: String) {
        if beginnings.isEmpty { beginnings = Array(repeating: 0, count: Self.bits / 64) }
        let key = secret.utf8.prefix(Self.shortest).reduce(0) { Self.next($0, $1) }
        let bit = Self.bit(of: key)
        beginnings[bit / 64] |= 1 << UInt64(bit % 64)
        var lengths = sought[key] ?? []
        guard !lengths.contains(secret.utf8.count) else { return }
        lengths.insert(secret.utf8.count, at: lengths.firstIndex { $0 < secret.utf8.count } ?? lengths.endIndex)
        sought[key] = lengths
    }

    /// A tenth at once, so that it is seldom done.
    private mutating func forgetOldest() {
        let count = max(capacity / 10, 1)
        for secret in order.prefix(count) { numbers[secret] = nil }
        order.removeFirst(count)
        forgotten += count
        sought = [:]
        beginnings = []
        encodings = [:]
        for secret in order where secret.utf8.count >= Self.shortest { seek(secret, numbers[secret] ?? 0) }
    }

    /// What stands for a secret in a text: the same for the same secret, as long as this value lives.
    package mutating func text(for secret: String) -> String { "redacted-\(number(of: secret))" }

    /// Of a number: one that is as much a number.
    package mutating func digits(for secret: String) -> String { String(9_000_000_000 + number(of: secret)) }

    /// Of an address: one under a domain that cannot be (RFC 2606).
    package mutating func email(for secret: String) -> String { "redacted-\(number(of: secret))@redacted.invalid" }

    // MARK: - Search

    /// The text with every secret that was met before made out: at each place the longest.
    package func replacing(in text: String) -> String {
        guard !sought.isEmpty, text.utf8.count >= Self.shortest else { return text }
        var copy = text
        return copy.withUTF8 { bytes in
            var result: [UInt8] = []
            var done = 0
            var key: UInt64 = 0
            var index = 0
            while index < bytes.count {
                key = Self.next(key, bytes[index])
                index += 1
                let start = index - Self.shortest
                guard start >= done, let (length, number) = secret(key, bytes[start...]) else { continue }
                result += bytes[done..<start]
                result += "redacted-\(number)".utf8
                done = start + length
                index = done
                key = 0
            }
            guard done > 0 else { return text }
            return String(decoding: result + bytes[done...], as: UTF8.self)
        }
    }

    /// The longest secret that the rest begins with.
    private func secret(
        _ key: UInt64, _ rest: UnsafeBufferPointer<UInt8>.SubSequence
    ) -> (length: Int, number: Int)? {
        let bit = Self.bit(of: key)
        guard beginnings[bit / 64] & 1 << UInt64(bit % 64) != 0 else { return nil }
        for length in sought[key] ?? [] where length <= rest.count {
            let text = String(decoding: rest.prefix(length), as: UTF8.self)
            if let number = numbers[text] ?? encodings[text] { return (length, number) }
        }
        return nil
    }

    /// The last six bytes.
    private static func next(_ key: UInt64, _ byte: UInt8) -> UInt64 { (key << 8 | UInt64(byte)) & 0xFFFF_FFFF_FFFF }

    private static let bits = 1 << 18

    private static func bit(of key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> 46) }

    // MARK: - Recognition

    /// Whether a text is a pseudonym already, of this recording or another.
    package static func isPseudonym(_ text: String) -> Bool {
        let digits = text.dropFirst(prefix.count)
        return text.hasPrefix(prefix) && !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static let prefix = "redacted-"

    /// The highest number of a pseudonym in a text; 0 where there is none.
    package static func highest(in text: [UInt8]) -> Int {
        let prefix = Array(prefix.utf8)
        var highest = 0
        var matched = 0
        var index = 0
        while index < text.count {
            matched = text[index] == prefix[matched] ? matched + 1 : text[index] == prefix[0] ? 1 : 0
            index += 1
            guard matched == prefix.count else { continue }
            matched = 0
            var number = 0
            while index < text.count, (0x30...0x39).contains(text[index]), number < 1_000_000_000 {
                number = number * 10 + Int(text[index] - 0x30)
                index += 1
            }
            highest = max(highest, number)
        }
        return highest
    }
}
