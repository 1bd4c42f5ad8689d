// Runs workflows: requests leave through a closure, and time passes by a clock that is passed in.

package import JSONValues
package import HTTPExchange

/// Runs workflows. Sending and waiting are passed in.
package struct WorkflowRunner {
    /// Sends a request and gives its response.
    package typealias Send = (WorkflowCall) async throws(NoResponse) -> Response

    /// How far a run may go.
    package struct Limits: Hashable, Sendable {
        /// Of one run, those of other workflows that it runs included.
        package var steps = 1_000
        /// Workflows that run workflows.
        package var depth = 16
        /// What a server may ask to be left alone for, and a retry may wait.
        package var pause = Duration.seconds(60)

        package init() {}
    }

    /// The clock of a run, and how it waits.
    package struct Time: Sendable {
        /// The time since some beginning, which never goes back.
        package let now: @Sendable () -> Duration
        /// Waits; returns at once when the task is cancelled.
        package let pause: @Sendable (Duration) async -> Void

        /// - Parameter now: from any moment that stays the same.
        package init(now: @escaping @Sendable () -> Duration, pause: @escaping @Sendable (Duration) async -> Void) {
            self.now = now
            self.pause = pause
        }

        /// The clock of the system.
        package static let system = {
            let start = ContinuousClock.now
            // A pause that is cut short by the end of the task needs no telling: the run sees that end itself.
            return Time(now: { start.duration(to: .now) }, pause: { try? await Task.sleep(for: $0) })
        }()
    }

    /// The workflows that can be run.
    package let library: WorkflowLibrary
    let limits: Limits
    let time: Time
    /// The origin and the base path that replace those of the contracts' servers.
    let origin: String
    let basePath: String?
    let send: Send

    /// - Parameters:
    ///   - origin: where requests go, as `$url` has it.
    ///   - basePath: what goes before the contracts' paths; nil: that of their first servers.
    package init(
        _ library: WorkflowLibrary, origin: String = "", basePath: String? = nil, limits: Limits = Limits(),
        time: Time = .system, send: @escaping Send
    ) {
        self.library = library
        self.origin = origin
        self.basePath = basePath
        self.limits = limits
        self.time = time
        self.send = send
    }

    /// Runs a workflow with all that it depends on.
    /// - Parameter inputs: the inputs of the workflow. Those that it depends on get what they declare of it.
    package func run(_ reference: WorkflowReference, inputs: JSONObject = JSONObject()) async -> WorkflowRun {
        var execution = WorkflowExecution(runner: self)
        let completion = await execution.run(reference, inputs: inputs, given: inputs, depth: 1)
        return WorkflowRun(
            workflow: library[reference], inputs: completion.inputs, outputs: completion.outputs,
            exchanges: execution.exchanges, failure: completion.failure)
    }
}
