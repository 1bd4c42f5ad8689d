// `counterpart serve`: the backend of a contract, on this machine.

import ArgumentParser
import HTTPExchange
import HTTPWire
import JSONSchema
import Mocking
import OpenAPIContract
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension NetworkProfile: ExpressibleByArgument {}

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a mock of the backend that a contract describes.",
        discussion: """
            Answers come from the contract: the named examples whose values the request has, then the example of the lowest \
            2xx response, then a value made up by its schema. A request that breaks the contract is refused with the declared status, and the log says why.

            Examples:
              counterpart serve Contracts/sneaker-shop
              counterpart serve openapi.yaml --port 0 --json        any free port, told in JSON
              counterpart serve Contracts/sneaker-shop --delay 300ms
              counterpart serve Contracts/sneaker-shop --profile 3g

            A client can choose its answer:
              curl -H 'Prefer: code=401' 'http://127.0.0.1:8080/api/home/get_promotions?user_id=1'
              curl -H 'Prefer: example=unknown-user' 'http://127.0.0.1:8080/api/home/get_promotions?user_id=1'
            or, where it cannot set a header, with ?__code=401 and ?__example=unknown-user.

            A contract or a mock.yaml that is saved meanwhile is served from then on; a broken one is not.

            Ctrl-C ends it.
            """)

    @OptionGroup var source: ContractArgument

    @Option(help: "The port to listen on; 0 takes any free one.")
    var port: UInt16 = 8080

    @Option(help: "The address to listen on. 127.0.0.1 is this machine alone, 0.0.0.0 all its networks.")
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("Slow every answer down.", valueName: "time"))
    var delay = TimeSpan(.zero)

    @Option(
        help: ArgumentHelp(
            "The network between client and mock: its delays and its bandwidth.",
            valueName: NetworkProfile.allCases.map(\.rawValue).joined(separator: "|")))
    var profile: NetworkProfile?

    @Option(help: "What generated values follow from: the same seed and requests, the same answers.")
    var seed: UInt64 = 0

    @Flag(help: "Print no line per request.")
    var quiet = false

    @Flag(help: "Print JSON, one object a line: where it listens, then the requests.")
    var json = false

    @Flag(help: "Leave the field Counterpart-Decision, which says why an answer is what it is, out of answers.")
    var hideDecision = false

    func run() async throws {
        let interruption = Interruption()
        let contract = try source.load()
        let mock = Mock(
            contract, behaviour: try source.behaviour(for: contract),
            options: .init(delay: delay.duration, profile: profile, seed: seed, showsDecision: !hideDecision))
        let live = LiveMock(mock)
        let watch = ContractWatch(path: source.contract)
        let log = quiet ? nil : requestLog()
        let listener: HTTPListener
        do {
            listener = try await HTTPListener.start(.init(host: host, port: Int(port))) { request in
                ServeCommand.reply(to: request, mock: live, log: log)
            }
        } catch {
            throw CommandFailure(error.description)
        }
        announce(contract, mock, at: listener.address)
        let reload = ContractReload(source: source, mock: live, json: json)
        let reloading = Task { await reload.run(watch) }
        await interruption.wait()
        reloading.cancel()
        await listener.shutdown()
        log?.finish()
    }

    private static func reply(to request: Request, mock: LiveMock, log: RequestLog?) -> Reply {
        let answer = mock.use { $0.answer(request) }
        guard let log else { return .now(OutgoingResponse(answer.response, delivery: answer.delivery)) }
        return .now(
            OutgoingResponse(answer.response, delivery: answer.delivery) { delivered in
                log.record(
                    LoggedExchange(request: request, answer: answer, delivered: delivered, time: WallClock.now))
            })
    }

    private func requestLog() -> RequestLog {
        let terminal = Terminal.output
        return json
            ? RequestLog(
                line: { $0.json.serialized() + "\n" }, droppedLine: { "{\"event\":\"dropped\",\"requests\":\($0)}\n" },
                write: terminal.write)
            : RequestLog(
                line: { $0.text(styled: terminal.styled) },
                droppedLine: { "         … \($0) more requests, not shown\n" },
                write: terminal.write)
    }

    private func announce(_ contract: Contract, _ mock: Mock, at address: BackendURL) {
        let terminal = Terminal.output
        let table = OperationTable(contract, at: address)
        let doubtful = mock.doubtfulAnswers
        if json {
            let event: JSON = [
                "event": "listening", "url": .string(address.description), "host": .string(address.host),
                "port": .number(JSONNumber(address.port)), "pid": .number(JSONNumber(getpid())),
                "title": .string(contract.title), "version": .string(contract.apiVersion), "operations": table.json,
            ]
            terminal.write(event.serialized() + "\n")
            return
        }
        let count = table.rows.count == 1 ? "1 operation" : "\(table.rows.count) operations"
        var text = "\(terminal.styled(.emphasis, contract.title)) \(contract.apiVersion), \(count)\n\n"
        text += table.text(terminal) + "\n"
        for (operation, status, violations) in doubtful {
            let first = violations.first.map { "\($0.location): \($0.message)" } ?? ""
            text +=
                terminal.styled(.warning, "note:") + " the \(status) of \(operation.id) breaks the contract: \(first)\n"
        }
        text += "Listening on \(terminal.styled(.success, address.description)), Ctrl-C ends it.\n"
        terminal.write(text)
    }
}
