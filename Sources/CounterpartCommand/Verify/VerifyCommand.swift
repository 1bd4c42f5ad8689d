// `counterpart verify`: checks a backend, or recordings of it, against its contract.

import VerificationReports
import ArgumentParser
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPWire
import SecureWire
import Verification

struct VerifyCommand: AsyncParsableCommand, ConfigurableCommand {
    static let variables = [
        "config", "backend", "seed", "safe", "timeout", "max-time", "max-requests", "rate", "fail-on", "fail-under",
        "baseline", "shard", "timings", "cacert", "insecure",
    ]
    static let ownVariables = ["header", "other-header", "client-id"]

    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a backend, or recordings of it, against its contract.",
        discussion: """
            Sends valid and invalid requests in phases (examples, boundaries, lifecycles, workflows, random requests) and checks every \
            answer. Each finding has a curl line that reproduces it.

            Examples:
              counterpart verify shop.yaml --backend http://127.0.0.1:8080
              counterpart verify shop.yaml --backend https://api.example.com/v1 --safe
              counterpart verify shop.yaml --backend $URL --phases examples,boundaries
              counterpart verify shop.yaml --backend $URL --header 'X-API-Key: …'
              counterpart verify shop.yaml --backend $URL --report junit=junit.xml
              counterpart verify shop.yaml --backend http://127.0.0.1:3000 --start 'npm run dev'
              counterpart verify shop.yaml --recordings monday.har tuesday.har
              counterpart verify --pact pacts/app-shop.json --backend $URL

            The backend's URL replaces the contract's servers, base path included.

            Exit codes: 0 conformant, 1 violations, 2 could not run, 3 coverage below --fail-under.

            \(variablesHelp(variables))
            """)

    @OptionGroup var source: VerifiedContract

    @Option(help: ArgumentHelp("Backend to verify, with its base path.", valueName: "url"))
    var backend: String?

    @OptionGroup var start: StartSettings

    @OptionGroup var recordings: RecordingSettings

    @OptionGroup(title: "Pacts") var pacts: PactSettings

    @OptionGroup(title: "Requests and checks") var settings: VerificationSettings

    @OptionGroup(title: "Workflows") var workflows: WorkflowSettings

    @OptionGroup(title: "Credentials") var credentials: CredentialSettings

    @OptionGroup(title: "TLS") var trust: TrustSettings

    @OptionGroup(title: "Reports") var reports: ReportOptions

    @OptionGroup(title: "Verdict") var verdict: VerdictSettings

    @OptionGroup(title: "Several machines") var machines: ShardSettings

    @OptionGroup(title: "Configuration") var configuration: ConfigurationOptions

    @OptionGroup(title: "Reproduce") var reproduction: ReproductionSettings

    @Option(help: ArgumentHelp("Give up on an answer after this time.", valueName: TimeSpan.forms))
    var timeout = TimeSpan(.seconds(10))

    @Flag(help: "Send nothing; list what would be sent to a backend that keeps to the contract.")
    var plan = false

    @Flag(help: "Print the report as JSON.")
    var json = false

    func validate() throws {
        if !pacts.files.isEmpty { return try validatePacts() }
        if source.contract == nil { throw ValidationError("Name the contract, or give a --pact to verify.") }
        if plan, !recordings.files.isEmpty || reproduction.reproduce != nil {
            throw ValidationError("--plan lists what a run would send: leave --recordings and --reproduce out.")
        }
        if backend == nil, recordings.files.isEmpty, !plan {
            throw ValidationError("Say where the backend is with --backend, or give --recordings to judge.")
        }
        if start.isUsed, plan || backend == nil {
            throw ValidationError("--wait and --start are for a run before a --backend.")
        }
        if backend != nil, !recordings.files.isEmpty {
            throw ValidationError("--recordings are judged without a --backend.")
        }
        if !recordings.sources.isEmpty, backend == nil {
            throw ValidationError("--values-from goes with a --backend: what is learnt is sent there.")
        }
        if !recordings.files.isEmpty, settings.phases != nil || !workflows.names.isEmpty {
            throw ValidationError("--phases and --workflow say what to send, and --recordings sends nothing.")
        }
        if !recordings.files.isEmpty, reproduction.reproduce != nil || machines.isUsed || reports.wantsArchive {
            throw ValidationError(
                "--reproduce, --shard, --timings and --report har=FILE are of what is sent: they need a --backend.")
        }
        if verdict.updateBaseline, machines.shard != nil {
            throw ValidationError(
                "A shard knows only its own findings: merge the reports, and give the --baseline to all.")
        }
    }

    /// What is asked of a backend says the pact alone.
    private func validatePacts() throws {
        guard backend != nil else { throw ValidationError("Say where the provider is with --backend.") }
        let others =
            source.contract != nil || !recordings.files.isEmpty || settings.phases != nil || !workflows.names.isEmpty
            || plan || reproduction.reproduce != nil || machines.isUsed
        if others {
            throw ValidationError(
                "--pact says what is sent: leave out the contract, --recordings, --phases, --workflow, --plan, --reproduce, --shard and --timings."
            )
        }
    }

    func run() async throws {
        if let backend, !pacts.files.isEmpty { return try await verifyPacts(backend) }
        let contract = try source.load()
        try settings.checkPatterns(against: contract)
        var options = try settings.options()
        let timings = try machines.read()
        options.shard = machines.shard
        options.timings = timings
        options.triesAgain = true
        options.recordings = try recordings.values()
        if plan { return await PlannedRequests(contract: contract, options: options).show(asJSON: json) }
        try reports.checkFolders()
        if let path = verdict.suggest { try ContractPatch.check(path) }
        let baseline = try verdict.readBaseline()
        if let backend {
            try machines.tellMissing(timings)
            try await verify(backend, contract, options, baseline)
        } else {
            let (report, url) = try judgeRecordings(contract, options)
            try verdict.conclude(
                report, backend: url, baseline: baseline, archive: nil, reports: reports, isJSON: json)
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
        try await start.run(backend, timeout: timeout.duration, trust: try trust.trust()) {
            try await verify(backend, contract, options, baseline)
        }
    }

    private func verify(
        _ backend: BackendURL, _ contract: Contract, _ options: VerificationOptions, _ baseline: Baseline?
    ) async throws {
        var options = options
        if !workflows.names.isEmpty, settings.phases == nil { options.phases = [.workflows] }
        let needsWorkflows = options.phases.contains(.workflows) || credentials.login != nil
        let plan = needsWorkflows ? try workflows.plan(for: contract, at: source.path) : nil
        options.workflows = plan
        let sender = HTTPSender(timeout: timeout.duration, trust: try trust.trust())
        do {
            (options.identity, options.otherIdentity) = try await credentials.identities(
                for: contract, plan: plan, backend: backend, sender: sender)
            options.logIn = credentials.logIn(to: contract, plan: plan, backend: backend, sender: sender)
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
        let archive = reports.wantsArchive ? try ExchangeArchive(origin: backend.origin, contract: contract) : nil
        let report = await verified(contract, options, backend, sender, archive)
        await sender.shutdown()
        try machines.write(options.timings, updatedFrom: report.record(backend: backend))
        try verdict.conclude(
            report, backend: backend, baseline: baseline, archive: archive, reports: reports, isJSON: json)
    }

    private func verifyPacts(_ address: String) async throws {
        let backend: BackendURL
        do throws(BackendURL.Invalid) {
            backend = try BackendURL(parsing: address)
        } catch {
            throw CommandFailure(error.description)
        }
        try reports.checkFolders()
        let baseline = try verdict.readBaseline()
        var options = PactVerifier.Options()
        options.fields = try credentials.ownHeaders()
        options.failOn = settings.failOn
        options.seed = settings.seed
        let archive = reports.wantsArchive ? try ExchangeArchive(origin: backend.origin) : nil
        let sender = HTTPSender(timeout: timeout.duration, trust: try trust.trust())
        let record: RunRecord
        do {
            record = try await pacts.verify(backend, options, sender) { archive?.add($1, of: $0) }
        } catch {
            await sender.shutdown()
            throw error
        }
        await sender.shutdown()
        try verdict.conclude(record, baseline: baseline, reports: reports, isJSON: json) {
            archive?.text(of: $0) ?? .whole("")
        }
    }

    /// Runs the verifier. A signal ends the run early; its findings so far are reported.
    private func verified(
        _ contract: Contract, _ options: VerificationOptions, _ backend: BackendURL, _ sender: HTTPSender,
        _ archive: ExchangeArchive?
    ) async -> Report {
        let verifier = Verifier(contract: contract, options: options, basePath: backend.path) {
            request throws(NoResponse) in
            try await sender.send(request, to: backend)
        }
        let bar = ProgressLine(terminal: .error, limit: options.maxTime)
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
