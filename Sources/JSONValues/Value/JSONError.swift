// Why a JSON text was refused, and where.

/// The first thing that is wrong with a JSON text.
package struct JSONError: Error, Hashable, Sendable {
    /// In which way a text is no JSON, or more than is taken.
    package enum Kind: String, Sendable {
        /// Something else than the grammar of RFC 8259 wants here.
        case syntax
        /// The text is cut short.
        case endOfInput
        /// A control character that is not escaped in a string (section 7).
        case controlCharacter
        /// `\` before something that it does not escape (section 7).
        case escape
        /// Half of a UTF-16 surrogate pair, which no Unicode text can hold (section 8.2).
        case loneSurrogate
        /// Bytes that are not UTF-8 (section 8.1).
        case utf8
        /// A second member of one name (section 4).
        case duplicateKey
        /// A limit of `JSONLimits`.
        case depth, size, numberLength
    }

    package let kind: Kind
    /// Bytes before the place.
    package let offset: Int
    /// From 1; ends at line feed, carriage return, or both.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int
    /// The innermost value that was being read.
    package let pointer: JSONPointer
    package let found: String
    package let expected: String
}

extension JSONError: CustomStringConvertible {
    /// One sentence without the place: `found '}', expected a value`.
    package var message: String { "found \(found), expected \(expected)" }

    package var description: String {
        let inside = pointer == .root ? "" : " (in \(pointer))"
        return "line \(line), column \(column): \(message)\(inside)"
    }
}

/// What the scanner knows of an error; the rest is worked out from the text only when there is one.
struct JSONFault: Error {
    let kind: JSONError.Kind
    let offset: Int
    let expected: String
    var found: String?
    /// Whether the error stands behind a complete value, so that it belongs to the array around it.
    var isBetweenValues = false
}

extension JSONError {
    init(_ fault: JSONFault, pointer: JSONPointer, in text: UnsafeBufferPointer<UInt8>) {
        let ended = fault.offset >= text.count
        kind = ended && (fault.kind == .syntax || fault.kind == .escape) ? .endOfInput : fault.kind
        offset = fault.offset
        (line, column) = JSONError.place(of: fault.offset, in: text)
        self.pointer = pointer
        found = fault.found ?? JSONError.name(at: fault.offset, in: text)
        expected = fault.expected
    }

    private static func place(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        for index in 0..<min(offset, text.count) {
            let byte = text[index]
            let isBreak =
                byte == UInt8(ascii: "\n")
                || (byte == UInt8(ascii: "\r") && !(index + 1 < text.count && text[index + 1] == UInt8(ascii: "\n")))
            if isBreak {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }

    /// A character as people see it: `'}'`, `U+0007`, `byte 0xFF`.
    private static func name(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
        guard offset < text.count else { return "the end of the text" }
        var bytes = text[offset..<min(offset + 4, text.count)].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else {
            return "byte 0x\(hexadecimal(UInt32(text[offset]), digits: 2))"
        }
        let isVisible = scalar.value > 0x20 && !(0x7F..<0xA1).contains(scalar.value)
        return isVisible ? "'\(Character(scalar))'" : "U+\(hexadecimal(scalar.value, digits: 4))"
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
