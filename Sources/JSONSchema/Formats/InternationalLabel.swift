// What a U-label may consist of: IDNA 2008.

import RegularExpressions

/// The rules of [RFC 5891, section 5.4](https://www.rfc-editor.org/rfc/rfc5891#section-5.4) and RFC 5892 for one label.
enum InternationalLabel {
    static func accepts(_ scalars: [Unicode.Scalar]) -> Bool {
        guard let first = scalars.first, let last = scalars.last, first != "-", last != "-" else { return false }
        if scalars.count > 3, scalars[2] == "-", scalars[3] == "-" { return false }
        switch first.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return false
        default: break
        }
        let text = String(String.UnicodeScalarView(scalars))
        // The standard library compares strings by this normal form, and says it under no other name.
        guard text._nfcCodeUnits.elementsEqual(text.utf8) else { return false }
        return scalars.indices.allSatisfy { index in
            switch derivedProperty(of: scalars[index]) {
            case .valid: true
            case .disallowed: false
            case .contextual: holdsInContext(scalars, at: index)
            }
        }
    }

    private enum DerivedProperty {
        case valid, contextual, disallowed
    }

    /// RFC 5892, section 3.
    private static func derivedProperty(of scalar: Unicode.Scalar) -> DerivedProperty {
        switch scalar.value {
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return .valid
        case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9, 0x200C, 0x200D: return .contextual
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return .disallowed
        case 0x2D, 0x30...0x39, 0x61...0x7A: return .valid
        // Old Hangul letters, and the blocks of symbols that RFC 5892, section 2.4 names.
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return .disallowed
        case 0x20D0...0x20FF, 0x1D100...0x1D1FF, 0x1D200...0x1D24F: return .disallowed
        default: break
        }
        let properties = scalar.properties
        if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint || properties.isWhitespace {
            return .disallowed
        }
        return switch properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
            .spacingMark:
            .valid
        default: .disallowed
        }
    }

    /// RFC 5892, appendix A.
    private static func holdsInContext(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        let before = index > 0 ? scalars[index - 1] : nil
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        switch scalars[index].value {
        case 0x200C: return isVirama(before) || joins(scalars, across: index)
        case 0x200D: return isVirama(before)
        case 0xB7: return before == "l" && after == "l"
        case 0x375: return belongs(after, to: "Greek")
        case 0x5F3, 0x5F4: return belongs(before, to: "Hebrew")
        case 0x30FB:
            return scalars.contains { scalar in
                ["Hiragana", "Katakana", "Han"].contains { belongs(scalar, to: $0) }
            }
        case 0x660...0x669: return !scalars.contains { (0x6F0...0x6F9).contains($0.value) }
        case 0x6F0...0x6F9: return !scalars.contains { (0x660...0x669).contains($0.value) }
        default: return false
        }
    }

    private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
        scalar?.properties.canonicalCombiningClass == .virama
    }

    private static func belongs(_ scalar: Unicode.Scalar?, to script: String) -> Bool {
        guard let scalar, let set = UnicodeScripts.sets[script] else { return false }
        return set.contains(scalar.value)
    }

    private static func joins(_ scalars: [Unicode.Scalar], across index: Int) -> Bool {
        let before = scalars[..<index].last { !JoiningTypes.isTransparent($0) }
        let after = scalars[(index + 1)...].first { !JoiningTypes.isTransparent($0) }
        guard let before, let after else { return false }
        return (JoiningTypes.dual.contains(before.value) || JoiningTypes.left.contains(before.value))
            && (JoiningTypes.dual.contains(after.value) || JoiningTypes.right.contains(after.value))
    }
}
