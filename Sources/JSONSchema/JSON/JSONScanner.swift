// From the bytes of a JSON text to its tape: the only parser of JSON there is here.

/// Checks a text against RFC 8259 and writes its tape, in one pass and without recursion.
///
/// Strings are unescaped where they stand, so that the entries point to their final text.
struct JSONScanner: ~Copyable {
    let text: JSONText
    let limits: JSONLimits
    var tape: JSONBuffer<JSONEntry>
    var shapes = JSONShapes()
    var duplicateKeys: [JSONError] = []
    let source: UnsafeBufferPointer<UInt8>
    /// Keys of the objects that are open, innermost last.
    var keys = JSONBuffer<JSONKeyEntry>(capacity: 64)
    private let hash = JSONHash.standard

    /// The innermost open container. An open container's `span` is its parent, its `length` how many children are complete.
    private(set) var open = JSONScanner.none
    static let none = UInt32.max

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        source = bytes
        text = JSONText(bytes)
        self.limits = limits
        tape = JSONBuffer(capacity: bytes.count / 12 + 8)
    }

    mutating func scan() throws(JSONFault) {
        var position = text.start
        if text.count >= 3, position[0] == 0xEF, position[1] == 0xBB, position[2] == 0xBF {
            position += 3  // A byte order mark, which section 8.1 allows to ignore.
        }
        var children: UInt32 = 0
        var inObject = false
        var depth = 0

        value: while true {
            JSONScanner.skipWhitespace(&position)
            switch position.pointee {
            case UInt8(ascii: "\""):
                position += 1
                let start = position
                let string = try scanString(&position)
                append(.string, at: start, length: string.length, isASCII: string.isASCII)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = position.pointee == UInt8(ascii: "{")
                depth += 1
                guard depth <= limits.depth else {
                    throw fault(
                        .depth, position, expected: "at most \(limits.depth) arrays and objects inside each other")
                }
                if open != JSONScanner.none { tape[Int(open)].length = children }
                let parent = open
                open = UInt32(truncatingIfNeeded: tape.count)
                append(isObject ? .object : .array, at: position, length: 0, span: parent)
                (children, inObject) = (0, isObject)
                position += 1
                JSONScanner.skipWhitespace(&position)
                if position.pointee == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { break }
                if isObject { try scanKey(&position, orClosing: true) }
                continue value
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = position
                try scanNumber(&position)
                append(.number, at: start, length: position - start)
            case UInt8(ascii: "t"): try scanLiteral(&position, "true", .true)
            case UInt8(ascii: "f"): try scanLiteral(&position, "false", .false)
            case UInt8(ascii: "n"): try scanLiteral(&position, "null", .null)
            default:
                let first = children == 0 && !inObject && open != JSONScanner.none
                throw fault(.syntax, position, expected: first ? "a value or ']'" : "a value")
            }
            // A value is complete, or an empty container is about to be closed.
            if open == JSONScanner.none { break value }
            let isEmpty = tape.count - 1 == Int(open)
            if !isEmpty { children += 1 }
            closing: while true {
                JSONScanner.skipWhitespace(&position)
                let byte = position.pointee
                if byte == UInt8(ascii: ",") {
                    position += 1
                    if inObject {
                        JSONScanner.skipWhitespace(&position)
                        try scanKey(&position, orClosing: false)
                    }
                    continue value
                }
                guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw fault(
                        .syntax, position, expected: inObject ? "',' or '}'" : "',' or ']'", isBetweenValues: true)
                }
                position += 1
                depth -= 1
                try close(children: children, isObject: inObject)
                if open == JSONScanner.none { break value }
                children = tape[Int(open)].length + 1
                inObject = tape[Int(open)].kind == .object
            }
        }
        JSONScanner.skipWhitespace(&position)
        guard position == text.start + text.count else {
            throw fault(.syntax, position, expected: "the end of the text")
        }
    }
}

extension JSONScanner {
    @inline(__always)
    private mutating func append(
        _ kind: JSONKind, at start: UnsafeMutablePointer<UInt8>, length: Int = 0, span: UInt32 = 1,
        isASCII: Bool = false
    ) {
        tape.append(
            JSONEntry(
                offset: UInt32(truncatingIfNeeded: start - text.start), length: UInt32(truncatingIfNeeded: length),
                span: span, kind: kind, isASCII: isASCII))
    }

    func fault(
        _ kind: JSONError.Kind, _ position: UnsafeMutablePointer<UInt8>, expected: String, isBetweenValues: Bool = false
    ) -> JSONFault {
        JSONFault(kind: kind, offset: position - text.start, expected: expected, isBetweenValues: isBetweenValues)
    }

    @inline(__always)
    private static func skipWhitespace(_ position: inout UnsafeMutablePointer<UInt8>) {
        guard position.pointee <= 0x20 else { return }
        while true {
            switch position.pointee {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
            // Indentation comes in runs.
            while UnsafeRawPointer(position).loadUnaligned(as: UInt64.self) == 0x2020_2020_2020_2020 { position += 8 }
        }
    }

    /// Reads a key and its colon. A closing brace is not handled here, but named where it could stand.
    @inline(__always)
    private mutating func scanKey(
        _ position: inout UnsafeMutablePointer<UInt8>, orClosing: Bool
    ) throws(JSONFault) {
        guard position.pointee == UInt8(ascii: "\"") else {
            throw fault(.syntax, position, expected: orClosing ? "a key or '}'" : "a key")
        }
        position += 1
        let start = position
        let key = try scanString(&position)
        keys.append(
            JSONKeyEntry(
                offset: UInt32(truncatingIfNeeded: start - text.start), length: UInt32(truncatingIfNeeded: key.length),
                hash: hash(start, count: key.length), isASCII: key.isASCII))
        JSONScanner.skipWhitespace(&position)
        guard position.pointee == UInt8(ascii: ":") else { throw fault(.syntax, position, expected: "':'") }
        position += 1
    }

    @inline(__always)
    private mutating func scanLiteral(
        _ position: inout UnsafeMutablePointer<UInt8>, _ literal: StaticString, _ kind: JSONKind
    ) throws(JSONFault) {
        let start = position
        for index in 0..<literal.utf8CodeUnitCount {
            guard position.pointee == literal.utf8Start[index] else {
                throw fault(.syntax, position, expected: "'\(literal)'")
            }
            position += 1
        }
        append(kind, at: start)
    }

    @inline(__always)
    private mutating func close(children: UInt32, isObject: Bool) throws(JSONFault) {
        let container = Int(open)
        tape[container].length = isObject ? try closeKeys(Int(children), of: container) : children
        open = tape[container].span
        tape[container].span = UInt32(truncatingIfNeeded: tape.count - container)
    }

    /// Takes the keys of an object off the stack, and returns its shape.
    @inline(__always)
    private mutating func closeKeys(_ count: Int, of object: Int) throws(JSONFault) -> UInt32 {
        let first = keys.count - count
        var combined: UInt32 = 0
        for index in first..<keys.count { combined = JSONHash.combine(combined, keys[index].hash) }
        let known = shapes.find(keys.start + first, count: count, hash: combined, in: text.start)
        let shape = if let known { known } else { try addShape(firstKey: first, hash: combined, of: object) }
        keys.removeLast(keys.count - first)
        if count > JSONShapes.scanned { appendPositions(of: object, count: Int(shapes.shapes[Int(shape)].count)) }
        return shape
    }
}
