// Percent-encoding (RFC 3986, section 2.1), both ways.

/// Escapes of a byte as `%` and two hexadecimal digits.
package enum Percent {
    /// The byte that two hexadecimal digits at the start of the text stand for.
    package static func byte(_ text: some Collection<UInt8>) -> UInt8? {
        var iterator = text.makeIterator()
        guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else { return nil }
        return high << 4 | low
    }

    /// Appends the escape of a byte, its digits in upper case.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexadecimal(byte >> 4))
        bytes.append(hexadecimal(byte & 15))
    }

    /// The text with every escape taken back; a `%` without two digits stands for itself. In a query `+` is a space
    /// (`plusIsSpace`). Bytes that are not UTF-8 become U+FFFD.
    package static func decoded(_ text: Substring, plusIsSpace: Bool = false) -> String {
        let plain = text.utf8.allSatisfy { $0 != UInt8(ascii: "%") && !(plusIsSpace && $0 == UInt8(ascii: "+")) }
        if plain { return String(text) }
        return String(decoding: decodedBytes(text, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// The same of a whole string.
    package static func decoded(_ text: String, plusIsSpace: Bool = false) -> String {
        decoded(text[...], plusIsSpace: plusIsSpace)
    }

    /// The same of any kind of string.
    package static func decoded(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        decoded(Substring(text), plusIsSpace: plusIsSpace)
    }

    /// A part of a query, whose bytes are UTF-8.
    package static func decoded(query bytes: UnsafeBufferPointer<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let plain = bytes.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") }
        return plain ? text : decoded(text, plusIsSpace: true)
    }

    /// The bytes with every escape taken back, which need not be UTF-8.
    package static func decodedBytes(_ text: Substring, plusIsSpace: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        var bytes = Array(text.utf8)[...]
        result.reserveCapacity(bytes.count)
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "%"), let escaped = Percent.byte(bytes) {
                result.append(escaped)
                bytes = bytes.dropFirst(2)
            } else {
                result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return result
    }

    /// Escapes all but the unreserved characters, and with `keepingReserved` the reserved ones too (`allowReserved`).
    package static func encoded(_ text: String, keepingReserved: Bool = false) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) || (keepingReserved && isReserved(byte)) {
                result.append(byte)
            } else {
                append(byte, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Those that can stand in a query without ending it or its pairs.
    private static func isReserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "!"),
            UInt8(ascii: "$"),
            UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: ","),
            UInt8(ascii: ";"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func hexadecimal(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
