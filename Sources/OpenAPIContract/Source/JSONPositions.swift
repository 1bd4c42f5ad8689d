// Line and column of a value in a JSON text, found by walking the text itself.

import JSONSchema

/// Walks a text that is known to be JSON, skipping what is not on the way. Costs time only when a place is asked for.
struct JSONPositions {
    private let bytes: [UInt8]
    private var at = 0

    static func position(of pointer: JSONPointer, in bytes: [UInt8]) -> Position {
        var walk = JSONPositions(bytes: bytes)
        return walk.position(ofByte: walk.find(pointer))
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The offset of the value, or of its key where it is an object or array, as people point at it. Where the pointer leads
    /// nowhere, of the last value on the way.
    private mutating func find(_ pointer: JSONPointer) -> Int {
        skipSpace()
        var mark = at
        for token in pointer.tokens {
            let step: Int? =
                switch current {
                case UInt8(ascii: "{"): enterMember(token)
                case UInt8(ascii: "["): enterElement(token)
                default: nil
                }
            guard let step else { break }
            mark = step
        }
        return mark
    }

    private var current: UInt8? { at < bytes.count ? bytes[at] : nil }

    /// Moves to the value of a member; the result is where to point.
    private mutating func enterMember(_ name: String) -> Int? {
        at += 1
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { return nil }
            let start = at
            skipString()
            let key = bytes[(start + 1)..<(at - 1)]
            let isIt = JSONPositions.text(ofKey: key) == name
            skipSpace()
            at += 1
            skipSpace()
            if isIt {
                let isContainer = current == UInt8(ascii: "{") || current == UInt8(ascii: "[")
                return isContainer ? start : at
            }
            skipValue()
            skipSpace()
            guard current == UInt8(ascii: ",") else { return nil }
            at += 1
        }
    }

    private mutating func enterElement(_ token: String) -> Int? {
        guard let index = Int(token), index >= 0 else { return nil }
        at += 1
        for _ in 0..<index {
            skipSpace()
            skipValue()
            skipSpace()
            guard current == UInt8(ascii: ",") else { return nil }
            at += 1
        }
        skipSpace()
        return current == UInt8(ascii: "]") ? nil : at
    }

    private static func text(ofKey key: ArraySlice<UInt8>) -> String {
        guard key.contains(UInt8(ascii: "\\")) else { return String(decoding: key, as: UTF8.self) }
        let quoted = [UInt8(ascii: "\"")] + key + [UInt8(ascii: "\"")]
        guard let value = try? JSON(parsing: quoted), case .string(let text) = value else { return "" }
        return text
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { at += 1 }
    }

    private mutating func skipString() {
        at += 1
        while let byte = current, byte != UInt8(ascii: "\"") { at += byte == UInt8(ascii: "\\") ? 2 : 1 }
        at += 1
    }

    /// Brackets are counted, not followed: no depth costs more than another.
    private mutating func skipValue() {
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                skipString()
                if depth == 0 { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                if depth == 0 {
                    at += 1
                    return
                }
            case UInt8(ascii: ","):
                if depth == 0 { return }
            default: break
            }
            at += 1
        }
    }

    private func position(ofByte offset: Int) -> Position {
        var line = 1
        var start = 0
        for index in 0..<min(offset, bytes.count) {
            let byte = bytes[index]
            let isEnd =
                byte == UInt8(ascii: "\n")
                || (byte == UInt8(ascii: "\r") && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")))
            if isEnd {
                line += 1
                start = index + 1
            }
        }
        let column = bytes[min(start, offset)..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 }
        return Position(line: line, column: column + 1)
    }
}
