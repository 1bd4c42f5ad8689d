// A trie of path segments: literals by hash, templates in order of how much they fix.

/// Paths by their segments. A walk visits a node at most once, so matching ends after as many steps as there are nodes at the
/// very worst, and after one per segment where no template competes with a literal.
struct PathTrie: Sendable {
    private struct Node: Sendable {
        /// Whether any literal leads on from here.
        var hasLiterals = false
        /// Those that fix most text first.
        var patterns: [(pattern: SegmentPattern, node: Int)] = []
        /// Where a parameter by itself leads to, which fixes least.
        var parameter: Int?
        /// Ends with a parameter that takes all that is left.
        var spanning: [(pattern: SegmentPattern, operations: [Operation])] = []
        var operations: [Operation] = []
    }

    private var nodes = [Node()]
    private var literals = LiteralTable()
    /// How many parameters any of the paths has at most.
    private(set) var mostParameters = 0

    mutating func insert(_ operation: Operation) {
        var at = 0
        let segments = operation.path.segments.map(SegmentPattern.init)
        mostParameters = max(mostParameters, segments.reduce(0) { $0 + $1.fixed.count - 1 })
        for (offset, pattern) in segments.enumerated() {
            if pattern.spans, offset == segments.count - 1 {
                if let known = nodes[at].spanning.firstIndex(where: { $0.pattern.fixed == pattern.fixed }) {
                    nodes[at].spanning[known].operations.append(operation)
                } else {
                    let position = nodes[at].spanning.firstIndex { $0.pattern.weight < pattern.weight }
                    nodes[at].spanning.insert((pattern, [operation]), at: position ?? nodes[at].spanning.count)
                }
                return
            }
            at = child(of: at, for: pattern)
        }
        nodes[at].operations.append(operation)
    }

    private mutating func child(of node: Int, for pattern: SegmentPattern) -> Int {
        if let known = known(pattern, at: node) { return known }
        nodes.append(Node())
        let made = nodes.count - 1
        if pattern.literal != nil {
            literals.insert(pattern.fixed[0], of: node, child: made)
            nodes[node].hasLiterals = true
        } else if pattern.isParameter {
            nodes[node].parameter = made
        } else {
            let position = nodes[node].patterns.firstIndex { $0.pattern.weight < pattern.weight }
            nodes[node].patterns.insert((pattern, made), at: position ?? nodes[node].patterns.count)
        }
        return made
    }

    private func known(_ pattern: SegmentPattern, at node: Int) -> Int? {
        if let literal = pattern.literal {
            return PathText.withBytes(of: literal, captures: 0) { path -> Int? in
                path.segment(at: 0, seed: node).flatMap { literals.child(of: node, path, $0.range, $0.hash) }
            }
        }
        if pattern.isParameter { return nodes[node].parameter }
        return nodes[node].patterns.first { $0.pattern.fixed == pattern.fixed }?.node
    }

    /// Visits the paths that fit, a literal before a template at each segment, until `visit` has enough. It is given the
    /// operations of a path, with what their parameters take in `path`. No parameter takes what stands before `literalEnd`.
    func walk(
        _ path: inout PathBytes, from start: Int, literalEnd: Int = 0,
        visit: (_ operations: [Operation], _ path: PathBytes) -> Bool
    ) -> Bool {
        walk(0, &path, start, literalEnd, visit)
    }

    private func walk(
        _ at: Int, _ path: inout PathBytes, _ start: Int, _ literalEnd: Int, _ visit: ([Operation], PathBytes) -> Bool
    ) -> Bool {
        guard let (segment, hash) = path.segment(at: start, seed: at) else {
            return !nodes[at].operations.isEmpty && visit(nodes[at].operations, path)
        }
        let next = segment.upperBound + 1
        if nodes[at].hasLiterals, let child = literals.child(of: at, path, segment, hash),
            walk(child, &path, next, literalEnd, visit)
        {
            return true
        }
        guard start >= literalEnd else { return false }
        let depth = path.captureCount
        for (pattern, child) in nodes[at].patterns where pattern.match(&path, segment) {
            if walk(child, &path, next, literalEnd, visit) { return true }
            path.captureCount = depth
        }
        if let child = nodes[at].parameter, !segment.isEmpty {
            path.capture(segment)
            if walk(child, &path, next, literalEnd, visit) { return true }
            path.captureCount = depth
        }
        for (pattern, operations) in nodes[at].spanning where pattern.match(&path, start..<path.bytes.count) {
            if visit(operations, path) { return true }
            path.captureCount = depth
        }
        return false
    }
}
