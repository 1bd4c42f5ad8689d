// A trie of path segments: literals by dictionary, templates in order of how much they fix.

/// Paths by their segments. A walk visits a node at most once, so matching ends after as many steps as there are nodes at the
/// very worst, and after one per segment where no template competes with a literal.
struct PathTrie: Sendable {
    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        /// Those that fix most text first.
        var patterns: [(pattern: SegmentPattern, node: Int)] = []
        /// Ends with a parameter that takes all that is left.
        var spanning: [(pattern: SegmentPattern, operations: [Int])] = []
        var operations: [Int] = []
    }

    private var nodes = [Node()]

    mutating func insert(_ path: PathTemplate, operation: Int) {
        var at = 0
        for (offset, segment) in path.segments.enumerated() {
            let pattern = SegmentPattern(segment)
            if pattern.spans, offset == path.segments.count - 1 {
                if let known = nodes[at].spanning.firstIndex(where: { $0.pattern.fixed == pattern.fixed }) {
                    nodes[at].spanning[known].operations.append(operation)
                } else {
                    nodes[at].spanning.append((pattern, [operation]))
                }
                return
            }
            at = child(of: at, for: pattern)
        }
        nodes[at].operations.append(operation)
    }

    private mutating func child(of node: Int, for pattern: SegmentPattern) -> Int {
        if let literal = pattern.literal {
            if let known = nodes[node].literals[literal] { return known }
            nodes.append(Node())
            nodes[node].literals[literal] = nodes.count - 1
            return nodes.count - 1
        }
        if let known = nodes[node].patterns.first(where: { $0.pattern.fixed == pattern.fixed }) { return known.node }
        nodes.append(Node())
        let made = nodes.count - 1
        let position =
            nodes[node].patterns.firstIndex { $0.pattern.weight < pattern.weight } ?? nodes[node].patterns.count
        nodes[node].patterns.insert((pattern, made), at: position)
        return made
    }

    static func segments(of path: some StringProtocol) -> [String] {
        // By bytes: finding the borders of characters takes longer than all the rest.
        var bytes = Substring(path).utf8
        if bytes.first == UInt8(ascii: "/") { bytes = bytes.dropFirst() }
        return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            PathText.canonical(Substring($0))
        }
    }

    /// Visits the paths that fit, a literal before a template at each segment, until `visit` has enough. It is given the
    /// operations of a path and what their parameters take. The first `literalPrefix` segments may not be taken by a parameter.
    func walk(
        _ segments: ArraySlice<String>, literalPrefix: Int = 0,
        visit: (_ operations: [Int], _ captures: [Substring]) -> Bool
    ) {
        var captures: [Substring] = []
        _ = walk(0, segments, segments.startIndex + literalPrefix, &captures, visit)
    }

    private func walk(
        _ at: Int, _ segments: ArraySlice<String>, _ literalEnd: Int, _ captures: inout [Substring],
        _ visit: ([Int], [Substring]) -> Bool
    ) -> Bool {
        guard let segment = segments.first else {
            return !nodes[at].operations.isEmpty && visit(nodes[at].operations, captures)
        }
        let rest = segments.dropFirst()
        if let next = nodes[at].literals[segment], walk(next, rest, literalEnd, &captures, visit) { return true }
        guard segments.startIndex >= literalEnd else { return false }
        let depth = captures.count
        for (pattern, next) in nodes[at].patterns {
            guard let captured = pattern.match(segment) else { continue }
            captures += captured
            if walk(next, rest, literalEnd, &captures, visit) { return true }
            captures.removeLast(captures.count - depth)
        }
        for (pattern, operations) in nodes[at].spanning {
            guard let captured = pattern.match(segments.joined(separator: "/")) else { continue }
            if visit(operations, captures + captured) { return true }
        }
        return false
    }
}
