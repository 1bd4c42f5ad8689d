// The first phase: every named exchange, one of each operation before the others.

import VerificationReports
import HTTPTypes
import OpenAPIContract

func runExamples(_ run: Run) async throws(Run.End) {
    let operations = run.operations.map { operation in
        let tests = operation.pairs.compactMap { run.example($0, of: operation) }.filter { !$0.deletes }
        return (tests: tests, first: tests.indices.first)
    }
    // What belongs to something is asked for before that is deleted, and deleted before it.
    let deletions = run.operations.filter { $0.method == .delete }.map { operation in
        operation.pairs.compactMap { run.example($0, of: operation) }.filter(\.deletes)
    }
    .filter { !$0.isEmpty }
    .sorted { $0[0].operation.path.segments.count > $1[0].operation.path.segments.count }
    run.report.progress.begin(steps: operations.count * 2 + deletions.count)
    try await run.each(of: operations) { operation async throws(Run.End) in
        if let first = operation.first { try await run.send(operation.tests[first]) }
    }
    try await run.each(of: operations) { operation async throws(Run.End) in
        for (index, test) in operation.tests.enumerated() where index != operation.first { try await run.send(test) }
    }
    try await run.each(of: deletions) { tests async throws(Run.End) in
        for test in tests { try await run.send(test) }
    }
}

extension TestCase {
    /// Whether it removes something of which other examples may speak.
    fileprivate var deletes: Bool {
        guard operation.method == .delete, case .status(let status) = expectation else { return false }
        return status < 400
    }
}

extension ExamplePair {
    /// Whether it shows an error that the request has nothing to do with.
    fileprivate var showsErrorAlone: Bool {
        status >= 400 && parameters.isEmpty && body == nil && !declared.exampleNames.contains(name)
    }
}

extension Run {
    /// Nil for an example that no request can carry, such as an empty path parameter: it leads to another operation or to none.
    fileprivate func example(_ pair: ExamplePair, of operation: Operation) -> TestCase? {
        guard pair.isWhole, !pair.showsErrorAlone else { return nil }
        let request = operation.request(for: pair)
        guard case .judged(let judged) = contract.judge(identified(request, of: operation)),
            judged.operation === operation
        else { return nil }
        let broken = judged.violations.first {
            $0.severity == .violation && [.invalidParameter, .requestBodyShape].contains($0.check)
        }
        if let broken, pair.status < 400 {
            leaveOut(
                "example \(pair.name) of \(operation.id)",
                because:
                    "its request breaks the contract (\(broken.location): found \(broken.found), expected \(broken.expected)): "
                    + "mend it as `counterpart check` says")
            return nil
        }
        return TestCase(
            "example \(pair.name)", operation, request, judged: judged, expectation: .status(pair.status))
    }
}
