// A double's exact decimal digits, to be rounded to as many as are asked for.

/// Every finite double is a decimal of finitely many digits; rounding those is rounding once, half to even.
struct DecimalExpansion {
    private let negative: Bool
    /// From the most significant on, at least one before the point.
    private var digits: [UInt8]
    /// How many digits stand before the decimal point.
    private var whole: Int

    /// The number must be finite.
    init(_ value: Double) {
        negative = value.sign == .minus
        guard value != 0 else {
            digits = [0]
            whole = 1
            return
        }
        let exponent = max(Int(value.exponentBitPattern), 1) - 1075
        let significand = value.significandBitPattern | (value.exponentBitPattern == 0 ? 0 : 1 << 52)
        var bits = DecimalExpansion.words(significand, shiftedLeft: max(exponent, 0))
        let point = max(-exponent, 0)
        // The fraction, digit by digit: times ten, and what passes the point is the next digit.
        var fraction = DecimalExpansion.lowBits(bits, point)
        var fractionDigits: [UInt8] = []
        while fraction.contains(where: { $0 != 0 }) {
            DecimalExpansion.multiplyByTen(&fraction)
            fractionDigits.append(DecimalExpansion.takeAbove(point, &fraction))
        }
        bits = DecimalExpansion.shiftedRight(bits, point)
        var wholeDigits: [UInt8] = []
        while bits.contains(where: { $0 != 0 }) { wholeDigits.append(DecimalExpansion.divideByTen(&bits)) }
        if wholeDigits.isEmpty { wholeDigits = [0] }
        whole = wholeDigits.count
        digits = wholeDigits.reversed() + fractionDigits
    }

    /// What the expansion costs: a thousand digits for the smallest of numbers, each of them a walk through as many bits.
    static func steps(_ value: Double) -> Int {
        let bits = value == 0 ? 0 : Int(value.exponent.magnitude)
        return 1 + bits * bits / 256
    }

    /// So many digits after the point: `3.142`.
    func fixed(_ precision: Int) -> String {
        var rounded = self
        rounded.round(to: whole + precision)
        let text = rounded.digits.map { Character(Unicode.Scalar($0 + UInt8(ascii: "0"))) }
        let sign = negative ? "-" : ""
        return precision == 0
            ? sign + String(text[..<rounded.whole])
            : sign + String(text[..<rounded.whole]) + "." + String(text[rounded.whole...])
    }

    /// One digit before the point, so many after it, and at least two in the exponent: `3.14e+00`.
    func scientific(_ precision: Int) -> String {
        var scaled = self
        let leading = digits.firstIndex { $0 != 0 } ?? 0
        scaled.digits.removeFirst(leading)
        var exponent = whole - leading - 1
        scaled.whole = 1
        scaled.round(to: 1 + precision)
        if scaled.whole == 2 {
            scaled.digits.removeLast()
            scaled.whole = 1
            exponent += 1
        }
        let text = scaled.digits.map { Character(Unicode.Scalar($0 + UInt8(ascii: "0"))) }
        let mantissa = String(text[0]) + (precision == 0 ? "" : "." + String(text[1...]))
        let magnitude = String(exponent.magnitude)
        return (negative ? "-" : "") + mantissa + (exponent < 0 ? "e-" : "e+")
            + (magnitude.count < 2 ? "0" + magnitude : magnitude)
    }

    /// Keeps so many digits, or adds zeros up to them; a carry may add one before the point.
    private mutating func round(to count: Int) {
        guard digits.count > count else {
            digits += Array(repeating: 0, count: count - digits.count)
            return
        }
        let dropped = digits[count...]
        digits.removeLast(dropped.count)
        let isOdd = (digits.last ?? 0) % 2 == 1
        let isAboveHalf = dropped.first.map { $0 > 5 || ($0 == 5 && dropped.dropFirst().contains { $0 != 0 }) } ?? false
        let isHalf = dropped.first == 5 && !isAboveHalf
        guard isAboveHalf || (isHalf && isOdd) else { return }
        for index in digits.indices.reversed() {
            if digits[index] < 9 {
                digits[index] += 1
                return
            }
            digits[index] = 0
        }
        digits.insert(1, at: 0)
        whole += 1
    }
}

// Whole numbers of any size, the least significant word first.
extension DecimalExpansion {
    private static func words(_ value: UInt64, shiftedLeft shift: Int) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: shift / 32)
        let low = UInt64(shift % 32)
        words.append(UInt32(truncatingIfNeeded: value << low))
        words.append(UInt32(truncatingIfNeeded: (value << low) >> 32))
        words.append(low == 0 ? 0 : UInt32(truncatingIfNeeded: value >> (64 - low)))
        // `value << low` loses nothing that the last word does not have: 53 bits and 31 are less than 96.
        if low > 0 { words[words.count - 2] = UInt32(truncatingIfNeeded: value >> (32 - low)) }
        return words
    }

    private static func lowBits(_ words: [UInt32], _ count: Int) -> [UInt32] {
        var low = Array(words.prefix((count + 31) / 32))
        // Room for what passes the point.
        low += Array(repeating: 0, count: count / 32 + 2 - low.count)
        let index = count / 32
        for position in low.indices where position > index { low[position] = 0 }
        if index < low.count { low[index] &= (1 << UInt32(count % 32)) - 1 }
        return low
    }

    private static func shiftedRight(_ words: [UInt32], _ count: Int) -> [UInt32] {
        let rest = words.dropFirst(count / 32)
        guard count % 32 != 0 else { return Array(rest) }
        let shift = UInt32(count % 32)
        return rest.indices.map { index in
            words[index] >> shift | (index + 1 < words.count ? words[index + 1] << (32 - shift) : 0)
        }
    }

    private static func multiplyByTen(_ words: inout [UInt32]) {
        var carry: UInt64 = 0
        for index in words.indices {
            let product = UInt64(words[index]) * 10 + carry
            words[index] = UInt32(truncatingIfNeeded: product)
            carry = product >> 32
        }
    }

    /// The digit that stands above so many bits, which is taken away.
    private static func takeAbove(_ count: Int, _ words: inout [UInt32]) -> UInt8 {
        let (index, shift) = (count / 32, UInt64(count % 32))
        let pair = UInt64(words[index]) | UInt64(words[index + 1]) << 32
        words[index] = UInt32(truncatingIfNeeded: pair & ((1 << shift) - 1))
        words[index + 1] = 0
        return UInt8(truncatingIfNeeded: pair >> shift)
    }

    private static func divideByTen(_ words: inout [UInt32]) -> UInt8 {
        var rest: UInt64 = 0
        for index in words.indices.reversed() {
            let value = rest << 32 | UInt64(words[index])
            words[index] = UInt32(truncatingIfNeeded: value / 10)
            rest = value % 10
        }
        return UInt8(truncatingIfNeeded: rest)
    }
}
