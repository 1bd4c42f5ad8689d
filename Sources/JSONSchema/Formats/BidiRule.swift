// Which labels may stand together where one of them runs from right to left.

/// The Bidi rule of [RFC 5893, section 2](https://www.rfc-editor.org/rfc/rfc5893#section-2).
enum BidiRule {
    /// Whether the rule applies to the name that a label stands in.
    static func isRightToLeft(_ label: [Unicode.Scalar]) -> Bool {
        label.contains { [.rightToLeft, .arabicLetter, .arabicNumber].contains(direction(of: $0)) }
    }

    static func accepts(_ label: [Unicode.Scalar]) -> Bool {
        let directions = label.map(direction)
        guard let first = directions.first, let last = directions.last(where: { $0 != .mark }) else { return false }
        let kinds = Set(directions)
        switch first {
        case .rightToLeft, .arabicLetter:
            return !kinds.contains(.leftToRight) && last != .neutral && last != .hyphen
                && !kinds.isSuperset(of: [.europeanNumber, .arabicNumber])
        case .leftToRight:
            return kinds.isDisjoint(with: [.rightToLeft, .arabicLetter, .arabicNumber])
                && (last == .leftToRight || last == .europeanNumber)
        case .europeanNumber, .arabicNumber, .mark, .hyphen, .neutral: return false
        }
    }

    private enum Direction {
        case leftToRight, rightToLeft, arabicLetter, europeanNumber, arabicNumber, mark, hyphen, neutral
    }

    /// Bidi_Class (UAX #9) of the scalars that IDNA 2008 lets into a label, by block; those that differ from their block stand first.
    private static func direction(of scalar: Unicode.Scalar) -> Direction {
        switch scalar.value {
        case 0x2D: return .hyphen
        case 0xB7, 0x2B9...0x2BA, 0x2C6...0x2CF, 0x2EC, 0x375, 0x200C...0x200D, 0x208F, 0x2E2F, 0x30FB, 0xA67F,
            0xA717...0xA71F, 0xA788:
            return .neutral
        case 0xCBF, 0xCC6, 0x1B3A, 0x1B3C, 0x1B42, 0x11A07...0x11A08, 0x11C3F: return .leftToRight
        case 0x30...0x39, 0x6F0...0x6F9: return .europeanNumber
        case 0x660...0x669, 0x10D30...0x10D39, 0x10D40...0x10D49: return .arabicNumber
        default: break
        }
        if [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory) { return .mark }
        return switch scalar.value {
        case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDCF, 0xFDF0...0xFDFF, 0xFE70...0xFEFF, 0x10D00...0x10D3F,
            0x10EC0...0x10EFF, 0x10F30...0x10F6F, 0x1EC70...0x1ECBF, 0x1ED00...0x1ED4F, 0x1EE00...0x1EEFF:
            .arabicLetter
        case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F, 0x10800...0x10FFF, 0x1E800...0x1EFFF: .rightToLeft
        default: .leftToRight
        }
    }
}
