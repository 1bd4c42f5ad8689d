// A regular expression, read once and matched many times. The whole flow: parse, write as instructions, make a table, run.

/// A compiled regular expression, immutable. A match takes time linear in the text, or, with lookaround or references, a bounded number of steps.
package final class Pattern: Sendable {
    /// How the expression's text is read.
    package typealias Dialect = PatternDialect
    /// What an expression and a match may take.
    package typealias Limits = PatternLimits

    /// The text of the expression.
    package let source: String
    package let dialect: Dialect
    /// What the expression says, for whoever makes texts that match.
    package let syntax: PatternSyntax

    private let limits: Limits
    private let program: PatternProgram
    private let searchTable: PatternTable?
    private let wholeTable: PatternTable?

    /// - Throws: what is wrong with the expression, where, and what to write instead.
    package init(_ source: String, dialect: Dialect = .ecma262, limits: Limits = .standard) throws(PatternError) {
        self.source = source
        self.dialect = dialect
        self.limits = limits
        syntax = try PatternParser.parse(source, dialect: dialect, limits: limits)
        program = try PatternProgram(syntax, limit: limits.instructions, source: source)
        searchTable = PatternTable(program, whole: false)
        // Only JSONPath's `match` asks for the whole text often enough to be worth a second table.
        wholeTable = dialect == .iregexp ? PatternTable(program, whole: true) : nil
    }
}

extension Pattern: Hashable {
    package static func == (left: Pattern, right: Pattern) -> Bool {
        left.dialect == right.dialect && left.source.utf8.elementsEqual(right.source.utf8)
    }

    package func hash(into hasher: inout Hasher) { for byte in source.utf8 { hasher.combine(byte) } }
}

extension Pattern: CustomStringConvertible {
    package var description: String { source }
}

extension Pattern {
    /// Whether the text holds a match anywhere; false too where the budget ran out, which `verdict(on:)` tells apart.
    package func matches(in text: String) -> Bool { verdict(on: text) == .match }

    /// Whether the text is a match from its start to its end.
    package func matchesWhole(_ text: String) -> Bool { verdict(on: text, whole: true) == .match }

    /// Whether there is a match, or that it could not be told within the limits.
    package func verdict(on text: String, whole: Bool = false) -> PatternVerdict {
        withBytes(of: text) { verdict(on: $0, whole: whole) }
    }

    /// The same for a text that stands as UTF-8 in memory.
    package func verdict(on bytes: UnsafeBufferPointer<UInt8>, whole: Bool = false) -> PatternVerdict {
        let text = PatternText(bytes: bytes)
        if let table = whole ? wholeTable : searchTable { return table.accepts(text) ? .match : .noMatch }
        if program.needsBacktracking {
            var matcher = PatternBacktracker(
                program, text, capturing: false, whole: whole, steps: limits.backtracking)
            return matcher.run()
        }
        var matcher = PatternThreads(program, text, capturing: false, whole: whole, steps: limits.steps)
        return matcher.run()
    }

    /// The first match and what its groups captured; nil where there is none, or where the budget ran out.
    package func firstMatch(in text: String) -> PatternMatch? {
        let slots: [Int]? = withBytes(of: text) { bytes in
            let bytes = PatternText(bytes: bytes)
            // Running all paths at once can lose the preferred match to a round of a loop that took nothing.
            if program.needsBacktracking || program.loops > 0 {
                var matcher = PatternBacktracker(
                    program, bytes, capturing: true, whole: false, steps: limits.backtracking)
                let verdict = matcher.run()
                if verdict != .gaveUp || program.needsBacktracking { return verdict == .match ? matcher.captured : nil }
            }
            var matcher = PatternThreads(program, bytes, capturing: true, whole: false, steps: limits.steps)
            return matcher.run() == .match ? matcher.captured : nil
        }
        guard let slots else { return nil }
        let ranges = stride(from: 0, to: slots.count, by: 2).map { slot -> Range<String.Index>? in
            guard slots[slot] >= 0, slots[slot + 1] >= slots[slot] else { return nil }
            let utf8 = text.utf8
            let start = utf8.index(utf8.startIndex, offsetBy: slots[slot])
            return start..<utf8.index(start, offsetBy: slots[slot + 1] - slots[slot])
        }
        guard let range = ranges[0] else { return nil }
        return PatternMatch(range: range, captures: Array(ranges.dropFirst()), names: program.groupNames)
    }

    private func withBytes<Result>(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
    }
}

/// Where a regular expression matched.
package struct PatternMatch: Hashable, Sendable {
    /// Of the whole match.
    package let range: Range<String.Index>
    /// One for each group, in order; nil where a group took no part.
    package let captures: [Range<String.Index>?]
    /// The groups' names, in the same order.
    package let names: [String?]

    /// What the group of that name captured.
    package func capture(named name: String) -> Range<String.Index>? {
        zip(names, captures).first { $0.0 == name && $0.1 != nil }?.1
    }
}
