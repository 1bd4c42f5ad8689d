// Host names: RFC 1123 with A-labels, and the international form of RFC 5890.

import JSONValues

enum Hostname {
    /// RFC 1123, section 2.1. A label that says it is an A-label (`xn--`) must be one.
    static func accepts(_ text: TextBytes) -> Bool {
        guard text.count <= 253, text.allSatisfy({ $0 < 0x80 }) else { return false }
        return acceptsLabels(text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Label.init))
    }

    /// RFC 5890, section 2.3.2.3: labels may be U-labels, and any of four full stops parts them (RFC 3490, section 3.1).
    static func acceptsInternational(_ text: TextBytes) -> Bool {
        let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        // A scalar takes at least one octet of the ASCII form.
        guard scalars.count <= 253 else { return false }
        let labels = scalars.split(omittingEmptySubsequences: false) {
            $0 == "." || $0 == "\u{3002}" || $0 == "\u{FF0E}" || $0 == "\u{FF61}"
        }.map { Label(scalars: Array($0)) }
        var length = labels.count - 1
        for label in labels {
            guard let ascii = label.asciiLength, ascii <= 63, !label.hasReservedHyphens else { return false }
            length += ascii
        }
        return length <= 253 && acceptsLabels(labels)
    }

    private static func acceptsLabels(_ labels: [Label]) -> Bool {
        var decoded: [[Unicode.Scalar]] = []
        for label in labels {
            guard let scalars = label.validated() else { return false }
            decoded.append(scalars)
        }
        guard decoded.contains(where: BidiRule.isRightToLeft) else { return true }
        return decoded.allSatisfy(BidiRule.accepts)
    }

    /// Letters, digits and inner hyphens, 63 octets at most; where international, anything beyond ASCII counts as a letter.
    static func isLabel(_ text: TextBytes, international: Bool = false) -> Bool {
        (1...63).contains(text.count) && text.first != UInt8(ascii: "-") && text.last != UInt8(ascii: "-")
            && text.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") || (international && $0 >= 0x80) }
    }
}

/// One label, which may be ASCII, an A-label or a U-label.
private struct Label {
    let scalars: [Unicode.Scalar]

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    init(_ text: TextBytes) { scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars) }

    private var isASCII: Bool { scalars.allSatisfy(\.isASCII) }

    private var isALabel: Bool { text.lowercased().hasPrefix("xn--") }

    private var text: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// The octets of the ASCII form; nil where there is none.
    var asciiLength: Int? {
        if isASCII { return scalars.count }
        // No label of 60 scalars or more has an A-label of 63 octets.
        guard scalars.count < 60 else { return nil }
        return Punycode.encode(scalars).map { 4 + $0.utf8.count }
    }

    /// `--` in the third and fourth place of a label that is no A-label (RFC 5891, section 4.2.3.1).
    var hasReservedHyphens: Bool { scalars.count > 3 && scalars[2] == "-" && scalars[3] == "-" && !isALabel }

    /// The scalars that the label stands for; nil where it is not a label.
    func validated() -> [Unicode.Scalar]? {
        guard isASCII else { return InternationalLabel.accepts(scalars) ? scalars : nil }
        guard Array(text.utf8).withUnsafeBufferPointer({ Hostname.isLabel($0[...]) }) else { return nil }
        guard isALabel else { return scalars }
        // An A-label is what its U-label is written as, and nothing else (RFC 5891, section 5.4).
        let digits = text.lowercased().dropFirst(4)
        guard let decoded = Punycode.decode(digits.utf8), decoded.contains(where: { !$0.isASCII }),
            Punycode.encode(decoded) == String(digits), InternationalLabel.accepts(decoded)
        else { return nil }
        return decoded
    }
}
