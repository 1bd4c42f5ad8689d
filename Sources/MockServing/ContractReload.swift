// A saved contract goes live; a broken one is reported, and the one before goes on.

import MockRules
package import Mocking
package import SourceDocuments
import OpenAPIContract

/// What came of a contract that was saved.
package struct Reload: Sendable {
    /// What was done with it.
    package enum Outcome: Sendable {
        /// It answers from now on.
        case live(operations: Int, SessionMigration.Outcome)
        /// It has errors, and the one before goes on.
        case broken(DiagnosticReport)
        /// It has paths of contracts that share its server, and the one before goes on.
        case clashing([ContractClash])
    }

    /// The contract that was saved.
    package let source: ContractSource
    /// What was done with it.
    package let outcome: Outcome
}

struct ContractReload: Sendable {
    let source: ContractSource
    let mock: LiveMock
    /// Contracts that share the server.
    let neighbours: [(name: String, mock: LiveMock)]
    /// Of all contracts of the server.
    let turns: ReloadTurns
    let onReload: @Sendable (Reload) -> Void

    /// Reloads whenever something was saved, until its task is cancelled.
    func run(_ watch: ContractWatch) async {
        var watch = watch
        while true {
            do {
                try await watch.change()
            } catch {
                return
            }
            await turns.take { onReload(Reload(source: source, outcome: reload())) }
        }
    }

    private func reload() -> Reload.Outcome {
        let loaded = source.load()
        guard let definition = loaded.definition else {
            return .broken(DiagnosticReport(loaded.diagnostics.filter { $0.severity == .error }))
        }
        let clashes = neighbours.compactMap { name, mock in
            mock.use {
                ContractClash(of: definition.contract, named: source.name, with: $0.contract, named: name)
            }
        }
        guard clashes.isEmpty else { return .clashing(clashes) }
        let sessions = mock.replace(by: definition.contract, definition.behaviour)
        return .live(operations: definition.contract.operations.count, sessions)
    }
}

/// One reload after another: what one of them finds of its neighbours' paths must hold until it is live.
actor ReloadTurns {
    func take(_ reload: @Sendable () -> Void) { reload() }
}
