// Finds the operation of a request: one walk down a trie per base path, whatever the number of operations.

import HTTPTypes

/// All paths of a contract under all of its servers' base paths.
struct Router: Sendable {
    /// A base path with the operations that are served under it.
    private struct Base: Sendable {
        let segments: [SegmentPattern]
        let trie: PathTrie

        /// What is left of a path that lies under the base path; of the base path itself, the path `/`.
        func strip(from path: [String]) -> ArraySlice<String>? {
            guard path.count >= segments.count else { return nil }
            for (pattern, segment) in zip(segments, path) where pattern.match(segment) == nil { return nil }
            return path.count == segments.count ? [""] : path[segments.count...]
        }
    }

    /// Longer base paths first; the empty one is `bare`.
    private let bases: [Base]
    private let bare: PathTrie

    init(_ operations: [Operation]) {
        var all = PathTrie()
        var byBase: [(String, PathTemplate, PathTrie)] = []
        var slots: [String: Int] = [:]
        for operation in operations {
            all.insert(operation.path, operation: operation.index)
            for base in Set(operation.servers.flatMap(\.basePaths)) where !base.isEmpty {
                let slot =
                    slots[base]
                    ?? {
                        byBase.append((base, PathTemplate(base), PathTrie()))
                        slots[base] = byBase.count - 1
                        return byBase.count - 1
                    }()
                byBase[slot].2.insert(operation.path, operation: operation.index)
            }
        }
        bare = all
        bases =
            byBase
            .sorted { ($0.1.segments.count, $1.0) > ($1.1.segments.count, $0.0) }
            .map { Base(segments: $0.1.segments.map(SegmentPattern.init), trie: $0.2) }
    }

    /// Visits the operations on a path: under each base path, the longest first, and then as it stands, unless it lies under a
    /// base path and only a parameter could take that up.
    func walk(_ path: some StringProtocol, visit: (_ operations: [Int], _ captures: [Substring]) -> Bool) {
        let segments = PathTrie.segments(of: path)
        var covered = 0
        var done = false
        for base in bases where !done {
            guard let rest = base.strip(from: segments) else { continue }
            base.trie.walk(rest) { operations, captures in
                done = visit(operations, captures)
                return done
            }
            covered = max(covered, base.segments.count)
        }
        if !done { bare.walk(segments[...], literalPrefix: covered, visit: visit) }
    }
}

extension Server {
    /// The base path for each combination of the variables' values that it depends on. A variable without listed values that
    /// stands in the path takes any.
    var basePaths: [String] {
        var urls = [url]
        // `{origin}/v1` stands for whole URLs, not for any first segment.
        for variable in variables where variable.defaultValue.contains("//") && urls.count <= 64 {
            let values = Set(variable.values + [variable.defaultValue])
            urls = urls.flatMap { url in values.map { url.replacing("{\(variable.name)}", with: $0) } }
        }
        var paths = Set(urls.map(Server.path(of:))).sorted()
        for variable in variables where paths.contains(where: { $0.contains("{\(variable.name)}") }) {
            let values = variable.values.isEmpty ? [variable.defaultValue] : variable.values + [variable.defaultValue]
            let expanded = paths.flatMap { path in
                values.map { value in
                    path.split(separator: "{\(variable.name)}", omittingEmptySubsequences: false).joined(
                        separator: value)
                }
            }
            paths = Array(Set(variable.values.isEmpty ? paths + expanded : expanded)).sorted()
            if paths.count > 64 { break }
        }
        return paths.map(Server.path(of:))
    }
}
