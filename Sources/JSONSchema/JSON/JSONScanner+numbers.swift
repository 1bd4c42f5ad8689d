// Numbers: the grammar alone, the text stays as it is (RFC 8259, section 6).

extension JSONScanner {
    @inline(__always)
    func scanNumber(_ position: inout Position) throws(JSONFault) {
        let start = position
        if position.pointee == UInt8(ascii: "-") { position += 1 }
        if position.pointee == UInt8(ascii: "0") {
            position += 1
            guard !JSONScanner.isDigit(position.pointee) else {
                throw fault(.syntax, position, expected: "no digit behind a leading zero")
            }
        } else {
            try scanDigits(&position)
        }
        if position.pointee == UInt8(ascii: ".") {
            position += 1
            try scanDigits(&position)
        }
        if position.pointee | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position.pointee == UInt8(ascii: "+") || position.pointee == UInt8(ascii: "-") { position += 1 }
            try scanDigits(&position)
        }
        guard position - start <= limits.numberLength else {
            var fault = fault(.numberLength, start, expected: "at most \(limits.numberLength)")
            fault.found = "a number of \(position - start) bytes"
            throw fault
        }
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inline(__always)
    private func scanDigits(_ position: inout Position) throws(JSONFault) {
        guard JSONScanner.isDigit(position.pointee) else { throw fault(.syntax, position, expected: "a digit") }
        repeat { position += 1 } while JSONScanner.isDigit(position.pointee)
    }
}
