// Bytes of a text file as UTF-8, from UTF-8 or UTF-16.

/// Finds a text's encoding by its byte order mark, or by the zeros that UTF-16 puts beside ASCII (YAML 1.2.2, section 5.2).
enum TextEncoding {
    struct Fault: Error {
        let message: String
        let position: Position
    }

    /// The text in UTF-8, without byte order mark.
    static func utf8(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try checked(Array(bytes.dropFirst(3))) }
        for mark: [UInt8] in [[0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]] where bytes.starts(with: mark) {
            throw Fault(message: "UTF-32 is not read", position: .start)
        }
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), bigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), bigEndian: true) }
        if bytes.count >= 2, bytes[0] == 0, bytes[1] != 0 { return try utf16(bytes[...], bigEndian: true) }
        if bytes.count >= 2, bytes[0] != 0, bytes[1] == 0 { return try utf16(bytes[...], bigEndian: false) }
        return try checked(bytes)
    }

    private static func checked(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        let good = validPrefix(bytes)
        let byte = String(bytes[good], radix: 16, uppercase: true)
        throw Fault(
            message: "the byte 0x\(byte) is not UTF-8",
            position: bytes.withUnsafeBufferPointer { SourceText.position(ofByte: good, in: $0, .yaml) })
    }

    /// How many bytes from the start are UTF-8.
    private static func validPrefix(_ bytes: [UInt8]) -> Int {
        var decoder = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var good = 0
        while case .valid(let scalar) = decoder.parseScalar(from: &iterator) { good += scalar.count }
        return min(good, bytes.count - 1)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) throws(Fault) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var iterator = bytes.makeIterator()
        while let first = iterator.next() {
            guard let second = iterator.next() else {
                throw Fault(message: "UTF-16 that is cut in the middle of a character", position: .start)
            }
            units.append(bigEndian ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first))
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw Fault(message: "UTF-16 with half a surrogate pair", position: .start)
        }
        return Array(text.utf8)
    }
}
