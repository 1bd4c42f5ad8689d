// A part of a run, for one of several machines: each operation belongs to exactly one.

import Sampling
import SourceDocuments
import OpenAPIContract
import VerificationReports

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

    /// Workflows go round, by their place among all.
    func owns(workflow index: Int) -> Bool { index % count + 1 == number }
}

/// Which operations are which shard's. Every machine comes to the same by itself.
package struct Division: Hashable, Sendable {
    /// The numbers of the shards, by the operation's index.
    let owners: [Int]
    private let shard: Shard

    /// Operations on one kind of resource need each other's answers, and stay together: those whose paths are the same up to the first
    /// parameter. The heaviest of these groups come first, each to the shard that has the least so far.
    ///
    /// - Parameter timings: an operation weighs what it took, one that is not known the median of the others; without timings all weigh the same.
    init(of contract: Contract, for shard: Shard, _ timings: OperationTimings?) {
        self.shard = shard
        // Whole numbers, whose sum is the same in any order.
        let known = contract.operations.map { operation in
            timings?.entries[operation.id].map { max(1, Int(($0.seconds * 1_000_000).rounded())) }
        }
        let sorted = known.compactMap { $0 }.sorted()
        let median = sorted.isEmpty ? 1 : sorted[sorted.count / 2]
        var weights: [String: Int] = [:]
        for operation in contract.operations {
            weights[operation.path.family, default: 0] += known[operation.index] ?? median
        }
        var loads = [Int](repeating: 0, count: shard.count)
        var numbers: [String: Int] = [:]
        for (family, weight) in weights.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            let least = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
            loads[least] += weight
            numbers[family] = least + 1
        }
        owners = contract.operations.map { numbers[$0.path.family] ?? 1 }
    }

    /// Whether an operation is this machine's.
    func owns(_ operation: Operation) -> Bool { owners[operation.index] == shard.number }

    /// The same for the same division alone.
    var digest: String { String(owners.map(String.init).joined(separator: ",").salt, radix: 16) }
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
