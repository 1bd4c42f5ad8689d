// Two schemas side by side, and all that stands inside them: a graph, because schemas refer to themselves.

import JSONValues
import JSONSchema
import OpenAPIContract

/// Pairs of values, each compared once however many ways lead to it.
struct ValueComparison {
    /// What one node of a schema says otherwise than before.
    struct Difference {
        let change: ValueChange
        /// The property that it is about, where it is not the value itself.
        let property: String?
        let was: String?
        let now: String?
        let before: Source?
        let after: Source?
        /// The name that the property seems to have on the other side.
        var otherName: String?
    }

    /// The place of a keyword.
    struct Source {
        let schema: Schema
        let keyword: String?
    }

    struct Node {
        var differences: [Difference] = []
        /// What stands inside, with the token that leads there.
        var inner: [(token: ValueToken, node: Int)] = []
    }

    struct Pair: Hashable {
        let old: [Schema]
        let new: [Schema]
        let direction: ValueDirection
        /// Whether the value is written as plain text, in which a number looks like its digits.
        let isText: Bool

        init(old: [Schema], new: [Schema], direction: ValueDirection, isText: Bool = false) {
            self.old = old.map(\.followed).unique
            self.new = new.map(\.followed).unique
            self.direction = direction
            self.isText = isText
        }
    }

    private(set) var nodes: [Node] = []
    private var numbers: [Pair: Int] = [:]
    private var waiting: [Pair] = []
    /// More pairs than the largest published document has; only schemas that multiply with each other come to more.
    private let limit: Int
    /// Whether there were more.
    private(set) var isCut = false
    private let findsRenames: Bool

    /// - Parameter findsRenames: whether properties that seem to have another name are looked for, each look being a comparison of its own.
    init(limit: Int = 200_000, findsRenames: Bool = true) {
        (self.limit, self.findsRenames) = (limit, findsRenames)
    }

    /// The number of a pair of values, each of which satisfies all of its schemas; without any, it may be anything.
    mutating func node(_ pair: Pair) -> Int {
        if let number = numbers[pair] { return number }
        guard nodes.count < limit else {
            isCut = true
            return 0
        }
        let number = nodes.count
        numbers[pair] = number
        nodes.append(Node())
        waiting.append(pair)
        return number
    }

    /// Compares all pairs that are waiting, and those that they lead to.
    mutating func settle() {
        while let pair = waiting.popLast() {
            guard let number = numbers[pair] else { continue }
            var step = ValueStep(pair)
            step.compare()
            if findsRenames { step.findRenames() }
            let inner = step.inner.map { (token: $0.token, node: node($0.pair)) }
            nodes[number] = Node(differences: step.differences, inner: inner)
        }
    }

    /// Whether two schemas allow the same, as far as a short look can tell.
    static func areEquivalent(_ old: [Schema], _ new: [Schema]) -> Bool {
        var comparison = ValueComparison(limit: 2_000, findsRenames: false)
        _ = comparison.node(Pair(old: old, new: new, direction: .request))
        comparison.settle()
        return !comparison.isCut
            && comparison.nodes.allSatisfy { node in
                node.differences.allSatisfy { if case .nothing = $0.change.effect { true } else { false } }
            }
    }

    /// By node, whether it or anything inside it has changed.
    var leadsToChange: [Bool] {
        var leads = nodes.map { !$0.differences.isEmpty }
        var outer: [[Int]] = Array(repeating: [], count: nodes.count)
        for (number, node) in nodes.enumerated() { for (_, inner) in node.inner { outer[inner].append(number) } }
        var queue = leads.indices.filter { leads[$0] }
        while let number = queue.popLast() {
            for outer in outer[number] where !leads[outer] {
                leads[outer] = true
                queue.append(outer)
            }
        }
        return leads
    }
}

extension Schema {
    /// What a reference leads to, where nothing is said beside it.
    var followed: Schema {
        var schema = self
        for _ in 0..<64 {
            guard schema.node.source.object?.count == 1, case .reference(let reference)? = schema.node.keywords.first
            else { break }
            schema = schema[reference.target]
        }
        return schema
    }

    /// Whether it, or what it refers to, may only be read.
    var isOnlyRead: Bool { conjuncts.contains { $0.node.isReadOnly } }
    var isOnlyWritten: Bool { conjuncts.contains { $0.node.isWriteOnly } }
}
