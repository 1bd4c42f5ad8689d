// The options of `counterpart serve` that put a backend behind the mock.

import ArgumentParser
import HTTPExchange
import HTTPWire
import Mocking
import OpenAPIContract

struct BackendSettings: ParsableArguments {
    @Option(help: ArgumentHelp("The backend behind the mock, with --mode spy or --mode verify.", valueName: "url"))
    var backend: String?

    @Option(help: ArgumentHelp("How long the backend may be silent.", valueName: "time"))
    var backendTimeout = TimeSpan(.seconds(60))

    /// Nil where the mock answers alone.
    func forwarder(_ mode: ServeMode, _ contract: Contract) throws -> BackendForwarder? {
        switch (mode.forwarding, backend) {
        case (.none, nil): return nil
        case (.none, _?): throw CommandFailure("--backend goes with --mode spy or --mode verify.")
        case (_, nil): throw CommandFailure("--mode \(mode.rawValue) needs --backend URL: where the answers come from.")
        case (_, let url?):
            return BackendForwarder(
                gateway: Gateway(to: try ProxySettings.url(url), basePaths: contract.servers.map(\.basePath)),
                sender: HTTPSender(timeout: backendTimeout.duration, connectionLimit: 256))
        }
    }
}

extension ServeMode {
    var forwarding: Mock.Forwarding {
        switch self {
        case .mock, .replay: .none
        case .spy: .rest
        case .verify: .all
        }
    }
}

/// Asks the backend for the answers that the mock leaves to it.
struct BackendForwarder: Sendable {
    let gateway: Gateway
    let sender: HTTPSender

    func answer(_ pending: PendingAnswer) async -> Answer {
        let passage = gateway.passage(of: pending.request)
        do throws(NoResponse) {
            let measured = try await sender.open(passage.request, to: gateway.backend).collected(upTo: 64 << 20)
            return pending.answer(passage.answer(measured.response))
        } catch {
            return pending.answer(unanswered: error, error.gatewayProblem)
        }
    }
}
