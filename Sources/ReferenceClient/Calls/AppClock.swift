// What time it is, and how to wait: both are passed in.

public import Foundation

/// The clock of the app. Tests pass one of their own, on which waiting takes no time.
public struct AppClock: Sendable {
    /// The present moment.
    public let now: @Sendable () -> Date
    /// Waits for so many seconds. Throws `CancellationError` once the task is cancelled.
    public let sleep: @Sendable (TimeInterval) async throws -> Void

    /// A clock of two closures.
    public init(
        now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The device's.
    public static let system = AppClock(
        now: { Date() }, sleep: { try await Task.sleep(for: .seconds($0)) })
}
