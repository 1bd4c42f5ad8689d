// Which routes each operation of the contract has to try.

/// Routes by path and method. A router takes the path that fixes most, so that each path has the routes of all that it overlaps.
struct RouteTable {
    struct Path {
        let key: PathKey
        /// In the order of the contract.
        var methods: [(method: String, routes: [ImportedRoute])]
    }

    private(set) var paths: [Path] = []

    private static let methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "PATCH"]

    init(_ routes: [ImportedRoute]) {
        var keys: [PathKey] = []
        for key in routes.flatMap(\.path.keys) where !keys.contains(where: { $0.shape == key.shape }) {
            keys.append(key)
        }
        for key in keys {
            let own = routes.filter { $0.path.overlaps(key) }
            var methods = own.contains { $0.methods == nil } ? Self.methods : []
            for method in own.flatMap({ $0.methods ?? [] }) where !methods.contains(method) { methods.append(method) }
            let table = methods.map { method in
                (method, Self.reached(own.filter { $0.methods?.contains(method) ?? true }, under: key))
            }
            paths.append(Path(key: key, methods: table))
        }
    }

    /// Without those behind one that always answers.
    private static func reached(_ routes: [ImportedRoute], under key: PathKey) -> [ImportedRoute] {
        guard let last = routes.firstIndex(where: { $0.condition(under: key) == nil }) else { return routes }
        return Array(routes[...last])
    }

    static func isSettled(_ routes: [ImportedRoute], under key: PathKey) -> Bool {
        routes.last.map { $0.condition(under: key) == nil } ?? false
    }
}

extension ImportedRoute {
    /// When it answers, as CEL; nil for always.
    func condition(under key: PathKey) -> String? {
        CELText.all([path.condition(under: key)].compactMap(\.self) + conditions)
    }
}
