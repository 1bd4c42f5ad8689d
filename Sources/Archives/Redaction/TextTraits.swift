// What a text can be, as far as one look at each of its bytes tells.

/// Most texts are neither JSON nor a form nor base64: nothing more is tried with them.
struct TextTraits {
    struct Sign: OptionSet {
        let rawValue: UInt8
        static let equals = Sign(rawValue: 1)
        /// What a query or a fragment follows.
        static let query = Sign(rawValue: 2)
        static let percent = Sign(rawValue: 4)
        static let slash = Sign(rawValue: 8)
        static let colon = Sign(rawValue: 16)
        static let blank = Sign(rawValue: 32)
        /// What stands in no form that is as it should be.
        static let unescaped = Sign(rawValue: 64)
        /// What stands in no base64.
        static let plain = Sign(rawValue: 128)
    }

    private let signs: Sign
    private let count: Int
    private let isNameFirst: Bool
    /// Without the blanks before it.
    let first: UInt8?

    init(_ text: String) {
        var signs: UInt8 = 0
        var first: UInt8?
        var isNameFirst = false
        for byte in text.utf8 {
            let own = Self.table[Int(byte)]
            if byte > 0x20, first == nil { first = byte }
            // The name of a form's first pair: no part of a path or of a query.
            if byte == UInt8(ascii: "="), signs & Sign.equals.rawValue == 0 {
                isNameFirst = signs & (Sign.slash.rawValue | Sign.query.rawValue) == 0 && first != byte
            }
            signs |= own
        }
        self.signs = Sign(rawValue: signs)
        self.first = first
        self.isNameFirst = isNameFirst
        count = text.utf8.count
    }

    func has(_ sign: Sign) -> Bool { signs.contains(sign) }

    /// `a=1&b=2`.
    var isForm: Bool { has(.equals) && isNameFirst && !has(.unescaped) && !has(.blank) }

    var isBase64: Bool { count >= 12 && !has(.plain) }

    private static let table: [UInt8] = (0...255).map { (byte: UInt8) in
        var sign: Sign = []
        switch byte {
        case UInt8(ascii: "="): sign.insert(.equals)
        case UInt8(ascii: "?"), UInt8(ascii: "#"): sign.insert(.query)
        case UInt8(ascii: "%"): sign.insert(.percent)
        case UInt8(ascii: "/"): sign.insert(.slash)
        case UInt8(ascii: ":"): sign.insert(.colon)
        case ...0x20: sign.insert(.blank)
        case 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            sign.insert(.unescaped)
        default: break
        }
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        if !isLetter, !(0x30...0x39).contains(byte), !"+/-_=".utf8.contains(byte) { sign.insert(.plain) }
        return sign.rawValue
    }
}
