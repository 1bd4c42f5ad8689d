// The first phase: every named exchange of every operation, in the order of the contract.

import OpenAPIContract

func runExamples(_ run: Run) async throws(Run.End) {
    run.report.progress.begin(steps: run.contract.operations.count)
    for operation in run.contract.operations {
        defer { run.report.progress.finishStep() }
        for pair in operation.pairs where pair.isWhole {
            let request = operation.request(for: pair)
            // An example that no request can carry, such as an empty path parameter, leads to another operation or to none.
            guard case .judged(let judged) = run.contract.judge(run.identified(request, of: operation)),
                judged.operation === operation
            else { continue }
            try await run.send(
                TestCase(
                    "example \(pair.name)", operation, request, judged: judged, expectation: .status(pair.status)))
        }
    }
}
