// `counterpart doctor`: says what is here, and what stands in the way of the other commands.

import ArgumentParser
import Foundation
import JSONValues

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine this machine: versions, openssl, ports, contracts.",
        discussion: """
            Looks at the program and its machine: versions, openssl and the certificate of serve --tls, whether ports are free, \
            counterpart.yaml, the contracts of this folder, the terminal, and what a container allows. It changes nothing, and nothing \
            goes to the network.

            Examples:
              counterpart doctor
              counterpart doctor Contracts/sneaker-shop --port 8080 --port 8443
              counterpart doctor --json

            Exit codes: 0 nothing is in the way (warnings are possible), 1 something is, 2 could not run.
            """)

    @Argument(
        help: "Contracts to check. (default: those of the current folder)",
        completion: .file(extensions: ["yaml", "yml", "json"]))
    var contracts: [String] = []

    @Option(name: .customLong("port"), help: "Port to look at; repeatable. (default: 8080)")
    var ports: [UInt16] = []

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let observations =
            MachineExamination.observations + CertificateExamination.observations
            + (ports.isEmpty ? [8080] : ports).map { PortExamination.observation(of: $0) }
            + ContractExamination.observations(of: contracts)
        let isWell = !observations.contains { $0.status == .failure }
        let terminal = Terminal.output
        if json {
            let report: JSON = [
                "version": .string(Counterpart.configuration.version), "ok": .bool(isWell),
                "observations": .array(observations.map(\.json)),
            ]
            terminal.write(report.serialized(.pretty) + "\n")
        } else {
            let width = observations.map(\.name.count).max() ?? 0
            terminal.write(observations.map { $0.text(terminal, width: width) }.joined())
            terminal.write(Observation.summary(of: observations) + "\n")
        }
        if !isWell { throw ExitCode(1) }
    }
}

/// One thing that was looked at.
struct Observation: Hashable {
    enum Status: String {
        case ok, warning, failure

        fileprivate var style: Terminal.Style {
            switch self {
            case .ok: .success
            case .warning: .warning
            case .failure: .failure
            }
        }

        fileprivate var mark: String {
            switch self {
            case .ok: "✓"
            case .warning: "!"
            case .failure: "✗"
            }
        }
    }

    let name: String
    let status: Status
    /// What is there.
    let detail: String
    /// What to do where it is not well.
    let remedy: String?

    /// What is well.
    init(_ name: String, _ detail: String) { self.init(name, .ok, detail) }

    init(_ name: String, _ status: Status, _ detail: String, remedy: String? = nil) {
        self.name = name
        self.status = status
        self.detail = detail
        self.remedy = remedy
    }

    var json: JSON {
        var members: JSONObject = [
            "name": .string(name), "status": .string(status.rawValue), "detail": .string(detail),
        ]
        if let remedy { members["remedy"] = .string(remedy) }
        return .object(members)
    }

    func text(_ terminal: Terminal, width: Int) -> String {
        let space = String(repeating: " ", count: width - name.count)
        let below = remedy.map { "  \(String(repeating: " ", count: width))  → \($0)\n" } ?? ""
        return "\(terminal.styled(status.style, status.mark)) \(name)\(space)  \(detail)\n" + below
    }

    static func summary(of all: [Observation]) -> String {
        let failures = all.count { $0.status == .failure }
        let warnings = all.count { $0.status == .warning }
        if failures + warnings == 0 { return "All is well." }
        return "\(failures) in the way, \(warnings) worth knowing."
    }
}
