// Contracts that share a server: which paths are whose.

import SourceDocuments
package import HTTPTypes

extension Contract {
    /// What a contract has of that which a request means.
    package enum Claim: Sendable {
        case none
        /// Its path, for other methods.
        case path
        case operation
    }

    /// Whether a request is this contract's, where several contracts share an address.
    package func claim(on method: HTTPRequest.Method, _ target: String) -> Claim {
        let match = match(method, target)
        return match.best != nil ? .operation : match.allowed.isEmpty ? .none : .path
    }

    /// The base paths that operations are served under, the empty one too. Nil where one of them has parameters or escapes.
    package var literalBasePaths: Set<String>? {
        let paths = Set(operations.flatMap { $0.servers.isEmpty ? [""] : $0.servers.flatMap(\.basePaths) })
        return paths.contains { $0.utf8.contains { "{}%".utf8.contains($0) } } ? nil : paths
    }

    /// How much of a target's path the longest base path takes up that it lies under; nil where it lies under none.
    package func basePathLength(covering target: String) -> Int? {
        var target = target
        return target.withUTF8 { bytes in
            let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
            return router.baseEnd(of: UnsafeBufferPointer(rebasing: bytes[..<end]))
        }
    }

    /// Operations of this contract and of another whose paths, each under its base paths, can be the same one: a server of both would
    /// not know whose it is. One pair for each path.
    package func clashes(with other: Contract) -> [(own: Operation, other: Operation)] {
        let others = other.operations.flatMap { operation in operation.servedPaths.map { (operation, $0) } }
        var told: Set<String> = []
        return operations.compactMap { operation in
            guard told.insert(operation.path.text).inserted else { return nil }
            let paths = operation.servedPaths
            return others.first { _, path in paths.contains { $0.meets(path) } }.map { (operation, $0.0) }
        }
    }
}

extension Operation {
    /// Its path under each base path.
    fileprivate var servedPaths: [[PathTemplate.Segment]] {
        let bases = servers.isEmpty ? [""] : Array(Set(servers.flatMap(\.basePaths))).sorted()
        return bases.map { ($0.isEmpty ? [] : PathTemplate($0).segments) + path.segments }
    }
}

extension [PathTemplate.Segment] {
    /// Whether one path can fit both.
    fileprivate func meets(_ other: Self) -> Bool {
        for (own, its) in zip(self, other) {
            if own.spans || its.spans { return true }
            if !own.hasParameter, !its.hasParameter, own != its { return false }
        }
        return count == other.count
    }
}

extension PathTemplate.Segment {
    fileprivate var hasParameter: Bool {
        contains { if case .parameter = $0 { true } else { false } }
    }

    fileprivate var spans: Bool {
        contains { if case .parameter(_, let spans) = $0 { spans } else { false } }
    }
}
