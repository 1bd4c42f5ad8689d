// A saved contract goes live; a broken one is told, and the old one goes on.

import JSONSchema
import Mocking
import OpenAPIContract

struct ContractReload {
    let source: ContractSource
    let mock: LiveMock
    /// Those that share the server.
    let neighbours: [(source: ContractSource, mock: LiveMock)]
    let json: Bool
    /// Of all contracts of the server.
    let turns: ReloadTurns

    /// Until it is cancelled.
    func run(_ watch: ContractWatch) async {
        var watch = watch
        while true {
            do {
                try await watch.change()
            } catch {
                return
            }
            await turns.take { reload() }
        }
    }

    private func reload() {
        let loaded = Contract.load(path: source.path, options: source.options)
        var diagnostics = loaded.diagnostics.filter { $0.severity == .error }
        var behaviour: Behaviour? = .plain
        if let contract = loaded.contract, let folder = ContractFolder(path: source.path) {
            let read = Behaviour.load(from: folder, for: contract)
            behaviour = read.behaviour
            diagnostics += read.diagnostics.filter { $0.severity == .error }
        }
        guard diagnostics.isEmpty, let contract = loaded.contract, let behaviour else {
            let report = DiagnosticReport(diagnostics)
            return refuse(report.summary, report.text)
        }
        let clashes = neighbours.flatMap { other, mock in
            mock.use { ServedContracts.clashes(of: contract, source, with: $0.contract, other) }
        }
        guard clashes.isEmpty else {
            return refuse("its paths are others' too", clashes.joined(separator: "\n") + "\n")
        }
        let outcome = mock.replace(by: contract, behaviour)
        if json {
            let event: JSON = [
                "event": "reloaded", "contract": .string(source.name),
                "operations": .number(JSONNumber(contract.operations.count)),
                "sessions_continued": .number(JSONNumber(outcome.continued)),
                "sessions_restarted": .number(JSONNumber(outcome.restarted)),
            ]
            return Terminal.output.write(event.serialized() + "\n")
        }
        let restarted = outcome.restarted == 0 ? "" : ", \(outcome.restarted) started again"
        Terminal.output.write(
            Terminal.output.styled(.success, "reloaded:")
                + " \(source.path); \(outcome.continued) sessions go on\(restarted)\n")
    }

    private func refuse(_ summary: String, _ findings: String) {
        if json {
            let event: JSON = [
                "event": "reload-failed", "contract": .string(source.name), "summary": .string(summary),
                "findings": .string(findings),
            ]
            return Terminal.output.write(event.serialized() + "\n")
        }
        Terminal.error.write(
            findings + Terminal.error.styled(.failure, "not reloaded:")
                + " \(source.path) is broken (\(summary)); what was served before goes on\n")
    }
}

/// One reload after another: what one of them finds of its neighbours' paths must hold until it is live.
actor ReloadTurns {
    func take(_ reload: @Sendable () -> Void) { reload() }
}
