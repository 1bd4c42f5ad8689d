// The whole of mocking: one request in, one answer out.

package import Journals
package import MockRules
package import HTTPExchange
package import OpenAPIContract
import HTTPTypes
import Recordings
package import Sampling

/// A stand-in for the backend that a contract describes. It knows no socket: it is asked, and it answers.
package final class Mock: Sendable {
    /// What a mock is told besides its contract and its mock file.
    package struct Options: Hashable, Sendable {
        /// Before the first byte of every answer.
        package var delay: Duration
        /// The network between client and mock, instead of the one that the mock file names.
        package var profile: NetworkProfile?
        /// What all sampled values follow from.
        package var seed: UInt64
        /// How many resources a list starts with where no example says it; nil for what the mock file says.
        package var seedSize: Int?
        /// Which properties that need not be there made-up answers have; nil for what the mock file says.
        package var optional: OptionalProperties?
        /// Whether requests are refused that are a little beside the contract, as many clients send them.
        package var isStrict: Bool
        /// Whether answers say in `Counterpart-Decision` why they are what they are.
        package var showsDecision: Bool
        /// How much is kept of what was asked and answered.
        package var journal: Journal.Limits
        /// Which pages of browsers may use it; nil for none.
        package var crossOrigin: CrossOriginPolicy?
        /// What a backend behind the mock answers.
        package var forwarding: Forwarding

        package init(
            delay: Duration = .zero, profile: NetworkProfile? = nil, seed: UInt64 = 0, seedSize: Int? = nil,
            optional: OptionalProperties? = nil, isStrict: Bool = false, showsDecision: Bool = true,
            journal: Journal.Limits = Journal.Limits(), crossOrigin: CrossOriginPolicy? = nil,
            forwarding: Forwarding = .none
        ) {
            self.delay = delay
            self.profile = profile
            self.seed = seed
            self.seedSize = seedSize
            self.optional = optional
            self.isStrict = isStrict
            self.showsDecision = showsDecision
            self.journal = journal
            self.crossOrigin = crossOrigin
            self.forwarding = forwarding
        }
    }

    package let contract: Contract
    let behaviour: Behaviour
    let options: Options
    private let clock: MockClock
    private let started: Duration
    private let sessions: SessionRegistry
    private let budget: JournalBudget
    let metrics: Metrics
    let collections: CollectionMap
    let facts: ContractFacts
    /// By `Operation.index`.
    private let answers: [OperationAnswers]
    let recordings: RecordedTraffic?
    let replay: ReplayAnswers?
    let measured: MeasuredLatencies?
    /// By `Operation.index`.
    let tables: [DecisionTable]
    let memo = AnswerMemo()

    /// Serialises and judges every answer that the recordings give; those of the contract's examples when they are first asked for.
    package convenience init(
        _ contract: Contract, behaviour: Behaviour = .plain, recordings: RecordedTraffic? = nil,
        options: Options = Options(), clock: MockClock = .system
    ) {
        let (budget, now) = (JournalBudget(), clock.now())
        let sessions = SessionRegistry(now: now, make: Mock.maker(contract, behaviour, options.journal, budget))
        self.init(contract, behaviour, recordings, options, clock, sessions, started: now, budget, Metrics())
    }

    private init(
        _ contract: Contract, _ behaviour: Behaviour, _ recordings: RecordedTraffic?, _ options: Options,
        _ clock: MockClock, _ sessions: SessionRegistry, started: Duration, _ budget: JournalBudget, _ metrics: Metrics
    ) {
        self.contract = contract
        facts = ContractFacts(contract)
        self.behaviour = behaviour
        self.options = options
        self.clock = clock
        let composer = AnswerComposer(
            contract: contract, showsDecision: options.showsDecision, variesByOrigin: options.crossOrigin != nil)
        let seeding = Seeding(options, behaviour)
        answers = contract.operations.map {
            OperationAnswers(
                $0, composer: composer, seed: options.seed, sampling: seeding.options, isStrict: options.isStrict)
        }
        self.recordings = recordings
        replay = recordings.flatMap { $0.files.isEmpty ? nil : ReplayAnswers($0, composer) }
        measured = recordings.map { MeasuredLatencies($0.measured, for: contract) }
        collections = CollectionMap(contract, behaviour, seeding)
        self.sessions = sessions
        self.started = started
        self.budget = budget
        self.metrics = metrics
        tables = contract.operations.map { [replay, collections] operation in
            DecisionTable(
                operation, behaviour, isReplaying: replay != nil, isOfCollection: collections[operation] != nil)
        }
    }

    private static func maker(
        _ contract: Contract, _ behaviour: Behaviour, _ limits: Journal.Limits, _ budget: JournalBudget
    ) -> SessionRegistry.Maker {
        let count = contract.operations.count
        return { id, now, idle in
            Session(
                id: id, started: now, idle: idle, behaviour: behaviour, operations: count,
                journal: Journal(limits: limits, budget: budget))
        }
    }

    /// The first row of the decision table that applies.
    package func answer(_ request: Request) -> Answer {
        do throws(SlowAnswer) {
            return try answer(request, atOnce: false, records: true)
        } catch {
            // Whoever can wait gets one.
            return answer(.noPath(request, nearest: []))
        }
    }

    /// The answer would take long, perhaps. Nothing has come of the request.
    struct SlowAnswer: Error {}

    /// - Parameters:
    ///   - atOnce: whether others wait meanwhile, so that an answer that may take long is not made.
    ///   - records: whether it goes into the journal, and does not wait for `recorded`.
    func answer(_ request: Request, atOnce: Bool, records: Bool) throws(SlowAnswer) -> Answer {
        let named: SessionRequest
        do throws(SessionRequest.InvalidName) {
            named = try SessionRequest(request)
        } catch {
            return answer(.badSession(error))
        }
        let now = clock.now()
        let session = sessions.session(named.session, now: now)
        let answer = try opened(named, in: session, now: now, atOnce: atOnce)
        return records ? recorded(answer, to: named.request, in: session, now: now) : answer
    }

    /// The answer, as pages of other origins may read it.
    private func opened(
        _ named: SessionRequest, in session: Session, now: Duration, atOnce: Bool
    ) throws(SlowAnswer) -> Answer {
        guard let policy = options.crossOrigin, let origin = named.request.value(of: .origin) else {
            return try answer(named, in: session, now: now, atOnce: atOnce)
        }
        if let preflight = policy.preflight(named.request, in: contract) { return answer(.preflight(preflight)) }
        return policy.opened(try answer(named, in: session, now: now, atOnce: atOnce), to: origin)
    }

    private func answer(
        _ named: SessionRequest, in session: Session, now: Duration, atOnce: Bool
    ) throws(SlowAnswer) -> Answer {
        let request = named.request
        switch contract.judge(request) {
        case .noPath where request.method == .options && request.target == "*":
            // Asked of the server as a whole (RFC 9110, section 9.3.7).
            return answer(
                .methods(
                    contract.operations.reduce(into: []) { if !$0.contains($1.method) { $0.append($1.method) } }))
        case .noPath(let nearest):
            return answer(.noPath(request, nearest: nearest.all(in: contract)))
        case .noMethod(let allow, _) where request.method == .head && allow.contains(.get):
            // HEAD is GET without the content, and whoever has GET has it (RFC 9110, section 9.3.2).
            return try answer(named.with(method: .get), in: session, now: now, atOnce: atOnce)
        case .noMethod(let allow, let nearest):
            return answer(
                request.method == .options
                    ? .methods(allow) : .noMethod(request, allow: allow, nearest: nearest.all(in: contract)))
        case .judged(let tolerated):
            let judged = options.isStrict ? tolerated.untolerated : tolerated
            if isPrompt(judged) { return answer(judged, named, in: session, now: now) }
            guard !atOnce else { throw SlowAnswer() }
            return timed(judged) { answer(judged, named, in: session, now: now) }
        }
    }

    /// Learns from an answer that is not known to be prompt whether it is.
    private func timed<Result>(_ judged: JudgedRequest, _ make: () -> Result) -> Result {
        isPrompt(judged) ? make() : answers[judged.operation.index].timed(make)
    }

    private func answer(
        _ judged: JudgedRequest, _ named: SessionRequest, in session: Session, now: Duration
    ) -> Answer {
        let call = call(judged, named, in: session, now: now)
        let answers = answers[judged.operation.index]
        if let (known, ending) = overrideOrFault(call, answers) { return answer(call, known, ending) }
        return answer(call, decided(call, answers), .complete)
    }

    /// Whether the answer is made in no time. What clients prefer may be what was never made before.
    func isPrompt(_ judged: JudgedRequest) -> Bool {
        answers[judged.operation.index].isPrompt && !judged.request.has(.prefer)
    }

    /// What somebody has told the mock to answer, by a fault, a preference, a recording or a rule; nil where it is left to the backend.
    func scripted(
        _ judged: JudgedRequest, _ named: SessionRequest, hasBody: Bool, in session: Session, now: Duration
    ) -> Answer? {
        timed(judged) { scripted(self.call(judged, named, in: session, now: now), hasBody: hasBody) }
    }

    private func scripted(_ call: SessionCall, hasBody: Bool) -> Answer? {
        let judged = call.judged
        let answers = answers[judged.operation.index]
        if let (known, ending) = overrideOrFault(call, answers) { return answer(call, known, ending) }
        // What breaks the contract, the backend may judge by itself.
        guard judged.conforms else { return nil }
        for row in tables[judged.operation.index].rows(for: call)
        where Mock.isScripted(row) && (hasBody || row == .preference) {
            if let known = answer(of: row, call, answers) { return answer(call, known, .complete) }
        }
        return nil
    }

    private func call(
        _ judged: JudgedRequest, _ named: SessionRequest, in session: Session, now: Duration
    ) -> SessionCall {
        SessionCall(
            judged, prefix: named.prefix, session: session, caller: behaviour.caller(of: judged, in: contract),
            now: now, seed: options.seed)
    }

    /// Row 2: what was told for once, and then faults, come over whatever the other rows give.
    private func overrideOrFault(
        _ call: SessionCall, _ answers: OperationAnswers
    ) -> (known: KnownAnswer, ending: Delivery.Ending)? {
        var ending = Delivery.Ending.complete
        let oneOff = call.settings.oneOffs.isEmpty ? nil : call.session.takeOneOff(call.judged.operation)
        switch oneOff.map({ .success($0.injected) }) ?? injectedFault(call) {
        case .failure(let failure): return (answers.failed(failure, call), ending)
        case .success(nil): return oneOff.flatMap { answers.oneOff($0, call) }.map { ($0, ending) }
        case .success(let injected?):
            let known = answers.faulted(by: injected, call, &ending) { decided(call, answers) }
            return (known, ending)
        }
    }

    private func answer(_ call: SessionCall, _ known: KnownAnswer, _ ending: Delivery.Ending) -> Answer {
        var delivery = delivery(of: call, as: known.latency)
        delivery.ending = ending
        let operation = call.judged.operation
        let known = answers[operation.index].composer.leadingHere(
            known, of: operation, call.judged, prefix: call.prefix)
        if let fault = known.fault, ending == .complete {
            var generator = call.key.generator(options.seed, for: .fault)
            let content = known.response.response.body.count
            delivery.ending = fault.ending(content: content, &generator) ?? ending
        }
        let response = streamed(known.response, call, &delivery)
        return Answer(
            response: response, decision: known.decision, delivery: delivery, operation: operation,
            requestViolations: call.judged.violations, ownViolations: known.violations)
    }

    private func answer(_ unrouted: Unrouted) -> Answer {
        Answer(
            response: PreparedResponse(unrouted.response(showsDecision: options.showsDecision)),
            decision: unrouted.decision, delivery: Delivery(firstByte: options.delay), operation: nil,
            requestViolations: [], ownViolations: [], nearest: unrouted.nearest)
    }
}

extension Mock {
    /// Serialises and judges; nil for a contract without operations.
    var composer: AnswerComposer? { answers.first?.composer }

    /// A mock of another contract with the sessions of this one, which are its own from `takeOver` on.
    func successor(_ contract: Contract, _ behaviour: Behaviour) -> Mock {
        Mock(contract, behaviour, recordings, options, clock, sessions, started: started, budget, metrics)
    }

    /// Adapts all sessions. The predecessor must not be asked any more.
    func takeOver(from old: Mock) -> SessionMigration.Outcome {
        let migration = SessionMigration(from: old, to: self)
        return sessions.takeOver(Mock.maker(contract, behaviour, options.journal, budget)) { migration.adapt($0) }
    }

    /// The session of that id, which starts here if there is none; without an id that of all who name none.
    package func session(_ id: String?) -> Session { session(id, now: clock.now()) }

    func session(_ id: String?, now: Duration) -> Session { sessions.session(id, now: now) }

    /// Of all sessions that have an id.
    package var sessionIDs: [String] { sessions.ids }

    /// The same sessions, by their ids.
    var namedSessions: [Session] { sessions.all(now: clock.now()) }

    func existingSession(_ id: String) -> Session? { sessions.existing(id, now: clock.now()) }

    /// Nil where there is one of that id; without an id it gets one of its own.
    func createSession(_ id: String?, idle: Duration?) -> Session? {
        sessions.create(id, now: clock.now(), idle: idle)
    }

    /// Nil for the common session, which does not end.
    func idleLimit(of session: Session) -> Duration? { sessions.idleLimit(of: session) }

    var now: Duration { clock.now() }

    /// The session as a store has it.
    func adopted(_ id: String, started: Duration, idle: Duration?) -> Session {
        sessions.adopt(id, started: started, idle: idle, now: clock.now())
    }

    var uptime: Duration { max(clock.now() - started, .zero) }

    /// Whether there was one to end.
    package func endSession(_ id: String) -> Bool { sessions.end(id) }
}

extension Mock {
    /// What is wrong with answers that the contract's own examples give, by operation.
    package var invalidExamples: [(operation: Operation, status: Int, violations: [Violation])] {
        zip(contract.operations, answers).flatMap { operation, answers in
            answers.known.filter { !$0.violations.isEmpty }.map {
                (operation, $0.response.response.status, $0.violations)
            }
        }
    }
}
