// JSON Pointer: the place of a value inside a JSON document.

/// A JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)): the tokens on the way from the root to a value.
package struct JSONPointer: Hashable, Sendable {
    /// Member names and array indices, unescaped.
    package var tokens: [String]

    /// What is wrong with a text that is no pointer.
    package struct SyntaxError: Error, Hashable, CustomStringConvertible {
        /// The text that was read.
        package let text: String
        package let description: String
    }

    /// The whole document.
    package static let root = JSONPointer()

    package init(_ tokens: [String] = []) { self.tokens = tokens }

    /// Reads the string representation of section 3: empty, or `/` before each token, with `~1` for `/` and `~0` for `~`.
    package init(parsing text: String) throws(SyntaxError) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw SyntaxError(text: text, description: "a JSON Pointer is empty or starts with '/', found '\(text)'")
        }
        var tokens: [String] = []
        var rest: Substring.UTF8View? = text.utf8.dropFirst()
        while let begun = rest {
            let end = begun.firstIndex(of: UInt8(ascii: "/"))
            rest = end.map { begun[begun.index(after: $0)...] }
            guard let token = JSONPointer.unescaped(begun[..<(end ?? begun.endIndex)]) else {
                throw SyntaxError(
                    text: text, description: "'~' in a JSON Pointer is written '~0', and '/' '~1', found '\(text)'")
            }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    /// The pointer to the member of that name, in the value that this one points to.
    package func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }
    /// The pointer to the element of that index, in the array that this one points to.
    package func appending(_ index: Int) -> JSONPointer { JSONPointer(tokens + [String(index)]) }

    /// The index that a token is (section 4: digits without a leading zero), nil where it is none.
    package static func index(_ token: String) -> Int? {
        let bytes = token.utf8
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard bytes.allSatisfy({ digits.contains($0) }) else { return nil }
        guard bytes.count == 1 || bytes.first != UInt8(ascii: "0") else { return nil }
        return Int(token)
    }

    private static func unescaped(_ token: Substring.UTF8View) -> String? {
        guard token.contains(UInt8(ascii: "~")) else { return String(Substring(token)) }
        var bytes: [UInt8] = []
        var rest = token
        while let byte = rest.popFirst() {
            switch (byte, byte == UInt8(ascii: "~") ? rest.popFirst() : nil) {
            case (UInt8(ascii: "~"), UInt8(ascii: "0")): bytes.append(UInt8(ascii: "~"))
            case (UInt8(ascii: "~"), UInt8(ascii: "1")): bytes.append(UInt8(ascii: "/"))
            case (UInt8(ascii: "~"), _): return nil
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The string representation of section 3.
    package var description: String {
        var bytes: [UInt8] = []
        for token in tokens {
            bytes.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "0")]
                case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
                default: bytes.append(byte)
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSONPointer {
    /// As the fragment of a URI (RFC 6901, section 6): of what a fragment may not hold, `%` alone can be misread.
    package var fragment: String {
        let text = description
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
    }
}

extension JSON {
    /// The value at that place, nil where there is none (section 4; `-` is the place after an array's end, which has none).
    package subscript(pointer pointer: JSONPointer) -> JSON? {
        var value = self
        for token in pointer.tokens {
            let next: JSON? =
                switch value {
                case .object(let object): object[token]
                case .array: JSONPointer.index(token).flatMap { value[$0] }
                case .null, .bool, .number, .string: nil
                }
            guard let next else { return nil }
            value = next
        }
        return value
    }
}
