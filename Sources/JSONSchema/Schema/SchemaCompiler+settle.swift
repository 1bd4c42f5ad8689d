// What can only be said of a node once everything it refers to has been compiled.

import JSONValues

extension SchemaCompiler {
    /// Marks the nodes that evaluation can come back to with the same instance, and refuses those that nothing but
    /// references and `allOf` lead back to: they could never be decided.
    mutating func settle(from first: Int) {
        let nodes = first..<state.nodes.count
        for cycle in cycles(nodes, { $0.unconditional }) {
            guard let index = cycle.min() else { continue }
            let node = state.nodes[index]
            let place = state.locations.place(of: node.location)
            self.index.problems[SchemaNode.ID(index: Int32(index)), default: []].append(
                SchemaProblem(
                    severity: .error, kind: .endless, place: place, found: "a loop", expected: "an end",
                    message: "The references of \(place) lead back to it, and nowhere else."))
        }
        for cycle in cycles(nodes, { $0.inPlace }) {
            for index in cycle { state.nodes[index].traits.insert(.reenters) }
        }
        passOn([.readOnly, .writeOnly], nodes) { $0.unconditional }
        for index in nodes where state.nodes[index].traits.contains(.writeOnly) {
            state.nodes[index].traits.insert(.holdsWriteOnly)
        }
        passOn([.holdsWriteOnly], nodes) { $0.subschemas }
    }

    /// Gives nodes the traits of others that they lead to.
    private mutating func passOn(
        _ traits: SchemaNode.Traits, _ nodes: Range<Int>, by edges: (Keyword) -> [SchemaNode.ID]
    ) {
        var referrers: [Int: [Int]] = [:]
        for index in nodes {
            for target in state.nodes[index].keywords.lazy.flatMap(edges) {
                referrers[Int(target.index), default: []].append(index)
            }
        }
        var changed = referrers.keys.filter { !state.nodes[$0].traits.isDisjoint(with: traits) }
        while let index = changed.popLast() {
            let passed = state.nodes[index].traits.intersection(traits)
            for referrer in referrers[index] ?? [] where !state.nodes[referrer].traits.isSuperset(of: passed) {
                state.nodes[referrer].traits.formUnion(passed)
                changed.append(referrer)
            }
        }
    }

    /// The strongly connected components with a cycle in them (Tarjan's algorithm, with a stack of its own).
    private func cycles(_ nodes: Range<Int>, _ edges: (Keyword) -> [SchemaNode.ID]) -> [[Int]] {
        var order = [Int](repeating: -1, count: nodes.count)
        var low = [Int](repeating: 0, count: nodes.count)
        var onStack = [Bool](repeating: false, count: nodes.count)
        var stack: [Int] = []
        var found: [[Int]] = []
        var counter = 0
        var frames: [(node: Int, targets: [Int], next: Int)] = []

        func targets(_ node: Int) -> [Int] {
            state.nodes[node + nodes.lowerBound].keywords.flatMap(edges)
                .map { Int($0.index) - nodes.lowerBound }.filter { $0 >= 0 }
        }
        for start in 0..<nodes.count where order[start] < 0 {
            var entering: Int? = start
            while true {
                if let node = entering {
                    order[node] = counter
                    low[node] = counter
                    counter += 1
                    stack.append(node)
                    onStack[node] = true
                    frames.append((node, targets(node), 0))
                    entering = nil
                }
                guard let (node, targets, next) = frames.last else { break }
                if next < targets.count {
                    frames[frames.count - 1].next += 1
                    let target = targets[next]
                    if order[target] < 0 {
                        entering = target
                    } else if onStack[target] {
                        low[node] = min(low[node], order[target])
                    }
                    continue
                }
                frames.removeLast()
                if let parent = frames.last?.node { low[parent] = min(low[parent], low[node]) }
                guard low[node] == order[node] else { continue }
                var component: [Int] = []
                while let member = stack.popLast() {
                    onStack[member] = false
                    component.append(member)
                    if member == node { break }
                }
                if component.count > 1 || targets.contains(node) {
                    found.append(component.map { $0 + nodes.lowerBound })
                }
            }
        }
        return found
    }
}
