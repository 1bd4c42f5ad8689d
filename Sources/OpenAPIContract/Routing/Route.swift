// What a request's method and path lead to.

import SourceDocuments
package import HTTPTypes

/// The outcome of routing. Nothing of the request but method and target is looked at.
package enum Route: Sendable {
    /// The values are percent-encoded, as they stood in the path.
    case operation(Operation, [PathValue])
    /// The path is there, for other methods.
    case noMethod(allow: [HTTPRequest.Method])
    /// No path fits; the operations that come closest, and why each does not.
    case noPath(nearest: [NearMiss])

    /// What a request has in the place of a path parameter.
    package struct PathValue: Sendable, Hashable {
        /// Of the path parameter.
        package let name: String
        /// Percent-encoded.
        package let text: String
    }
}

/// What a request could mean.
struct RouteMatch {
    struct Candidate {
        let operation: Operation
        let values: [Route.PathValue]
    }

    var best: Candidate?
    /// Operations whose keys differ from the best one's in query or fragment alone.
    var others: [Candidate] = []
    /// The methods of the path, where the request's is not among them.
    var allowed: [HTTPRequest.Method] = []
}

extension Contract {
    /// Routes a request by its method and its target, which is a path with or without a query.
    package func route(_ method: HTTPRequest.Method, _ target: String) -> Route {
        let match = match(method, target)
        if let best = match.best { return .operation(best.operation, best.values) }
        if !match.allowed.isEmpty { return .noMethod(allow: match.allowed) }
        return .noPath(nearest: nearest(method, target))
    }

    /// The operation that a request leads to; nil where it leads to none, without looking for what comes close.
    package func target(_ method: HTTPRequest.Method, _ target: String) -> (
        operation: Operation, values: [Route.PathValue]
    )? {
        match(method, target).best.map { ($0.operation, $0.values) }
    }

    /// The operation of a template that would take a request too, were the path that it means not there:
    /// `DELETE /pets/{petId}` for `DELETE /pets/mine`. Frameworks that try one route after another may answer with it.
    package func overlooked(_ method: HTTPRequest.Method, _ target: String) -> Operation? {
        match(method, target, onNearestPath: false).best?.operation
    }

    /// All operations that a request could mean: one, but for keys that differ in their query or fragment alone. A concrete path
    /// is matched before a template (OpenAPI 3.1, section 4.8.8.2), whichever methods the two have.
    func match(_ method: HTTPRequest.Method, _ target: String, onNearestPath: Bool = true) -> RouteMatch {
        var target = target
        return target.withUTF8 { match(method, $0, onNearestPath: onNearestPath) }
    }

    /// - Parameters:
    ///   - target: its bytes.
    ///   - skipped: the texts of paths that are passed over.
    func match(
        _ method: HTTPRequest.Method, _ target: UnsafeBufferPointer<UInt8>, onNearestPath: Bool = true,
        skipping skipped: Set<String> = []
    ) -> RouteMatch {
        var match = RouteMatch()
        let end = target.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? target.count
        let behind = UnsafeBufferPointer(rebasing: target[end...])
        router.walk(UnsafeBufferPointer(rebasing: target[..<end])) { operations, path in
            var isHere = false
            for operation in operations where operation.path.query.isEmpty || operation.path.fits(behind) {
                if !skipped.isEmpty, skipped.contains(operation.path.text) { continue }
                isHere = true
                if operation.method == method {
                    match.add(operation, path)
                } else if match.best == nil, !match.allowed.contains(operation.method) {
                    match.allowed.append(operation.method)
                }
            }
            if match.best != nil { return .end }
            return isHere && onNearestPath ? .nextBase : .next
        }
        if match.best != nil { match.allowed = [] }
        return match
    }
}

extension RouteMatch {
    /// A key that asks for a query is closer than one that does not.
    fileprivate mutating func add(_ operation: Operation, _ path: PathBytes) {
        var values: [Route.PathValue] = []
        values.reserveCapacity(path.captureCount)
        for (name, range) in zip(operation.path.parameterNames, path.captured) {
            values.append(Route.PathValue(name: name, text: path.text(range)))
        }
        let candidate = Candidate(operation: operation, values: values)
        guard let best else { return self.best = candidate }
        others.append(candidate)
        if operation.path.query.count > best.operation.path.query.count {
            (self.best, others[others.count - 1]) = (candidate, best)
        }
    }
}

extension PathTemplate {
    /// Whether a request has in its query what a key such as `/x?query=1` asks for.
    /// - Parameter text: what follows the path: `?query=1#fragment`.
    fileprivate func fits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let query = text.prefix { $0 != UInt8(ascii: "#") }.dropFirst()
        let given = Pairs(query: String(decoding: query, as: UTF8.self))
        return self.query.allSatisfy { asked in
            given.pairs.contains {
                $0.name == asked.name && (asked.value == nil || asked.value == given.decoded($0.raw))
            }
        }
    }
}
