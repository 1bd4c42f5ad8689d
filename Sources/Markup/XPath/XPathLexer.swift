// The tokens of XPath.

/// Takes an expression apart at its tokens (section 3.7).
enum XPathLexer {
    enum Token: Equatable {
        case number(Double)
        case text(String)
        /// A name with its prefix, `*` for any local part.
        case name(prefix: String?, local: String)
        /// `and`, `or`, `mod`, `div` and signs, where an operator can stand.
        case sign(String)
    }

    static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    private static func startsName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar == "_"
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        startsName(scalar) || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "." || scalar == "\u{B7}"
            || scalar.properties.generalCategory == .nonspacingMark
    }

    static func tokens(of text: String) throws(XPathError) -> [Token] {
        guard text.utf8.count <= 16_384 else { throw XPathError("an expression of more than 16,384 bytes") }
        let scalars = Array(text.unicodeScalars)
        var tokens: [Token] = []
        var place = 0
        func at(_ place: Int) -> Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }
        func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        func end(_ start: Int, while holds: (Unicode.Scalar) -> Bool) -> Int {
            var end = start
            while let scalar = at(end), holds(scalar) { end += 1 }
            return end
        }
        while let scalar = at(place) {
            let start = place
            switch scalar {
            case _ where isBlank(scalar): place += 1
            case "\"", "'":
                guard let close = scalars[(start + 1)...].firstIndex(of: scalar) else {
                    throw XPathError("the text that begins at character \(start + 1) has no end")
                }
                tokens.append(.text(string(start + 1..<close)))
                place = close + 1
            case "0"..."9",
                "." where ("0"..."9").contains(at(start + 1) ?? "x"):
                place = end(start) { ("0"..."9").contains($0) }
                if at(place) == "." { place = end(place + 1) { ("0"..."9").contains($0) } }
                tokens.append(.number(XPathValue.number(of: string(start..<place))))
            case _ where startsName(scalar):
                place = end(start, while: isOfName)
                let first = string(start..<place)
                if isOperatorPlace(after: tokens.last), ["and", "or", "mod", "div"].contains(first) {
                    tokens.append(.sign(first))
                } else if at(place) == ":", at(place + 1) == "*" {
                    tokens.append(.name(prefix: first, local: "*"))
                    place += 2
                } else if at(place) == ":", let next = at(place + 1), startsName(next) {
                    let last = end(place + 1, while: isOfName)
                    tokens.append(.name(prefix: first, local: string(place + 1..<last)))
                    place = last
                } else {
                    tokens.append(.name(prefix: nil, local: first))
                }
            case "*":
                place += 1
                tokens.append(isOperatorPlace(after: tokens.last) ? .sign("*") : .name(prefix: nil, local: "*"))
            default:
                let two = start + 1 < scalars.count ? string(start..<start + 2) : ""
                let sign = ["//", "::", "..", "!=", "<=", ">="].contains(two) ? two : String(Character(scalar))
                guard sign.count == 2 || "()[]@,/|+-=<>.".unicodeScalars.contains(scalar) else {
                    throw XPathError(
                        scalar == "$"
                            ? "variables have no equivalent" : "'\(sign)' at character \(start + 1) is not expected")
                }
                tokens.append(.sign(sign))
                place += sign.count
            }
        }
        return tokens
    }

    /// Whether a name or `*` after this token is an operator.
    private static func isOperatorPlace(after token: Token?) -> Bool {
        switch token {
        case nil: false
        case .sign(let sign): [")", "]", ".", ".."].contains(sign)
        case .number, .text, .name: true
        }
    }
}
