// What a backslash means, in each dialect.

extension PatternParser {
    /// An escape outside a character class.
    mutating func escape() throws(PatternError) -> PatternSyntax {
        let start = position
        guard let scalar = peek(1) else { throw error("a pattern that ends in `\\`", "write `\\\\` for a backslash") }
        switch (dialect, scalar) {
        case (.ecma262, "b"), (.re2, "b"):
            position += 2
            return .anchor(.wordBoundary)
        case (.ecma262, "B"), (.re2, "B"):
            position += 2
            return .anchor(.notWordBoundary)
        case (.re2, "A"):
            position += 2
            return .anchor(.textStart)
        case (.re2, "z"):
            position += 2
            return .anchor(.textEnd)
        case (.ecma262, "k"):
            position += 2
            guard take("<") else { throw error("`\\k` without a name", "write `\\k<name>`", at: start) }
            let name = try groupName()
            let indices = groups.indices.filter { groups[$0] == name }.map { $0 + 1 }
            guard !indices.isEmpty else {
                throw error(
                    "a reference to `\(name)`, which no group is named", "name a group `(?<\(name)>…)`", at: start)
            }
            return .backreference(indices: indices, ignoresCase: flags.ignoresCase)
        case (.ecma262, "1"..."9"):
            position += 1
            let digits = scalars[position...].prefix { ("0"..."9").contains($0) }
            let number = digits.reduce(0) { min($0 * 10 + Int($1.value - 0x30), 1 << 20) }
            guard number <= groups.count else {
                throw error(
                    "a reference to group \(number) of \(groups.count)", "refer to a group that is there", at: start)
            }
            position = digits.endIndex
            return .backreference(indices: [number], ignoresCase: flags.ignoresCase)
        default: return .scalars(cased(try escapedSet()))
        }
    }

    /// The set that an escape stands for, inside a class or outside; the position moves past it.
    mutating func escapedSet(inClass: Bool = false) throws(PatternError) -> ScalarSet {
        let start = position
        guard let scalar = peek(1) else { throw error("a pattern that ends in `\\`", "write `\\\\` for a backslash") }
        position += 2
        if dialect == .iregexp { return try iregexpEscape(scalar, at: start) }
        switch scalar {
        case "d": return .digits
        case "D": return ScalarSet.digits.inverted
        case "w": return .wordCharacters
        case "W": return ScalarSet.wordCharacters.inverted
        case "s": return space
        case "S": return space.inverted
        case "p", "P": return try property(negated: scalar == "P", at: start)
        case "t": return ScalarSet("\t")
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "f": return ScalarSet("\u{0C}")
        case "v": return ScalarSet("\u{0B}")
        case "x": return ScalarSet([try hexadecimal(at: start)])
        default:
            switch dialect {
            case .ecma262: return try ecmaEscape(scalar, inClass: inClass, at: start)
            case .re2, .iregexp: return try re2Escape(scalar, at: start)
            }
        }
    }

    private var space: ScalarSet { dialect == .re2 ? .re2Space : .ecmaSpace }

    /// CharacterEscape and ClassEscape of ECMA-262, section 22.2.1, with the flag `u`.
    private mutating func ecmaEscape(
        _ scalar: Unicode.Scalar, inClass: Bool, at start: Int
    ) throws(PatternError) -> ScalarSet {
        switch scalar {
        case "b" where inClass: return ScalarSet("\u{08}")
        case "0":
            if let next, ("0"..."9").contains(next) {
                throw error("an octal escape", "write it as `\\xHH` or `\\u{…}`", at: start)
            }
            return ScalarSet("\0")
        case "c":
            guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
                throw error("`\\c` without a letter", "write `\\cA` to `\\cZ` for a control character", at: start)
            }
            position += 1
            return ScalarSet([letter.value & 31...letter.value & 31])
        case "u": return ScalarSet([try unicodeEscape(at: start)])
        default:
            guard scalar.isASCII, !ScalarSet.wordCharacters.contains(scalar.value) || scalar == "_" else {
                throw error("the escape `\\\(scalar)` means nothing in ECMA-262", ecmaRemedy(scalar), at: start)
            }
            return ScalarSet(scalar)
        }
    }

    private func ecmaRemedy(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "A": "write `^` for the start of the text"
        case "z", "Z": "write `$` for the end of the text"
        case "a": "write `\\x07` for the bell character"
        case "e": "write `\\x1B` for the escape character"
        case "h": "write `[ \\t]` for horizontal space"
        case "Q", "E": "escape each special character by itself"
        default: "leave out the backslash"
        }
    }

    private mutating func re2Escape(_ scalar: Unicode.Scalar, at start: Int) throws(PatternError) -> ScalarSet {
        switch scalar {
        case "a": return ScalarSet("\u{07}")
        case "0"..."7":
            // \1 to \7 with no further octal digit would be a reference.
            var digits = 1
            var value = scalar.value - 0x30
            while digits < 3, let next, ("0"..."7").contains(next) {
                value = value * 8 + next.value - 0x30
                digits += 1
                position += 1
            }
            if scalar != "0", digits == 1 {
                throw error("RE2 has no references", "repeat the group instead", at: start)
            }
            return ScalarSet([value...value])
        default:
            guard scalar.isASCII, !ScalarSet.wordCharacters.contains(scalar.value) else {
                throw error("the escape `\\\(scalar)` means nothing in RE2", "leave out the backslash", at: start)
            }
            return ScalarSet(scalar)
        }
    }

    private mutating func iregexpEscape(_ scalar: Unicode.Scalar, at start: Int) throws(PatternError) -> ScalarSet {
        switch scalar {
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "t": return ScalarSet("\t")
        case "p", "P": return try property(negated: scalar == "P", at: start)
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}", "$": return ScalarSet(scalar)
        default:
            throw error(
                "the escape `\\\(scalar)` is not in I-Regexp", "write the characters as a class, like `[0-9]`",
                at: start)
        }
    }

    /// `\xHH`, in RE2 also `\x{H…}`.
    private mutating func hexadecimal(at start: Int) throws(PatternError) -> ClosedRange<UInt32> {
        let value = dialect == .re2 && next == "{" ? braced() : digits(2)
        guard let value else { throw error("`\\x` without two hexadecimal digits", "write it like `\\x2F`", at: start) }
        return value...value
    }

    /// `\uHHHH`, a pair of surrogates, or `\u{H…}`.
    private mutating func unicodeEscape(at start: Int) throws(PatternError) -> ClosedRange<UInt32> {
        guard var value = next == "{" ? braced() : digits(4) else {
            throw error("`\\u` without four hexadecimal digits", "write it like `\\u00E9` or `\\u{1F432}`", at: start)
        }
        if (0xD800...0xDBFF).contains(value), next == "\\", peek(1) == "u" {
            let between = position
            position += 2
            if let low = digits(4), (0xDC00...0xDFFF).contains(low) {
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            } else {
                position = between
            }
        }
        return value...value
    }

    private mutating func digits(_ count: Int) -> UInt32? {
        guard position + count <= scalars.count else { return nil }
        let text = PatternParser.text(scalars[position..<position + count])
        guard let value = UInt32(text, radix: 16), text.first != "+" else { return nil }
        position += count
        return value
    }

    private mutating func braced() -> UInt32? {
        let text = PatternParser.text(scalars[(position + 1)...].prefix { $0 != "}" })
        guard let value = UInt32(text, radix: 16), value <= ScalarSet.last, text.first != "+" else { return nil }
        position += text.unicodeScalars.count + 2
        return position <= scalars.count ? value : nil
    }
}
