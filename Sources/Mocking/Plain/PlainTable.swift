// The decision table for plain requests: which operations rows 8 and 9 alone speak for, found out once.

package import HTTPExchange
import OpenAPIContract

final class PlainTable: Sendable {
    let judge: PlainJudge
    /// By `Operation.index`.
    let answers: [PlainAnswers?]
    /// Counts what is out.
    let counted: @Sendable (Delivered) -> Void

    /// Nil where something speaks for all requests that rows 8 and 9 know nothing of.
    init?(
        _ contract: Contract, _ behaviour: Behaviour, _ options: Mock.Options, isReplaying: Bool,
        _ collections: CollectionMap, _ operations: [OperationAnswers], _ metrics: Metrics
    ) {
        guard behaviour.faults.isEmpty, behaviour.latency.isNone, options.profile == nil, options.delay == .zero,
            options.forwarding == .none, !isReplaying
        else { return nil }
        let isPlain = { (operation: Operation) in
            (behaviour.rules[operation.index] ?? []).isEmpty && collections[operation] == nil
        }
        guard let judge = PlainJudge(contract, of: isPlain) else { return nil }
        self.judge = judge
        counted = { metrics.count($0) }
        answers = operations.map { answers in
            guard judge.operations[answers.operation.index] != nil else { return nil }
            return PlainAnswers(answers) { known in
                // What is mended, waits or goes on where a client left off is made for each request.
                guard known.violations.isEmpty, known.latency == nil, !known.response.isEventStream else { return nil }
                return PlainAnswer(
                    known, of: answers.operation, metrics, contentLimit: options.journal.content)
            }
        }
    }
}

extension Mock {
    /// The answer to a plain request where nothing but the values of its parameters decides on it, written down as every other; nil where
    /// `answer(_:)` has to be asked, which would give the same.
    package func answer(_ get: PlainGet) -> PlainExchange? {
        // What names a session, and what controls the mock.
        guard let plain, get.bytes[get.target.lowerBound + 1] != UInt8(ascii: "_") else { return nil }
        return withUnsafeTemporaryAllocation(of: PlainValue.self, capacity: PlainJudge.room) { values in
            guard let operation = plain.judge.judge(get, into: values)?.operation,
                let answer = plain.answers[operation.index]?.answer(
                    UnsafeMutableBufferPointer(rebasing: values[..<operation.parameters.count]), get.bytes)
            else { return nil }
            let now = now
            let session = commonSession
            guard session.nextPlain(operation, now: now) else { return nil }
            answer.counter.count()
            let exchange = PlainExchange(get, answer.response, told: plain.counted)
            session.journal.record(.plain(exchange, answer), at: now)
            return exchange
        }
    }
}
