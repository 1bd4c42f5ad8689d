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
            Sends what the contract allows and what it forbids, phase by phase, and holds every answer to the contract: \
            examples; the edges of every keyword; what is created, changed and deleted; workflows; and random requests. \
            Each finding comes with a curl line that reproduces it.

            Examples:
              counterpart verify Contracts/sneaker-shop --backend http://127.0.0.1:8080
              counterpart verify openapi.yaml --backend https://staging.example.com/v1 --json
              counterpart verify openapi.yaml --backend http://127.0.0.1:8080 --phases examples,boundaries --safe
              counterpart verify Contracts/sneaker-shop --backend http://127.0.0.1:8080 --workflow buy
              counterpart verify openapi.yaml --backend https://staging.example.com --header 'Authorization: Bearer …'
              counterpart verify openapi.yaml --recordings monday.har tuesday.har

            The backend's URL stands for the contract's servers, base path included.

            Exit codes: 0 conformant, 1 findings, 2 could not run (bad contract, unreachable backend).
            """)

    @OptionGroup var source: ContractArgument

    @Option(help: ArgumentHelp("Where the backend is, with its base path.", valueName: "url"))
    var backend: String?

    @OptionGroup var recordings: RecordingSettings

    @OptionGroup var settings: VerificationSettings

    @OptionGroup(title: "Workflows") var workflows: WorkflowSettings

    @OptionGroup(title: "Credentials") var credentials: CredentialSettings

    @Option(help: ArgumentHelp("How long an answer is waited for.", valueName: "time"))
    var timeout = TimeSpan(.seconds(10))

    @Flag(help: "Print the report as JSON.")
    var json = false

    func validate() throws {
        if backend == nil, recordings.files.isEmpty {
            throw ValidationError("Say where the backend is with --backend, or give --recordings to judge.")
        }
        if backend != nil, !recordings.files.isEmpty {
            throw ValidationError("--recordings are judged without a --backend.")
        }
        if !recordings.files.isEmpty, settings.phases != nil || !workflows.names.isEmpty {
            throw ValidationError("--phases and --workflow say what to send, and --recordings sends nothing.")
        }
    }

    func run() async throws {
        let contract = try source.load()
        let options = try settings.options()
        let (report, url) =
            if let backend { try await verify(backend, contract, options) } else {
                try judgeRecordings(contract, options)
            }
        let terminal = Terminal.output
        terminal.write(
            json
                ? report.json(backend: url).serialized(.pretty) + "\n"
                : report.text(backend: url) { terminal.styled($0.style, $1) })
        switch report.verdict {
        case .conformant: break
        case .findings: throw ExitCode(1)
        case .couldNotRun: throw ExitCode(2)
        }
    }

    private func verify(
        _ address: String, _ contract: Contract, _ options: VerificationOptions
    ) async throws -> (Report, BackendURL) {
        let backend: BackendURL
        do throws(BackendURL.Invalid) {
            backend = try BackendURL(parsing: address)
        } catch {
            throw CommandFailure(error.description)
        }
        var options = options
        if !workflows.names.isEmpty, settings.phases == nil { options.phases = [.workflows] }
        let needsWorkflows = options.phases.contains(.workflows) || credentials.login != nil
        let plan = needsWorkflows ? try workflows.plan(for: contract, at: source.contract) : nil
        options.workflows = plan
        let sender = HTTPSender(timeout: timeout.duration)
        do {
            (options.identity, options.otherIdentity) = try await credentials.identities(
                for: contract, plan: plan, backend: backend, sender: sender)
        } catch {
            await sender.shutdown()
            throw error
        }
        let verifier = Verifier(contract: contract, options: options, basePath: backend.path) {
            request throws(NoResponse) in
            try await sender.send(request, to: backend)
        }
        let bar = ProgressLine(terminal: .error)
        let report = await verifier.run(progress: { bar.show($0) })
        bar.clear()
        await sender.shutdown()
        return (report, backend)
    }

    private func judgeRecordings(
        _ contract: Contract, _ options: VerificationOptions
    ) throws -> (Report, BackendURL) {
        var options = options
        options.otherIdentity = try credentials.otherByHeaders()
        let bar = ProgressLine(terminal: .error)
        let outcome = try recordings.judge(with: RecordingJudge(contract: contract, options: options)) { bar.show($0) }
        bar.clear()
        return (outcome.report, outcome.backend ?? BackendURL(host: "recorded.invalid", port: 80))
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
