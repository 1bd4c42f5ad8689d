// `counterpart serve`: serves mocks of contracts.

import MockRules
import ArgumentParser
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract
import HTTPExchange
import HTTPWire
import MockServing
import SessionStores
import Mocking

struct ServeCommand: AsyncParsableCommand, ConfigurableCommand {
    // Not the backend: a job that verifies one by $COUNTERPART_BACKEND may start this command as that backend.
    static let variables = [
        "config", "port", "host", "tls", "memory", "delay", "profile", "seed", "journal", "strict", "quiet",
    ]
    static let ownVariables = ["admin-token"]

    static let configuration = CommandConfiguration(
        commandName: "serve", _superCommandName: "counterpart",
        abstract: "Serve a mock of the backend that a contract describes.",
        discussion: """
            Answers are the contract's named examples whose values match the request, else the example of the lowest 2xx response, \
            else a value generated from its schema. A mock.yaml beside the contract adds rules and state. Invalid requests get the \
            declared error status, and the log says why.

            Examples:
              counterpart serve Contracts/sneaker-shop
              counterpart serve openapi.yaml --port 0 --json           any free port
              counterpart serve Contracts/*                            several contracts
              counterpart serve Contracts/sneaker-shop --profile 3g    a slow network
              counterpart serve Contracts/sneaker-shop --lan           for a phone
              counterpart serve Contracts/sneaker-shop --tls           HTTPS and HTTP/2
              counterpart serve openapi.yaml --replay app.har          a recording
              counterpart serve openapi.yaml --mode spy --backend http://127.0.0.1:9000
              counterpart serve openapi.yaml --mode verify --backend http://127.0.0.1:9000
              counterpart serve pacts/app-shop.json                    what a consumer expects

            A request chooses its answer by a header field or a query parameter:
              Prefer: code=401          ?__code=401
              Prefer: example=empty     ?__example=empty

            Saved changes of the contract and of mock.yaml are served at once, unless they have errors.

            http://127.0.0.1:8080/_counterpart/ shows the requests, and is where tests and scripts control the mock:
              curl http://127.0.0.1:8080/_counterpart/journal

            Press Ctrl-C to stop.

            \(variablesHelp(variables))
            """)

    @OptionGroup var source: ContractsArgument

    @OptionGroup(title: "Network") var network: NetworkSettings

    @OptionGroup(title: "Answers") var answers: AnswerSettings

    @OptionGroup(title: "Sessions") var sessions: StoreSettings

    @OptionGroup(title: "Recordings") var recordings: ReplaySettings

    @OptionGroup(title: "Backend") var backend: BackendSettings

    @OptionGroup(title: "Reports") var reports: ReportOptions

    @OptionGroup(title: "Configuration") var configuration: ConfigurationOptions

    @Flag(help: "Let the console write mock.yaml.")
    var edit = false

    @Flag(help: "Print no line per request.")
    var quiet = false

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    func validate() throws { try reports.refuseOutput() }

    func run() async throws {
        if let server = try pactServer() { return try await server.run() }
        let interruption = Interruption(grace: .seconds(4) + sessions.drain)
        let mocks = try loadedMocks()
        let observers = try observers(of: mocks)
        var (configuration, tls) = try network.prepared()
        configuration.shared = try await sessions.shared()
        let server = try await started(mocks, configuration, observers)
        announce(mocks, server, configuration, tls)
        server.reloadWhenSaved { [json] in $0.announce(json: json) }
        await interruption.wait()
        await sessions.drain(server)
        await server.shutdown()
        try conclude(observers)
    }
}

// MARK: - Pacts

extension ServeCommand {
    /// The server of the pacts that stand in the place of contracts; nil where contracts do.
    private func pactServer() throws -> PactServer? {
        let pacts = source.contracts.filter { PactFile.isPact($0) }
        guard !pacts.isEmpty else { return nil }
        guard pacts.count == source.contracts.count else {
            throw CommandFailure("Pacts and contracts are served apart: start one server for each.")
        }
        guard recordings.mode == .mock, recordings.replay.isEmpty, !reports.wantsArchive, !network.lan, !edit,
            sessions.store == .memory
        else {
            throw CommandFailure(
                "A pact is served as it is: leave --mode, --replay, --report, --lan, --edit and --store out.")
        }
        let network = try network.prepared().server
        return PactServer(
            pacts: try PactFile.read(pacts),
            configuration: HTTPListener.Configuration(
                host: network.host, port: Int(network.port), identity: network.identity, takesOffCodings: true),
            seed: answers.seed, isQuiet: quiet, isJSON: json)
    }
}

// MARK: - Start

extension ServeCommand {
    /// Loads the contracts and makes their mocks.
    private func loadedMocks() throws -> [ServedMock] {
        MockServer.prepare()
        let sources = try source.sources()
        // Before the contracts are read, so that no later change is missed.
        let watches = sources.map { ContractWatch(path: $0.path) }
        let options = answers.options(crossOrigin: network.crossOrigin, forwarding: recordings.mode.forwarding)
        let definitions = try ContractsArgument.load(sources)
        return try zip(zip(sources, watches), definitions).map { saved, definition in
            let mock = Mock(
                definition.contract, behaviour: definition.behaviour,
                recordings: try recordings.traffic(for: definition.behaviour), options: options)
            return ServedMock(
                name: saved.0.name, mock: mock, backend: try backend.forwarder(recordings.mode, definition.contract),
                saved: (source: saved.0, watch: saved.1), isEditable: edit)
        }
    }

    private func started(
        _ mocks: [ServedMock], _ configuration: MockServer.Configuration, _ observers: Observers
    ) async throws -> MockServer {
        guard let first = mocks.first else { throw CommandFailure("There is no contract to serve.") }
        do throws(ListenFailure) {
            return try await MockServer.start(
                first, others: Array(mocks.dropFirst()), configuration: configuration, observer: observers.observer)
        } catch {
            throw CommandFailure(error.description)
        }
    }

    private func announce(
        _ mocks: [ServedMock], _ server: MockServer, _ configuration: MockServer.Configuration, _ tls: TLSInvitation?
    ) {
        let lan =
            network.lan
            ? configuration.controlToken.map {
                LanInvitation(addresses: LocalNetwork.addresses, server.address, token: $0)
            } : nil
        let announcement = ServeAnnouncement(
            served: mocks.map { .init(name: $0.name, mock: $0.mock, replay: ReplayNotice($0.mock, recordings)) },
            address: network.reachable(server.address), host: server.address.host,
            sessions: server.sessions.map {
                SessionAddress(session: $0.session, address: network.reachable($0.address))
            }, lan: lan, secure: tls)
        let terminal = Terminal.output
        terminal.write(json ? announcement.json.serialized() + "\n" : announcement.text(terminal))
        if !json { terminal.write(announcement.notes(terminal)) }
    }
}

// MARK: - Observers

extension ServeCommand {
    /// The observers of exchanges: the log, the findings of `--mode verify`, and its reports.
    private struct Observers {
        let log: RequestLog<LoggedExchange>?
        let findings: LiveFindings?
        let traffic: LiveTraffic?
        /// Whether lines of the log name the contract.
        let namesContracts: Bool

        /// Nil if there are none.
        var observer: ExchangeObserver? {
            guard log != nil || findings != nil || traffic != nil else { return nil }
            return { [log, findings, traffic, namesContracts] exchange in
                findings?.note(exchange)
                traffic?.note(exchange)
                log?.record(
                    LoggedExchange(
                        method: exchange.request.method, target: exchange.request.target, answer: exchange.answer,
                        delivered: exchange.delivered, time: WallClock.now, mock: exchange.mock,
                        contract: namesContracts ? exchange.contract : nil))
            }
        }
    }

    private func observers(of mocks: [ServedMock]) throws -> Observers {
        Observers(
            log: quiet ? nil : RequestLog(to: .output, json: json),
            findings: recordings.mode == .verify ? LiveFindings() : nil,
            traffic: try reports.traffic(of: mocks, recordings.mode), namesContracts: mocks.count > 1)
    }

    /// Prints and writes what was observed.
    private func conclude(_ observers: Observers) throws {
        observers.log?.finish()
        if let traffic = observers.traffic { try reports.write(traffic) }
        guard let findings = observers.findings else { return }
        let terminal = Terminal.output
        terminal.write(json ? findings.json.serialized() + "\n" : findings.text(styled: terminal.styled))
        if !findings.isConformant { throw ExitCode(1) }
    }
}
