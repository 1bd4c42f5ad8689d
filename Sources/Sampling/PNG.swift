// Small pictures that every decoder opens: PNG, written by hand.

/// A picture of 8 by 8 pixels in four colours, different for each seed
/// ([PNG, third edition](https://www.w3.org/TR/png-3/)).
enum PNG {
    private static let side = 8
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Two bits for each pixel, which name one of four colours; no interlace.
    private static let header: [UInt8] = [0, 0, 0, UInt8(side), 0, 0, 0, UInt8(side), 2, 3, 0, 0, 0]
    /// What comes before the pixels in a zlib stream (RFC 1950) of one block that is stored as it is (RFC 1951, section 3.2.4).
    private static let stream: [UInt8] = [0x78, 0x01, 0x01, UInt8(side * 3), 0, ~UInt8(side * 3), 0xFF]

    /// Where the types of the chunks stand that differ from one picture to the next.
    private static let palette = signature.count + 12 + header.count + 4
    private static let pixels = palette + 4 + 12 + 4 + 4

    /// A picture without colours, and without the sums of what it has.
    private static let blank: [UInt8] =
        signature + chunk("IHDR", header) + chunk("PLTE", Array(repeating: 0, count: 12))
        + chunk("IDAT", stream + Array(repeating: 0, count: side * 3 + 4)) + chunk("IEND", [])

    static func picture(_ generator: inout SeededGenerator) -> [UInt8] {
        var file = blank
        // Safe: all places follow from the lengths that the blank picture is made of.
        file.withUnsafeMutableBufferPointer { file in
            let colours = generator.next()
            for index in 0..<12 { file[palette + 4 + index] = UInt8(truncatingIfNeeded: colours >> UInt64(index * 5)) }
            closeChunk(palette, length: 12, in: file)
            let start = pixels + 4 + stream.count
            for row in 0..<side {
                // The right half mirrors the left. Filter 0: the pixels as they are.
                let half = UInt8(truncatingIfNeeded: generator.next())
                file[start + row * 3 + 1] = half
                file[start + row * 3 + 2] =
                    (half & 3) << 6 | (half >> 2 & 3) << 4 | (half >> 4 & 3) << 2 | half >> 6
            }
            let end = start + side * 3
            write(adler(file[start..<end]), at: end, in: file)
            closeChunk(pixels, length: stream.count + side * 3 + 4, in: file)
        }
        return file
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        var chunk = [0, 0, 0, UInt8(data.count)] + Array(type.utf8) + data + [0, 0, 0, 0]
        chunk.withUnsafeMutableBufferPointer { closeChunk(4, length: data.count, in: $0) }
        return chunk
    }

    /// Writes the sum of a chunk behind it.
    /// - Parameter type: where its type stands, which the sum is of too.
    private static func closeChunk(_ type: Int, length: Int, in file: UnsafeMutableBufferPointer<UInt8>) {
        let end = type + 4 + length
        write(checksum(file[type..<end]), at: end, in: file)
    }

    private static func write(_ sum: UInt32, at start: Int, in file: UnsafeMutableBufferPointer<UInt8>) {
        for index in 0..<4 { file[start + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
    }

    /// The Adler-32 of RFC 1950, section 8.2, of so few bytes that their sums are not too large before the end.
    private static func adler(_ bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) -> UInt32 {
        var sums: (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            sums.0 += UInt32(byte)
            sums.1 += sums.0
        }
        return (sums.1 % 65_521) << 16 | sums.0 % 65_521
    }

    /// The CRC-32 of PNG, annex D.
    private static func checksum(_ bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var sum = ~0 as UInt32
            for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
            return ~sum
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
