// A JSON number: the text it was written with, and its exact value.

/// A JSON number of any size and precision. Nothing passes through binary floating point unless `double` is asked for.
package struct JSONNumber: Sendable {
    let form: Form

    enum Form: Sendable {
        /// `magnitude / 10^scale`, where nothing else can have been written: no exponent, `scale` digits behind the point.
        case plain(magnitude: UInt64, scale: UInt8, isNegative: Bool)
        /// Any other number, by its text.
        case written(String)
    }

    /// The most digits behind the point of a plain number: 64 bits scaled up by 10^18 fit into 128.
    static let greatestScale = 18

    /// Of an integer of up to 128 bits with a sign.
    package init(_ value: some FixedWidthInteger) { self.init(Int128(value)) }

    // Those that values are computed in; a generic integer is an unknown one to other modules.
    /// Written without a fraction or exponent.
    package init(_ value: Int) { self.init(Int128(value)) }
    /// Written without a fraction or exponent.
    package init(_ value: Int64) { self.init(Int128(value)) }
    /// Written without a fraction or exponent.
    package init(_ value: UInt64) { self.init(Int128(value)) }

    /// Written without a fraction or exponent.
    package init(_ value: Int128) {
        if let magnitude = UInt64(exactly: value.magnitude) {
            form = .plain(magnitude: magnitude, scale: 0, isNegative: value < 0)
        } else {
            form = .written(String(value))
        }
    }

    /// Nil where the text is not a JSON number (RFC 8259, section 6).
    package init?(_ text: String) {
        var text = text
        let form = text.withUTF8 { JSONNumber.isNumber($0) ? JSONNumber(checked: $0).form : nil }
        guard let form else { return nil }
        self.form = form
    }

    /// Nil for infinities and NaN, which JSON cannot say.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        var text = String(describing: value)
        if text.hasSuffix(".0") { text.removeLast(2) }
        self.init(text)
    }

    /// Takes a text that is known to be a number.
    init(checked utf8: UnsafeBufferPointer<UInt8>) {
        form =
            JSONNumber.plain(utf8)
            ?? .written(String(checked: utf8, isASCII: true))
    }

    /// The number as written.
    package var text: String {
        switch form {
        case .written(let text): text
        case .plain:
            // Safe: no plain number is longer, and the count is what was written.
            String(unsafeUninitializedCapacity: JSONNumber.plainLength) { buffer in
                buffer.baseAddress.map { write(plainTo: $0) } ?? 0
            }
        }
    }

    /// Whether it is written with digits alone, without fraction and exponent.
    package var isWrittenAsInteger: Bool {
        switch form {
        case .plain(_, let scale, _): scale == 0
        case .written(let text):
            text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        }
    }
}

extension JSONNumber: CustomStringConvertible {
    package var description: String { text }
}

extension JSONNumber {
    /// The value where it is a whole number in range, however it is written: `12`, `12.0`, `1.2e1`.
    package var int64: Int64? { whole() }
    /// The same for numbers that are not negative, up to 2^64 - 1.
    package var uint64: UInt64? { whole() }

    /// Whether the value is a whole number, however it is written.
    package var isInteger: Bool {
        if case .plain(_, 0, _) = form { true } else { decimal.exponent >= 0 }
    }

    /// The nearest double; infinite where the number is beyond all of them.
    package var double: Double {
        if case .plain(let magnitude, let scale, let isNegative) = form, magnitude < 1 << 53 {
            // Both are exact, and one division rounds once.
            let value = Double(magnitude) / Double(JSONNumber.powersOfTen[Int(scale)])
            return isNegative ? -value : value
        }
        return Double(text) ?? 0
    }

    private func whole<Whole: FixedWidthInteger>() -> Whole? {
        if case .plain(let magnitude, 0, let isNegative) = form {
            return isNegative ? Whole(exactly: -Int128(magnitude)) : Whole(exactly: magnitude)
        }
        let decimal = decimal
        guard JSONNumber.powersOfTen.indices.contains(decimal.exponent),
            case .small(let significand) = decimal.significand
        else { return nil }
        let (magnitude, overflow) = significand.multipliedReportingOverflow(
            by: JSONNumber.powersOfTen[decimal.exponent])
        guard !overflow else { return nil }
        return decimal.isNegative ? Whole(exactly: -Int128(magnitude)) : Whole(exactly: magnitude)
    }

    /// All that 64 bits hold.
    static let powersOfTen: [UInt64] = (0...19).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}

extension JSONNumber {
    /// The plain form of a number's text, nil where it has none.
    @inline(__always)
    private static func plain(_ utf8: UnsafeBufferPointer<UInt8>) -> Form? {
        guard var position = utf8.baseAddress else { return nil }
        let end = position + utf8.count
        let isNegative = position.pointee == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let start = position
        var magnitude: UInt64 = 0
        var point: UnsafePointer<UInt8>?
        while position < end {
            let digit = position.pointee &- UInt8(ascii: "0")
            if digit < 10 {
                // 19 digits always fit.
                if position - start < 19 {
                    magnitude = magnitude &* 10 &+ UInt64(digit)
                } else {
                    let (product, over) = magnitude.multipliedReportingOverflow(by: 10)
                    let (sum, carried) = product.addingReportingOverflow(UInt64(digit))
                    guard !over, !carried else { return nil }
                    magnitude = sum
                }
            } else if position.pointee == UInt8(ascii: ".") {
                point = position
            } else {
                return nil
            }
            position += 1
        }
        let scale = point.map { end - $0 - 1 } ?? 0
        guard scale <= greatestScale else { return nil }
        return .plain(magnitude: magnitude, scale: UInt8(scale), isNegative: isNegative)
    }

    /// The longest text of a plain number: sign, 20 digits, point.
    static let plainLength = 22

    /// Writes the text of a plain number, and returns how many bytes it has.
    @inline(__always)
    func write(plainTo out: UnsafeMutablePointer<UInt8>) -> Int {
        guard case .plain(var magnitude, let scale, let isNegative) = form else { return 0 }
        var length = isNegative ? 1 : 0
        var digits = 1
        var rest = magnitude / 10
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        length += scale == 0 ? digits : max(digits, Int(scale) + 1) + 1
        if isNegative { out[0] = UInt8(ascii: "-") }
        let first = isNegative ? 1 : 0
        var written = 0
        var position = length
        while position > first {
            position -= 1
            if scale > 0, written == scale {
                out[position] = UInt8(ascii: ".")
                position -= 1
            }
            out[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
            magnitude /= 10
            written += 1
        }
        return length
    }

    private static func isNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = bytes[...]
        rest.skip("-")
        let start = rest.first
        let whole = rest.skipDigits()
        guard whole == 1 || (whole > 1 && start != UInt8(ascii: "0")) else { return false }
        if rest.skip("."), rest.skipDigits() == 0 { return false }
        if rest.skip("e") || rest.skip("E") {
            if !rest.skip("+") { rest.skip("-") }
            guard rest.skipDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// How many digits it starts with, which are left out from now on.
    @inline(__always)
    fileprivate mutating func skipDigits() -> Int {
        var end = startIndex
        while end < endIndex, self[end] &- UInt8(ascii: "0") < 10 { end += 1 }
        defer { self = self[end...] }
        return end - startIndex
    }

    @inline(__always) @discardableResult
    fileprivate mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first, first == UInt8(ascii: character) else { return false }
        self = dropFirst()
        return true
    }
}
