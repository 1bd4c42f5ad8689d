// Line and column of every value of a JSON text, in one walk over the text.

/// Builds the source map of a text that is known to be JSON, without recursion.
struct JSONPositions {
    private let bytes: [UInt8]
    private var at = 0
    private var line = 1
    private var column = 1
    private var map = SourceMap()

    static func map(of bytes: [UInt8]) -> SourceMap {
        var walk = JSONPositions(bytes: bytes)
        walk.run()
        return walk.map
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var position: Position { Position(line: line, column: column) }

    private enum Context {
        case array, object
    }

    private mutating func run() {
        var open: [(entry: Int, context: Context)] = []
        // Where the key of the member stands whose value comes next.
        var key: Position?
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"): advance()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let last = open.popLast() { map.close(last.entry) }
                advance()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                // People look for an object at its key.
                let mark = key ?? position
                let context: Context = bytes[at] == UInt8(ascii: "{") ? .object : .array
                open.append((map.open(mark, key: key), context))
                key = nil
                advance()
            case UInt8(ascii: "\"") where open.last?.context == .object && key == nil:
                key = position
                skipString()
            default:
                map.close(map.open(position, key: key))
                key = nil
                if bytes[at] == UInt8(ascii: "\"") { skipString() } else { skipLiteral() }
            }
        }
    }

    private mutating func advance() {
        let byte = bytes[at]
        at += 1
        if byte == 0x0A || (byte == 0x0D && !(at < bytes.count && bytes[at] == 0x0A)) {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80, byte != 0x0D {
            column += 1
        }
    }

    private mutating func skipString() {
        advance()
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            if bytes[at] == UInt8(ascii: "\\") { advance() }
            if at < bytes.count { advance() }
        }
        if at < bytes.count { advance() }
    }

    private mutating func skipLiteral() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return
            default: advance()
            }
        }
    }
}
