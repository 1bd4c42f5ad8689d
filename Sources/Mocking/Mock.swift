// The whole of mocking: one request in, one answer out.

package import HTTPExchange
import HTTPTypes
package import OpenAPIContract

/// A stand-in for the backend that a contract describes. It knows no socket: it is asked, and it answers.
package final class Mock: Sendable {
    package struct Options: Hashable, Sendable {
        /// Before the first byte of every answer.
        package var delay: Duration
        /// The network between client and mock, instead of the one that the mock file names.
        package var profile: NetworkProfile?
        /// What all sampled values follow from.
        package var seed: UInt64
        /// Whether answers say in `Counterpart-Decision` why they are what they are.
        package var showsDecision: Bool

        package init(
            delay: Duration = .zero, profile: NetworkProfile? = nil, seed: UInt64 = 0, showsDecision: Bool = true
        ) {
            self.delay = delay
            self.profile = profile
            self.seed = seed
            self.showsDecision = showsDecision
        }
    }

    package let contract: Contract
    let behaviour: Behaviour
    private let options: Options
    private let clock: MockClock
    private let sessions: SessionRegistry
    private let collections: CollectionMap
    /// By `Operation.index`.
    private let answers: [OperationAnswers]

    /// Serialises and judges every answer that the contract's examples give.
    package init(
        _ contract: Contract, behaviour: Behaviour = .plain, options: Options = Options(), clock: MockClock = .system
    ) {
        self.contract = contract
        self.behaviour = behaviour
        self.options = options
        self.clock = clock
        let composer = AnswerComposer(contract: contract, showsDecision: options.showsDecision)
        answers = contract.operations.map { OperationAnswers($0, composer: composer, seed: options.seed) }
        collections = CollectionMap(contract, behaviour)
        let count = contract.operations.count
        sessions = SessionRegistry(now: clock.now()) { id, now in
            Session(id: id, started: now, behaviour: behaviour, operations: count)
        }
    }

    /// The first row of the decision table that applies.
    package func answer(_ request: Request) -> Answer {
        do throws(SessionRequest.InvalidName) {
            let named = try SessionRequest(request)
            let now = clock.now()
            return answer(named, in: sessions.session(named.session, now: now), now: now)
        } catch {
            return answer(.badSession(error))
        }
    }

    private func answer(_ named: SessionRequest, in session: Session, now: Duration) -> Answer {
        let request = named.request
        switch contract.judge(request) {
        case .noPath(let nearest):
            return answer(.noPath(request, nearest: nearest))
        case .noMethod(let allow) where request.method == .head && allow.contains(.get):
            // HEAD is GET without the content, and whoever has GET has it (RFC 9110, section 9.3.2).
            return answer(named.with(method: .get), in: session, now: now)
        case .noMethod(let allow):
            return answer(request.method == .options ? .methods(allow) : .noMethod(request, allow: allow))
        case .judged(let judged):
            let occasion = session.occasion(of: judged.operation, now: now)
            let call = SessionCall(judged, prefix: named.prefix, session: session, occasion: occasion, now: now)
            let answers = answers[judged.operation.index]
            return answer(call, answers)
        }
    }

    /// From row 2 on: an operation is found.
    private func answer(_ call: SessionCall, _ answers: OperationAnswers) -> Answer {
        let known: KnownAnswer
        var delivery = delivery(of: call)
        switch strike(call) {
        case .failure(let failure): known = answers.failed(failure, call)
        case .success(let strike?):
            var generator = call.occasion.generator(options.seed, for: .fault)
            if case .cut = strike.fault {
                let whole = decided(call, answers)
                known = answers.composer.answer(
                    whole, because: .fault(strike.rule, "\(strike.fault)", whole.decision))
            } else {
                known = answers.struck(by: strike, call)
            }
            let content = known.response.response.body.count
            if let ending = strike.fault.ending(content: content, &generator) { delivery.ending = ending }
        case .success(nil): known = decided(call, answers)
        }
        return Answer(
            response: known.response, decision: known.decision, delivery: delivery, operation: call.judged.operation,
            requestViolations: call.judged.violations, ownViolations: known.violations)
    }

    private func decided(_ call: SessionCall, _ answers: OperationAnswers) -> KnownAnswer {
        call.judged.conforms ? conforming(call, answers) : answers.refusal(of: call.judged, on: call.occasion)
    }

    private var profile: NetworkProfile? { options.profile ?? behaviour.latency.profile }

    private func delivery(of call: SessionCall) -> Delivery {
        var generator = call.occasion.generator(options.seed, for: .delay)
        var delivery = behaviour.latency.delivery(
            call.judged.operation.index, over: profile, &generator)
        delivery.firstByte += options.delay
        return delivery
    }

    /// The first fault that strikes.
    private func strike(_ call: SessionCall) -> Result<Strike?, RuleFailure> {
        if profile == .offline { return .success(Strike(fault: .reset, rule: "profile offline")) }
        guard !behaviour.faults.isEmpty else { return .success(nil) }
        return call.session.decide { contents in
            for (index, fault) in behaviour.faults.enumerated() {
                do throws(RuleFailure) {
                    let strike = try fault.strike(
                        call, contents.rules, &contents.faults[index], seed: options.seed, index: index)
                    if let strike { return .success(strike) }
                } catch {
                    return .failure(error)
                }
            }
            return .success(nil)
        }
    }

    private func conforming(_ call: SessionCall, _ answers: OperationAnswers) -> KnownAnswer {
        let judged = call.judged
        do throws(Preference.Invalid) {
            if let preference = try Preference(judged.request) {
                return answers.preferred(preference, by: judged, on: call.occasion)
            }
        } catch {
            return answers.badPreference(error, by: judged)
        }
        return answers.ruled(by: behaviour, call) ?? answers.collected(in: collections, call)
            ?? answers.pair(matching: judged) ?? answers.usual(for: judged, on: call.occasion)
    }

    private func answer(_ unrouted: Unrouted) -> Answer {
        Answer(
            response: PreparedResponse(unrouted.response(showsDecision: options.showsDecision)),
            decision: unrouted.decision, delivery: Delivery(firstByte: options.delay), operation: nil,
            requestViolations: [], ownViolations: [])
    }
}

extension Mock {
    /// The session of that id, which starts here if there is none; without an id that of all who name none.
    package func session(_ id: String?) -> Session { sessions.session(id, now: clock.now()) }

    /// Of all sessions that have an id.
    package var sessionIDs: [String] { sessions.ids }

    /// Whether there was one to end.
    package func endSession(_ id: String) -> Bool { sessions.end(id) }
}

extension Mock {
    /// What is wrong with answers that the contract's own examples give, by operation.
    package var doubtfulAnswers: [(operation: Operation, status: Int, violations: [Violation])] {
        zip(contract.operations, answers).flatMap { operation, answers in
            answers.known.filter { !$0.violations.isEmpty }.map {
                (operation, $0.response.response.status, $0.violations)
            }
        }
    }
}
