// From a value to a JSON text.

/// How a JSON text is laid out.
package enum JSONStyle: Sendable {
    /// No white space at all.
    case compact
    /// Two spaces a level, every member and element on a line of its own.
    case pretty
}

extension JSON {
    /// The JSON text of this value, members in their order.
    package func serialized(_ style: JSONStyle = .compact) -> String {
        var writer = JSONWriter(style: style)
        writer.write(self)
        return writer.withBytes { String(checked: $0, isASCII: false) }
    }

    /// Appends the JSON text of this value.
    package func write(into bytes: inout [UInt8], style: JSONStyle = .compact) {
        var writer = JSONWriter(style: style)
        writer.write(self)
        writer.withBytes { bytes.append(contentsOf: $0) }
    }
}

extension JSON: CustomStringConvertible {
    package var description: String { serialized() }
}

/// Writes values one behind the other.
private struct JSONWriter: ~Copyable {
    private var out = JSONBuffer<UInt8>(capacity: 1_024)
    private let style: JSONStyle
    private var depth = 0

    init(style: JSONStyle) { self.style = style }

    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: out.start, count: out.count))
    }

    mutating func write(_ value: borrowing JSON) {
        switch value {
        case .null: write(literal: "null")
        case .bool(true): write(literal: "true")
        case .bool(false): write(literal: "false")
        case .number(let number): write(number)
        case .string(let string): write(quoted: string)
        case .array(let elements): write(elements)
        case .object(let object): write(object.names.names, object.values)
        }
    }

    private mutating func write(_ elements: [JSON]) {
        out.append(UInt8(ascii: "["))
        depth += 1
        for index in elements.indices {
            beginItem(isFirst: index == 0)
            write(elements[index])
        }
        depth -= 1
        endList(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
    }

    private mutating func write(_ keys: [String], _ values: [JSON]) {
        out.append(UInt8(ascii: "{"))
        depth += 1
        for index in values.indices {
            beginItem(isFirst: index == 0)
            write(quoted: keys[index])
            out.append(UInt8(ascii: ":"))
            if style == .pretty { out.append(UInt8(ascii: " ")) }
            write(values[index])
        }
        depth -= 1
        endList(UInt8(ascii: "}"), isEmpty: values.isEmpty)
    }

    @inline(__always)
    private mutating func beginItem(isFirst: Bool) {
        if !isFirst { out.append(UInt8(ascii: ",")) }
        if style == .pretty { breakLine() }
    }

    @inline(__always)
    private mutating func endList(_ bracket: UInt8, isEmpty: Bool) {
        if style == .pretty, !isEmpty { breakLine() }
        out.append(bracket)
    }

    private mutating func breakLine() {
        out.append(UInt8(ascii: "\n"))
        out.append(repeating: UInt8(ascii: " "), count: depth * 2)
    }

    private mutating func write(literal: StaticString) {
        out.append(from: literal.utf8Start, count: literal.utf8CodeUnitCount)
    }

    private mutating func write(_ number: JSONNumber) {
        switch number.form {
        case .plain:
            out.append(atMost: JSONNumber.plainLength) { number.write(plainTo: $0) }
        case .written(var text):
            text.withUTF8 { utf8 in
                if let start = utf8.baseAddress { out.append(from: start, count: utf8.count) }
            }
        }
    }

    /// Escapes what section 7 of RFC 8259 says must be, and nothing else.
    private mutating func write(quoted string: String) {
        var string = string
        out.append(UInt8(ascii: "\""))
        string.withUTF8 { utf8 in
            guard let start = utf8.baseAddress else { return }
            var position = 0
            while true {
                let plain = JSONWriter.plainLength(start + position, count: utf8.count - position)
                out.append(from: start + position, count: plain)
                position += plain
                guard position < utf8.count else { return }
                escape(start[position])
                position += 1
            }
        }
        out.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): write(literal: "\\\"")
        case UInt8(ascii: "\\"): write(literal: "\\\\")
        case 0x0A: write(literal: "\\n")
        case 0x0D: write(literal: "\\r")
        case 0x09: write(literal: "\\t")
        case 0x08: write(literal: "\\b")
        case 0x0C: write(literal: "\\f")
        default:
            write(literal: byte < 0x10 ? "\\u000" : "\\u001")
            let digit = byte & 15
            out.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    /// How many bytes come before the first that must be escaped.
    @inline(__always)
    private static func plainLength(_ start: UnsafePointer<UInt8>, count: Int) -> Int {
        var index = 0
        while index + 8 <= count {
            let word = UnsafeRawPointer(start).loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            let marks = JSONBytes.escaped(word)
            if marks != 0 { return index + marks.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < count, start[index] >= 0x20, start[index] != UInt8(ascii: "\""),
            start[index] != UInt8(ascii: "\\")
        {
            index += 1
        }
        return index
    }
}
