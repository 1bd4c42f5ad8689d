// Compiles a schema and all it refers to: a work list over places, so that neither depth nor recursion matters.

import JSONValues

/// A library at work: the graph that grows and the index that finds places in it.
struct SchemaCompiler {
    var state: SchemaGraph.State
    var index: SchemaIndex
    /// Nodes that have a place but no keywords yet.
    private var pending: [SchemaNode.ID] = []

    init(state: SchemaGraph.State, index: SchemaIndex) {
        self.state = state
        self.index = index
    }

    mutating func compile(_ uri: String) -> Result<SchemaNode.ID, SchemaError> {
        let reference = URIReference(uri).resolved(against: URIReference(""))
        let place = SchemaPlace(document: reference.document, pointer: JSONPointer([]))
        switch locate(reference, written: uri) {
        case .failure(let failure): return .failure(SchemaError(problems: [failure.problem(at: place)]))
        case .success(let location):
            let root = node(at: location)
            let first = state.nodes.count - pending.count
            compilePending()
            settle(from: first)
            state.plan(from: state.plans.count)
            let problems = problems(from: root)
            return problems.isEmpty ? .success(root) : .failure(SchemaError(problems: problems))
        }
    }

    /// The node of a place; a new one is compiled in its turn.
    mutating func node(at location: LocationID) -> SchemaNode.ID {
        if let known = index.compiled[location] { return known }
        identify(location)
        let place = state.locations[Int(location)]
        let id = SchemaNode.ID(index: Int32(state.nodes.count))
        index.compiled[location] = id
        state.nodes.append(
            SchemaNode(
                keywords: [], source: place.value, dialect: meaning(of: place.resource).dialect,
                location: location, resource: place.resource))
        pending.append(id)
        return id
    }

    private mutating func compilePending() {
        repeat {
            while let id = pending.popLast() { compileNode(id) }
            for name in index.dynamicNames { compileDynamicAnchors(name) }
        } while !pending.isEmpty
    }

    /// What a `$dynamicRef` will lead to depends on the instance's way through the schemas, so all candidates are compiled.
    private mutating func compileDynamicAnchors(_ name: String) {
        for (id, resource) in index.resources {
            let anchor = SchemaGraph.DynamicAnchor(resource: id, name: name)
            guard state.dynamicAnchors[anchor] == nil, let location = resource.dynamicAnchors[name] else { continue }
            state.dynamicAnchors[anchor] = node(at: location)
        }
    }

    /// Everything that is wrong with a node and what it refers to.
    private func problems(from root: SchemaNode.ID) -> [SchemaProblem] {
        guard !index.problems.isEmpty else { return [] }
        var found: [SchemaProblem] = []
        var seen: Set<SchemaNode.ID> = [root]
        var queue = [root]
        var next = 0
        while next < queue.count {
            let id = queue[next]
            next += 1
            for problem in index.problems[id] ?? [] where !found.contains(problem) { found.append(problem) }
            for keyword in state.nodes[Int(id.index)].keywords {
                for child in keyword.subschemas where seen.insert(child).inserted { queue.append(child) }
            }
        }
        return found
    }
}
