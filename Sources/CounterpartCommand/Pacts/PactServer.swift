// `counterpart serve consumer.pact.json`: the provider that a consumer expects, on a socket.

import Archives
import ArgumentParser
import HTTPExchange
import HTTPTypes
import HTTPWire
import JSONValues
import MockServing
import Pact
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Serves pacts until a signal comes.
struct PactServer {
    let pacts: [Pact]
    let configuration: HTTPListener.Configuration
    let seed: UInt64
    let isQuiet: Bool
    let isJSON: Bool

    func run() async throws {
        let interruption = Interruption()
        let provider = ExpectedProvider(pacts, seed: seed) { WallClock.moment }
        let log: RequestLog<PactExchange>? = isQuiet ? nil : RequestLog(to: .output, json: isJSON)
        let asked = AskedInteractions()
        let url = Mutex<String?>(nil)
        let listener: HTTPListener
        do throws(ListenFailure) {
            listener = try await HTTPListener.start(configuration) { request in
                let (response, outcome) = provider.answer(request, url: url.withLock(\.self))
                if case .answered(let interaction) = outcome { asked.note(interaction.title) }
                return .now(
                    OutgoingResponse(PreparedResponse(response)) { _ in
                        log?.record(
                            PactExchange(
                                request: request, status: response.status, outcome: outcome, time: WallClock.now))
                    })
            }
        } catch {
            throw CommandFailure(error.description)
        }
        url.withLock { $0 = listener.address.description }
        announce(listener.address)
        await interruption.wait()
        await listener.shutdown()
        log?.finish()
        announce(missing: provider.interactions.map(\.title).filter { !asked.contains($0) })
    }

    private func announce(_ address: BackendURL) {
        let terminal = Terminal.output
        guard !isJSON else {
            let event: JSON = [
                "event": "listening", "url": .string(address.description), "host": .string(address.host),
                "port": .number(JSONNumber(address.port)), "pid": .number(JSONNumber(getpid())),
                "pacts": .array(
                    pacts.map { pact in
                        [
                            "consumer": .string(pact.consumer), "provider": .string(pact.provider),
                            "interactions": .array(pact.interactions.map { .string($0.title) }),
                        ]
                    }),
            ]
            return terminal.write(event.serialized() + "\n")
        }
        var text = ""
        for pact in pacts {
            text += "\(terminal.styled(.emphasis, pact.provider)), as \(pact.consumer) expects it\n\n"
            for interaction in pact.interactions {
                let request = interaction.request
                text +=
                    "  \(request.method) \(request.target)  \(terminal.styled(.aside, interaction.title.printable))\n"
            }
            text += "\n"
        }
        terminal.write(text + "Listening on \(terminal.styled(.success, address.description)), press Ctrl-C to stop.\n")
    }

    private func announce(missing: [String]) {
        guard !isQuiet, !missing.isEmpty else { return }
        let terminal = Terminal.output
        guard !isJSON else {
            let event: JSON = ["event": "not-asked", "interactions": .array(missing.map { .string($0) })]
            return terminal.write(event.serialized() + "\n")
        }
        terminal.write("Never asked for: \(missing.map(\.printable).joined(separator: "; "))\n")
    }
}

/// The interactions that were asked for.
private final class AskedInteractions: Sendable {
    private let titles = Mutex(Set<String>())

    func note(_ title: String) { _ = titles.withLock { $0.insert(title) } }
    func contains(_ title: String) -> Bool { titles.withLock { $0.contains(title) } }
}

/// An exchange with a pact's provider, for the log.
struct PactExchange: LogEntry {
    let request: Request
    let status: Int
    let outcome: ExpectedProvider.Outcome
    let time: DateTime

    /// Without secrets in its query.
    private var target: String {
        var redactor = Redactor(RedactionRules())
        return redactor.redact(
            HAR.Entry(started: "", origin: "", request: request, response: Response(status: status))
        ).request.url
    }

    func text(styled: (Terminal.Style, String) -> String) -> String {
        let clock = String(time.description.dropFirst(11).prefix(8))
        let start = "\(styled(.aside, clock)) \(request.method.rawValue) \(target.printable)  "
        switch outcome {
        case .answered(let interaction):
            return start + "\(styled(.success, String(status)))  \(interaction.title.printable)\n"
        case .refused(let misses):
            var text = start + "\(styled(.failure, String(status)))  no interaction expects this\n"
            guard let nearest = misses.first else { return text }
            text += "         " + styled(.warning, "nearest:") + " \(nearest.interaction.title.printable)\n"
            for mismatch in nearest.mismatches { text += "           \("\(mismatch)".printable)\n" }
            return text
        }
    }

    var json: JSON {
        var members = JSONObject([
            ("event", "request"), ("time", .string(time.description)), ("method", .string(request.method.rawValue)),
            ("target", .string(target)), ("status", .number(JSONNumber(status))),
        ])
        switch outcome {
        case .answered(let interaction): members["interaction"] = .string(interaction.title)
        case .refused(let misses):
            members["nearest"] = .array(
                misses.map { miss in
                    [
                        "interaction": .string(miss.interaction.title),
                        "mismatches": .array(miss.mismatches.map { .string("\($0)") }),
                    ]
                })
        }
        return .object(members)
    }
}
