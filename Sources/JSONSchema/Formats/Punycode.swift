// Punycode: Unicode within the letters of host names (RFC 3492).

import JSONValues

enum Punycode {
    /// Parameters of section 5.
    private static let base = 36
    private static let minimum = 1
    private static let maximum = 26
    private static let skew = 38
    private static let damp = 700
    private static let firstBias = 72
    private static let firstScalar = 0x80

    /// Section 6.2; nil where the text is not Punycode.
    static func decode(_ text: some Collection<UInt8>) -> [Unicode.Scalar]? {
        let text = Array(text)
        let delimiter = text.lastIndex(of: UInt8(ascii: "-"))
        var output = text[..<(delimiter ?? 0)].map { Unicode.Scalar($0) }
        guard output.allSatisfy(\.isASCII), text.count <= 63 else { return nil }
        var digits = text[(delimiter.map { $0 + 1 } ?? 0)...]
        var scalar = firstScalar
        var bias = firstBias
        var index = 0
        while !digits.isEmpty {
            let before = index
            var weight = 1
            var place = base
            while true {
                guard let byte = digits.popFirst(), let digit = value(of: byte) else { return nil }
                index += digit * weight
                let threshold = min(max(place - bias, minimum), maximum)
                if digit < threshold { break }
                weight *= base - threshold
                place += base
                guard weight < 1 << 32, index < 1 << 32 else { return nil }
            }
            let count = output.count + 1
            bias = adapted(index - before, count: count, isFirst: before == 0)
            scalar += index / count
            index %= count
            guard scalar <= 0x10FFFF, let decoded = Unicode.Scalar(UInt32(scalar)) else { return nil }
            output.insert(decoded, at: index)
            index += 1
        }
        return output
    }

    /// Section 6.3, in lower case; nil for a text too long to be a label.
    static func encode(_ scalars: [Unicode.Scalar]) -> String? {
        guard scalars.count < 64 else { return nil }
        var output = scalars.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let basic = output.count
        var handled = basic
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var scalar = firstScalar
        var bias = firstBias
        var delta = 0
        while handled < scalars.count {
            guard let next = scalars.lazy.map({ Int($0.value) }).filter({ $0 >= scalar }).min() else { return nil }
            delta += (next - scalar) * (handled + 1)
            scalar = next
            for value in scalars.lazy.map({ Int($0.value) }) {
                if value < scalar { delta += 1 }
                guard value == scalar else { continue }
                var rest = delta
                var place = base
                while true {
                    let threshold = min(max(place - bias, minimum), maximum)
                    if rest < threshold { break }
                    output.append(digit(threshold + (rest - threshold) % (base - threshold)))
                    rest = (rest - threshold) / (base - threshold)
                    place += base
                }
                output.append(digit(rest))
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            scalar += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Section 6.1.
    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var steps = 0
        while delta > (base - minimum) * maximum / 2 {
            delta /= base - minimum
            steps += base
        }
        return steps + (base - minimum + 1) * delta / (delta + skew)
    }

    private static func value(of byte: UInt8) -> Int? {
        byte.isLetter ? Int(byte | 0x20) - 0x61 : byte.isDigit ? Int(byte) - 0x30 + 26 : nil
    }

    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30) }
}
