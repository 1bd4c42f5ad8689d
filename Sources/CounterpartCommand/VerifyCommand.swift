// `counterpart verify`: a backend, held to its contract.

import ArgumentParser
import HTTPExchange
import HTTPWire
import JSONSchema
import OpenAPIContract
import Verification

struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that a backend keeps to its contract.",
        discussion: """
            Sends the request of every named example and holds the answer to the contract: status, headers, content type and \
            the shape of the body. Each finding comes with a curl line that reproduces it.

            Examples:
              counterpart verify Contracts/sneaker-shop --backend http://127.0.0.1:8080
              counterpart verify openapi.yaml --backend https://staging.example.com/v1 --json

            The backend's URL stands for the contract's servers, base path included.

            Exit codes: 0 conformant, 1 findings, 2 could not run (bad contract, unreachable backend).
            """)

    @OptionGroup var source: ContractArgument

    @Option(help: ArgumentHelp("Where the backend is, with its base path.", valueName: "url"))
    var backend: String

    @Option(help: ArgumentHelp("How long an answer may take.", valueName: "time"))
    var timeout = TimeSpan(.seconds(10))

    @Flag(help: "Print the report as JSON.")
    var json = false

    func run() async throws {
        let backend: BackendURL
        do throws(BackendURL.Invalid) {
            backend = try BackendURL(parsing: self.backend)
        } catch {
            throw CommandFailure(error.description)
        }
        let contract = try source.load()
        let sender = HTTPSender(timeout: timeout.duration)
        let verifier = Verifier(contract: contract, basePath: backend.path) { request throws(NoResponse) in
            try await sender.send(request, to: backend)
        }
        let report = await verifier.run { report in
            Terminal.error.show(progress: "\(report.sent) of \(report.planned), \(report.findings.count) findings")
        }
        Terminal.error.show(progress: "")
        await sender.shutdown()
        let terminal = Terminal.output
        terminal.write(
            json
                ? report.json(backend: backend).serialized(.pretty) + "\n"
                : report.text(backend: backend) { terminal.styled($0.style, $1) })
        switch report.verdict {
        case .conformant: break
        case .findings: throw ExitCode(1)
        case .couldNotRun: throw ExitCode(2)
        }
    }
}

extension Report.Emphasis {
    fileprivate var style: Terminal.Style {
        switch self {
        case .failure: .failure
        case .success: .success
        case .aside: .aside
        }
    }
}

extension Terminal {
    /// Replaces the line that the cursor is in, where a person looks at it; an empty text clears it.
    fileprivate func show(progress text: String) {
        guard isInteractive else { return }
        write("\r\u{1B}[K" + text)
    }
}
