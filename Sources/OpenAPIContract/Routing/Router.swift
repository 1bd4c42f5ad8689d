// Finds the operation of a request: one walk down a trie per base path, whatever the number of operations.

import SourceDocuments
import HTTPTypes

/// All paths of a contract under all of its servers' base paths. A class, because every request takes one.
final class Router: Sendable {
    /// A base path with the operations that are served under it.
    private struct Base: Sendable {
        let segments: [SegmentPattern]
        var trie = PathTrie()

        /// Where the rest of a path that lies under the base path starts.
        func end(in path: inout PathBytes) -> Int? {
            defer { path.captureCount = 0 }
            var start = 0
            for pattern in segments {
                guard let segment = path.segment(at: start, seed: 0)?.range, pattern.match(&path, segment) else {
                    return nil
                }
                start = segment.upperBound + 1
            }
            return start
        }
    }

    /// Longer base paths first; the empty one is `bare`.
    private let bases: [Base]
    private let bare: PathTrie
    /// Whether any operation is served without a base path.
    private let isAtRoot: Bool
    private let mostParameters: Int

    init(_ operations: [Operation]) {
        var all = PathTrie()
        var byText: [String: Base] = [:]
        for operation in operations {
            all.insert(operation)
            for text in Set(operation.servers.flatMap(\.basePaths)) where !text.isEmpty {
                byText[text, default: Base(segments: PathTemplate(text).segments.map(SegmentPattern.init))]
                    .trie.insert(operation)
            }
        }
        bare = all
        isAtRoot = operations.contains { $0.servers.isEmpty || $0.servers.flatMap(\.basePaths).contains("") }
        bases = byText.sorted { ($0.value.segments.count, $1.key) > ($1.value.segments.count, $0.key) }.map(\.value)
        mostParameters = bases.reduce(all.mostParameters) { most, base in
            max(most, base.trie.mostParameters, base.segments.reduce(0) { $0 + $1.fixed.count })
        }
    }

    /// Visits the paths that fit, the closest first, until `visit` has enough: under each base path, the longest first, and then
    /// as it stands, unless it lies under a base path and only a parameter could take that up.
    func walk(
        _ path: UnsafeBufferPointer<UInt8>, visit: (_ operations: [Operation], _ path: PathBytes) -> Visit
    ) {
        PathText.withBytes(of: path, captures: mostParameters) { path in
            var covered = 0
            var last = Visit.next
            for base in bases {
                guard let rest = base.end(in: &path) else { continue }
                // The base path itself is its root.
                _ = base.trie.walk(&path, from: min(rest, path.bytes.count)) { operations, path in
                    last = visit(operations, path)
                    return last != .next
                }
                if last == .end { return }
                path.captureCount = 0
                covered = max(covered, rest)
            }
            _ = bare.walk(&path, from: 0, literalEnd: covered) { operations, path in
                visit(operations, path) != .next
            }
        }
    }

    /// How much of a path the longest base path takes up that it lies under; nil where it lies under none.
    func baseEnd(of path: UnsafeBufferPointer<UInt8>) -> Int? {
        var end: Int?
        PathText.withBytes(of: path, captures: mostParameters) { path in
            for base in bases where end == nil { end = base.end(in: &path) }
        }
        return end ?? (isAtRoot ? 0 : nil)
    }

    enum Visit {
        /// Other paths may fit.
        case next
        /// This is the path; under another base path there may be one too.
        case nextBase
        case end
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
