// The operations closest to a request that fits none, each with what it would take.

package import HTTPTypes

/// An operation that a request almost meant.
package struct NearMiss: Sendable {
    package let operation: Operation
    /// From 0, nothing in common, up to 1.
    package let score: Double
    /// Why it does not match, the most telling first.
    package let reasons: [String]
}

extension Contract {
    /// The closest operations, best first. Looks at every operation: only for requests that failed.
    package func nearest(_ method: HTTPRequest.Method, _ target: some StringProtocol, count: Int = 3) -> [NearMiss] {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        let plain = PathTrie.segments(of: path)
        let bases = Set(servers.flatMap(\.basePaths)).filter { !$0.isEmpty }.map(PathTrie.segments)
        let stripped = bases.filter { plain.starts(with: $0) }.map { Array(plain.dropFirst($0.count)) }
        let spellings = [plain] + stripped.filter { !$0.isEmpty }
        return
            operations
            .map { operation in
                spellings.map { miss(operation, method, $0) }.max { $0.score < $1.score }
                    ?? miss(operation, method, plain)
            }
            .filter { $0.score > 0.3 }
            .sorted { ($0.score, $1.operation.index) > ($1.score, $0.operation.index) }
            .prefix(count)
            .map { $0 }
    }

    private func miss(_ operation: Operation, _ method: HTTPRequest.Method, _ segments: [String]) -> NearMiss {
        let patterns = operation.path.segments.map(SegmentPattern.init)
        var reasons: [String] = []
        var score = 0.0
        for (index, pattern) in patterns.enumerated() {
            let wanted = operation.path.segments[index].spelt
            guard index < segments.count else {
                reasons.append(wanted.isEmpty ? "a slash is missing at the end" : "'/\(wanted)' is missing at the end")
                continue
            }
            let segment = segments[index]
            if let literal = pattern.literal {
                if literal == segment {
                    score += 1
                } else {
                    let likeness = Spelling.likeness(literal, segment)
                    score += likeness * 0.8
                    let hint = literal.lowercased() == segment.lowercased() ? " (case matters)" : ""
                    reasons.append("'\(segment)' stands where '\(literal)' should\(hint)")
                }
            } else if pattern.match(segment) != nil {
                score += 0.7
            } else {
                reasons.append(segment.isEmpty ? "no value for '\(wanted)'" : "'\(segment)' does not fit '\(wanted)'")
            }
        }
        if segments.count > patterns.count {
            let surplus = segments[patterns.count...]
            let isSlash = surplus.count == 1 && surplus.last == ""
            reasons.append(
                isSlash ? "there is a slash too many at the end" : "'/\(surplus.joined(separator: "/"))' is too much")
        }
        score /= Double(max(patterns.count, segments.count, 1))
        if operation.method != method {
            score *= 0.9
            reasons.append("the method is \(operation.method.rawValue), not \(method.rawValue)")
        }
        return NearMiss(operation: operation, score: score, reasons: reasons)
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
}
