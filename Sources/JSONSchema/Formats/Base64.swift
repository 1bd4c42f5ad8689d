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
        return String(unsafeUninitializedCapacity: (length + 2) / 3 * 4) { buffer in
            var written = 0
            var group: UInt32 = 0
            var held = 0
            func write(_ characters: Int) {
                for index in 0..<characters {
                    buffer[written] = alphabet[Int(group >> UInt32(18 - 6 * index) & 63)]
                    written += 1
                }
            }
            for byte in bytes {
                group |= UInt32(byte) << UInt32(16 - 8 * held)
                held += 1
                if held == 3 {
                    write(4)
                    (group, held) = (0, 0)
                }
            }
            if held > 0 {
                write(held + 1)
                if padded {
                    for _ in held..<3 {
                        buffer[written] = UInt8(ascii: "=")
                        written += 1
                    }
                }
            }
            return written
        }
    }

    /// Nil where the text is not base64 of this alphabet.
    /// - Parameter limit: how many of the bytes are wanted.
    package func decode(_ text: String, upTo limit: Int = .max) -> [UInt8]? {
        var text = text
        return text.withUTF8 { text in
            guard let body = payload(of: text[...]) else { return nil }
            let count = min(body.count * 3 / 4, limit)
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

    func accepts(_ text: FormatBytes) -> Bool { payload(of: text) != nil }

    /// The characters that carry bits; nil where the text is not base64.
    private func payload(of text: FormatBytes) -> FormatBytes? {
        var body = text
        while body.last == UInt8(ascii: "="), text.count - body.count < 2 { body = body.dropLast() }
        let padding = text.count - body.count
        if padded || padding > 0, text.count % 4 != 0 { return nil }
        guard body.count % 4 != 1, body.allSatisfy({ values[Int($0)] != 255 }) else { return nil }
        // The bits that padding cuts off must be zero, so that a text has one value and a value one text.
        let unused: UInt8 = body.count % 4 == 2 ? 15 : body.count % 4 == 3 ? 3 : 0
        guard let last = body.last else { return padding == 0 ? body : nil }
        return values[Int(last)] & unused == 0 ? body : nil
    }
}
