// One segment of a path template: literal text with parameters between it.

/// Matches `report-{year}.{format}` against the text between two slashes.
struct SegmentPattern: Sendable {
    /// The literal parts; between each two of them stands one parameter, and empty parts are kept: `{a}-{b}` is `["", "-", ""]`.
    let fixed: [String]
    let spans: Bool

    init(_ segment: PathTemplate.Segment) {
        var fixed = [""]
        var spans = false
        for part in segment {
            switch part {
            case .literal(let text): fixed[fixed.count - 1] += text
            case .parameter(_, let wide):
                fixed.append("")
                spans = spans || wide
            }
        }
        self.fixed = fixed
        self.spans = spans
    }

    /// The text, where there is no parameter.
    var literal: String? { fixed.count == 1 ? fixed[0] : nil }

    /// How much text is fixed; of two patterns that match, the heavier one is meant.
    var weight: Int { fixed.reduce(0) { $0 + $1.utf8.count } }

    /// What each parameter takes, as little as it can but never nothing; nil where the text does not fit.
    func match(_ text: String) -> [Substring]? {
        guard fixed.count > 1 else { return text == fixed[0] ? [] : nil }
        if fixed.count == 2, fixed[0].isEmpty, fixed[1].isEmpty { return text.isEmpty ? nil : [text[...]] }
        guard text.hasPrefix(fixed[0]) else { return nil }
        var captures: [Substring] = []
        return take(text[...].dropFirst(fixed[0].count), part: 1, &captures) ? captures : nil
    }

    private func take(_ rest: Substring, part: Int, _ captures: inout [Substring]) -> Bool {
        let literal = fixed[part]
        if part == fixed.count - 1 {
            guard rest.hasSuffix(literal), rest.count > literal.count else { return false }
            captures.append(rest.dropLast(literal.count))
            return true
        }
        // The first place will do: a later one leaves less for the parts that follow, and takes nothing they need.
        var end = rest.index(rest.startIndex, offsetBy: 1, limitedBy: rest.endIndex) ?? rest.endIndex
        while end < rest.endIndex {
            if rest[end...].hasPrefix(literal) {
                captures.append(rest[..<end])
                if take(rest[end...].dropFirst(literal.count), part: part + 1, &captures) { return true }
                captures.removeLast()
                return false
            }
            end = rest.index(after: end)
        }
        return false
    }
}
