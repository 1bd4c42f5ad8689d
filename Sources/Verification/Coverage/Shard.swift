// A part of a run, for one of several machines: each operation belongs to exactly one.

import SourceDocuments
import OpenAPIContract

/// `2/5`: the second of five.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    package let number: Int
    /// How many parts there are.
    package let count: Int

    /// Nil unless it reads `2/5`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], (1...1_000).contains(count),
            (1...count).contains(number)
        else { return nil }
        self.number = number
        self.count = count
    }

    package var description: String { "\(number)/\(count)" }

    func owns(_ operation: Operation, of contract: Contract) -> Bool {
        Shard.owner(of: operation, in: contract, count: count) == number
    }

    /// Workflows go round, by their place among all.
    func owns(workflow index: Int) -> Bool { index % count + 1 == number }

    /// Operations on one kind of resource need each other's answers, and stay together: those whose paths are the same up to the first
    /// parameter. The largest of these groups come first, each to the machine that has the least so far.
    static func owner(of operation: Operation, in contract: Contract, count: Int) -> Int {
        var sizes: [(family: String, size: Int)] = []
        for operation in contract.operations {
            if let index = sizes.firstIndex(where: { $0.family == operation.path.family }) {
                sizes[index].size += 1
            } else {
                sizes.append((operation.path.family, 1))
            }
        }
        var loads = [Int](repeating: 0, count: count)
        for (family, size) in sizes.sorted(by: { ($1.size, $0.family) < ($0.size, $1.family) }) {
            let least = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
            loads[least] += size
            if family == operation.path.family { return least + 1 }
        }
        return 1
    }
}

extension PathTemplate {
    /// The path up to its first parameter.
    fileprivate var family: String {
        let fixed = segments.prefix { $0.allSatisfy { if case .literal = $0 { true } else { false } } }
        return fixed.compactMap {
            $0.isEmpty ? nil : $0.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
        }
        .joined(separator: "/")
    }
}
