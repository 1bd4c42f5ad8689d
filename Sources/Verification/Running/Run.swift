// One run: what the phases send through, within the run's limits; what came back is judged and learnt from here.

import JSONValues
import JSONSchema
package import HTTPExchange
import SourceDocuments
package import OpenAPIContract
import HTTPTypes
import Sampling
import Workflows

/// A run under way. Used by one task at a time.
package final class Run {
    /// Why no more is sent.
    package enum End: Error, Sendable {
        case requestsSpent, timeSpent, cancelled
        case noResponse(NoResponse)
    }

    package let contract: Contract
    package let options: VerificationOptions
    package internal(set) var report: Report
    let paths: ResourcePaths
    let resources: [Resource]
    let plans = SchemaPlans()
    var backend = BackendKnowledge()
    var pace: RequestPace
    private(set) var log = AttemptLog()
    private let wire: Wire
    private let start: ContinuousClock.Instant
    private let progress: (Report) -> Void
    private let observe: (Report.Answered) -> Void
    /// Whether the identity lacks what an operation asks for, by the operation's index.
    private var lacksCredentials: [Int: Bool] = [:]
    /// The operations of this shard, by index.
    private let owned: Set<Int>

    init(
        contract: Contract, options: VerificationOptions, wire: Wire, progress: @escaping (Report) -> Void,
        observe: @escaping (Report.Answered) -> Void
    ) {
        self.contract = contract
        self.options = options
        self.wire = wire
        self.progress = progress
        self.observe = observe
        paths = ResourcePaths(contract)
        resources = Resource.all(of: contract, paths)
        report = Report(
            contract: contract, secrets: options.identity.secrets + (options.otherIdentity?.secrets ?? []),
            progress: Progress(contract, paths, options))
        report.options = options
        start = wire.now()
        pace = RequestPace(options, start: start)
        owned = Set(contract.operations.filter { options.shard?.owns($0, of: contract) ?? true }.map(\.index))
    }

    /// What samples follow from. Only the last phase is random: before it every seed sends the same.
    var baseSeed: UInt64 { report.phase == .fuzz ? options.seed : 0 }

    /// Sends one case and records what is wrong with its answer.
    ///
    /// - Returns: the exchange; nil where nothing was sent, because it could change data, or nothing came back.
    @discardableResult
    package func send(_ test: TestCase) async throws(End) -> Exchange? {
        guard let result = try await attempt(test) else { return nil }
        record(result.findings)
        return result.exchange
    }

    /// Sends one case. What is wrong with its answer is left to the caller to record.
    /// - Parameter ofAnyShard: a workflow is one shard's as a whole, whatever operations it calls.
    func attempt(_ test: TestCase, ofAnyShard: Bool = false) async throws(End) -> CaseResult? {
        guard !options.isSafe || test.request.method.isSafe else { return nil }
        guard ofAnyShard || owned.contains(test.operation.index) else { return nil }
        let request = identified(test.request, of: test.operation, as: test.identity)
        guard let outcome = try await exchange(request, of: test) else {
            return nil
        }
        switch outcome {
        case .success(let exchange):
            return take(exchange, of: test)
        case .failure(let failure):
            record([Finding(failure, to: wire.request(request, of: test.operation), of: test)])
            progress(report)
            if pace.noteSilence() || report.answered == 0 { throw .noResponse(failure) }
            return nil
        }
    }

    /// Counts an exchange, judges it and learns from it.
    /// - Parameter isTimed: whether it is known how long the answer took.
    func take(_ exchange: Exchange, of test: TestCase, isTimed: Bool = true) -> CaseResult {
        let answered = Report.Answered(operation: test.operation, name: test.name, exchange: exchange)
        report.count(answered, isTimed: isTimed)
        observe(answered)
        progress(report)
        learn(from: exchange, of: test)
        let result = CaseResult(test: test, exchange: exchange, findings: findings(in: exchange, of: test))
        log.note(result)
        return result
    }

    /// The request with the fields that say who it is from: the identity's or, where none was given, made-up ones.
    package func identified(
        _ request: Request, of operation: Operation, as choice: TestCase.IdentityChoice = .own
    ) -> Request {
        switch choice {
        case .own:
            options.identity.applied(
                to: isIdentityMissing(by: operation)
                    ? Placeholder.madeUp.applied(to: request, of: operation, in: contract) : request)
        case .other: (options.otherIdentity ?? options.identity).applied(to: request)
        case .none: request
        case .completing: identified(request, of: operation).with(request.headers)
        }
    }

    /// Whether the operation asks for credentials that the identity does not have.
    private func isIdentityMissing(by operation: Operation) -> Bool {
        if let isMissing = lacksCredentials[operation.index] { return isMissing }
        let bare = options.identity.applied(to: operation.encode(values: []))
        let isMissing = judged(bare, of: operation)?.violations.contains { $0.check == .missingCredentials } ?? false
        lacksCredentials[operation.index] = isMissing
        return isMissing
    }

    private func learn(from exchange: Exchange, of test: TestCase) {
        let response = exchange.response
        if response.status == 409, test.judged?.conforms == true {
            backend.values.note(conflicting: test.operation)
            backend.skipAhead()
        }
        guard (200...299).contains(response.status), let judged = test.judged else { return }
        // What other credentials see, or a broken request gets, teaches nothing about this one's resources.
        guard test.identity == .own else { return }
        let isJSON = response.headers[.contentType].flatMap { MediaRange($0) }?.kind == .json
        let answer = isJSON ? try? JSON(parsing: response.body) : Optional<JSON>.none
        backend.values.learn(from: judged, answered: response, answer, in: contract, paths)
        if judged.conforms, test.expectation != .anything { backend.values.note(taken: Draft(judged)) }
    }

    /// Does the same with each of several resources, and tells how far that has come.
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
        _ request: Request, of test: TestCase
    ) async throws(End) -> Result<Exchange, NoResponse>? {
        let request = wire.request(request, of: test.operation)
        for attempt in 0... {
            try await takeTurn()
            let sent = wire.now()
            do throws(NoResponse) {
                let response = try await wire.send(request)
                let exchange = Exchange(
                    request: request, response: response, elapsed: sent.duration(to: wire.now()),
                    identity: test.identity)
                pace.noteAnswer()
                guard response.status == 429, !test.treats429AsResult, attempt < RequestPace.mostRetries else {
                    return .success(exchange)
                }
                pace.slowDown(at: wire.now(), asked: response.retryAfter, attempt: attempt)
            } catch {
                return .failure(error)
            }
        }
        return nil
    }

    /// Waits until the next request may leave, if it may at all.
    private func takeTurn() async throws(End) {
        if Task.isCancelled { throw .cancelled }
        if let wait = try pace.wait(at: wire.now(), sent: report.sent) { await wire.sleep(wait) }
        try pace.send(at: wire.now())
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
