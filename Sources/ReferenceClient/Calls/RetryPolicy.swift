// Sending again what may be sent again, after a while.

public import Foundation

/// When a call is repeated, and how long the client waits before it is.
public struct RetryPolicy: Sendable {
    /// How often a call is sent at most.
    public var attempts: Int
    /// Seconds before the first repetition, and twice as many before each further one, less a random part of up to a half.
    public var firstWait: TimeInterval
    /// A server that asks for more seconds than these is not waited for.
    public var longestWait: TimeInterval
    /// Operations that may be repeated although their method does not say so: those whose second time changes nothing.
    public var repeatableOperations: Set<String>
    /// A random number in 0..<1, so that clients that failed together do not come back together.
    public var random: @Sendable () -> Double

    /// Three attempts of what is safe.
    public init(
        attempts: Int = 3, firstWait: TimeInterval = 0.5, longestWait: TimeInterval = 30,
        repeatableOperations: Set<String> = [],
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.attempts = attempts
        self.firstWait = firstWait
        self.longestWait = longestWait
        self.repeatableOperations = repeatableOperations
        self.random = random
    }

    /// Whether a second sending does no harm: a safe method (RFC 9110, section 9.2.1), or an operation known to be so.
    func mayRepeat(_ call: HTTPCall) -> Bool {
        if case .stream = call.body { return false }
        return ["GET", "HEAD", "OPTIONS"].contains(call.method)
            || repeatableOperations.contains(call.operation)
    }

    /// Statuses that another time may well turn out better.
    static let passingStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]

    /// Seconds before the attempt of that number, counted from 1 for the first repetition.
    func wait(before attempt: Int) -> TimeInterval {
        min(firstWait * pow(2, Double(attempt - 1)), longestWait) * (1 - random() / 2)
    }
}

extension Middleware {
    /// Repeats what fails and may be repeated: after a lost connection, a time-out or a passing status. `Retry-After` is
    /// honoured, unless it is longer than the policy waits: then the answer stands, with the field in seconds. Without a
    /// network nothing is repeated.
    public static func retrying(_ policy: RetryPolicy, clock: AppClock) -> Middleware {
        Middleware { call, next in
            let attempts = policy.mayRepeat(call) ? policy.attempts : 1
            var attempt = 1
            while true {
                let wait: TimeInterval
                do {
                    // A body that breaks off is a failure of this attempt too.
                    var reply = try await next(call).collected()
                    let asked = reply.headers["Retry-After"].flatMap {
                        RetryAfter.seconds($0, now: clock.now())
                    }
                    reply.headers["Retry-After"] = asked.map(RetryAfter.field)
                    let isPassing = RetryPolicy.passingStatuses.contains(reply.status)
                    guard isPassing, attempt < attempts, asked ?? 0 <= policy.longestWait else {
                        return HTTPStream(reply)
                    }
                    wait = asked ?? policy.wait(before: attempt)
                } catch {
                    guard Reachability(error).mayPass, attempt < attempts else { throw error }
                    wait = policy.wait(before: attempt)
                }
                try await clock.sleep(wait)
                attempt += 1
            }
        }
    }
}
