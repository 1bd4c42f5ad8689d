// How near the path of a request comes to a template, and what would have to change.

import JSONValues
import SourceDocuments

/// One request's path, to be compared with many templates. Segments are aligned so that as much as possible agrees: one that is
/// missing or too much in the middle does not spoil what follows.
struct PathComparison {
    struct Result {
        /// From 0 up to 1.
        let score: Double
        let reasons: [String]
        /// The path as it should have been, parameters without a value in their braces.
        let repaired: String
        let values: [Route.PathValue]
        /// Whether every parameter has a value.
        let isWhole: Bool
    }

    private enum Step {
        case both(pattern: Int, segment: Int)
        case missing(pattern: Int)
        case surplus(segment: Int)
    }

    /// Longer paths are compared by their beginning.
    static let longest = 32

    private let segments: [String]
    /// Of literals that came up, to each segment.
    private var likenesses: [String: [Double]] = [:]

    init(_ segments: [String]) { self.segments = Array(segments.prefix(Self.longest)) }

    mutating func likeness(of template: [PathTemplate.Segment]) -> Result {
        let template = Array(template.prefix(Self.longest))
        let patterns = template.map(SegmentPattern.init)
        let fits = patterns.map { fit($0) }
        // best[p][s]: the most that patterns from p on and segments from s on agree.
        var best = Array(repeating: Array(repeating: 0.0, count: segments.count + 1), count: patterns.count + 1)
        for pattern in patterns.indices.reversed() {
            for segment in segments.indices.reversed() {
                best[pattern][segment] = max(
                    fits[pattern][segment] + best[pattern + 1][segment + 1], best[pattern + 1][segment],
                    best[pattern][segment + 1])
            }
        }
        var steps: [Step] = []
        var (pattern, segment) = (0, 0)
        while pattern < patterns.count || segment < segments.count {
            if pattern < patterns.count, segment < segments.count,
                best[pattern][segment] == fits[pattern][segment] + best[pattern + 1][segment + 1]
            {
                steps.append(.both(pattern: pattern, segment: segment))
                (pattern, segment) = (pattern + 1, segment + 1)
            } else if pattern < patterns.count,
                segment == segments.count || best[pattern][segment] == best[pattern + 1][segment]
            {
                steps.append(.missing(pattern: pattern))
                pattern += 1
            } else {
                steps.append(.surplus(segment: segment))
                segment += 1
            }
        }
        let score = best[0][0] / Double(max(patterns.count, segments.count, 1))
        return result(of: steps, template, patterns, score: score)
    }

    /// How well each segment fits a pattern. A literal that agrees says more than a parameter, which takes nearly anything.
    private mutating func fit(_ pattern: SegmentPattern) -> [Double] {
        guard let literal = pattern.literal else { return segments.map { pattern.match($0) == nil ? 0 : 0.7 } }
        if let known = likenesses[literal] { return known }
        let found = segments.map { $0 == literal ? 1 : similarity(of: literal, to: $0) * 0.8 }
        likenesses[literal] = found
        return found
    }

    private func result(
        of steps: [Step], _ template: [PathTemplate.Segment], _ patterns: [SegmentPattern], score: Double
    ) -> Result {
        var reasons: [String] = []
        var repaired = ""
        var values: [Route.PathValue] = []
        var isWhole = true
        var surplus: [String] = []
        func endSurplus(isLast: Bool) {
            guard !surplus.isEmpty else { return }
            reasons.append(
                isLast && surplus == [""]
                    ? "there is a slash too many at the end" : "'/\(surplus.joined(separator: "/"))' is too much")
            surplus = []
        }
        for (index, step) in steps.enumerated() {
            switch step {
            case .surplus(let segment): surplus.append(segments[segment])
            case .missing(let pattern):
                endSurplus(isLast: false)
                let wanted = template[pattern].spelt
                let isLast = steps[index...].allSatisfy { if case .missing = $0 { true } else { false } }
                let place = isLast ? "at the end" : "before '/\(template[pattern + 1].spelt)'"
                reasons.append(wanted.isEmpty ? "a slash is missing \(place)" : "'/\(wanted)' is missing \(place)")
                repaired += "/" + wanted
                isWhole = isWhole && patterns[pattern].literal != nil
            case .both(let pattern, let segment):
                endSurplus(isLast: false)
                let (wanted, found) = (template[pattern].spelt, segments[segment])
                if let literal = patterns[pattern].literal {
                    repaired += "/" + literal
                    guard literal != found else { continue }
                    let hint = literal.lowercased() == found.lowercased() ? " (case matters)" : ""
                    reasons.append("'\(found)' stands where '\(literal)' should\(hint)")
                } else if let captures = patterns[pattern].match(found) {
                    repaired += "/" + found
                    values += zip(template[pattern].parameterNames, captures).map {
                        Route.PathValue(name: $0, text: $1)
                    }
                } else {
                    repaired += "/" + wanted
                    isWhole = false
                    reasons.append(found.isEmpty ? "no value for '\(wanted)'" : "'\(found)' does not fit '\(wanted)'")
                }
            }
        }
        endSurplus(isLast: true)
        return Result(score: score, reasons: reasons, repaired: repaired, values: values, isWhole: isWhole)
    }
}

extension PathTemplate.Segment {
    /// As it stands in the path: `{a}-{b}`.
    fileprivate var spelt: String {
        map { part in
            switch part {
            case .literal(let text): text
            case .parameter(let name, let spans): "{\(name)\(spans ? "+" : "")}"
            }
        }
        .joined()
    }

    fileprivate var parameterNames: [String] {
        compactMap { if case .parameter(let name, _) = $0 { name } else { nil } }
    }
}
