// What a schema asks of a text or a whole number, in numbers alone.

import JSONValues

/// A `ScalarCheck` of which nothing has to be counted or copied to be asked. What it says yes to, the schema accepts.
package struct PlainCheck: Sendable {
    private let takesTexts: Bool
    private let takesIntegers: Bool
    /// Whether there are texts that are taken, and no others.
    private let isChoice: Bool
    package let takesBooleans: Bool
    private let least: Int128
    private let most: Int128
    private let shortest: Int
    private let longest: Int
    private let choices: [[UInt8]]

    /// Takes all texts, and nothing else.
    package static let text = PlainCheck(
        takesTexts: true, takesIntegers: false, takesBooleans: false, isChoice: false, least: 0, most: 0, shortest: 0,
        longest: .max, choices: [])

    private init(
        takesTexts: Bool, takesIntegers: Bool, takesBooleans: Bool, isChoice: Bool, least: Int128, most: Int128,
        shortest: Int, longest: Int, choices: [[UInt8]]
    ) {
        self.takesTexts = takesTexts
        self.takesIntegers = takesIntegers
        self.takesBooleans = takesBooleans
        self.isChoice = isChoice
        self.least = least
        self.most = most
        self.shortest = shortest
        self.longest = longest
        self.choices = choices
    }

    /// Nil where a bound is no whole number of 64 bits.
    package init?(_ check: ScalarCheck) {
        var (least, most) = (Int128.min, Int128.max)
        for bound in check.minima {
            guard let value = bound.value.whole128 else { return nil }
            least = max(least, bound.exclusive ? value + 1 : value)
        }
        for bound in check.maxima {
            guard let value = bound.value.whole128 else { return nil }
            most = min(most, bound.exclusive ? value - 1 : value)
        }
        for format in check.formats {
            guard let range = format.integers else { continue }
            least = max(least, range.lowerBound)
            most = min(most, range.upperBound)
        }
        let isFree = check.enumerations.isEmpty
        let choices = check.enumerations.first?.compactMap(\.string) ?? []
        self.init(
            // Of a text's format nothing is known without reading it.
            takesTexts: check.types.allSatisfy { $0.contains(.string) } && check.formats.isEmpty
                && check.enumerations.count <= 1,
            takesIntegers: isFree && check.types.allSatisfy { $0.contains(.number) || $0.contains(.integer) },
            takesBooleans: isFree && check.types.allSatisfy { $0.contains(.boolean) },
            isChoice: !isFree, least: least, most: most,
            shortest: check.lengths.map(\.lowerBound).max() ?? 0,
            longest: check.lengths.map(\.upperBound).min() ?? .max, choices: choices.map { Array($0.utf8) })
    }

    /// Whether an integer is surely accepted.
    package func accepts(_ integer: Int128) -> Bool { takesIntegers && integer >= least && integer <= most }

    /// Whether a text of ASCII characters is surely accepted.
    package func accepts(ascii text: UnsafeRawBufferPointer) -> Bool {
        guard takesTexts, text.count >= shortest, text.count <= longest else { return false }
        return !isChoice || choices.contains { $0.elementsEqual(text) }
    }
}

extension Format {
    /// The whole numbers that are of the format; nil where all that 64 bits hold are.
    fileprivate var integers: ClosedRange<Int128>? {
        switch self {
        case .int8: Int128(Int8.min)...Int128(Int8.max)
        case .int16: Int128(Int16.min)...Int128(Int16.max)
        case .int32: Int128(Int32.min)...Int128(Int32.max)
        case .int64: Int128(Int64.min)...Int128(Int64.max)
        case .uint8: 0...Int128(UInt8.max)
        case .uint16: 0...Int128(UInt16.max)
        case .uint32: 0...Int128(UInt32.max)
        case .uint64: 0...Int128(UInt64.max)
        case .float, .double, .decimal, .dateTime, .date, .time, .duration, .email, .idnEmail, .hostname, .idnHostname,
            .ipv4, .ipv6, .uri, .uriReference, .iri, .iriReference, .uriTemplate, .uuid, .jsonPointer,
            .relativeJSONPointer, .regex, .byte, .base64url, .binary, .password:
            nil
        }
    }
}

extension JSONNumber {
    /// The value where it is a whole number of 64 bits, however it is written.
    package var whole128: Int128? { int64.map { Int128($0) } ?? uint64.map { Int128($0) } }
}
