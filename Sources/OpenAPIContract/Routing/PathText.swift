// One spelling for path text, whichever way a client has escaped it.

/// Text of a path in one spelling: escaped are only the characters that a parameter's style may split at, and what no path may
/// hold. `%2D` becomes `-`, `%2c` stays `%2C`, `é` becomes `%C3%A9`.
enum PathText {
    static func canonical(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy(isPlain) { return String(text) }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 8)
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "%"), let escaped = Percent.byte(bytes) {
                bytes = bytes.dropFirst(2)
                if isPlain(escaped), !isDelimiter(escaped) {
                    result.append(escaped)
                } else {
                    Percent.append(escaped, to: &result)
                }
            } else if isPlain(byte) || isDelimiter(byte) {
                result.append(byte)
            } else {
                Percent.append(byte, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "!"),
            UInt8(ascii: "$"),
            UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: ":"),
            UInt8(ascii: "@"):
            true
        default: false
        }
    }

    /// What the styles `simple`, `label` and `matrix` put between values.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "."): true
        default: false
        }
    }
}
