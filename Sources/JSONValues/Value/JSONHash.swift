// Hashing the bytes of keys.

/// A hash of a key's UTF-8, seeded per process so that no one can prepare keys that collide.
package struct JSONHash: BitwiseCopyable, Sendable {
    @usableFromInline let seed: UInt64
    @usableFromInline let multiplier: UInt64

    /// The seed of this process.
    package static let standard = {
        func random(_ salt: Int) -> UInt64 {
            var hasher = Hasher()
            hasher.combine(salt)
            return UInt64(truncatingIfNeeded: hasher.finalize())
        }
        return JSONHash(seed: random(1), multiplier: random(2) | 1)
    }()

    /// Multiplies to 128 bits and folds the halves; eight bytes a step.
    @inlinable @inline(__always)
    /// The hash of so many bytes.
    package func callAsFunction(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt32 {
        let raw = UnsafeRawPointer(bytes)
        var state = seed ^ UInt64(truncatingIfNeeded: count)
        var index = 0
        while index + 8 <= count {
            state = fold(state ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        if index + 4 <= count {
            // Both reads lie inside; they overlap where fewer than eight bytes are left.
            let low = UInt64(raw.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            let high = UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
            state = fold(state ^ (high << 32 | low))
        } else if index < count {
            var rest: UInt64 = 0
            while index < count {
                rest = rest << 8 | UInt64(bytes[index])
                index += 1
            }
            state = fold(state ^ rest)
        }
        return UInt32(truncatingIfNeeded: state ^ state >> 32)
    }

    /// The hash of a text's UTF-8.
    package func callAsFunction(_ text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { utf8 in
            guard let start = utf8.baseAddress else { return UInt32(truncatingIfNeeded: seed ^ seed >> 32) }
            return self(start, count: utf8.count)
        }
    }

    /// Appends the hash of one key to that of the keys before it.
    @inline(__always)
    static func combine(_ hash: UInt32, _ key: UInt32) -> UInt32 { (hash << 5 | hash >> 27) &* 0x9E37_79B1 ^ key }

    @inlinable @inline(__always)
    func fold(_ value: UInt64) -> UInt64 {
        let product = (value ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: multiplier)
        return product.high ^ product.low
    }
}
