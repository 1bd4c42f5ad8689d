// The one composition of mocks, control API, listeners, reload and the backends behind them.

import SourceDocuments
package import HTTPExchange
package import HTTPWire
import Mocking
import Synchronization

/// Contracts that are served on one address, and sessions of them on ports of their own.
package final class MockServer: Sendable {
    /// Where and how a server listens.
    package struct Configuration: Sendable {
        /// An address of this machine; 0.0.0.0 is all of them.
        package var host = "127.0.0.1"
        /// 0 takes any free port.
        package var port: UInt16 = 0
        /// Sessions with ports of their own.
        package var sessionPorts: [SessionPort] = []
        /// For TLS; nil listens without.
        package var identity: (any ListenerIdentity)?
        /// Lets other machines that send it use the control API; nil lets none.
        package var controlToken: String?
        /// Event loops of its own; nil shares the process's.
        package var eventLoops: Int?
        /// Where the sessions are kept; nil: here, and as long as the server runs.
        package var shared: SharedSessions?

        /// A free port of the loopback address, without TLS.
        package init() {}
    }

    /// Where clients find it: the host as configured, and the port that the system gave.
    package let address: BackendURL
    /// The sessions with ports of their own, in the order of the configuration.
    package let sessions: [SessionAddress]

    private let contracts: [ServedMock]
    private let listeners: [HTTPListener]
    private let shared: SharedSessions?
    private let drain: Drain
    private let reloads = Mutex<[Task<Void, Never>]>([])

    private init(
        _ contracts: [ServedMock], address: BackendURL, _ sessions: [SessionAddress], _ listeners: [HTTPListener],
        _ shared: SharedSessions?, _ drain: Drain
    ) {
        self.shared = shared
        self.drain = drain
        self.contracts = contracts
        self.address = address
        self.sessions = sessions
        self.listeners = listeners
    }

    /// Starts what listening waits for, while whoever is going to listen still reads contracts.
    package static func prepare() { Task.detached { HTTPListener.startSharedLoops() } }

    /// Listens for requests to a contract, and to others that share the server.
    /// - Parameter others: their paths, each under its base path, must not meet (`ContractClash`).
    package static func start(
        _ first: ServedMock, others: [ServedMock] = [], configuration: Configuration = Configuration(),
        observer: ExchangeObserver? = nil
    ) async throws(ListenFailure) -> MockServer {
        let contracts = [first] + others
        let backends = Dictionary(
            contracts.compactMap { one in one.backend.map { (one.name, $0) } }, uniquingKeysWith: { $1 })
        let (served, drain) = (ServedContracts(first.site, others.map(\.site)), Drain())
        let control = SharedControl(served, access: ControlAccess(token: configuration.controlToken), drain: drain)
        let answerer = RequestAnswerer(served, control, backends, observer, configuration.shared)
        var listeners: [HTTPListener] = []
        do throws(ListenFailure) {
            var sessions: [SessionAddress] = []
            for entry in configuration.sessionPorts {
                answerer.open(entry.session)
                let listener = try await listen(configuration, port: entry.port, answerer, session: entry.session)
                listeners.append(listener)
                sessions.append(SessionAddress(session: entry.session, address: listener.address))
            }
            // The last to listen, so that whoever finds it finds the others too.
            let listener = try await listen(configuration, port: configuration.port, answerer, session: nil)
            configuration.shared?.work()
            return MockServer(
                contracts, address: listener.address, sessions, listeners + [listener], configuration.shared, drain)
        } catch {
            for listener in listeners { await listener.shutdown() }
            throw error
        }
    }

    private static func listen(
        _ configuration: Configuration, port: UInt16, _ answerer: RequestAnswerer, session: SessionID?
    ) async throws(ListenFailure) -> HTTPListener {
        let listening = HTTPListener.Configuration(
            host: configuration.host, port: Int(port), eventLoops: configuration.eventLoops,
            identity: configuration.identity, offersRepresentations: true, takesOffCodings: !answerer.forwards)
        guard answerer.forwards else {
            return try await HTTPListener.start(listening) { answerer.reply(to: $0, nil, $1, of: session) }
        }
        let uploads = Uploads(limit: listening.limits.body) { answerer.isControl($0) }
        return try await HTTPListener.start(
            listening, streaming: uploads.awaited { answerer.reply(to: $0, $1, $2, of: session) })
    }

    /// Puts saved contracts in the place of those that are served, until the server ends.
    /// - Parameter told: told what came of each that was saved.
    package func reloadWhenSaved(onReload: @escaping @Sendable (Reload) -> Void) {
        let turns = ReloadTurns()
        let tasks = contracts.compactMap { one in
            one.saved.map { source, watch in
                let neighbours = contracts.filter { $0.name != one.name }
                let reload = ContractReload(
                    source: source, mock: one.live, neighbours: neighbours.map { ($0.name, $0.live) }, turns: turns,
                    onReload: onReload)
                return Task { await reload.run(watch) }
            }
        }
        reloads.withLock { $0 += tasks }
    }

    /// From now on tells those who ask for its health that it is about to end, and closes connections after their next answer; requests are
    /// answered as before.
    package func beginDraining() {
        drain.begin()
        for listener in listeners { listener.closeAfterAnswers() }
    }

    /// Accepts nothing more, and returns when the answers that are under way are out, or their time is over.
    package func shutdown() async {
        for task in reloads.withLock({ $0 }) { task.cancel() }
        for listener in listeners { await listener.shutdown() }
        for contract in contracts { await contract.backend?.sender.shutdown() }
        await shared?.close()
    }
}
