// A saved contract goes live; a broken one is told, and the old one goes on.

import JSONSchema
import Mocking
import OpenAPIContract

struct ContractReload {
    let source: ContractArgument
    let mock: LiveMock
    let json: Bool

    /// Until it is cancelled.
    func run(_ watch: ContractWatch) async {
        var watch = watch
        while true {
            do {
                try await watch.change()
            } catch {
                return
            }
            reload()
        }
    }

    private func reload() {
        let loaded = Contract.load(path: source.contract)
        var diagnostics = loaded.diagnostics.filter { $0.severity == .error }
        var behaviour: Behaviour? = .plain
        if let contract = loaded.contract, let folder = ContractFolder(path: source.contract) {
            let read = Behaviour.load(from: folder, for: contract)
            behaviour = read.behaviour
            diagnostics += read.diagnostics.filter { $0.severity == .error }
        }
        guard diagnostics.isEmpty, let contract = loaded.contract, let behaviour else { return refuse(diagnostics) }
        let outcome = mock.replace(by: contract, behaviour)
        if json {
            let event: JSON = [
                "event": "reloaded", "operations": .number(JSONNumber(contract.operations.count)),
                "sessions_continued": .number(JSONNumber(outcome.continued)),
                "sessions_restarted": .number(JSONNumber(outcome.restarted)),
            ]
            return Terminal.output.write(event.serialized() + "\n")
        }
        let restarted = outcome.restarted == 0 ? "" : ", \(outcome.restarted) started again"
        Terminal.output.write(
            Terminal.output.styled(.success, "reloaded:")
                + " \(source.contract); \(outcome.continued) sessions go on\(restarted)\n")
    }

    private func refuse(_ diagnostics: [Diagnostic]) {
        let report = DiagnosticReport(diagnostics)
        if json {
            let event: JSON = [
                "event": "reload-failed", "summary": .string(report.summary), "findings": .string(report.text),
            ]
            return Terminal.output.write(event.serialized() + "\n")
        }
        Terminal.error.write(
            report.text + Terminal.error.styled(.failure, "not reloaded:")
                + " \(source.contract) is broken (\(report.summary)); what was served before goes on\n")
    }
}
