// Entity tags, and the conditions that requests make with them.

/// A validator of a representation (RFC 9110, section 8.8.3).
package struct EntityTag: Hashable, Sendable {
    /// Without the quotes.
    package let value: String
    /// Whether it is written with `W/`.
    package let isWeak: Bool

    package init(value: String, isWeak: Bool = false) {
        self.value = value
        self.isWeak = isWeak
    }

    /// The same bytes have the same tag, on every machine.
    package init(of content: [UInt8]) {
        self.init(value: EntityTag.hexadecimal(content.withUnsafeBytes { $0.fingerprint }))
    }

    /// Sixteen digits.
    private static func hexadecimal(_ number: UInt64) -> String {
        // Safe: all sixteen are written.
        String(unsafeUninitializedCapacity: 16) { digits in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * index)) & 15
                digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }

    /// Nil where the text is none.
    package init?(_ text: some StringProtocol) {
        var rest = Substring(text).utf8[...]
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.count >= 2, rest.first == UInt8(ascii: "\""), rest.last == UInt8(ascii: "\"") else { return nil }
        let value = rest.dropFirst().dropLast()
        guard !value.contains(UInt8(ascii: "\"")) else { return nil }
        self.init(value: String(decoding: value, as: UTF8.self), isWeak: isWeak)
    }

    /// Of the same content under another coding, which is not the same bytes.
    package var weak: EntityTag { EntityTag(value: value, isWeak: true) }

    /// The same for a tag that is ours to choose: as strong as before, so that it can stand in `If-Match` (section 8.8.3.3).
    package var compressed: EntityTag { EntityTag(value: value + "-gzip", isWeak: isWeak) }

    /// Section 8.8.3.2.
    package func matchesWeakly(_ other: EntityTag) -> Bool { value == other.value }

    /// Section 8.8.3.2.
    package func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && value == other.value }
}

extension EntityTag: CustomStringConvertible {
    /// As a header field says it.
    package var description: String { (isWeak ? "W/\"" : "\"") + value + "\"" }
}

/// What `If-Match` and `If-None-Match` list (RFC 9110, sections 13.1.1 and 13.1.2).
package enum EntityTagCondition: Hashable, Sendable {
    /// `*`: whatever there is.
    case any
    case tags([EntityTag])

    /// What is no tag in the list is left out.
    package init(_ text: String) {
        let written = text.utf8.lazy.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        if written.elementsEqual("*".utf8) {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        var rest = Substring(text).utf8
        // Commas may stand within the quotes.
        while let start = rest.firstIndex(of: UInt8(ascii: "\"")) {
            let value = rest[rest.index(after: start)...]
            guard let end = value.firstIndex(of: UInt8(ascii: "\"")) else { break }
            let isWeak = rest[..<start].suffix(2).elementsEqual("W/".utf8)
            tags.append(EntityTag(value: String(Substring(value[..<end])), isWeak: isWeak))
            rest = rest[rest.index(after: end)...]
        }
        self = .tags(tags)
    }

    /// Nil where the request does not make it.
    package init?(field: KnownField, of request: Request) {
        guard let text = request.value(of: field) else { return nil }
        self.init(text)
    }

    /// - Parameter weakly: the comparison of `If-None-Match`; else that of `If-Match` (RFC 9110, section 8.8.3.2).
    package func matches(_ tag: EntityTag, weakly: Bool) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { weakly ? $0.matchesWeakly(tag) : $0.matchesStrongly(tag) }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The same for the same bytes, on every machine. Whoever chooses the bytes can make two have the same.
    var fingerprint: UInt64 {
        // Eight bytes a step, each mixed into all the bits (the multiplier is that of SplitMix64).
        func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
            let product = (hash ^ word) &* 0xBF58_476D_1CE4_E5B9
            return product ^ product >> 29
        }
        var hash = UInt64(truncatingIfNeeded: count) &+ 0x9E37_79B9_7F4A_7C15
        var offset = 0
        while offset + 8 <= count {
            let word = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            hash = mixed(hash, UInt64(littleEndian: word))
            offset += 8
        }
        var rest: UInt64 = 0
        for byte in self[offset...] { rest = rest << 8 | UInt64(byte) }
        hash = mixed(hash, rest)
        return mixed(hash, hash >> 32)
    }
}
