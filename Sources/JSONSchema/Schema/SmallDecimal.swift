// Decimal numbers of up to 18 digits, which are nearly all there are, compared without taking their text apart.

/// The exact value `digits / 10^scale`.
struct SmallDecimal: BitwiseCopyable, Equatable, Sendable {
    let digits: Int64
    let scale: Int

    /// Nil for the text of a number with an exponent or with more than 18 digits.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= 20 else { return nil }
        var digits: Int64 = 0
        var count = 0
        var point: Int?
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            if digit <= 9 {
                digits = digits &* 10 &+ Int64(digit)
                count += 1
            } else if byte == UInt8(ascii: ".") {
                point = count
            } else if byte != UInt8(ascii: "-") {
                return nil
            }
        }
        guard count <= 18 else { return nil }
        self.digits = text.first == UInt8(ascii: "-") ? -digits : digits
        scale = point.map { count - $0 } ?? 0
    }

    init?(_ number: JSONNumber) {
        var text = number.text
        guard let value = text.withUTF8({ SmallDecimal($0) }) else { return nil }
        self = value
    }

    /// Whether this is less than (−1), equal to (0) or more than (1) the other; nil where that takes more than 64 bits.
    @inline(__always)
    func compared(to other: SmallDecimal) -> Int? {
        if scale == other.scale { return digits < other.digits ? -1 : digits == other.digits ? 0 : 1 }
        let (left, leftOverflow) = digits.multipliedReportingOverflow(by: Self.power(max(other.scale - scale, 0)))
        let (right, rightOverflow) = other.digits.multipliedReportingOverflow(
            by: Self.power(max(scale - other.scale, 0)))
        guard !leftOverflow, !rightOverflow else { return nil }
        return left < right ? -1 : left == right ? 0 : 1
    }

    private static func power(_ exponent: Int) -> Int64 {
        var power: Int64 = 1
        for _ in 0..<exponent { power &*= 10 }
        return power
    }
}
