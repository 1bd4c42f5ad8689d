// How a connection is opened.

#if PostgreSQL
import CPostgreSQL
import SessionStores

/// A connection of libpq, closed with the last reference to it.
///
/// Safe: libpq lets one thread use a connection at a time. The connector has it until it is open, and then one actor.
final class Link: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQfinish(pointer) }

    /// What libpq says last went wrong, in one line.
    var message: String {
        String(cString: PQerrorMessage(pointer)).split(whereSeparator: \.isNewline)
            .map { $0.drop { $0.isWhitespace } }.joined(separator: "; ")
    }
}

/// Opens connections, one at a time, on a queue of its own: libpq waits for the names of hosts to be resolved, and nobody else has to.
actor Connector {
    private nonisolated let executor = QueueExecutor(label: "counterpart.postgresql.connect")
    private var waiting: CheckedContinuation<Bool, Never>?
    /// Of the wait. What belongs to an earlier one is too late.
    private var number = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func open(_ address: ServerAddress, within limit: Duration) async throws(StoreFailure) -> Link {
        let deadline = ContinuousClock.now + limit
        guard let pointer = address.start() else { throw StoreFailure("PostgreSQL: no memory is left") }
        let link = Link(pointer)
        // It would write what the server remarks to the standard error stream.
        PQsetNoticeProcessor(pointer, { _, _ in }, nil)
        guard PQstatus(pointer) != CONNECTION_BAD else { throw address.failure(of: link) }
        var direction = SocketWatch.Direction.writing
        while true {
            guard await isReady(PQsocket(pointer), direction, before: deadline) else {
                throw address.isSilent(for: limit)
            }
            switch PQconnectPoll(pointer) {
            case PGRES_POLLING_OK: break
            case PGRES_POLLING_READING:
                direction = .reading
                continue
            case PGRES_POLLING_WRITING:
                direction = .writing
                continue
            default: throw address.failure(of: link)
            }
            guard PQserverVersion(pointer) >= 130_000 else {
                throw StoreFailure(
                    "PostgreSQL \(PQserverVersion(pointer) / 10_000) is too old", remedy: "Take version 13 or later.")
            }
            guard PQsetnonblocking(pointer, 1) == 0 else { throw address.failure(of: link) }
            return link
        }
    }

    private func isReady(
        _ socket: Int32, _ direction: SocketWatch.Direction, before deadline: ContinuousClock.Instant
    ) async -> Bool {
        number += 1
        let number = number
        guard
            let watch = SocketWatch(
                socket, direction, on: executor,
                { [weak self] in self?.assumeIsolated { $0.wake(number, true) } })
        else { return false }
        executor.at(deadline) { [weak self] in self?.assumeIsolated { $0.wake(number, false) } }
        let isReady = await withCheckedContinuation { waiting = $0 }
        return withExtendedLifetime(watch) { isReady && ContinuousClock.now < deadline }
    }

    private func wake(_ number: Int, _ isReady: Bool) {
        guard number == self.number else { return }
        waiting?.resume(returning: isReady)
        waiting = nil
    }
}
#endif
