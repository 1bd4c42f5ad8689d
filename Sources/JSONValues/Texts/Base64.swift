// Base64, strictly by RFC 4648: one alphabet, whole padding, no stray bits.

/// One of the two alphabets, with its rule for padding.
package struct Base64: Sendable {
    private let alphabet: [UInt8]
    /// The value of each byte; 255 for one outside the alphabet.
    private let values: [UInt8]
    private let padded: Bool

    /// Section 4: `+` and `/`, padded.
    package static let standard = Base64(last: "+/", padded: true)
    /// Section 5: `-` and `_`; written without padding, read with or without.
    package static let urlSafe = Base64(last: "-_", padded: false)

    private init(last: String, padded: Bool) {
        alphabet = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
        var values = Array(repeating: 255 as UInt8, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
        self.values = values
        self.padded = padded
    }

    package func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.withContiguousStorageIfAvailable(encode) ?? Array(bytes).withUnsafeBufferPointer(encode)
    }

    private func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let length = bytes.count
        return alphabet.withUnsafeBufferPointer { alphabet in
            // Safe: four digits for three bytes at most, and six bits lead into 64 digits.
            String(unsafeUninitializedCapacity: (length + 2) / 3 * 4) { buffer in
                var (read, written) = (0, 0)
                while read + 3 <= length {
                    let group = UInt32(bytes[read]) << 16 | UInt32(bytes[read + 1]) << 8 | UInt32(bytes[read + 2])
                    buffer[written] = alphabet[Int(group >> 18)]
                    buffer[written + 1] = alphabet[Int(group >> 12 & 63)]
                    buffer[written + 2] = alphabet[Int(group >> 6 & 63)]
                    buffer[written + 3] = alphabet[Int(group & 63)]
                    read += 3
                    written += 4
                }
                guard read < length else { return written }
                let isPair = read + 2 == length
                let group = UInt32(bytes[read]) << 16 | (isPair ? UInt32(bytes[read + 1]) << 8 : 0)
                buffer[written] = alphabet[Int(group >> 18)]
                buffer[written + 1] = alphabet[Int(group >> 12 & 63)]
                written += 2
                if isPair {
                    buffer[written] = alphabet[Int(group >> 6 & 63)]
                    written += 1
                }
                for _ in 0..<(padded ? isPair ? 1 : 2 : 0) {
                    buffer[written] = UInt8(ascii: "=")
                    written += 1
                }
                return written
            }
        }
    }

    /// Nil where the text is not base64 of this alphabet.
    /// - Parameter limit: how many of the bytes are wanted.
    package func decode(_ text: String, upTo limit: Int = .max) -> [UInt8]? {
        var text = text
        return text.withUTF8 { text in
            guard let body = payload(of: text[...]) else { return nil }
            let count = min(body.count * 3 / 4, limit)
            // Safe: it stops at `count`, and any byte leads into 256 values.
            return [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
                var group: UInt32 = 0
                var held = 0
                for byte in body {
                    guard written < count else { break }
                    group = group << 6 | UInt32(values[Int(byte)])
                    held += 6
                    guard held >= 8 else { continue }
                    held -= 8
                    bytes.initializeElement(at: written, to: UInt8(truncatingIfNeeded: group >> UInt32(held)))
                    written += 1
                }
            }
        }
    }

    /// Whether a text is in this alphabet, whole groups and padded as it must be.
    package func accepts(_ text: TextBytes) -> Bool { payload(of: text) != nil }

    /// The characters that carry bits; nil where the text is not base64.
    private func payload(of text: TextBytes) -> TextBytes? {
        var body = text
        while body.last == UInt8(ascii: "="), text.count - body.count < 2 { body = body.dropLast() }
        let padding = text.count - body.count
        if padded || padding > 0, text.count % 4 != 0 { return nil }
        guard body.count % 4 != 1, isOfAlphabet(UnsafeBufferPointer(rebasing: body)) else { return nil }
        // The bits that padding cuts off must be zero, so that a text has one value and a value one text.
        let unused: UInt8 = body.count % 4 == 2 ? 15 : body.count % 4 == 3 ? 3 : 0
        guard let last = body.last else { return padding == 0 ? body : nil }
        return values[Int(last)] & unused == 0 ? body : nil
    }

    private func isOfAlphabet(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        values.withUnsafeBufferPointer { values in
            var all: UInt8 = 0
            for byte in text { all |= values[Int(byte)] }
            // All values together have six bits.
            return all < 64
        }
    }
}
