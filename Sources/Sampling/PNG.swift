// Small pictures that every decoder opens: PNG, written by hand.

/// A picture of 8 by 8 pixels in four colours, different for each seed
/// ([PNG, third edition](https://www.w3.org/TR/png-3/)).
enum PNG {
    static func picture(_ generator: inout SeededGenerator) -> [UInt8] {
        let side = 8
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // Two bits for each pixel, which name one of four colours; no interlace.
        append(chunk: "IHDR", bigEndian(UInt32(side)) + bigEndian(UInt32(side)) + [2, 3, 0, 0, 0], to: &file)
        let colours = generator.next()
        append(chunk: "PLTE", (0..<12).map { UInt8(truncatingIfNeeded: colours >> UInt64($0 * 5)) }, to: &file)
        var rows: [UInt8] = []
        for _ in 0..<side {
            // The right half mirrors the left. Filter 0: the pixels as they are.
            let half = UInt8(truncatingIfNeeded: generator.next())
            let mirrored = (0..<4).reduce(0 as UInt8) { $0 | (half >> ($1 * 2) & 3) << (6 - $1 * 2) }
            rows += [0, half, mirrored]
        }
        append(chunk: "IDAT", deflated(rows), to: &file)
        append(chunk: "IEND", [], to: &file)
        return file
    }

    private static func append(chunk type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.utf8) + data
        file += bigEndian(UInt32(data.count)) + body + bigEndian(checksum(body))
    }

    /// A zlib stream (RFC 1950) of one block that is stored as it is (RFC 1951, section 3.2.4).
    private static func deflated(_ data: [UInt8]) -> [UInt8] {
        let length = UInt16(truncatingIfNeeded: data.count)
        let header: [UInt8] = [0x78, 0x01, 0x01]
        let lengths = [length, ~length].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        var sums: (UInt32, UInt32) = (1, 0)
        for byte in data {
            sums.0 = (sums.0 + UInt32(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        return header + lengths + data + bigEndian(sums.1 << 16 | sums.0)
    }

    /// The CRC-32 of PNG, annex D.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) }
    }
}
