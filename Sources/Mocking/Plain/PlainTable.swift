// The decision table for plain requests: which operations rows 8 and 9 alone speak for, found out once.

package import HTTPExchange
import OpenAPIContract
import Synchronization

final class PlainTable: Sendable {
    let judge: PlainJudge
    /// By `Operation.index`.
    private let entries: [Entry?]
    /// Counts what is out.
    let counted: @Sendable (PlainExchange, Delivered) -> Void

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
                // Whose credentials they are is not seen here.
                && (behaviour.identities.isEmpty || operation.security.isEmpty)
        }
        guard let judge = PlainJudge(contract, of: isPlain) else { return nil }
        self.judge = judge
        counted = { metrics.count($1) }
        entries = operations.map { answers in
            guard judge.operations[answers.operation.index] != nil else { return nil }
            return Entry {
                PlainAnswers(answers) { known in
                    // What is mended, waits or goes on where a client left off is made for each request.
                    guard known.violations.isEmpty, known.latency == nil, !known.response.isEventStream else {
                        return nil
                    }
                    return PlainAnswer(known, of: answers.operation, metrics, contentLimit: options.journal.content)
                }
            }
        }
    }

    func answers(of operation: Operation) -> PlainAnswers? { entries[operation.index]?.answers }

    /// The answers of an operation, made when it is first asked: many operations never are.
    private final class Entry: Sendable {
        private let made = AtomicLazyReference<PlainAnswers>()
        private let make: @Sendable () -> PlainAnswers

        init(_ make: @escaping @Sendable () -> PlainAnswers) { self.make = make }

        /// Of two that are made at the same time, one is kept.
        var answers: PlainAnswers { made.load() ?? made.storeIfNil(make()) }
    }
}

extension Mock {
    /// Told of an exchange when its answer is out.
    package typealias PlainTold = @Sendable (PlainExchange, Answer, Delivered) -> Void

    /// The answer to a plain request where nothing but the values of its parameters and of a few fields decides on it, written down as every
    /// other; nil where `answer(_:)` has to be asked, which would give the same.
    /// - Parameter session: whose request it is, unless it names a session itself.
    package func answer(_ get: PlainGet, of session: SessionID? = nil, told: PlainTold? = nil) -> PlainExchange? {
        // What names a session by its path, and what controls the mock.
        guard let plain, get.bytes[get.target.lowerBound + 1] != UInt8(ascii: "_") else { return nil }
        return withUnsafeTemporaryAllocation(of: PlainValue.self, capacity: PlainJudge.room) { values in
            guard let operation = plain.judge.judge(get, into: values)?.operation,
                let known = plain.answers(of: operation)?.answer(
                    UnsafeMutableBufferPointer(rebasing: values[..<operation.parameters.count]), get)
            else { return nil }
            let now = now
            guard let asked = self.session(of: get, or: session, now: now), asked.nextPlain(operation, now: now) else {
                return nil
            }
            known.counter.count()
            let answer = known.opened(by: options.crossOrigin, for: get)
            let exchange = PlainExchange(
                get, of: session, answer.answer.response, told: plain.telling(answer.answer, to: told))
            asked.journal.record(.plain(exchange, answer), at: now)
            return exchange
        }
    }

    /// Nil where the name that the request gives is none that a session can have.
    private func session(of get: PlainGet, or session: SessionID?, now: Duration) -> Session? {
        guard let name = get.session else { return self.session(session?.text, now: now) }
        return SessionID(get.text(name)).map { self.session($0.text, now: now) }
    }
}

extension PlainTable {
    fileprivate func telling(
        _ answer: Answer, to told: Mock.PlainTold?
    ) -> @Sendable (PlainExchange, Delivered) -> Void {
        guard let told else { return counted }
        return { [counted] exchange, delivered in
            counted(exchange, delivered)
            told(exchange, answer, delivered)
        }
    }
}
