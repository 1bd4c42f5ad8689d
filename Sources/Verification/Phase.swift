// What a verification consists of, the cheapest evidence first.

/// A part of a run, each on its own switch. The raw value is what `--phases` takes.
package enum Phase: String, Sendable, Hashable, CaseIterable {
    case examples, boundaries, lifecycle, workflows, fuzz
}

extension Phase {
    /// Sends its cases until there are no more of them, or the run has ended.
    func run(_ run: Run) async throws(Run.End) {
        switch self {
        case .examples: try await runExamples(run)
        case .boundaries: try await runBoundaries(run)
        case .lifecycle: try await runLifecycle(run)
        case .workflows: try await runWorkflows(run)
        case .fuzz: try await runFuzz(run)
        }
    }
}
