// One connection to a server: one statement at a time.

#if PostgreSQL
import CPostgreSQL
import SessionStores

/// Asks a server by libpq, without waiting in it. It is given one statement after the other.
actor Connection {
    typealias Outcome = Result<Rows, ServerFailure>

    private nonisolated let executor: QueueExecutor
    private let link: Link
    private let limit: Duration
    private let closed: @Sendable (ObjectIdentifier) -> Void
    private var reading: SocketWatch?
    private var writing: SocketWatch?
    private var asked: CheckedContinuation<Outcome, Never>?
    private var answer: Outcome?
    private var deadline = ContinuousClock.now
    private var isTimed = false
    /// Whether it is of no more use.
    private(set) var isOver = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - limit: of each statement; what takes longer ends the connection.
    ///   - closed: called once, on the executor, when the connection is of no more use.
    init(
        _ link: Link, on executor: QueueExecutor, limit: Duration,
        closed: @escaping @Sendable (ObjectIdentifier) -> Void
    ) {
        self.link = link
        self.executor = executor
        self.limit = limit
        self.closed = closed
    }

    /// Where a failure leaves open whether the statement was carried out, the connection is over.
    func ask(_ statement: Statement) async throws(ServerFailure) -> Rows {
        precondition(asked == nil, "one statement at a time")
        watch()
        guard !isOver else { throw ServerFailure("the connection is lost") }
        guard statement.send(by: link) else {
            let failure = ServerFailure(link.message)
            end()
            throw failure
        }
        deadline = ContinuousClock.now + limit
        watchTime()
        return try await withCheckedContinuation { continuation in
            asked = continuation
            send()
            // All of the answer may have been read while it was sent.
            receive()
        }.get()
    }

    /// Says farewell, where a connection is idle.
    func end() {
        guard !isOver else { return }
        isOver = true
        reading = nil
        writing = nil
        closed(ObjectIdentifier(self))
        finish(.failure(ServerFailure("the connection was closed")))
    }

    /// Looks after what the server says on its own too: that it ends.
    func watch() {
        guard reading == nil, !isOver else { return }
        reading = SocketWatch(PQsocket(link.pointer), .reading, on: executor) { [weak self] in
            self?.assumeIsolated { $0.canRead() }
        }
        if reading == nil { end() }
    }

    private func finish(_ outcome: Outcome) {
        answer = nil
        let continuation = asked
        asked = nil
        continuation?.resume(returning: outcome)
    }

    private func canRead() {
        guard !isOver else { return }
        let isThere = PQconsumeInput(link.pointer) == 1
        // Much is both sent and received at once where the server answers before it has read all.
        if isThere, writing != nil { send() }
        receive()
        if !isThere { lose() }
    }

    private func send() {
        switch PQflush(link.pointer) {
        case 0: writing = nil
        case 1 where writing == nil:
            writing = SocketWatch(PQsocket(link.pointer), .writing, on: executor) { [weak self] in
                self?.assumeIsolated { if !$0.isOver { $0.send() } }
            }
            if writing == nil { lose() }
        case 1: break
        default:
            // The server may have said why before it closed the connection.
            _ = PQconsumeInput(link.pointer)
            receive()
            lose()
        }
    }

    private func receive() {
        while PQisBusy(link.pointer) == 0, !isOver {
            guard let result = PQgetResult(link.pointer) else {
                guard let answer, asked != nil else { return }
                if case .failure(let failure) = answer,
                    failure.endsConnection || PQstatus(link.pointer) == CONNECTION_BAD
                {
                    finish(answer)
                    return end()
                }
                return finish(answer)
            }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: if answer == nil { answer = .success(Rows(result)) }
            default:
                if case .failure = answer { break }
                answer = .failure(ServerFailure(result))
            }
        }
    }

    private func lose() {
        guard !isOver else { return }
        let outcome = answer ?? .failure(ServerFailure(link.message))
        if case .success = outcome {
            finish(.failure(ServerFailure("the connection was lost before the answer ended")))
        } else {
            finish(outcome)
        }
        end()
    }

    // MARK: Time

    private func watchTime() {
        guard !isTimed else { return }
        isTimed = true
        executor.at(deadline) { [weak self] in self?.assumeIsolated { $0.lookAtTime() } }
    }

    private func lookAtTime() {
        isTimed = false
        guard asked != nil else { return }
        guard ContinuousClock.now >= deadline else { return watchTime() }
        finish(.failure(ServerFailure("no answer within \(limit)")))
        end()
    }
}
#endif
