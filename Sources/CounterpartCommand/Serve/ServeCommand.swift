// `counterpart serve`: the backend of a contract, on this machine.

import ArgumentParser
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract
import HTTPExchange
import HTTPWire
import MockServing
import Mocking

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", _superCommandName: "counterpart",
        abstract: "Serve a mock of the backend that a contract describes.",
        discussion: """
            Answers come from the contract: the named examples whose values the request has, then the example of the lowest \
            2xx response, then a value made up by its schema. A request that breaks the contract is refused with the declared status, and the log says why.

            Examples:
              counterpart serve Contracts/sneaker-shop
              counterpart serve openapi.yaml --port 0 --json        any free port, told in JSON
              counterpart serve Contracts/sneaker-shop --delay 300ms
              counterpart serve Contracts/sneaker-shop --profile 3g
              counterpart serve Contracts/*                         several contracts, each under its base path
              counterpart serve Contracts/sneaker-shop --lan        for a device in the same network
              counterpart serve Contracts/sneaker-shop --replay Recordings/sneaker-shop/app.har --mode replay
              counterpart serve Contracts/sneaker-shop --tls        HTTPS and HTTP/2
              counterpart serve Contracts/sneaker-shop --mode spy --backend http://127.0.0.1:9000      rules first, then the backend
              counterpart serve Contracts/sneaker-shop --mode verify --backend http://127.0.0.1:9000   hold live traffic to the contract

            A client can choose its answer:
              curl -H 'Prefer: code=401' 'http://127.0.0.1:8080/api/home/get_promotions?user_id=1'
              curl -H 'Prefer: example=unknown-user' 'http://127.0.0.1:8080/api/home/get_promotions?user_id=1'
            or, where it cannot set a header, with ?__code=401 and ?__example=unknown-user.

            A contract or a mock.yaml that is saved meanwhile is served from then on; a broken one is not.

            What it was asked is shown on http://127.0.0.1:8080/_counterpart/, which is also where tests and scripts control it:
              curl http://127.0.0.1:8080/_counterpart/journal
              curl -d '{"operation": "login", "status": 503}' -H 'Content-Type: application/json' \
                http://127.0.0.1:8080/_counterpart/answers

            Ctrl-C ends it.
            """)

    @OptionGroup var source: ContractsArgument

    @OptionGroup(title: "Network") var network: NetworkSettings

    @OptionGroup(title: "Answers") var answers: AnswerSettings

    @OptionGroup(title: "Recordings") var recordings: ReplaySettings

    @OptionGroup(title: "Backend") var backend: BackendSettings

    @OptionGroup(title: "Reports") var reports: LiveReportSettings

    @Flag(help: "Print no line per request.")
    var quiet = false

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    func run() async throws {
        let interruption = Interruption()
        let mocks = try loadedMocks()
        let observers = try observers(of: mocks)
        let (configuration, tls) = try network.prepared()
        let server = try await started(mocks, configuration, observers)
        announce(mocks, server, configuration, tls)
        server.reloadWhenSaved { [json] in $0.tell(json: json) }
        await interruption.wait()
        await server.shutdown()
        try conclude(observers)
    }
}

// MARK: - Start

extension ServeCommand {
    /// The contracts, and how they are mocked.
    private func loadedMocks() throws -> [ServedMock] {
        MockServer.prepare()
        let sources = try source.sources()
        // Before the rest is read, so that what is saved meanwhile is seen.
        let watches = sources.map { ContractWatch(path: $0.path) }
        let options = answers.options(crossOrigin: network.crossOrigin, forwarding: recordings.mode.forwarding)
        let definitions = try ContractsArgument.load(sources)
        return try zip(zip(sources, watches), definitions).map { saved, definition in
            let mock = Mock(
                definition.contract, behaviour: definition.behaviour,
                recordings: try recordings.traffic(for: definition.behaviour), options: options)
            return ServedMock(
                name: saved.0.name, mock: mock, backend: try backend.forwarder(recordings.mode, definition.contract),
                saved: (source: saved.0, watch: saved.1))
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
    /// Who is told of each exchange: the log, the summary of a live verification, and its reports.
    private struct Observers {
        let log: RequestLog<LoggedExchange>?
        let findings: LiveFindings?
        let traffic: LiveTraffic?
        /// Whether lines of the log name the contract.
        let namesContracts: Bool

        /// Nil where nobody asks.
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
