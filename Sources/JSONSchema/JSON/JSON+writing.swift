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
        var bytes: [UInt8] = []
        write(into: &bytes, style: style)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the JSON text of this value.
    package func write(into bytes: inout [UInt8], style: JSONStyle = .compact) {
        var writer = JSONWriter(bytes: bytes, style: style)
        bytes = []
        writer.write(self)
        bytes = writer.bytes
    }
}

private struct JSONWriter {
    var bytes: [UInt8]
    let style: JSONStyle
    private var depth = 0

    init(bytes: [UInt8], style: JSONStyle) {
        self.bytes = bytes
        self.style = style
    }

    mutating func write(_ value: JSON) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(true): bytes += "true".utf8
        case .bool(false): bytes += "false".utf8
        case .number(let number): bytes += number.text.utf8
        case .string(let string): write(string)
        case .array(let array):
            writeList(array, UInt8(ascii: "["), UInt8(ascii: "]")) { writer, element in writer.write(element) }
        case .object(let object):
            writeList(object, UInt8(ascii: "{"), UInt8(ascii: "}")) { writer, member in
                writer.write(member.key)
                writer.bytes.append(UInt8(ascii: ":"))
                if writer.style == .pretty { writer.bytes.append(UInt8(ascii: " ")) }
                writer.write(member.value)
            }
        }
    }

    private mutating func writeList<List: Collection>(
        _ list: List, _ opening: UInt8, _ closing: UInt8, _ writeItem: (inout JSONWriter, List.Element) -> Void
    ) {
        bytes.append(opening)
        guard !list.isEmpty else {
            bytes.append(closing)
            return
        }
        depth += 1
        var isFirst = true
        for item in list {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            breakLine()
            writeItem(&self, item)
        }
        depth -= 1
        breakLine()
        bytes.append(closing)
    }

    private mutating func breakLine() {
        guard style == .pretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    /// Escapes what section 7 of RFC 8259 says must be, and nothing else.
    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x08: bytes += "\\b".utf8
            case 0x0C: bytes += "\\f".utf8
            case ..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += "\\u00".utf8
                bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
