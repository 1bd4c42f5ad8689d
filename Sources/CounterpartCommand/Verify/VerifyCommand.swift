// `counterpart verify`: a backend, held to its contract.

import ArgumentParser
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPWire
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
              counterpart verify openapi.yaml --backend http://127.0.0.1:8080 --report junit=junit.xml --report html=report.html

            The backend's URL stands for the contract's servers, base path included.

            Exit codes: 0 conformant, 1 findings, 2 could not run (bad contract, unreachable backend), 3 coverage below \
            --fail-under.
            """)

    @OptionGroup var source: ContractArgument

    @Option(help: ArgumentHelp("Where the backend is, with its base path.", valueName: "url"))
    var backend: String?

    @OptionGroup var recordings: RecordingSettings

    @OptionGroup var settings: VerificationSettings

    @OptionGroup(title: "Workflows") var workflows: WorkflowSettings

    @OptionGroup(title: "Credentials") var credentials: CredentialSettings

    @OptionGroup(title: "TLS") var trust: TrustSettings

    @OptionGroup(title: "Reports") var reports: ReportSettings

    @OptionGroup(title: "One finding again") var reproduction: ReproductionSettings

    @Option(help: ArgumentHelp("How long an answer is waited for.", valueName: TimeSpan.forms))
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
        if !recordings.files.isEmpty, reproduction.reproduce != nil || reports.shard != nil || reports.wantsArchive {
            throw ValidationError(
                "--reproduce, --shard and --report har=FILE are of what is sent: they need a --backend.")
        }
    }

    func run() async throws {
        let contract = try source.load()
        var options = try settings.options()
        options.shard = reports.shard
        let baseline = try reports.prepare()
        if let backend {
            try await verify(backend, contract, options, baseline)
        } else {
            let (report, url) = try judgeRecordings(contract, options)
            try reports.conclude(report, backend: url, baseline: baseline, archive: nil, isJSON: json)
        }
    }

    private func verify(
        _ address: String, _ contract: Contract, _ options: VerificationOptions, _ baseline: Baseline?
    ) async throws {
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
        let sender = HTTPSender(timeout: timeout.duration, trust: try trust.trust())
        do {
            (options.identity, options.otherIdentity) = try await credentials.identities(
                for: contract, plan: plan, backend: backend, sender: sender)
            let (identity, other) = (options.identity, options.otherIdentity)
            if try await reproduction.run(
                in: contract, identity: identity, other: other, backend: backend, sender: sender)
            {
                await sender.shutdown()
                return
            }
        } catch {
            await sender.shutdown()
            throw error
        }
        let archive = reports.wantsArchive ? ExchangeArchive(origin: backend.origin) : nil
        let report = await verified(contract, options, backend, sender, archive)
        await sender.shutdown()
        try reports.conclude(report, backend: backend, baseline: baseline, archive: archive, isJSON: json)
    }

    /// The run, which a signal ends early: what it has found by then is reported.
    private func verified(
        _ contract: Contract, _ options: VerificationOptions, _ backend: BackendURL, _ sender: HTTPSender,
        _ archive: ExchangeArchive?
    ) async -> Report {
        let verifier = Verifier(contract: contract, options: options, basePath: backend.path) {
            request throws(NoResponse) in
            try await sender.send(request, to: backend)
        }
        let bar = ProgressLine(terminal: .error)
        let interruption = Interruption()
        let run = Task(executorPreference: WireExecutor()) {
            await verifier.run(progress: { bar.show($0) }, observe: { archive?.add($0) })
        }
        Task {
            await interruption.wait()
            run.cancel()
        }
        let report = await run.value
        bar.clear()
        return report
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
