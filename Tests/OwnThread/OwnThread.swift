// Where tests run that compute for seconds, not on the threads that all other tests wait for; and a small stack for those that go deep.

// A static release build of everything takes this along, and has no Testing.
#if canImport(Testing)
import Foundation
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

/// Runs on a stack as small as a thread gets on Apple's systems, 512 KB, or what becomes of that where a sanitizer makes each call larger.
package func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    #if canImport(Darwin)
    let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
    let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in dlsym(everywhere, name) != nil }
    return await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = isSanitized ? 8 << 20 : 512 << 10
        thread.start()
    }
}

extension Trait where Self == OwnThread {
    package static var ownThread: Self { OwnThread() }
}
#endif
