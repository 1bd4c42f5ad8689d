// Whether one number is a whole multiple of another, exactly, for numbers of any size.

extension JSONNumber {
    /// - Parameter divisor: above zero.
    package func isMultiple(of divisor: JSONNumber) -> Bool {
        if case .plain = form, case .plain = divisor.form {
            return plainValue(beside: divisor) % divisor.plainValue(beside: self) == 0
        }
        let (value, unit) = (decimal, divisor.decimal)
        if value.isZero { return true }
        // The quotient is value.digits / unit.digits × 10^shift, and no digits end in zero: were the shift below zero,
        // 10 would have to divide value.digits.
        let shift = value.exponent - unit.exponent
        guard shift >= 0 else { return false }
        // A digit of the divisor has less than four factors of 2 or 5; more zeros than they can cancel change nothing.
        let zeros = min(shift, unit.digits.count * 4)
        let dividend = value.digits + [UInt8](repeating: 0, count: zeros)
        if case .small(let small) = unit.significand, small < UInt64.max / 10 - 9 {
            return dividend.reduce(0 as UInt64) { ($0 * 10 + UInt64($1)) % small } == 0
        }
        return Self.remainderIsZero(dividend, by: unit.digits)
    }

    /// Long division by hand, digit by digit; the divisor has no leading zero.
    private static func remainderIsZero(_ dividend: [UInt8], by divisor: [UInt8]) -> Bool {
        let width = divisor.count + 1
        let divisor = [0] + divisor
        var remainder = [UInt8](repeating: 0, count: width)
        for digit in dividend {
            remainder.removeFirst()
            remainder.append(digit)
            while !remainder.lexicographicallyPrecedes(divisor) {
                var borrow: Int8 = 0
                for position in stride(from: width - 1, through: 0, by: -1) {
                    var difference = Int8(remainder[position]) - Int8(divisor[position]) - borrow
                    borrow = difference < 0 ? 1 : 0
                    if difference < 0 { difference += 10 }
                    remainder[position] = UInt8(difference)
                }
            }
        }
        return remainder.allSatisfy { $0 == 0 }
    }
}
