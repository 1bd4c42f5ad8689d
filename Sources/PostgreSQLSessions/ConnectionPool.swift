// The connections to a server, and who waits for one.

#if PostgreSQL
import SessionStores

/// Asks a server by a few connections, opened when they are needed, and again after they were lost.
actor ConnectionPool {
    struct Options: Sendable {
        /// How many connections there are at most.
        var connections = 8
        /// How many statements wait for one; those that come then are refused.
        var waiting = 1_000
        /// How long a statement waits for a connection, and how long one may take to open.
        var connecting = Duration.seconds(5)
        /// How long an answer may take.
        var answering = Duration.seconds(5)
        /// Between two attempts to connect that fail: at first, and at most.
        var pauses = Duration.milliseconds(50)...Duration.seconds(1)
    }

    private struct Waiter {
        let number: Int
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Result<Connection, StoreFailure>, Never>
    }

    private nonisolated let executor = QueueExecutor(label: "counterpart.postgresql")
    private let connector = Connector()
    private let address: ServerAddress
    private let options: Options
    private var all: [ObjectIdentifier: Connection] = [:]
    private var idle: [Connection] = []
    /// In the order in which they came, which is that of their deadlines.
    private var waiters: [Waiter] = []
    private var nextNumber = 0
    private var isTimed = false
    private var isConnecting = false
    private var isClosed = false
    private var pause = Duration.zero

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ address: ServerAddress, _ options: Options) {
        self.address = address
        self.options = options
    }

    func ask(_ statement: Statement) async throws(StoreFailure) -> Rows {
        let connection = try await connection()
        let outcome: Result<Rows, ServerFailure>
        do throws(ServerFailure) {
            outcome = .success(try await connection.ask(statement))
        } catch {
            outcome = .failure(error)
        }
        await release(connection)
        switch outcome {
        case .success(let rows): return rows
        case .failure(let failure):
            // Where a server does not answer, connections that are idle lead nowhere too.
            if failure.code == nil { await endIdle() }
            throw failure.failure
        }
    }

    /// Opens a connection if there is none.
    func connect() async throws(StoreFailure) { await release(try await connection()) }

    /// Ends the connections. Whoever waits is refused.
    func close() async {
        isClosed = true
        refuse(before: nextNumber, with: ConnectionPool.closed)
        for connection in all.values { await connection.end() }
    }

    private static let closed = StoreFailure("PostgreSQL: the store is closed")

    // MARK: Who has a connection

    private func connection() async throws(StoreFailure) -> Connection {
        guard !isClosed else { throw ConnectionPool.closed }
        if let connection = idle.popLast() { return connection }
        guard waiters.count < options.waiting else {
            throw StoreFailure("PostgreSQL: more than \(options.waiting) wait for a connection")
        }
        return try await withCheckedContinuation { continuation in
            waiters.append(
                Waiter(
                    number: nextNumber, deadline: ContinuousClock.now + options.connecting, continuation: continuation))
            nextNumber += 1
            watchTime()
            connectIfNeeded()
        }.get()
    }

    private func release(_ connection: Connection) async {
        guard await !connection.isOver else { return connectIfNeeded() }
        if isClosed {
            await connection.end()
        } else if waiters.isEmpty {
            idle.append(connection)
        } else {
            waiters.removeFirst().continuation.resume(returning: .success(connection))
        }
    }

    private func endIdle() async {
        for connection in idle { await connection.end() }
    }

    private func refuse(before number: Int, with failure: StoreFailure) {
        let refused = waiters.prefix { $0.number < number }
        waiters.removeFirst(refused.count)
        for waiter in refused { waiter.continuation.resume(returning: .failure(failure)) }
    }

    private func lost(_ id: ObjectIdentifier) {
        all[id] = nil
        idle.removeAll { ObjectIdentifier($0) == id }
    }

    // MARK: Connecting

    private func connectIfNeeded() {
        guard !isConnecting, !isClosed, !waiters.isEmpty, all.count < options.connections else { return }
        isConnecting = true
        Task {
            // Nobody cancels it.
            try? await Task.sleep(for: pause)
            // Whoever comes from now on has a right to another attempt: the server may be back when that begins.
            let number = nextNumber
            do throws(StoreFailure) {
                let connection = try await opened()
                pause = .zero
                isConnecting = false
                await release(connection)
            } catch {
                isConnecting = false
                pause = min(max(pause * 2, options.pauses.lowerBound), options.pauses.upperBound)
                if all.isEmpty { refuse(before: number, with: error) }
            }
            connectIfNeeded()
        }
    }

    private func opened() async throws(StoreFailure) -> Connection {
        let link = try await connector.open(address, within: options.connecting)
        let connection = Connection(link, on: executor, limit: options.answering) { [weak self] id in
            self?.assumeIsolated { $0.lost(id) }
        }
        all[ObjectIdentifier(connection)] = connection
        do throws(StoreFailure) {
            try await Tables.prepare(connection, within: options.answering)
        } catch {
            await connection.end()
            throw error
        }
        return connection
    }

    // MARK: Time

    private func watchTime() {
        guard !isTimed, let first = waiters.first else { return }
        isTimed = true
        executor.at(first.deadline) { [weak self] in self?.assumeIsolated { $0.lookAtTime() } }
    }

    private func lookAtTime() {
        isTimed = false
        let now = ContinuousClock.now
        if let number = waiters.last(where: { $0.deadline <= now })?.number {
            refuse(
                before: number + 1,
                with: all.isEmpty
                    ? address.isSilent(for: options.connecting)
                    : StoreFailure("PostgreSQL: no connection was free within \(options.connecting)"))
        }
        watchTime()
    }
}
#endif
