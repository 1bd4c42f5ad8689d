// Time that passes only when it is told to.

package import HTTPExchange
import Synchronization

/// For tests: moves the session's time on, so that a test need not wait.
package final class VirtualClock: Sendable {
    private let time: Mutex<Duration>

    /// - Parameter start: since 1970-01-01T00:00:00Z.
    package init(start: Duration) { time = Mutex(start) }

    /// Since 1970-01-01T00:00:00Z.
    package var now: Duration { time.withLock { $0 } }

    /// What the mock is given as its clock.
    package var clock: MockClock { MockClock { self.now } }

    /// Lets so much time pass at once.
    package func advance(by duration: Duration) { time.withLock { $0 += duration } }

    /// The answer, once the time that its delivery takes has passed.
    package func answer(_ request: Request, by mock: Mock) -> Answer {
        let answer = mock.answer(request)
        advance(by: answer.delivery.time(of: answer.response))
        return answer
    }
}

extension Delivery {
    /// From the last byte of the request to the last of the answer.
    func time(of response: PreparedResponse) -> Duration {
        let slices = pace.slices(head: response.head.count, content: response.response.body.count)
        return firstByte + (slices.last?.due ?? .zero)
    }
}
