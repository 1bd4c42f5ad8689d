// One segment of a path template: literal text with parameters between it.

import SourceDocuments

/// Matches `report-{year}.{format}` against the text between two slashes, both in the spelling of `PathText`, which is ASCII.
struct SegmentPattern: Sendable {
    /// The literal parts; between each two of them stands one parameter, and empty parts are kept: `{a}-{b}` is `["", "-", ""]`.
    let fixed: [[UInt8]]
    let spans: Bool
    /// The text, where there is no parameter.
    let literal: String?

    init(_ segment: PathTemplate.Segment) {
        var fixed: [[UInt8]] = [[]]
        var spans = false
        for part in segment {
            switch part {
            case .literal(let text): fixed[fixed.count - 1] += text.utf8
            case .parameter(_, let wide):
                fixed.append([])
                spans = spans || wide
            }
        }
        self.fixed = fixed
        self.spans = spans
        literal = fixed.count == 1 ? String(decoding: fixed[0], as: UTF8.self) : nil
    }

    /// Whether it is one parameter and nothing else.
    var isParameter: Bool { fixed.count == 2 && fixed[0].isEmpty && fixed[1].isEmpty }

    /// How much text is fixed; of two patterns that match, the heavier one is meant.
    var weight: Int { fixed.reduce(0) { $0 + $1.count } }

    /// What each parameter takes, as little as it can but never nothing; nil where the text does not fit.
    func match(_ text: String) -> [String]? {
        PathText.withBytes(of: text, captures: fixed.count) { path -> [String]? in
            match(&path, 0..<path.bytes.count) ? path.captured.map { path.text($0) } : nil
        }
    }

    /// Adds what each parameter takes of a part of a path to the captures; adds nothing where the text does not fit.
    func match(_ path: inout PathBytes, _ range: Range<Int>) -> Bool {
        guard let first = fixed.first, path.has(first, at: range.lowerBound, before: range.upperBound) else {
            return false
        }
        guard fixed.count > 1 else { return range.count == first.count }
        let depth = path.captureCount
        var start = range.lowerBound + first.count
        for literal in fixed.dropFirst().dropLast() {
            // The first place will do: a later one leaves less for the parts that follow, and takes nothing they need.
            var end = start + 1
            while end < range.upperBound, !path.has(literal, at: end, before: range.upperBound) { end += 1 }
            guard end < range.upperBound else {
                path.captureCount = depth
                return false
            }
            path.capture(start..<end)
            start = end + literal.count
        }
        let last = fixed[fixed.count - 1]
        let end = range.upperBound - last.count
        guard start < end, path.has(last, at: end, before: range.upperBound) else {
            path.captureCount = depth
            return false
        }
        path.capture(start..<end)
        return true
    }
}
