// Safe requests that come next leave before their turn, several at a time, where the backend takes long to answer.

import HTTPExchange
import HTTPTypes
import OpenAPIContract

/// Requests on their way whose answers will be asked for, in the order in which they will be.
struct ReadAhead {
    typealias Arrival = (outcome: Result<Response, NoResponse>, elapsed: Duration)

    private struct Flight {
        let request: Request
        let arrival: Task<Arrival, Never>
    }

    private var flights: [Flight] = []
    /// Those that have not left yet, the next one last.
    private var waiting: [Request] = []
    /// Of the latest answers, the later ones count more.
    private var usualTime = Duration.zero
    private(set) var isOff: Bool
    private static let connections = 6
    /// Faster than that there is nothing to gain.
    private static let slow = Duration.milliseconds(30)
    private static let most = 512

    /// - Parameter isOff: where requests must leave one by one.
    init(isOff: Bool) { self.isOff = isOff }

    /// Whether it pays to say what comes next.
    var isWorthIt: Bool { !isOff && usualTime >= ReadAhead.slow }

    mutating func note(_ elapsed: Duration) { usualTime = usualTime * 7 / 8 + elapsed / 8 }

    /// From now on requests leave one by one: the backend has said that there are too many.
    mutating func turnOff() {
        isOff = true
        clear()
    }

    /// Says what comes next. What was said before and has not been asked for is let go.
    mutating func announce(_ requests: [Request], over wire: Wire) {
        clear()
        waiting = requests.prefix(ReadAhead.most).reversed()
        launch(over: wire)
    }

    private mutating func launch(over wire: Wire) {
        while flights.count < ReadAhead.connections, let request = waiting.popLast() {
            flights.append(Flight(request: request, arrival: Task { await wire.arrival(of: request) }))
        }
    }

    /// The answer to a request that left before its turn; nil where it has not.
    mutating func take(_ request: Request, over wire: Wire) -> Task<Arrival, Never>? {
        // What comes next is what was said, but for some that are not sent after all.
        guard let index = flights.firstIndex(where: { $0.request == request }) else { return nil }
        for flight in flights[..<index] { flight.arrival.cancel() }
        let arrival = flights[index].arrival
        flights.removeFirst(index + 1)
        launch(over: wire)
        return arrival
    }

    /// Lets go of all that has left: what they would tell may not be so any more.
    mutating func clear() {
        for flight in flights { flight.arrival.cancel() }
        flights = []
        waiting = []
    }
}

extension Run {
    /// Does safe work whose requests do not depend on each other's answers: on a slow backend they leave several at a time. The requests
    /// are the same, and are judged in the same order.
    func readingAhead(_ work: () async throws(End) -> Void) async throws(End) {
        guard ahead.isWorthIt else { return try await work() }
        let before = (backend, changes, selection)
        collected = []
        do throws(End) {
            try await work()
        } catch {
            collected = nil
            throw error
        }
        let requests = collected ?? []
        collected = nil
        (backend, changes, selection) = before
        let left = options.maxRequests.map { max(0, $0 - report.sent) } ?? .max
        ahead.announce(Array(requests.prefix(left)), over: wire)
        defer { ahead.clear() }
        try await work()
    }

    /// The same, of an operation that changes nothing.
    func reading(_ operation: Operation, _ work: () async throws(End) -> Void) async throws(End) {
        if operation.method.isSafe { try await readingAhead(work) } else { try await work() }
    }
}
