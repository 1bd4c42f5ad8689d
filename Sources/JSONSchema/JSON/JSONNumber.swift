// A JSON number: the text it was written with, compared by its exact decimal value.

/// A JSON number of any size and precision. Nothing passes through binary floating point unless `double` is asked for.
package struct JSONNumber: Sendable {
    /// The number as written, by the grammar of RFC 8259, section 6.
    package let text: String

    package init(_ value: some FixedWidthInteger) { text = String(value) }

    /// Nil where the text is not a JSON number.
    package init?(_ text: String) {
        guard JSONNumber.isNumber(text.utf8) else { return nil }
        self.text = text
    }

    /// Nil for infinities and NaN, which JSON cannot say.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        var text = String(describing: value)
        if text.hasSuffix(".0") { text.removeLast(2) }
        self.text = text
    }

    /// The value where it is a whole number in range, however it is written: `12`, `12.0`, `1.2e1`.
    package var int64: Int64? { whole(Int64.self) }
    package var uint64: UInt64? { whole(UInt64.self) }
    package var double: Double { Double(text) ?? 0 }

    /// Whether the value is a whole number, however it is written.
    package var isInteger: Bool { decimal.exponent >= 0 }

    private func whole<Whole: FixedWidthInteger>(_: Whole.Type) -> Whole? {
        if let value = Whole(text) { return value }
        let decimal = decimal
        guard decimal.exponent >= 0, decimal.digits.count + decimal.exponent <= 20 else { return nil }
        return Whole((decimal.negative ? "-" : "") + decimal.digits + String(repeating: "0", count: decimal.exponent))
    }
}

extension JSONNumber {
    /// `digits × 10^exponent`, without zeros at either end of the digits; zero has the digits `0` and the exponent 0.
    var decimal: (negative: Bool, digits: String, exponent: Int) {
        var digits: [UInt8] = []
        var fraction = 0
        var exponent = 0
        var negative = false
        var inFraction = false
        var bytes = text.utf8[...]
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "-"): negative = true
            case UInt8(ascii: "."): inFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                let written = Substring(bytes)
                exponent = Int(written) ?? (written.hasPrefix("-") ? -(1 << 40) : 1 << 40)
                bytes = text.utf8[text.utf8.endIndex...]
            default:
                digits.append(byte)
                if inFraction { fraction += 1 }
            }
        }
        let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(leading)
        guard !digits.isEmpty else { return (false, "0", 0) }
        exponent -= fraction
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        return (negative, String(decoding: digits, as: UTF8.self), exponent)
    }

    private static func isNumber(_ bytes: String.UTF8View) -> Bool {
        var rest = bytes[...]
        func digits() -> Int {
            let run = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest[run.endIndex...]
            return run.count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

extension JSONNumber: Comparable, Hashable {
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.text == right.text || left.decimal == right.decimal
    }

    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if let left = Int64(left.text), let right = Int64(right.text) { return left < right }
        let (left, right) = (left.decimal, right.decimal)
        func sign(_ negative: Bool, _ digits: String) -> Int { digits == "0" ? 0 : negative ? -1 : 1 }
        let (leftSign, rightSign) = (sign(left.negative, left.digits), sign(right.negative, right.digits))
        if leftSign != rightSign || leftSign == 0 { return leftSign < rightSign }
        let leftSize = left.digits.utf8.count + left.exponent
        let rightSize = right.digits.utf8.count + right.exponent
        if leftSize != rightSize { return (leftSize < rightSize) == (leftSign > 0) }
        if left.digits == right.digits { return false }
        return (left.digits < right.digits) == (leftSign > 0)
    }

    package func hash(into hasher: inout Hasher) {
        let decimal = decimal
        hasher.combine(decimal.negative)
        hasher.combine(decimal.digits)
        hasher.combine(decimal.exponent)
    }
}

extension JSONNumber {
    /// Takes a text that is known to be a number.
    init(checked utf8: UnsafeBufferPointer<UInt8>) { text = String(checked: utf8, isASCII: true) }
}
