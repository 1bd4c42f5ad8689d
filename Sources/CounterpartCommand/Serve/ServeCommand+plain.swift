// A line such as `counterpart serve Contracts/sneaker-shop --port 0 --json`, read without ArgumentParser: that takes a seventh of the
// time to the first answer, most of it for options that are not there.

import ArgumentParser
import HTTPExchange
import Mocking

extension ServeCommand {
    /// Nil where there is more in the line than contracts, `--port`, `--host`, `--quiet` and `--json`, or what makes no sense.
    init?(plain arguments: [String]) {
        var contracts: [String] = []
        var port: UInt16?
        var address = ServeCommand.loopback
        var (quiet, json) = (false, false)
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quiet": quiet = true
            case "--json": json = true
            case "--port":
                guard let value = rest.popFirst(),
                    value.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
                    let number = UInt16(value)
                else { return nil }
                port = number
            case "--host":
                guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("-") else { return nil }
                address = BackendURL.bare(host: value)
            case _ where argument.hasPrefix("-") || argument.isEmpty: return nil
            default: contracts.append(argument)
            }
        }
        guard !contracts.isEmpty else { return nil }
        self.init()
        // Each must be given a value: what has none cannot be read.
        source = ServedContracts()
        source.contracts = contracts
        source.allowRef = []
        source.basePaths = []
        recordings = ReplaySettings()
        recordings.replay = []
        recordings.mode = .mock
        recordings.volatile = []
        recordings.exact = false
        recordings.timing = .mock
        recordings.latencyOf = []
        wire = WireSettings()
        wire.cors = []
        wire.tls = false
        wire.certificate = nil
        wire.key = nil
        backend = BackendSettings()
        backend.backend = nil
        backend.backendTimeout = BackendSettings.timeout
        backend.trust = TrustSettings()
        backend.trust.cacert = nil
        backend.trust.insecure = false
        reports = LiveReportSettings()
        reports.report = []
        self.port = port ?? ServeCommand.usualPort
        sessionPorts = SessionPorts()
        sessionPorts.all = []
        host = address
        lan = false
        adminToken = nil
        journal = Journal.Limits().entries
        delay = TimeSpan(.zero)
        profile = nil
        seed = 0
        self.quiet = quiet
        self.json = json
        hideDecision = false
    }

    /// Nil where the line makes no sense, or asks for help.
    static func parsed(_ arguments: [String]) -> ServeCommand? { (try? parseAsRoot(arguments)) as? ServeCommand }
}
