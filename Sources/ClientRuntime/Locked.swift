// What several threads change.
import Foundation

/// A value that one thread at a time reads or changes. The lock makes sharing it safe, which the compiler cannot see: nothing else
/// in a client is exempt from its checks.
nonisolated final class Locked<Value: Sendable>: Sendable {
    private nonisolated(unsafe) var value: Value
    private let lock = NSLock()

    init(_ value: Value) { self.value = value }

    func with<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try change(&value)
    }
}
