// Numbers that satisfy bounds and multiples, exactly.

import JSONValues
import JSONSchema

/// The numbers that a demand allows: whole multiples of a step, between bounds.
struct NumberRequirements: Sendable {
    private let requirements: ValueRequirements
    private let isInteger: Bool
    /// Decimal places of the step and of all that is counted in it.
    private let scale: Int
    private let step: Int128
    /// The least and the greatest count of steps, nil where there is no bound.
    private let lower: Int128?
    private let upper: Int128?

    /// Nil where no number satisfies the demand, as far as its bounds and multiples can be computed with.
    init?(_ requirements: ValueRequirements) {
        if let aimed = NumberRequirements(requirements, formats: requirements.formats.map(\.format)) {
            self = aimed
        } else {
            guard
                let asserted = NumberRequirements(
                    requirements, formats: requirements.formats.filter(\.asserted).map(\.format))
            else {
                return nil
            }
            self = asserted
        }
    }

    private init?(_ requirements: ValueRequirements, formats: [Format]) {
        self.requirements = requirements
        var minimum = requirements.minimum
        var maximum = requirements.maximum
        for range in formats.compactMap(\.range) {
            if minimum.map({ $0.value < range.lower }) ?? true { minimum = Limit(value: range.lower, exclusive: false) }
            if maximum.map({ $0.value > range.upper }) ?? true { maximum = Limit(value: range.upper, exclusive: false) }
        }
        isInteger =
            !requirements.types.contains(.number) || (!requirements.notInteger && formats.contains { $0.range != nil })
        let bounds = (low: minimum.flatMap { ScaledNumber($0.value) }, high: maximum.flatMap { ScaledNumber($0.value) })
        let multiples = requirements.multiples.compactMap(ScaledNumber.init)
        let finest = (multiples + [bounds.low, bounds.high].compactMap(\.self)).map(\.scale).max() ?? 0
        // Without multiples a digit more than the bounds have, so that there is something between them.
        let isFree = multiples.isEmpty && !isInteger
        let notMultiples = requirements.notMultiples.compactMap { ScaledNumber($0)?.scale }.max().map { $0 + 1 } ?? 0
        let scale = min(max(isFree ? max(finest + 1, 2) : finest, isInteger ? 0 : notMultiples), 18)
        self.scale = scale
        var step: Int128? = 1
        for multiple in multiples { step = step.flatMap { commonMultiple($0, multiple.scaled(to: scale)) } }
        if isInteger { step = step.flatMap { commonMultiple($0, ScaledNumber(1).scaled(to: scale)) } }
        // What cannot be computed with is left to zero, which is a multiple of everything.
        let unit = step ?? 1 << 100
        self.step = unit
        lower = bounds.low?.scaled(to: scale).map { bound in
            let count = bound.flooredQuotient(unit)
            return count * unit == bound && minimum?.exclusive != true ? count : count + 1
        }
        upper = bounds.high?.scaled(to: scale).map { bound in
            let count = bound.flooredQuotient(unit)
            return count * unit == bound && maximum?.exclusive == true ? count - 1 : count
        }
        if let lower, let upper, lower > upper { return nil }
    }

    /// A number that is allowed; nil where none was found.
    func sample(_ size: SampleSize, _ style: NameStyle?, _ generator: inout SeededGenerator) -> JSONNumber? {
        for _ in 0..<8 {
            let count: Int128
            switch size {
            case .smallest: count = requirements.isNearMaximum ? upper ?? 0 : lower ?? min(0, upper ?? 0)
            case .largest: count = upper ?? max(steps(1_000_000), lower ?? 0)
            case .random: count = random(style, &generator)
            }
            let number = written(count)
            if allows(number) { return number }
            if size != .random { break }
        }
        // Close to a bound, then the bounds themselves, which may be beyond what can be computed with.
        let near = (lower.map { $0...$0 + 8 }).map(Array.init) ?? []
        let far = (upper.map { $0 - 8...$0 }).map(Array.init) ?? []
        let counts = (size == .largest ? far.reversed() + near : near + far.reversed()) + [0, 1, -1]
        return requirements.notFormats.compactMap(\.outside).first(where: allows) ?? counts.lazy.map(written).first(
            where: allows)
            ?? [requirements.minimum?.value, requirements.maximum?.value].compactMap(\.self).first(where: allows)
            ?? requirements.multiples.first(where: allows)
    }

    private func random(_ style: NameStyle?, _ generator: inout SeededGenerator) -> Int128 {
        let window = style?.numbers ?? NumberRange(1...1000)
        var low = steps(window.range.lowerBound)
        var high = steps(window.range.upperBound)
        if let lower, low < lower { low = lower }
        if let upper, high > upper { high = upper }
        if low > high {
            low = lower ?? (upper ?? 0) - 1000
            high = min(upper ?? .max, low + 1000)
        }
        let span = UInt64(clamping: high - low)
        var count = low + Int128(generator.next().multipliedFullWidth(by: span == .max ? span : span + 1).high)
        // As many decimal places as such values are written with, if that stays within the bounds.
        let grain = steps(1) / Int128(ScaledNumber.power(of: window.places) ?? 1)
        if grain > 1 {
            let rounded = count.flooredQuotient(grain) * grain
            if rounded >= low { count = rounded }
        }
        return count
    }

    /// How many steps make up a whole number.
    private func steps(_ whole: Int) -> Int128 {
        (ScaledNumber(Int128(whole)).scaled(to: scale) ?? 0).flooredQuotient(step)
    }

    private func written(_ count: Int128) -> JSONNumber {
        let (value, overflow) = count.multipliedReportingOverflow(by: step)
        return ScaledNumber(value: overflow ? 0 : value, scale: scale).number
    }

    private func allows(_ number: JSONNumber) -> Bool {
        (!isInteger || number.isInteger) && requirements.admits(number)
            && !requirements.excluded.contains(.number(number))
    }
}

/// A decimal number that can be computed with: `value ÷ 10^scale`.
struct ScaledNumber {
    let value: Int128
    let scale: Int

    init(value: Int128, scale: Int) {
        self.value = value
        self.scale = scale
    }

    init(_ whole: Int128) { self.init(value: whole, scale: 0) }

    /// Nil where the number has too many digits.
    init?(_ number: JSONNumber) {
        var value: Int128 = 0
        var scale = 0
        var inFraction = false
        let parts = number.text.split(separator: "e", maxSplits: 1).flatMap { $0.split(separator: "E", maxSplits: 1) }
        for byte in parts[0].utf8.prefix(40) where byte != UInt8(ascii: "-") {
            if byte == UInt8(ascii: ".") {
                inFraction = true
                continue
            }
            guard value < Int128.max / 100 else { return nil }
            value = value * 10 + Int128(byte - UInt8(ascii: "0"))
            if inFraction { scale += 1 }
        }
        if parts.count > 1 {
            guard let exponent = Int(parts[1]), abs(exponent) < 40 else { return nil }
            scale -= exponent
        }
        while scale > 0, value % 10 == 0 {
            value /= 10
            scale -= 1
        }
        if scale < 0 {
            guard let power = ScaledNumber.power(of: -scale) else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: power)
            guard !overflow else { return nil }
            (value, scale) = (product, 0)
        }
        guard scale <= 18, parts[0].utf8.count <= 40 else { return nil }
        self.init(value: number.text.hasPrefix("-") ? -value : value, scale: scale)
    }

    /// The value at another scale; nil where it does not fit.
    func scaled(to other: Int) -> Int128? {
        guard let power = ScaledNumber.power(of: abs(other - scale)) else { return nil }
        guard other >= scale else { return value / power }
        let (product, overflow) = value.multipliedReportingOverflow(by: power)
        return overflow || product.magnitude > 1 << 120 ? nil : product
    }

    static func power(of exponent: Int) -> Int128? {
        exponent > 36 ? nil : (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    var number: JSONNumber {
        if scale == 0 { return JSONNumber(value) }
        var digits = String(value.magnitude)
        if scale > 0 {
            if digits.utf8.count <= scale {
                digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits
            }
            let point = digits.index(digits.endIndex, offsetBy: -scale)
            var fraction = digits[point...]
            while fraction.last == "0" { fraction.removeLast() }
            digits = String(digits[..<point]) + (fraction.isEmpty ? "" : "." + fraction)
        }
        return JSONNumber(value < 0 ? "-" + digits : digits) ?? JSONNumber(0)
    }
}

/// Nil where it does not fit, or where one of the numbers does not.
private func commonMultiple(_ left: Int128, _ right: Int128?) -> Int128? {
    guard let right, left > 0, right > 0 else { return nil }
    var (divisor, rest) = (left, right)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    let (product, overflow) = (left / divisor).multipliedReportingOverflow(by: right)
    return overflow || product > 1 << 120 ? nil : product
}

extension Int128 {
    fileprivate func flooredQuotient(_ divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension Format {
    /// A number that is not of the format, nil where every number is.
    var outside: JSONNumber? {
        switch self {
        case .float: JSONNumber("1e39")
        case .double: JSONNumber("1e309")
        default: range.flatMap { ScaledNumber($0.upper) }.map { ScaledNumber($0.value + 1).number }
        }
    }

    /// The whole numbers of the format, nil where it does not bound them.
    fileprivate var range: (lower: JSONNumber, upper: JSONNumber)? {
        switch self {
        case .int8: (JSONNumber(Int8.min), JSONNumber(Int8.max))
        case .int16: (JSONNumber(Int16.min), JSONNumber(Int16.max))
        case .int32: (JSONNumber(Int32.min), JSONNumber(Int32.max))
        case .int64: (JSONNumber(Int64.min), JSONNumber(Int64.max))
        case .uint8: (JSONNumber(UInt8.min), JSONNumber(UInt8.max))
        case .uint16: (JSONNumber(UInt16.min), JSONNumber(UInt16.max))
        case .uint32: (JSONNumber(UInt32.min), JSONNumber(UInt32.max))
        case .uint64: (JSONNumber(UInt64.min), JSONNumber(UInt64.max))
        case .float, .double, .decimal, .dateTime, .date, .time, .duration, .email, .idnEmail, .hostname, .idnHostname,
            .ipv4, .ipv6, .uri, .uriReference, .iri, .iriReference, .uriTemplate, .uuid, .jsonPointer,
            .relativeJSONPointer, .regex, .byte, .base64url, .binary, .password:
            nil
        }
    }
}
