// Where tests run that compute for seconds: not on the threads that all other tests wait for.

// A static release build of everything takes this along, and has no Testing.
#if canImport(Testing)
import Dispatch
package import Testing

/// Runs the tests of a suite on one thread beside the pool that Swift's tasks share.
package struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    private static let executor = Executor()

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThread.executor) { try await function() }
    }

    private final class Executor: TaskExecutor {
        private let queue = DispatchQueue(label: "tests that compute")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }
}

extension Trait where Self == OwnThread {
    package static var ownThread: Self { OwnThread() }
}
#endif
