// What was set for a session while the mock ran: it counts before what the mock file says.

import Journals
import MockRules
import JSONValues
import HTTPExchange
import OpenAPIContract

struct SessionSettings: Sendable {
    var latency: (value: Latency, written: JSON)? { didSet { version = .next() } }
    var faults: Faults? { didSet { version = .next() } }
    /// Answers for the next calls, in their order.
    var oneOffs: [OneOff] = [] { didSet { version = .next() } }
    var lastOneOff = 0
    /// Nil for the recordings that the mock was started with.
    var replay: ReplayChoice? { didSet { version = .next() } }
    /// Another after each change.
    private(set) var version = StateVersion.untouched

    struct Faults: Sendable {
        let rules: [FaultRule]
        let written: JSON
        /// When they were set.
        let since: Duration
    }

    static let oneOffLimit = 1_000

    /// Whether nothing is set.
    var isEmpty: Bool { latency == nil && faults == nil && oneOffs.isEmpty && replay == nil }

    /// The answer for the next call of an operation, which is used up by that.
    mutating func takeOneOff(_ operation: Operation) -> OneOff? {
        guard let index = oneOffs.firstIndex(where: { $0.operation.index == operation.index }) else { return nil }
        let oneOff = oneOffs[index]
        oneOffs[index].left -= 1
        if oneOffs[index].left == 0 { oneOffs.remove(at: index) }
        return oneOff
    }
}

/// What the next calls of an operation are answered with.
struct OneOff: Sendable {
    enum Answer: Sendable {
        /// What the contract says of a status or an example.
        case preferred(Preference)
        case response(Response)
        case fault(Fault)
    }

    let number: Int
    let operation: Operation
    let answer: Answer
    /// As it was asked for.
    let written: JSON
    /// So many more calls.
    var left: Int
    /// The bytes of a response.
    let memory: MemoryShare

    var name: String { "one-off answer \(number)" }

    var injected: InjectedFault? {
        if case .fault(let fault) = answer { InjectedFault(fault: fault, rule: name) } else { nil }
    }
}

extension OperationAnswers {
    /// Nil for a fault, which is no answer.
    func oneOff(_ oneOff: OneOff, _ call: SessionCall) -> KnownAnswer? {
        switch oneOff.answer {
        case .preferred(let preference):
            let known = chosen(preference, call.judged, on: call.key)
            return composer.answer(known, because: .oneOff(oneOff.name, known.decision))
        case .response(let response):
            return composer.answer(operation, response, .oneOff(oneOff.name, nil), to: call.judged)
        case .fault: return nil
        }
    }
}
