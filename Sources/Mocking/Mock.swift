// The whole of mocking: one request in, one answer out.

package import HTTPExchange
import HTTPTypes
package import OpenAPIContract
import Synchronization

/// A stand-in for the backend that a contract describes. It knows no socket: it is asked, and it answers.
package final class Mock: Sendable {
    package struct Options: Hashable, Sendable {
        /// Before the first byte of every answer.
        package var delay: Duration
        /// What all sampled values follow from.
        package var seed: UInt64
        /// Whether answers say in `Counterpart-Decision` why they are what they are.
        package var showsDecision: Bool

        package init(delay: Duration = .zero, seed: UInt64 = 0, showsDecision: Bool = true) {
            self.delay = delay
            self.seed = seed
            self.showsDecision = showsDecision
        }
    }

    package let contract: Contract
    private let options: Options
    /// By `Operation.index`.
    private let answers: [OperationAnswers]
    /// By `Operation.index`.
    private let calls: [CallCounter]

    /// Serialises and judges every answer that the contract's examples give.
    package init(_ contract: Contract, options: Options = Options()) {
        self.contract = contract
        self.options = options
        let composer = AnswerComposer(contract: contract, showsDecision: options.showsDecision)
        calls = contract.operations.map { _ in CallCounter() }
        answers = contract.operations.map { OperationAnswers($0, composer: composer, seed: options.seed) }
    }

    /// The first row of the decision table that applies.
    package func answer(_ request: Request) -> Answer {
        switch contract.judge(request) {
        case .noPath(let nearest):
            return answer(.noPath(request, nearest: nearest))
        case .noMethod(let allow) where request.method == .head && allow.contains(.get):
            // HEAD is GET without the content, and whoever has GET has it (RFC 9110, section 9.3.2).
            var get = request
            get.method = .get
            return answer(get)
        case .noMethod(let allow):
            return answer(request.method == .options ? .methods(allow) : .noMethod(request, allow: allow))
        case .judged(let judged):
            let answers = answers[judged.operation.index]
            let call = calls[judged.operation.index].next()
            let known =
                judged.conforms
                ? conforming(judged, answers, call: call) : answers.refusal(of: judged, call: call)
            return answer(known, to: judged)
        }
    }

    private func conforming(_ judged: JudgedRequest, _ answers: OperationAnswers, call: UInt64) -> KnownAnswer {
        do throws(Preference.Invalid) {
            if let preference = try Preference(judged.request) {
                return answers.preferred(preference, by: judged, call: call)
            }
        } catch {
            return answers.badPreference(error, by: judged)
        }
        return answers.pair(matching: judged) ?? answers.usual(for: judged, call: call)
    }

    private func answer(_ known: KnownAnswer, to judged: JudgedRequest) -> Answer {
        Answer(
            response: known.response, decision: known.decision, delivery: Delivery(firstByte: options.delay),
            operation: judged.operation, requestViolations: judged.violations, ownViolations: known.violations)
    }

    private func answer(_ unrouted: Unrouted) -> Answer {
        Answer(
            response: PreparedResponse(unrouted.response(showsDecision: options.showsDecision)),
            decision: unrouted.decision, delivery: Delivery(firstByte: options.delay), operation: nil,
            requestViolations: [], ownViolations: [])
    }
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

/// How often an operation was called.
private final class CallCounter: Sendable {
    private let count = Atomic<UInt64>(0)

    /// The number of this call, from 0.
    func next() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
