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

            The backend's URL stands for the contract's servers, base path included.

            Exit codes: 0 conformant, 1 findings, 2 could not run (bad contract, unreachable backend).
            """)

    @OptionGroup var source: ContractArgument

    @Option(help: ArgumentHelp("Where the backend is, with its base path.", valueName: "url"))
    var backend: String

    @OptionGroup var settings: VerificationSettings

    @OptionGroup(title: "Workflows") var workflows: WorkflowSettings

    @OptionGroup(title: "Credentials") var credentials: CredentialSettings

    @Option(help: ArgumentHelp("How long an answer is waited for.", valueName: "time"))
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
        var options = try settings.options()
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
