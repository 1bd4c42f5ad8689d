// A mock whose contract and mock file may change while it answers.

package import MockRules
package import OpenAPIContract
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The mock that answers now. Requests that are being decided end before the next mock takes over its sessions.
package final class LiveMock: Sendable {
    private let current: Mutex<Mock>
    private let busy = Atomic(0)
    private let replacements = Atomic(0)

    /// The mock that is in use until another replaces it.
    package init(_ mock: Mock) { current = Mutex(mock) }

    /// How often another mock has taken over.
    var generation: Int { replacements.load(ordering: .acquiring) }

    /// - Parameter body: must be short, and may not ask the same mock again.
    package func use<Result, Failure: Error>(_ body: (Mock) throws(Failure) -> Result) throws(Failure) -> Result {
        let mock = current.withLock { mock in
            busy.add(1, ordering: .acquiringAndReleasing)
            return mock
        }
        defer { busy.subtract(1, ordering: .acquiringAndReleasing) }
        return try body(mock)
    }

    /// Another contract, another behaviour, the same sessions.
    package func replace(by contract: Contract, _ behaviour: Behaviour) -> SessionMigration.Outcome {
        // All that takes long is done before anyone has to wait.
        let next = use { $0.successor(contract, behaviour) }
        return current.withLock { mock in
            while busy.load(ordering: .acquiring) > 0 { sched_yield() }
            let outcome = next.takeOver(from: mock)
            mock = next
            replacements.add(1, ordering: .releasing)
            return outcome
        }
    }
}
