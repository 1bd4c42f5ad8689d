// How near the path of a request can come to a template at most, at a glance.

import JSONValues

/// The path of an operation under one of its base paths, with what a glance at it takes.
final class PathOutline: Sendable {
    let operation: Operation
    /// Which of them: 0 for none.
    let base: Int
    let segments: [PathTemplate.Segment]
    /// Of each segment; nil for one with parameters.
    fileprivate let literals: [Letters?]

    init(_ operation: Operation, under text: String, base: Int) {
        self.operation = operation
        self.base = base
        segments = (text.isEmpty ? [] : PathTemplate(text).segments) + operation.path.segments
        literals = segments.prefix(PathComparison.longest).map { SegmentPattern($0).literal.map { Letters($0) } }
    }
}

/// All paths of a contract, with and without their base paths.
final class PathOutlines: Sendable {
    let all: [PathOutline]

    init(_ operations: [Operation]) {
        all = operations.flatMap { operation in
            ([""] + operation.servers.flatMap(\.basePaths).filter { !$0.isEmpty }).enumerated().map {
                PathOutline(operation, under: $1, base: $0)
            }
        }
    }
}

/// Which letters a text has, and how many in all.
private struct Letters: BitwiseCopyable {
    private let present: UInt64
    private let count: Int

    init(_ text: String) {
        var present: UInt64 = 0
        var count = 0
        for letter in text.lowercased().unicodeScalars.prefix(64) {
            present |= 1 << UInt64(letter.value & 63)
            count += 1
        }
        self.present = present
        self.count = count
    }

    /// No less than `similarity(of:to:)`: each letter that only one of the two has is an edit, and so is each by which one is longer.
    func mostLikeness(to other: Letters) -> Double {
        let longest = max(count, other.count)
        guard longest > 0 else { return 1 }
        let edits = max(
            abs(count - other.count), (present & ~other.present).nonzeroBitCount,
            (other.present & ~present).nonzeroBitCount)
        return 1 - Double(edits) / Double(longest)
    }
}

/// One request's path, to be compared with all templates before few of them are looked at closely.
struct PathGlance {
    private let segments: [Letters]
    /// The row of the alignment that is being filled, and the one before.
    private var rows: [Double]

    init(_ segments: [String]) {
        self.segments = segments.prefix(PathComparison.longest).map { Letters($0) }
        rows = Array(repeating: 0, count: 2 * (self.segments.count + 1))
    }

    /// No less than the score that `PathComparison` comes to.
    mutating func mostLikeness(of outline: PathOutline) -> Double {
        let width = segments.count + 1
        for index in rows.indices { rows[index] = 0 }
        var row = 0
        for literal in outline.literals.reversed() {
            let before = width - row
            for segment in segments.indices.reversed() {
                // As `PathComparison` weighs them; what is the same in all letters may be the same text.
                let likeness = literal.map { $0.mostLikeness(to: segments[segment]) }
                let fit = likeness.map { $0 == 1 ? 1 : $0 * 0.8 } ?? 0.7
                rows[row + segment] = max(
                    fit + rows[before + segment + 1], rows[before + segment], rows[row + segment + 1])
            }
            row = before
        }
        return rows[width - row] / Double(max(outline.literals.count, segments.count, 1))
    }
}
