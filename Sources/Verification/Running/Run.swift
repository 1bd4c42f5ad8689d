// One run: what the phases send through, within the run's limits; what came back is judged and learnt from here.

package import HTTPExchange
import HTTPTypes
import JSONSchema
package import OpenAPIContract
import Sampling
import Workflows

/// A run under way. Used by one task at a time.
package final class Run {
    /// Why no more is sent.
    package enum End: Error, Sendable {
        case requestsSpent, timeSpent, cancelled
        case silence(NoResponse)
    }

    package let contract: Contract
    package let options: VerificationOptions
    package internal(set) var report: Report
    var knowledge = Knowledge()
    var limits = Limits()
    let paths: ThingPaths
    private var samplers: [Schema: Sampler] = [:]
    private var tellings: [SiteKind: [JSON]] = [:]
    private var violating: [SiteKind: [SiteNegative]] = [:]
    /// Schemas of bodies, and whether no value fits.
    var impossible: [Schema: Bool] = [:]
    private let wire: Wire
    private let progress: (Report) -> Void
    private let observe: (Report.Answered) -> Void
    private let start: ContinuousClock.Instant
    /// The slowest exchange of each operation, by its index.
    private(set) var slowest: [Int: Exchange] = [:]
    /// The latest exchanges, which may have led to what the next one shows.
    private(set) var latest: [Trial] = []
    private static let remembered = 14
    /// How many drafts have been made unlike those before.
    var freshened: UInt64 = 0
    /// The operations, by their index, that would not make what was asked for.
    var barren: Set<Int> = []
    /// How many requests all findings together may still take to be made smaller.
    var shrinkingLeft = 4_000
    /// By the operation's index.
    private var unheard: [Int: Bool] = [:]
    /// The operations of this shard, by index.
    private lazy var owned: Set<Int> = Set(
        contract.operations.filter { options.shard?.owns($0, of: contract) ?? true }.map(\.index))
    /// A workflow is one shard's as a whole, whatever operations it calls.
    var takesAll = false
    /// What this run has deleted, by its path.
    var removed = LatestSet<Substring>(capacity: Knowledge.longestMemory)
    private var unansweredInARow = 0
    /// When the next request may leave.
    private var due: ContinuousClock.Instant

    init(
        contract: Contract, options: VerificationOptions, wire: Wire, progress: @escaping (Report) -> Void,
        observe: @escaping (Report.Answered) -> Void
    ) {
        self.contract = contract
        self.options = options
        self.wire = wire
        self.progress = progress
        self.observe = observe
        paths = ThingPaths(contract)
        report = Report(
            contract: contract, secrets: options.identity.secrets + (options.otherIdentity?.secrets ?? []),
            progress: Progress(contract, paths, options))
        report.options = options
        start = wire.now()
        due = start
    }

    /// What samples follow from. Only the last phase is random: before it every seed sends the same.
    var baseSeed: UInt64 { report.phase == .fuzz ? options.seed : 0 }

    /// The sampler of a schema of requests, planned once.
    func sampler(_ schema: Schema) -> Sampler {
        if let sampler = samplers[schema] { return sampler }
        let sampler = Sampler(schema, direction: .request)
        samplers[schema] = sampler
        return sampler
    }

    /// What the values of a site follow from.
    private struct SiteKind: Hashable {
        let schema: Schema
        let isParameter: Bool
        let required: Bool

        init(_ site: Site) {
            schema = site.schema
            isParameter = site.isParameter
            required = site.required
        }
    }

    /// The values that fit a site and tell something, found once.
    func telling(_ site: Site) -> [JSON] {
        if let values = tellings[SiteKind(site)] { return values }
        let values = site.telling
        tellings[SiteKind(site)] = values
        return values
    }

    /// The values that a site must not take, found once.
    func negatives(_ site: Site) -> [SiteNegative] {
        if let values = violating[SiteKind(site)] { return values }
        let values = site.negatives
        violating[SiteKind(site)] = values
        return values
    }

    /// Sends one case and records what is wrong with its answer.
    ///
    /// - Returns: the exchange; nil where nothing was sent, because it could change data, or nothing came back.
    @discardableResult
    package func send(_ test: TestCase) async throws(End) -> Exchange? {
        guard let trial = try await attempt(test) else { return nil }
        record(trial.findings)
        return trial.exchange
    }

    /// An exchange, and what is wrong with it.
    struct Trial {
        let test: TestCase
        let exchange: Exchange
        let findings: [Finding]

        var status: Int { exchange.response.status }
        var wentWell: Bool { (200...299).contains(status) }
    }

    /// Sends one case. What is wrong with its answer is left to the caller to record.
    func attempt(_ test: TestCase) async throws(End) -> Trial? {
        guard !options.isSafe || test.request.method.isSafe else { return nil }
        guard options.shard == nil || takesAll || owned.contains(test.operation.index) else { return nil }
        let request = identified(test.request, of: test.operation, as: test.identity)
        guard let outcome = try await exchange(request, of: test.operation, mindsRate: test.mindsRate) else {
            return nil
        }
        switch outcome {
        case .success(let exchange):
            return take(exchange, of: test)
        case .failure(let failure):
            record([Finding(failure, to: wire.request(request, of: test.operation), of: test)])
            progress(report)
            if report.answered == 0 || unansweredInARow >= options.patience { throw .silence(failure) }
            return nil
        }
    }

    /// Counts an exchange, judges it and learns from it.
    /// - Parameter isTimed: whether it is known how long the answer took.
    func take(_ exchange: Exchange, of test: TestCase, isTimed: Bool = true) -> Trial {
        let answered = Report.Answered(operation: test.operation, name: test.name, exchange: exchange)
        report.count(answered, isTimed: isTimed)
        if slowest[test.operation.index].map({ $0.elapsed < exchange.elapsed }) ?? true {
            slowest[test.operation.index] = exchange
        }
        observe(answered)
        progress(report)
        learn(from: exchange, of: test)
        let trial = Trial(test: test, exchange: exchange, findings: findings(in: exchange, of: test))
        latest.append(trial)
        if latest.count > Run.remembered { latest.removeFirst() }
        return trial
    }

    /// The request with the fields that say who it is from: the identity's or, where none was given, made-up ones.
    package func identified(
        _ request: Request, of operation: Operation, as choice: TestCase.IdentityChoice = .own
    ) -> Request {
        switch choice {
        case .own:
            options.identity.applied(
                to: isIdentityUnheard(by: operation)
                    ? Placeholder.madeUp.applied(to: request, of: operation, in: contract) : request)
        case .other: (options.otherIdentity ?? options.identity).applied(to: request)
        case .none: request
        case .completing: identified(request, of: operation).with(request.headers)
        }
    }

    /// Whether the operation asks for credentials that the identity does not have.
    private func isIdentityUnheard(by operation: Operation) -> Bool {
        if let isUnheard = unheard[operation.index] { return isUnheard }
        let bare = options.identity.applied(to: operation.encode(values: []))
        let isUnheard = judged(bare, of: operation)?.violations.contains { $0.check == .missingCredentials } ?? false
        unheard[operation.index] = isUnheard
        return isUnheard
    }

    private func learn(from exchange: Exchange, of test: TestCase) {
        let response = exchange.response
        if response.status == 409, test.judged?.conforms == true {
            knowledge.note(particular: test.operation)
            skipAhead()
        }
        guard (200...299).contains(response.status), let judged = test.judged else { return }
        // What other credentials see, or a broken request gets, teaches nothing about this one's things.
        guard test.identity == .own else { return }
        let isJSON = response.headers[.contentType].flatMap { MediaRange($0) }?.kind == .json
        let answer = isJSON ? try? JSON(parsing: response.body) : Optional<JSON>.none
        knowledge.learn(from: judged, answered: response, answer, in: contract, paths)
        if judged.conforms, test.expectation != .anything { knowledge.note(taken: Draft(judged)) }
    }

    /// Does the same with each of several things, and tells how far that has come.
    func each<Value>(
        of phase: [Value], _ work: (Value) async throws(End) -> Void
    ) async throws(End) {
        for value in phase {
            try await work(value)
            report.progress.finishStep()
        }
    }

    /// Notes what was not sent, and why.
    func leaveOut(_ what: String, because reason: String) { report.leaveOut(what, because: reason) }

    /// The run's clock, as workflows have it.
    var time: WorkflowRunner.Time {
        WorkflowRunner.Time(now: { [start, wire] in start.duration(to: wire.now()) }, pause: wire.sleep)
    }

    package func record(_ findings: [Finding]) {
        for finding in findings where options.checks.contains(finding.check) { report.add(finding) }
    }

    // MARK: Sending

    /// Sends a request as it stands and waits out every 429, which is a matter of the run's speed and never a finding.
    private func exchange(
        _ request: Request, of operation: Operation, mindsRate: Bool
    ) async throws(End) -> Result<Exchange, NoResponse>? {
        let request = wire.request(request, of: operation)
        for attempt in 0... {
            try await takeTurn()
            let sent = wire.now()
            do throws(NoResponse) {
                let response = try await wire.send(request)
                let exchange = Exchange(request: request, response: response, elapsed: sent.duration(to: wire.now()))
                unansweredInARow = 0
                guard response.status == 429, !mindsRate, attempt < Run.longestPatience else {
                    return .success(exchange)
                }
                let asked = response.retryAfter.map { min($0, Run.longestWait) }
                due = max(due, wire.now() + (asked ?? .seconds(1 << min(attempt, 5))))
            } catch {
                unansweredInARow += 1
                return .failure(error)
            }
        }
        return nil
    }

    /// How often a 429 is waited out before it is taken for an answer.
    private static let longestPatience = 8

    /// However long a backend asks to be left alone.
    private static let longestWait = Duration.seconds(60)

    /// Waits until the next request may leave, if it may at all.
    private func takeTurn() async throws(End) {
        if Task.isCancelled { throw .cancelled }
        if let limit = options.maxRequests, report.sent >= limit { throw .requestsSpent }
        let now = wire.now()
        if due > now {
            if let limit = options.maxTime, start + limit < due { throw .timeSpent }
            await wire.sleep(now.duration(to: due))
        }
        if let limit = options.maxTime, start.duration(to: wire.now()) >= limit { throw .timeSpent }
        if let rate = options.rate, rate > 0 { due = max(due, wire.now()) + .seconds(1 / rate) }
        report.countSent()
    }
}

/// The way to the backend, and the clock.
struct Wire: Sendable {
    /// What the backend serves the contract's paths under, in place of the servers that the contract names.
    let basePath: String
    let now: @Sendable () -> ContinuousClock.Instant
    let sleep: @Sendable (Duration) async -> Void
    let send: Verifier.Send

    /// To nowhere: for exchanges that have taken place already.
    static let none = Wire(basePath: "", now: { .now }, sleep: { _ in }) { _ throws(NoResponse) in
        throw NoResponse(kind: .other, message: "There is no backend", remedy: "Give one with --backend.")
    }

    /// The request under the backend's base path.
    func request(_ request: Request, of operation: Operation) -> Request {
        var request = request
        let base = operation.servers.first?.basePath ?? ""
        if request.target.hasPrefix(base) { request.target = basePath + request.target.dropFirst(base.count) }
        return request
    }
}

extension HTTPRequest.Method {
    /// Asks for nothing but an answer (RFC 9110, section 9.2.1).
    var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }
}

extension Request {
    /// The request with fields of its own in the place of others of their names.
    fileprivate func with(_ fields: HTTPFields) -> Request {
        var request = self
        for field in fields { request.headers[field.name] = field.value }
        return request
    }
}
