// Where actors run that are told of sockets by Dispatch.

#if PostgreSQL
import Dispatch

/// Runs actors on a queue, which is where sources of Dispatch tell them what has happened.
final class QueueExecutor: SerialExecutor {
    let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Calls on the queue, not before a moment.
    func at(_ moment: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = max(ContinuousClock.now.duration(to: moment), .zero).components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000) + 1
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: body)
    }
}
#endif
