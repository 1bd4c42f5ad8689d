// Numbers: the grammar alone, the text stays as it is (RFC 8259, section 6).

extension JSONLexer {
    /// Reads a number, and returns where it ends.
    @inline(__always)
    func number(at start: Position) throws(JSONFault) -> Position {
        var position = start
        if position.pointee == UInt8(ascii: "-") { position += 1 }
        if position.pointee == UInt8(ascii: "0") {
            position += 1
            guard !JSONLexer.isDigit(position.pointee) else {
                throw fault(.syntax, position, expected: "no digit behind a leading zero")
            }
        } else {
            position = try digits(at: position)
        }
        if position.pointee == UInt8(ascii: ".") { position = try digits(at: position + 1) }
        if position.pointee | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position.pointee == UInt8(ascii: "+") || position.pointee == UInt8(ascii: "-") { position += 1 }
            position = try digits(at: position)
        }
        guard position - start <= numberLength else {
            var fault = fault(.numberLength, start, expected: "at most \(numberLength)")
            fault.found = "a number of \(position - start) bytes"
            throw fault
        }
        return position
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Reads at least one digit.
    @inline(__always)
    private func digits(at start: Position) throws(JSONFault) -> Position {
        guard JSONLexer.isDigit(start.pointee) else { throw fault(.syntax, start, expected: "a digit") }
        var position = start + 1
        while JSONLexer.isDigit(position.pointee) { position += 1 }
        return position
    }
}
