// The first phase: every named exchange, one of each operation before the others.

import HTTPTypes
import OpenAPIContract

func runExamples(_ run: Run) async throws(Run.End) {
    let operations = run.operations.map { operation in
        let tests = operation.pairs.compactMap { run.example($0, of: operation) }
        return (tests: tests, first: firstExample(of: tests))
    }
    run.report.progress.begin(steps: operations.count * 2)
    try await run.each(of: operations) { operation async throws(Run.End) in
        if let first = operation.first { try await run.send(operation.tests[first]) }
    }
    try await run.each(of: operations) { operation async throws(Run.End) in
        for (index, test) in operation.tests.enumerated() where index != operation.first { try await run.send(test) }
    }
}

/// The one that a run cut short should have sent: the first, but of a deletion one that is refused, where there is one. The other examples
/// speak of resources as they were.
private func firstExample(of tests: [TestCase]) -> Int? {
    tests.firstIndex { test in
        guard test.operation.method == .delete, case .status(let status) = test.expectation else { return true }
        return status >= 400
    } ?? tests.indices.first
}

extension Run {
    /// Nil for an example that no request can carry, such as an empty path parameter: it leads to another operation or to none.
    fileprivate func example(_ pair: ExamplePair, of operation: Operation) -> TestCase? {
        guard pair.isWhole else { return nil }
        let request = operation.request(for: pair)
        guard case .judged(let judged) = contract.judge(identified(request, of: operation)),
            judged.operation === operation
        else { return nil }
        return TestCase(
            "example \(pair.name)", operation, request, judged: judged, expectation: .status(pair.status))
    }
}
