// One run: what the phases send through, within the run's limits; what came back is judged and learnt from here.

import Lifecycles
import ClientIdentities
import ContractCollections
package import VerificationReports
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
        /// The credentials hold no more since a request, which is named.
        case loggedOut(String)
        /// Every answer to a request, however often it was sent, was 429.
        case rateLimited
        case noResponse(NoResponse)
    }

    package let contract: Contract
    package private(set) var options: VerificationOptions
    package internal(set) var report: Report
    let paths: ResourcePaths
    let resources: [Resource]
    let plans = SchemaPlans()
    /// What each operation that was asked lists, by its index; nil for nothing.
    private var lists: [Int: ResourceList?] = [:]
    var backend = BackendKnowledge()
    var pace: RequestPace
    private(set) var log = AttemptLog()
    var changes = ChangeGuard()
    var login = LoginWatch()
    var ahead: ReadAhead
    /// What would be sent, while that is all that is to be known; nil while requests are sent.
    var collected: [Request]?
    var selection: OperationSelection
    let wire: Wire
    /// What was sent last to a backend that listened, and the answer, if there was one.
    private(set) var latest: (test: TestCase, exchange: Exchange?)?
    /// How many connections in a row the backend has refused.
    var refusals = 0
    private let start: ContinuousClock.Instant
    /// When the latest exchange ended.
    private var mark: ContinuousClock.Instant
    private let progress: (Report) -> Void
    private let observe: (Report.Answered) -> Void
    /// What is known of credentials that nobody gave.
    var madeUp = MadeUpCredentials()

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
        mark = start
        pace = RequestPace(options, start: start)
        ahead = ReadAhead(isOff: options.rate != nil)
        report.division = options.shard.map { Division(of: contract, for: $0, options.timings) }
        selection = OperationSelection(contract, options, report.division)
    }

    /// The operations that the phases ask.
    var operations: [Operation] { selection.current }

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
        guard selection.takes(test.operation, ofAnyShard: ofAnyShard), permits(test) else { return nil }
        if collected != nil {
            if test.request.method.isSafe { collected?.append(wire.request(outgoing(test), of: test.operation)) }
            return nil
        }
        if test.request.method == test.operation.method { selection.noteAsked(test.operation) }
        guard var outcome = try await exchange(outgoing(test), of: test) else { return nil }
        if case .success(let refused) = outcome, let taken = try await withoutMadeUpCredentials(test, refused) {
            outcome = .success(taken)
        }
        switch outcome {
        case .success(let exchange):
            let result = try await confirmed(take(exchange, of: test))
            if !selection.isEndingSessions, try await watchLogin(result) {
                return try await attempt(test, ofAnyShard: ofAnyShard)
            }
            return result
        case .failure(let failure):
            if failure.kind == .refused, report.answered > 0 {
                try await waitForBackend(failure)
                return try await attempt(test, ofAnyShard: ofAnyShard)
            }
            latest = (test, nil)
            record([Finding(failure, to: wire.request(outgoing(test), of: test.operation), of: test)])
            progress(report)
            let isNowhere = report.answered == 0 && [.unreachable, .refused, .tls, .misdirected].contains(failure.kind)
            guard pace.noteSilence(of: test.operation) || isNowhere else { return nil }
            // Where no reading has worked so far, the next operations tell whether it is the backend or those that were asked first.
            if login.good == nil, report.answered > 0, pace.maySpeakAgain { return nil }
            // One operation that hangs says nothing of the others.
            guard let probe = login.good, probe.operation !== test.operation,
                case .success? = try await exchange(outgoing(probe), of: probe)
            else { throw .noResponse(failure) }
            selection.noteSilent(test.operation)
            leaveOut("the rest of \(test.operation.id)", because: "it does not answer, though others do")
            return nil
        }
    }

    /// Sends as another from now on, who has logged in anew.
    func identify(as identity: Identity) {
        options.identity = identity
        for secret in identity.secrets { report.hide(secret) }
    }

    /// Sends a request again that was answered with 5xx: what does not return is likely no matter of the request.
    private func confirmed(_ result: CaseResult) async throws(End) -> CaseResult {
        guard let index = result.findings.firstIndex(where: { $0.check == .serverError }), report.phase != nil,
            options.checks.contains(.serverError), !report.has(result.findings[index].id)
        else { return result }
        guard case .success(let again)? = try await exchange(outgoing(result.test), of: result.test),
            again.response.status < 500, again.response.status != 409
        else { return result }
        var findings = result.findings
        findings[index] = findings[index].notReturning
        return CaseResult(test: result.test, exchange: result.exchange, findings: findings)
    }

    /// Counts an exchange, judges it and learns from it.
    /// - Parameter isTimed: whether it is known how long the answer took.
    func take(_ exchange: Exchange, of test: TestCase, isTimed: Bool = true) -> CaseResult {
        let answered = Report.Answered(
            operation: test.operation, name: test.name, exchange: exchange, secrets: report.secrets)
        report.count(answered, isTimed: isTimed)
        observe(answered)
        progress(report)
        latest = (test, exchange)
        refusals = 0
        learn(from: exchange, of: test)
        let result = CaseResult(test: test, exchange: exchange, findings: findings(in: exchange, of: test))
        log.note(result)
        noteChange(result)
        return result
    }

    /// What an operation lists; nil where it answers with no list.
    func list(of operation: Operation) -> ResourceList? {
        if let known = lists[operation.index] { return known }
        let list = ResourceList(alone: operation)
        lists[operation.index] = .some(list)
        return list
    }

    func learn(from exchange: Exchange, of test: TestCase) {
        let response = exchange.response
        if response.status == 409, test.judged?.conforms == true {
            backend.values.note(conflicting: test.operation)
            backend.skipAhead()
        }
        guard (200...299).contains(response.status), let judged = test.judged else { return }
        // What other credentials see, or a broken request gets, teaches nothing about this one's resources.
        guard test.identity == .own else { return }
        backend.validators.learn(from: exchange, of: test.request)
        let isJSON = response.headers[.contentType].flatMap { MediaRange($0) }?.kind == .json
        let answer = isJSON ? try? JSON(parsing: response.body) : Optional<JSON>.none
        backend.values.learn(from: judged, answered: response, answer, in: contract, paths)
        if let answer, let list = list(of: judged.operation) { backend.values.learnFilters(of: list, from: answer) }
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

    /// Adds findings of the checks that are asked for.
    package func record(_ findings: [Finding]) {
        for finding in findings where options.checks.contains(finding.check) { report.add(finding) }
    }

    // MARK: Sending

    /// Sends a request as it stands and waits out every 429, which is a matter of the run's speed and never a finding.
    func exchange(
        _ request: Request, of test: TestCase
    ) async throws(End) -> Result<Exchange, NoResponse>? {
        let request = wire.request(request, of: test.operation)
        var closed: NoResponse?
        var requests = 0
        defer { noteTime(of: test.operation, requests: requests) }
        for attempt in 0... {
            try await takeTurn()
            requests += 1
            report.waiting = nil
            let (outcome, elapsed) = await answer(to: request)
            switch outcome {
            case .success(let response):
                let exchange = Exchange(
                    request: request, decoding: response, elapsed: elapsed, identity: test.identity)
                pace.noteAnswer(of: test.operation)
                guard response.status == 429, !test.treats429AsResult else { return .success(exchange) }
                ahead.turnOff()
                guard attempt < RequestPace.mostRetries(isFirst: report.answered == 0) else { throw End.rateLimited }
                report.waiting = pace.slowDown(at: wire.now(), asked: response.retryAfter, attempt: attempt)
                progress(report)
            case .failure(let error):
                // A server may close a connection that it has kept at the very moment when a request is sent on it.
                guard error.kind == .closedEarly, closed == nil else {
                    // A server that listens no more since then has ended at this request.
                    return .failure(error.kind == .refused ? closed ?? error : error)
                }
                closed = error
            }
        }
        return nil
    }

    /// The time since the exchange before is the operation's, unless it is a workflow's.
    private func noteTime(of operation: Operation, requests: Int) {
        let now = wire.now()
        if requests > 0, report.phase != .workflows {
            report.spend(mark.duration(to: now), on: operation, requests: requests)
        }
        mark = now
    }

    /// Sends a request, unless it has left already.
    private func answer(to request: Request) async -> ReadAhead.Arrival {
        if !request.method.isSafe { ahead.clear() }
        if let arrival = ahead.take(request, over: wire) { return await arrival.value }
        let arrival = await wire.arrival(of: request)
        ahead.note(arrival.elapsed)
        return arrival
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

    /// Sends a request, and tells what came of it and how long it took.
    func arrival(of request: Request) async -> ReadAhead.Arrival {
        let sent = now()
        let outcome: Result<Response, NoResponse>
        do throws(NoResponse) {
            outcome = .success(try await send(request))
        } catch {
            outcome = .failure(error)
        }
        return (outcome, sent.duration(to: now()))
    }

    /// The request under the backend's base path.
    func request(_ request: Request, of operation: Operation) -> Request {
        var request = request
        let base = operation.servers.first?.basePath ?? ""
        if request.target.hasPrefix(base) { request.target = basePath + request.target.dropFirst(base.count) }
        return request
    }
}
