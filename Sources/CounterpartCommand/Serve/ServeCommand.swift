// `counterpart serve`: the backend of a contract, on this machine.

import ArgumentParser
import HTTPExchange
import HTTPTypes
import HTTPWire
import JSONSchema
import Mocking
import OpenAPIContract
import Synchronization

extension NetworkProfile: ExpressibleByArgument {}

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

    @OptionGroup var source: ServedContracts

    @OptionGroup(title: "Recordings") var recordings: ReplaySettings

    @OptionGroup var wire: WireSettings

    @OptionGroup(title: "Backend") var backend: BackendSettings

    @OptionGroup(title: "Reports") var reports: LiveReportSettings

    @Option(help: "The port to listen on; 0 takes any free one.")
    var port = ServeCommand.usualPort

    @OptionGroup var sessionPorts: SessionPorts

    @Option(
        help: "The address to listen on. 127.0.0.1 is this machine alone, 0.0.0.0 all its networks.",
        transform: BackendURL.bare)
    var host = ServeCommand.loopback

    @Flag(
        help: "Listen for the devices of the local network too, and tell what an iOS app needs to reach the mock.")
    var lan = false

    @Option(
        help: ArgumentHelp(
            "Lets other machines that send it control the mock under /_counterpart/; by default COUNTERPART_ADMIN_TOKEN. --lan makes one up.",
            valueName: "token"))
    var adminToken: String?

    @Option(help: ArgumentHelp("How many requests of a session its journal keeps.", valueName: "count"))
    var journal = Journal.Limits().entries

    @Option(help: ArgumentHelp("Slow every answer down.", valueName: TimeSpan.forms))
    var delay = TimeSpan(.zero)

    @Option(
        help: ArgumentHelp(
            "The network between client and mock: its delays and its bandwidth.",
            valueName: NetworkProfile.choices))
    var profile: NetworkProfile?

    @Option(help: "What generated values follow from: the same seed and requests, the same answers.")
    var seed: UInt64 = 0

    @Flag(help: "Print no line per request.")
    var quiet = false

    @Flag(help: "Print JSON, one object a line: where it listens, then the requests.")
    var json = false

    @Flag(help: "Leave the field Counterpart-Decision, which says why an answer is what it is, out of answers.")
    var hideDecision = false

    func validate() throws {
        if lan, host != ServeCommand.loopback { throw ValidationError("--lan and --host exclude each other.") }
        guard (0...1_000_000).contains(journal) else { throw ValidationError("--journal is from 0 to 1000000.") }
        // What a header field carries as it is (RFC 6750, section 2.1).
        if let adminToken, adminToken.isEmpty || !adminToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw ValidationError("--admin-token has visible ASCII characters and no spaces.")
        }
    }

    static let loopback = "127.0.0.1"
    static let usualPort: UInt16 = 8080

    func run() async throws {
        let interruption = Interruption()
        try await serve(try loaded(), until: interruption)
    }

    /// The contracts, and how they are mocked.
    private func loaded() throws -> [Served] {
        // While the contracts are read.
        Task.detached { HTTPListener.startSharedLoops() }
        let sources = try source.sources()
        // Before the rest is read, so that what is saved meanwhile is seen.
        let watches = sources.map { ContractWatch(path: $0.path) }
        var limits = Journal.Limits()
        limits.entries = journal
        let options = Mock.Options(
            delay: delay.duration, profile: profile, seed: seed, showsDecision: !hideDecision, journal: limits,
            crossOrigin: wire.crossOrigin, forwarding: recordings.mode.forwarding)
        let contracts = try ServedContracts.load(sources)
        return try contracts.indices.map { index in
            let behaviour = try ContractArgument.behaviour(of: sources[index].path, for: contracts[index])
            let mock = Mock(
                contracts[index], behaviour: behaviour, recordings: try recordings.traffic(for: behaviour),
                options: options)
            return Served(
                source: sources[index], watch: watches[index], mock: mock, live: LiveMock(mock),
                forwarder: try backend.forwarder(recordings.mode, contracts[index]))
        }
    }

    private func serve(_ served: [Served], until interruption: Interruption) async throws {
        let isAlone = served.count == 1
        let sites = MockSites(served[0].site, served.dropFirst().map(\.site))
        let forwarders = Dictionary(
            served.compactMap { one in one.forwarder.map { (one.source.name, $0) } }, uniquingKeysWith: { $1 })
        let findings = recordings.mode == .verify ? LiveFindings() : nil
        let traffic = try reports.traffic(
            of: served.compactMap { $0.forwarder?.gateway.backend }, recordings.mode, served.map(\.mock.contract))
        let token =
            adminToken ?? Terminal.environment("COUNTERPART_ADMIN_TOKEN").flatMap { $0.isEmpty ? nil : $0 }
            ?? (lan ? LanInvitation.freshToken() : nil)
        let control = SharedControl(sites, access: ControlAccess(token: token))
        let log = quiet ? nil : RequestLog<LoggedExchange>(to: .output, json: json)
        // Where nobody asks for them, answers need not be held on to until they are out.
        let isTold = findings != nil || traffic != nil || log != nil
        let told = log.map { log -> MockSites.PlainTold in
            { site, mock, exchange, answer, delivered in
                log.record(
                    LoggedExchange(
                        method: .get, target: exchange.target, answer: answer, delivered: delivered,
                        time: WallClock.now, mock: mock, contract: isAlone ? nil : site.name))
            }
        }
        let host = lan ? "0.0.0.0" : host
        let secure = try wire.identity(host: host)
        func listen(_ port: UInt16, for session: SessionID? = nil) async throws -> HTTPListener {
            do {
                let configuration = HTTPListener.Configuration(
                    host: host, port: Int(port), identity: secure?.identity, offersRepresentations: true,
                    takesOffCodings: forwarders.isEmpty)
                let reply = { @Sendable (request: Request, body: ContentStream?, peer: Peer) -> Reply in
                    let request = session?.adopting(request) ?? request
                    if let reply = control.answer(request, isLoopback: peer.isLoopback) { return Reply(reply) }
                    let site = sites.site(for: request)
                    return site.mock.use { mock in
                        guard isTold else {
                            return ServeCommand.reply(to: request, body, mock: mock, forwarders[site.name])
                        }
                        return ServeCommand.reply(to: request, body, mock: mock, forwarders[site.name]) {
                            answer, delivered in
                            findings?.note(request, answer, mock.redaction)
                            traffic?.note(request, answer, delivered)
                            log?.record(
                                LoggedExchange(
                                    method: request.method, target: request.target, answer: answer,
                                    delivered: delivered, time: WallClock.now, mock: mock,
                                    contract: isAlone ? nil : site.name))
                        }
                    }
                }
                guard !forwarders.isEmpty else {
                    return try await HTTPListener.start(
                        configuration, plain: { sites.answer($0, of: session, told: told) }
                    ) { reply($0, nil, $1) }
                }
                let uploads = Uploads(limit: configuration.limits.body) { control.takes($0) }
                return try await HTTPListener.start(configuration, streaming: uploads.awaited(reply))
            } catch {
                throw CommandFailure(error.description)
            }
        }
        var ofSessions: [(address: SessionAddress, listener: HTTPListener)] = []
        for entry in sessionPorts.all {
            // It is there before its first request, for whoever asks after it.
            for site in sites.all { _ = site.mock.use { $0.session(entry.session.text) } }
            let listener = try await listen(entry.port, for: entry.session)
            ofSessions.append((SessionAddress(session: entry.session, address: near(listener.address)), listener))
        }
        // The last to listen, so that whoever finds it finds the others too.
        let listener = try await listen(port)
        let invitation =
            lan
            ? token.map {
                LanInvitation(addresses: LocalNetwork.addresses, listener.address, token: $0)
            } : nil
        let announcement = ServeAnnouncement(
            served: served.map {
                .init(name: $0.source.name, mock: $0.mock, replay: ReplayNotice($0.mock, recordings))
            }, address: near(listener.address), host: listener.address.host, sessions: ofSessions.map(\.address),
            lan: invitation, secure: secure?.invitation)
        let terminal = Terminal.output
        terminal.write(json ? announcement.json.serialized() + "\n" : announcement.text(terminal))
        if !json { terminal.write(announcement.notes(terminal)) }
        let turns = ReloadTurns()
        let reloading = served.map { one in
            let neighbours = served.filter { $0.source.name != one.source.name }.map { ($0.source, $0.live) }
            let reload = ContractReload(
                source: one.source, mock: one.live, neighbours: neighbours, json: json, turns: turns)
            return Task { await reload.run(one.watch) }
        }
        await interruption.wait()
        for task in reloading { task.cancel() }
        for (_, listener) in ofSessions { await listener.shutdown() }
        await listener.shutdown()
        for forwarder in forwarders.values { await forwarder.sender.shutdown() }
        log?.finish()
        if let traffic { try reports.write(traffic) }
        guard let findings else { return }
        terminal.write(json ? findings.json.serialized() + "\n" : findings.text(styled: terminal.styled))
        if !findings.isConformant { throw ExitCode(1) }
    }

    private static func reply(
        to request: Request, _ body: ContentStream?, mock: Mock, _ forwarder: BackendForwarder?,
        told: (@Sendable (Answer, Delivered) -> Void)? = nil
    ) -> Reply {
        let outgoing = { @Sendable (answer: Answer) in
            guard let told else {
                return OutgoingResponse(answer.response, delivery: answer.delivery, delivered: answer.delivered)
            }
            return OutgoingResponse(answer.response, delivery: answer.delivery) { delivered in
                answer.wasDelivered(delivered)
                told(answer, delivered)
            }
        }
        switch (mock.outcome(of: request, hasBody: body == nil), forwarder) {
        case (.forwarded(let pending), let forwarder?):
            return .later { await forwarder.reply(to: pending, body, told: told ?? { _, _ in }) }
        case (.answered(let answer), _):
            body?.abandon()
            return .now(outgoing(answer))
        case (.forwarded, nil):
            body?.abandon()
            return .now(outgoing(mock.answer(request)))
        }
    }

    /// 0.0.0.0 is no address to send to.
    private func near(_ address: BackendURL) -> BackendURL {
        lan ? BackendURL(scheme: address.scheme, host: ServeCommand.loopback, port: address.port) : address
    }
}

/// A contract of the server.
private struct Served: Sendable {
    let source: ContractSource
    let watch: ContractWatch
    let mock: Mock
    let live: LiveMock
    let forwarder: BackendForwarder?

    var site: MockSite { MockSite(name: source.name, mock: live) }
}

extension Reply {
    init(_ control: Control.Reply) {
        switch control {
        case .now(let response): self = .now(OutgoingResponse(PreparedResponse(response)))
        case .later(let work): self = .later { OutgoingResponse(PreparedResponse(await work())) }
        }
    }
}
