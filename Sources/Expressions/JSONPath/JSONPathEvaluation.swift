// A query over a document: segment by segment, from nodes to nodes.

import JSONValues
import RegularExpressions
import JSONSchema

/// A node: a value, and the way to it where somebody will ask for it.
struct JSONPathNode: Sendable {
    let value: JSON
    private let place: Place?
    private let tracksPath: Bool

    private final class Place: Sendable {
        let parent: Place?
        let step: NormalizedPath.Step

        init(_ parent: Place?, _ step: NormalizedPath.Step) {
            self.parent = parent
            self.step = step
        }
    }

    init(_ value: JSON, tracksPath: Bool) {
        self.init(value, nil, tracksPath)
    }

    private init(_ value: JSON, _ place: Place?, _ tracksPath: Bool) {
        self.value = value
        self.place = place
        self.tracksPath = tracksPath
    }

    func child(_ value: JSON, _ step: @autoclosure () -> NormalizedPath.Step) -> JSONPathNode {
        JSONPathNode(value, tracksPath ? Place(place, step()) : nil, tracksPath)
    }

    var path: NormalizedPath {
        var steps: [NormalizedPath.Step] = []
        var place = place
        while let current = place {
            steps.append(current.step)
            place = current.parent
        }
        return NormalizedPath(steps.reversed())
    }

    /// All children, in the document's order.
    var children: [JSONPathNode] {
        switch value {
        case .array(let array): array.enumerated().map { child($0.element, .index($0.offset)) }
        case .object(let object): object.map { child($0.value, .name($0.key)) }
        case .null, .bool, .number, .string: []
        }
    }
}

struct JSONPathEvaluation {
    let root: JSON
    private var steps: Int
    /// Regular expressions that stand in the document: read once each, a few of them kept.
    private var patterns: [String: Pattern?] = [:]

    init(root: JSON, steps: Int) {
        self.root = root
        self.steps = steps
    }

    mutating func step(_ count: Int = 1) throws(UnlocatedError) {
        steps -= count
        if steps < 0 { throw .limit("the path takes more steps in this document than it is allowed", at: 0) }
    }

    mutating func nodes(_ query: JSONPathQuery, from start: JSONPathNode) throws(UnlocatedError) -> [JSONPathNode] {
        var nodes = [start]
        for segment in query.segments {
            var selected: [JSONPathNode] = []
            for node in nodes {
                if segment.isDescendant {
                    try descend(node, segment, into: &selected)
                } else {
                    try apply(segment.selectors, to: node, into: &selected)
                }
            }
            nodes = selected
        }
        return nodes
    }

    /// The node, then its descendants, each before what is in it (section 2.5.2.2).
    private mutating func descend(
        _ node: JSONPathNode, _ segment: JSONPathSegment, into selected: inout [JSONPathNode]
    ) throws(UnlocatedError) {
        var waiting = [node]
        while let node = waiting.popLast() {
            try step()
            try apply(segment.selectors, to: node, into: &selected)
            waiting += node.children.reversed()
        }
    }

    private mutating func apply(
        _ selectors: [JSONPathSelector], to node: JSONPathNode, into selected: inout [JSONPathNode]
    ) throws(UnlocatedError) {
        for selector in selectors {
            let before = selected.count
            switch (selector, node.value) {
            case (.name(let name), .object(let object)):
                if let value = object[name] { selected.append(node.child(value, .name(name))) }
            case (.index(let index), .array(let array)):
                let position = index < 0 ? index + array.count : index
                if array.indices.contains(position) { selected.append(node.child(array[position], .index(position))) }
            case (.wildcard, _): selected += node.children
            case (.slice(let start, let end, let stride), .array(let array)):
                for position in positions(start, end, stride, count: array.count) {
                    try step()
                    selected.append(node.child(array[position], .index(position)))
                }
            case (.filter(let condition), _):
                for child in node.children {
                    try step()
                    if try holds(condition, for: child.value) { selected.append(child) }
                }
            case (.name, _), (.index, _), (.slice, _): break
            }
            try step(1 + selected.count - before)
        }
    }

    /// Section 2.3.4.2.2.
    private func positions(_ start: Int?, _ end: Int?, _ step: Int, count: Int) -> StrideTo<Int> {
        func normalized(_ index: Int) -> Int { index >= 0 ? index : count + index }
        if step > 0 {
            let lower = min(max(normalized(start ?? 0), 0), count)
            let upper = min(max(normalized(end ?? count), 0), count)
            return stride(from: lower, to: upper, by: step)
        }
        guard step < 0 else { return stride(from: 0, to: 0, by: 1) }
        let upper = min(max(start.map(normalized) ?? count - 1, -1), count - 1)
        let lower = min(max(end.map(normalized) ?? -1, -1), count - 1)
        return stride(from: upper, to: lower, by: step)
    }

    mutating func pattern(_ source: String) throws(UnlocatedError) -> Pattern? {
        if let known = patterns[source] { return known }
        try step(source.utf8.count * 16)
        if patterns.count >= 64 { patterns = [:] }
        let pattern = JSONPathPattern.compiled(source)
        patterns[source] = .some(pattern)
        return pattern
    }
}
