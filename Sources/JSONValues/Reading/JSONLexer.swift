// The tokens of a JSON text: where each ends, and whether it is well-formed.

/// Reads tokens of a text that has zero bytes behind it, which belong to no token.
struct JSONLexer: BitwiseCopyable {
    typealias Position = UnsafeMutablePointer<UInt8>

    let start: Position
    let end: Position
    /// The longest number, in bytes.
    let numberLength: Int

    init(_ text: borrowing JSONText, limits: JSONLimits) {
        start = text.start
        end = text.start + text.count
        numberLength = limits.numberLength
    }

    /// Skips a byte order mark, which section 8.1 of RFC 8259 allows to ignore.
    var startOfText: Position {
        end - start >= 3 && start[0] == 0xEF && start[1] == 0xBB && start[2] == 0xBF ? start + 3 : start
    }

    @inline(__always)
    func skipWhitespace(_ position: inout Position) {
        guard position.pointee <= 0x20 else { return }
        if position[0] == 0x20, position[1] > 0x20 {
            position += 1
            return
        }
        while true {
            switch position.pointee {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
            // Indentation comes in runs.
            while UnsafeRawPointer(position).loadUnaligned(as: UInt64.self) == 0x2020_2020_2020_2020 { position += 8 }
        }
    }

    /// Reads `true`, `false` or `null`, and returns where it ends.
    @inline(__always)
    func literal(_ literal: StaticString, at start: Position) throws(JSONFault) -> Position {
        for index in 0..<literal.utf8CodeUnitCount where start[index] != literal.utf8Start[index] {
            throw fault(.syntax, start + index, expected: "'\(literal)'")
        }
        return start + literal.utf8CodeUnitCount
    }

    @inline(never)
    func fault(
        _ kind: JSONError.Kind, _ position: Position, expected: String, isBetweenValues: Bool = false
    ) -> JSONFault {
        JSONFault(kind: kind, offset: position - start, expected: expected, isBetweenValues: isBetweenValues)
    }
}
