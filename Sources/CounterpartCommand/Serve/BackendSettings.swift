// Options of `counterpart serve`: the backend behind the mock.

import ArgumentParser
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import SecureWire
import MockServing
import Mocking

struct BackendSettings: ParsableArguments {
    @Option(help: ArgumentHelp("Backend for --mode spy and --mode verify.", valueName: "url"))
    var backend: String?

    @Option(help: ArgumentHelp("Give up on a backend that is silent this long.", valueName: TimeSpan.forms))
    var backendTimeout = TimeSpan(.seconds(60))

    @Option(help: ArgumentHelp("With --backend, a name of the Internet that clients may send to.", valueName: "name"))
    var allowHost: [String] = []

    @OptionGroup var trust: TrustSettings

    /// Nil without a backend.
    func forwarder(_ mode: ServeMode, _ contract: Contract) throws -> BackendForwarder? {
        switch (mode.forwarding, backend) {
        case (.none, nil): return nil
        case (.none, _?): throw CommandFailure("--backend goes with --mode spy or --mode verify.")
        case (_, nil): throw CommandFailure("--mode \(mode.rawValue) needs --backend URL: where the answers come from.")
        case (_, let url?):
            return BackendForwarder(
                gateway: Gateway(
                    to: try ProxySettings.url(url), basePaths: contract.servers.map(\.basePath), hosts: allowHost),
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
