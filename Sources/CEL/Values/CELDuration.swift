// Lengths of time.

import Expressions

/// A span of time in whole nanoseconds: about 292 years either way.
package struct CELDuration: Hashable, Sendable {
    /// The length in nanoseconds, which may be negative.
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Reads numbers with units, `1h30m`, `-1.5s`, `250ms`: h, m, s, ms, us (or µs) and ns. Nil where it is none of
    /// that or does not fit.
    package init?(_ text: String) {
        var rest = text.utf8[...]
        let negative = rest.first == UInt8(ascii: "-")
        if negative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        if rest.elementsEqual("0".utf8) {
            self.init(nanoseconds: 0)
            return
        }
        guard !rest.isEmpty else { return nil }
        var total: Int64 = 0
        while !rest.isEmpty {
            guard let part = CELDuration.part(&rest) else { return nil }
            // Summed below zero, where one more nanosecond fits.
            let (sum, overflow) = total.subtractingReportingOverflow(part)
            guard !overflow else { return nil }
            total = sum
        }
        if !negative {
            guard total != .min else { return nil }
            total = -total
        }
        self.init(nanoseconds: total)
    }

    private static func part(_ rest: inout Substring.UTF8View) -> Int64? {
        let whole = rest.prefix { isDigit($0) }
        rest = rest[whole.endIndex...]
        var fraction: Substring.UTF8View = "".utf8[...]
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = rest.prefix { isDigit($0) }
            rest = rest[fraction.endIndex...]
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        let unit = rest.prefix { !isDigit($0) && $0 != UInt8(ascii: ".") }
        rest = rest[unit.endIndex...]
        let size: Int64
        switch Substring(unit) {
        case "h": size = 3_600_000_000_000
        case "m": size = 60_000_000_000
        case "s": size = 1_000_000_000
        case "ms": size = 1_000_000
        case "us", "µs", "μs": size = 1_000
        case "ns": size = 1
        default: return nil
        }
        guard let count = whole.isEmpty ? 0 : Int64(Substring(whole)) else { return nil }
        let (nanoseconds, overflow) = count.multipliedReportingOverflow(by: size)
        guard !overflow else { return nil }
        var extra: Int64 = 0
        var place = size
        for digit in fraction where place > 1 {
            place /= 10
            extra += Int64(digit - UInt8(ascii: "0")) * place
        }
        let (sum, tooMuch) = nanoseconds.addingReportingOverflow(extra)
        return tooMuch ? nil : sum
    }
}

extension CELDuration: CustomStringConvertible {
    /// Seconds with as many digits as are needed: `90s`, `-0.25s`.
    package var description: String {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let sign = nanoseconds < 0 ? "-" : ""
        return "\(sign)\(seconds.magnitude)\(fractionDigits(Int(rest.magnitude)))s"
    }
}

/// `.25` for 250,000,000 nanoseconds; nothing for none.
func fractionDigits(_ nanoseconds: Int) -> String {
    guard nanoseconds != 0 else { return "" }
    var digits = String(nanoseconds)
    digits = "." + String(repeating: "0", count: 9 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return digits
}
