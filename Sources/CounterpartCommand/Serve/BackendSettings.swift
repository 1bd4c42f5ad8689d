// The options of `counterpart serve` that put a backend behind the mock.

import ArgumentParser
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPWire
import MockServing
import Mocking

struct BackendSettings: ParsableArguments {
    @Option(help: ArgumentHelp("The backend behind the mock, with --mode spy or --mode verify.", valueName: "url"))
    var backend: String?

    @Option(help: ArgumentHelp("How long the backend may be silent.", valueName: TimeSpan.forms))
    var backendTimeout = TimeSpan(.seconds(60))

    @OptionGroup var trust: TrustSettings

    /// Nil where the mock answers alone.
    func forwarder(_ mode: ServeMode, _ contract: Contract) throws -> BackendForwarder? {
        switch (mode.forwarding, backend) {
        case (.none, nil): return nil
        case (.none, _?): throw CommandFailure("--backend goes with --mode spy or --mode verify.")
        case (_, nil): throw CommandFailure("--mode \(mode.rawValue) needs --backend URL: where the answers come from.")
        case (_, let url?):
            return BackendForwarder(
                gateway: Gateway(to: try ProxySettings.url(url), basePaths: contract.servers.map(\.basePath)),
                sender: HTTPSender(
                    timeout: backendTimeout.duration, connectionLimit: 256, trust: try trust.trust()))
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
