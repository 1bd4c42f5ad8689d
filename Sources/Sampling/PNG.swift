// Small pictures that every decoder opens: PNG, written by hand.

/// A picture of 8 by 8 pixels in four colours, different for each seed
/// ([PNG, third edition](https://www.w3.org/TR/png-3/)).
enum PNG {
    private static let side = 8
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Two bits for each pixel, which name one of four colours; no interlace.
    private static let kind: [UInt8] = [2, 3, 0, 0, 0]

    static func picture(_ generator: inout SeededGenerator) -> [UInt8] {
        var file: [UInt8] = []
        file.reserveCapacity(128)
        file += signature
        append(chunk: "IHDR", to: &file) { file in
            append(UInt32(side), to: &file)
            append(UInt32(side), to: &file)
            file += kind
        }
        let colours = generator.next()
        append(chunk: "PLTE", to: &file) { file in
            for index in 0..<12 { file.append(UInt8(truncatingIfNeeded: colours >> UInt64(index * 5))) }
        }
        append(chunk: "IDAT", to: &file) { file in
            // A zlib stream (RFC 1950) of one block that is stored as it is (RFC 1951, section 3.2.4).
            let length = UInt8(side * 3)
            file += [0x78, 0x01, 0x01, length, 0, ~length, 0xFF]
            let start = file.count
            for _ in 0..<side {
                // The right half mirrors the left. Filter 0: the pixels as they are.
                let half = UInt8(truncatingIfNeeded: generator.next())
                file.append(0)
                file.append(half)
                file.append((half & 3) << 6 | (half >> 2 & 3) << 4 | (half >> 4 & 3) << 2 | half >> 6)
            }
            append(adler(file[start...]), to: &file)
        }
        append(chunk: "IEND", to: &file) { _ in }
        return file
    }

    private static func append(chunk type: StaticString, to file: inout [UInt8], _ write: (inout [UInt8]) -> Void) {
        let start = file.count
        append(0, to: &file)
        for index in 0..<4 { file.append(type.utf8Start[index]) }
        write(&file)
        let body = start + 4
        let length = UInt32(file.count - body - 4)
        for index in 0..<4 { file[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32(index))) }
        append(checksum(file[body...]), to: &file)
    }

    private static func append(_ value: UInt32, to file: inout [UInt8]) {
        for shift in stride(from: 24, through: 0, by: -8) { file.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// The Adler-32 of RFC 1950, section 8.2.
    private static func adler(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sums: (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            sums.0 = (sums.0 + UInt32(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        return sums.1 << 16 | sums.0
    }

    /// The CRC-32 of PNG, annex D.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum = ~0 as UInt32
        for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
