// Numbers compared by their exact value, whatever their size and however they are written.

/// A number as `significand × 10^exponent`, where the significand has no zeros at either end: equal numbers are equal decimals.
struct JSONDecimal: Hashable {
    enum Significand: Hashable {
        case small(UInt64)
        /// Digits 0 to 9 of what does not fit 64 bits.
        case large([UInt8])
    }

    let isNegative: Bool
    let significand: Significand
    /// An exponent beyond `greatestExponent` is taken for that: such numbers differ from all others, but not from each other.
    let exponent: Int

    static let greatestExponent = 1 << 40

    init(isNegative: Bool, magnitude: UInt64, exponent: Int) {
        var (magnitude, exponent) = (magnitude, exponent)
        while magnitude != 0, magnitude % 10 == 0 {
            magnitude /= 10
            exponent += 1
        }
        self.isNegative = isNegative && magnitude != 0
        significand = .small(magnitude)
        self.exponent = magnitude == 0 ? 0 : exponent
    }

    private init(isNegative: Bool, digits: [UInt8], exponent: Int) {
        self.isNegative = isNegative
        significand = .large(digits)
        self.exponent = exponent
    }

    /// - Parameter text: by the grammar of RFC 8259, section 6.
    init(_ text: String) {
        var bytes = text.utf8[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        var digits: [UInt8] = []
        var fraction = 0
        var inFraction = false
        var exponent = 0
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: ".") {
                inFraction = true
            } else if byte | 0x20 == UInt8(ascii: "e") {
                let written = Int(Substring(bytes)) ?? (bytes.first == UInt8(ascii: "-") ? .min : .max)
                exponent = min(max(written, -JSONDecimal.greatestExponent), JSONDecimal.greatestExponent)
                break
            } else {
                digits.append(byte - UInt8(ascii: "0"))
                if inFraction { fraction += 1 }
            }
        }
        exponent -= fraction
        let zeros = digits.reversed().prefix { $0 == 0 }.count
        digits = Array(digits.dropLast(zeros).drop { $0 == 0 })
        exponent += zeros
        if digits.count <= 19 {
            self.init(
                isNegative: isNegative, magnitude: digits.reduce(0) { $0 * 10 + UInt64($1) }, exponent: exponent)
        } else if digits.count == 20, let magnitude = UInt64(JSONDecimal.text(digits)) {
            self.init(isNegative: isNegative, magnitude: magnitude, exponent: exponent)
        } else {
            self.init(isNegative: isNegative, digits: digits, exponent: exponent)
        }
    }

    var isZero: Bool { significand == .small(0) }

    /// The digits of the significand, 0 to 9; `[0]` for zero.
    var digits: [UInt8] {
        switch significand {
        case .small(let value): String(value).utf8.map { $0 - UInt8(ascii: "0") }
        case .large(let digits): digits
        }
    }

    private static func text(_ digits: [UInt8]) -> String {
        String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }
}

extension JSONDecimal: Comparable {
    static func < (left: JSONDecimal, right: JSONDecimal) -> Bool {
        let (leftSign, rightSign) = (left.sign, right.sign)
        guard leftSign == rightSign, leftSign != 0 else { return leftSign < rightSign }
        return leftSign > 0 ? left.isSmaller(than: right) : right.isSmaller(than: left)
    }

    private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

    /// Compares magnitudes, of which neither is zero.
    private func isSmaller(than other: JSONDecimal) -> Bool {
        let (left, right) = (digits, other.digits)
        let (leftSize, rightSize) = (left.count + exponent, right.count + other.exponent)
        return leftSize == rightSize ? left.lexicographicallyPrecedes(right) : leftSize < rightSize
    }
}

extension JSONNumber: Comparable, Hashable {
    var decimal: JSONDecimal {
        switch form {
        case .plain(let magnitude, let scale, let isNegative):
            JSONDecimal(isNegative: isNegative, magnitude: magnitude, exponent: -Int(scale))
        case .written(let text): JSONDecimal(text)
        }
    }

    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left.form, right.form) {
        case (.plain, .plain): left.plainValue(beside: right) == right.plainValue(beside: left)
        case (.written(let left), .written(let right)) where left == right: true
        case (.plain, .written), (.written, _): left.decimal == right.decimal
        }
    }

    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left.form, right.form) {
        case (.plain, .plain): left.plainValue(beside: right) < right.plainValue(beside: left)
        case (.plain, .written), (.written, _): left.decimal < right.decimal
        }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(decimal) }

    /// The value of a plain number, scaled up to the larger scale of two.
    @inline(__always)
    func plainValue(beside other: JSONNumber) -> Int128 {
        guard case .plain(let magnitude, let scale, let isNegative) = form,
            case .plain(_, let otherScale, _) = other.form
        else { return 0 }
        var value = Int128(magnitude)
        if scale < otherScale { value *= Int128(JSONNumber.powersOfTen[Int(otherScale - scale)]) }
        return isNegative ? -value : value
    }
}
