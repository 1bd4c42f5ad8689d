// What a request's method and path lead to.

package import HTTPTypes

/// The outcome of routing. Nothing of the request but method and target is looked at.
package enum Route: Sendable {
    /// The values are percent-encoded, as they stood in the path.
    case operation(Operation, [PathValue])
    /// The path is there, for other methods.
    case noMethod(allow: [HTTPRequest.Method])
    /// No path fits; the operations that come closest, and why each does not.
    case noPath(nearest: [NearMiss])

    package struct PathValue: Sendable, Hashable {
        package let name: String
        package let text: String
    }
}

extension Contract {
    /// Routes a request by its method and its target, which is a path with or without a query.
    package func route(_ method: HTTPRequest.Method, _ target: some StringProtocol) -> Route {
        let (candidates, allowed) = candidates(method, target)
        if let (operation, values) = candidates.first { return .operation(operation, values) }
        if !allowed.isEmpty { return .noMethod(allow: allowed) }
        return .noPath(nearest: nearest(method, target))
    }

    /// All operations that a request could mean: one, but for keys that differ in their query or fragment alone. Else the methods
    /// that are declared on the path.
    func candidates(
        _ method: HTTPRequest.Method, _ target: some StringProtocol
    ) -> (operations: [(Operation, [Route.PathValue])], allowed: [HTTPRequest.Method]) {
        let bytes = Substring(target).utf8
        let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let query = Substring(bytes[path.endIndex...].dropFirst().prefix { $0 != UInt8(ascii: "#") })
        var found: [(Operation, [Route.PathValue])] = []
        router.walk(Substring(path)) { indices, captures in
            for index in indices {
                let operation = operations[index]
                guard operation.method == method, operation.path.fits(query: query) else { continue }
                let values = zip(operation.path.parameterNames, captures).map {
                    Route.PathValue(name: $0, text: String($1))
                }
                found.append((operation, values))
            }
            return !found.isEmpty
        }
        guard !found.isEmpty else { return ([], methods(on: Substring(path), query)) }
        // A key that asks for a query is closer than one that does not.
        if found.count > 1 { found = found.sorted { $0.0.path.query.count > $1.0.path.query.count } }
        return (found, [])
    }

    private func methods(on path: Substring, _ query: Substring) -> [HTTPRequest.Method] {
        var methods: [HTTPRequest.Method] = []
        router.walk(path) { indices, _ in
            for operation in indices.map({ operations[$0] }) where operation.path.fits(query: query) {
                if !methods.contains(operation.method) { methods.append(operation.method) }
            }
            return false
        }
        return methods
    }
}

extension PathTemplate {
    /// Whether a request's query holds what a key such as `/x?query=1` asks for.
    func fits(query: some StringProtocol) -> Bool {
        guard !self.query.isEmpty else { return true }
        let given = query.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return (
                name: Percent.decoded(name, plusIsSpace: true),
                value: Percent.decoded(pair.dropFirst(name.count).dropFirst(), plusIsSpace: true)
            )
        }
        return self.query.allSatisfy { asked in
            given.contains { $0.name == asked.name && (asked.value == nil || asked.value == $0.value) }
        }
    }
}
