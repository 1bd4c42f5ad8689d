// From the bytes of a JSON text to its tape: the only parser of JSON there is here.

/// Checks a text against RFC 8259 and writes its tape, in one pass and without recursion.
///
/// Strings are unescaped where they stand, so that the entries point to their final text.
struct JSONScanner: ~Copyable {
    typealias Position = JSONLexer.Position

    let text: JSONText
    let limits: JSONLimits
    var tape: JSONBuffer<JSONEntry>
    var shapes = JSONShapes()
    var duplicateKeys: [JSONError] = []
    let source: UnsafeBufferPointer<UInt8>
    /// Keys of the objects that are open, innermost last.
    var keys = JSONBuffer<JSONKeyEntry>(capacity: 64)
    private let lexer: JSONLexer
    private let hash = JSONHash.standard

    /// The innermost open container. An open container's `span` is its parent; that of the root is `none`.
    private(set) var open = JSONScanner.none
    static let none = UInt32.max
    private var inObject = false
    private var depth = 0
    /// How many children of the innermost container are complete; the `length` of the others tells it of them.
    private var children: UInt32 = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        source = bytes
        text = JSONText(bytes)
        self.limits = limits
        lexer = JSONLexer(text, limits: limits)
        tape = JSONBuffer(capacity: bytes.count / 12 + 8)
    }

    mutating func scan() throws(JSONFault) {
        var position = lexer.startOfText
        repeat {
            while try !beginValue(&position) {}
        } while try endValue(&position)
        lexer.skipWhitespace(&position)
        guard position == lexer.end else { throw lexer.fault(.syntax, position, expected: "the end of the text") }
    }

    /// Reads a scalar or an empty container whole. Returns false where it has opened a container whose first value comes next.
    @inline(__always)
    private mutating func beginValue(_ position: inout Position) throws(JSONFault) -> Bool {
        lexer.skipWhitespace(&position)
        let start = position
        switch start.pointee {
        case UInt8(ascii: "\""):
            let string = try lexer.string(at: start + 1)
            append(.string, at: start + 1, length: string.length, isASCII: string.isASCII)
            position = string.end
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return try beginContainer(&position)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            position = try lexer.number(at: start)
            append(.number, at: start, length: position - start)
        case UInt8(ascii: "t"):
            position = try lexer.literal("true", at: start)
            append(.true, at: start)
        case UInt8(ascii: "f"):
            position = try lexer.literal("false", at: start)
            append(.false, at: start)
        case UInt8(ascii: "n"):
            position = try lexer.literal("null", at: start)
            append(.null, at: start)
        default:
            let isFirst = children == 0 && !inObject && open != JSONScanner.none
            throw lexer.fault(.syntax, position, expected: isFirst ? "a value or ']'" : "a value")
        }
        return true
    }

    /// Reads an opening bracket and the first key, or a whole empty container, and returns whether it was that.
    @inline(__always)
    private mutating func beginContainer(_ position: inout Position) throws(JSONFault) -> Bool {
        let isObject = position.pointee == UInt8(ascii: "{")
        guard depth < limits.depth else {
            throw lexer.fault(
                .depth, position, expected: "at most \(limits.depth) arrays and objects inside each other")
        }
        append(isObject ? .object : .array, at: position)
        position += 1
        lexer.skipWhitespace(&position)
        if position.pointee == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            position += 1
            return true
        }
        if open != JSONScanner.none { tape[Int(open)].length = children }
        let container = tape.count - 1
        tape[container].span = open
        open = UInt32(truncatingIfNeeded: container)
        (children, inObject, depth) = (0, isObject, depth + 1)
        if isObject { try key(&position, expected: "a key or '}'") }
        return false
    }

    /// Goes on behind a complete value: closes what ends there, and returns whether a further value follows.
    @inline(__always)
    private mutating func endValue(_ position: inout Position) throws(JSONFault) -> Bool {
        while open != JSONScanner.none {
            children += 1
            lexer.skipWhitespace(&position)
            if position.pointee == UInt8(ascii: ",") {
                position += 1
                if inObject {
                    lexer.skipWhitespace(&position)
                    try key(&position, expected: "a key")
                }
                return true
            }
            guard position.pointee == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                throw lexer.fault(
                    .syntax, position, expected: inObject ? "',' or '}'" : "',' or ']'", isBetweenValues: true)
            }
            position += 1
            try closeContainer()
        }
        return false
    }

    @inline(__always)
    private mutating func closeContainer() throws(JSONFault) {
        let container = Int(open)
        tape[container].length = inObject ? try takeKeys(Int(children), of: container) : children
        open = tape[container].span
        tape[container].span = UInt32(truncatingIfNeeded: tape.count - container)
        depth -= 1
        guard open != JSONScanner.none else { return }
        children = tape[Int(open)].length
        inObject = tape[Int(open)].kind == .object
    }

    /// Reads a key and its colon.
    @inline(__always)
    private mutating func key(_ position: inout Position, expected: String) throws(JSONFault) {
        guard position.pointee == UInt8(ascii: "\"") else { throw lexer.fault(.syntax, position, expected: expected) }
        let start = position + 1
        let key = try lexer.string(at: start)
        keys.append(
            JSONKeyEntry(
                offset: UInt32(truncatingIfNeeded: start - lexer.start),
                length: UInt32(truncatingIfNeeded: key.length), hash: hash(start, count: key.length),
                isASCII: key.isASCII))
        position = key.end
        lexer.skipWhitespace(&position)
        guard position.pointee == UInt8(ascii: ":") else { throw lexer.fault(.syntax, position, expected: "':'") }
        position += 1
    }

    /// Takes the keys of an object off the stack, and returns its shape.
    @inline(__always)
    private mutating func takeKeys(_ count: Int, of object: Int) throws(JSONFault) -> UInt32 {
        let first = keys.count - count
        var hash = JSONShapes.emptyHash
        for index in first..<keys.count { hash = JSONHash.combine(hash, keys[index].hash) }
        let known = shapes.find(keys.start + first, count: count, hash: hash, in: lexer.start)
        let shape = if let known { known } else { try addShape(firstKey: first, hash: hash, of: object) }
        keys.removeLast(keys.count - first)
        if count > JSONShapes.scanned { appendPositions(of: object, shape: shapes[shape]) }
        return shape
    }

    @inline(__always)
    private mutating func append(
        _ kind: JSONKind, at start: Position, length: Int = 0, span: UInt32 = 1, isASCII: Bool = false
    ) {
        tape.append(
            JSONEntry(
                offset: UInt32(truncatingIfNeeded: start - lexer.start), length: UInt32(truncatingIfNeeded: length),
                span: span, kind: kind, isASCII: isASCII))
    }
}
