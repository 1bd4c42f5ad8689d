// How far a run has come: what has been sent, and how much it will probably be.

import Lifecycles
import SourceDocuments
import OpenAPIContract

/// Counted in requests. How many a phase will send is estimated from the contract before it begins, and from how far it has come
/// afterwards.
package struct Progress: Sendable {
    private var estimates: [Phase: Int] = [:]
    private var phase: Phase?
    /// Requests of the phases that are over.
    private var before = 0
    private var steps = (done: 0, all: 0)
    private let most: Int?

    /// - Parameter paths: where resources are made, each of which is followed for a while.
    init(_ contract: Contract, _ paths: ResourcePaths, _ options: VerificationOptions) {
        most = options.maxRequests
        let operations = contract.operations
        for phase in options.phases {
            estimates[phase] =
                switch phase {
                case .examples: operations.reduce(0) { $0 + $1.pairs.count }
                case .boundaries:
                    operations.reduce(0) { sum, operation in
                        let parts = operation.body?.content.first?.schema.map { $0.properties.count } ?? 0
                        return sum + 8 + 3 * operation.parameters.count + 4 * parts
                    }
                case .lifecycle: Resource.all(of: contract, paths).count * 40
                case .workflows: (options.workflows?.chosen.count ?? 0) * 5
                case .fuzz: operations.count * Run.fuzzRounds(operations.count)
                }
        }
    }

    /// How many requests there will have been in the end, as far as can be told.
    package func planned(sent: Int) -> Int {
        let current = sent - before
        let estimate = phase.flatMap { estimates[$0] } ?? 0
        let likely =
            steps.done > 0 && steps.all > 0
            ? Int((Double(current) * Double(steps.all) / Double(steps.done)).rounded(.up)) : estimate
        let rest = Phase.allCases.drop { $0 != phase }.dropFirst()
        let later = (phase == nil ? Phase.allCases[...] : rest).reduce(0) { $0 + (estimates[$1] ?? 0) }
        let all = before + max(likely, current) + later
        return max(sent, min(all, most ?? all))
    }

    mutating func enter(_ phase: Phase, sent: Int) {
        self.phase = phase
        before = sent
        steps = (0, 0)
    }

    /// Says of how many pieces of about the same length the phase consists.
    mutating func begin(steps count: Int) { steps = (0, count) }

    mutating func finishStep() { steps.done += 1 }
}
