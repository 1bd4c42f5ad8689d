// The rows of the decision table that can apply to one operation, in their order.

import MockRules
import OpenAPIContract

/// Made once for each operation: who has no rules is not asked for them.
struct DecisionTable: Sendable {
    /// Rows 3 to 8. Where none applies, row 9 does: the operation answers as it usually does.
    enum Row: Sendable {
        case refusal, unknownCaller, preference, recording, rules, collection, pair
    }

    let rows: [Row]
    /// The parts of the state that the answers hang on, besides what the request says. Nil where they hang on more.
    let parts: [Int]?

    init(_ operation: Operation, _ behaviour: Behaviour, isReplaying: Bool, isOfCollection: Bool) {
        let hasRules = !(behaviour.rules[operation.index] ?? []).isEmpty
        var rows = [Row.refusal]
        if !behaviour.identities.isEmpty, !operation.security.isEmpty { rows.append(.unknownCaller) }
        rows.append(.preference)
        if isReplaying { rows.append(.recording) }
        if hasRules { rows.append(.rules) }
        if isOfCollection { rows.append(.collection) }
        if !operation.pairs.isEmpty { rows.append(.pair) }
        self.rows = rows
        parts = isReplaying || isOfCollection ? nil : hasRules ? behaviour.ruleInputs[operation.index] : []
    }
}

extension Mock {
    /// Whether its answers are written, recorded or asked for: they go before a backend's.
    static func isScripted(_ row: DecisionTable.Row) -> Bool {
        switch row {
        case .preference, .recording, .rules: true
        case .refusal, .unknownCaller, .collection, .pair: false
        }
    }

    /// The answer of a row; nil where it does not apply.
    func answer(of row: DecisionTable.Row, _ call: SessionCall, _ answers: OperationAnswers) -> KnownAnswer? {
        switch row {
        case .refusal: call.judged.conforms ? nil : answers.refusal(of: call.judged, on: call.key)
        case .unknownCaller: answers.unknownCaller(call)
        case .preference: answers.preferred(call)
        case .recording: replay(for: call).flatMap { answers.replayed(from: $0, call) }
        case .rules: answers.ruled(by: behaviour, call)
        case .collection: answers.collected(in: collections, call)
        case .pair: answers.pair(matching: call.judged, on: call.key)
        }
    }

    /// The answer of the first row that applies, or the one that was made before for the same.
    func decided(_ call: SessionCall, _ answers: OperationAnswers) -> KnownAnswer {
        let table = tables[call.judged.operation.index]
        guard let parts = table.parts, call.settings.replay == nil else {
            return decided(by: table.rows(for: call), call, answers)
        }
        let question = AnswerMemo.Question(
            judged: call.judged, versions: parts.isEmpty ? [] : call.session.decide { $0.rules.versions(of: parts) })
        if let known = memo.answer(to: question) { return known }
        let answer = decided(by: table.rows, call, answers)
        // What is a part of a list hangs on more of the request.
        if answers.list == nil, call.wouldAnswerTheSame(with: question.versions) { memo.keep(answer, to: question) }
        return answer
    }

    private func decided(
        by rows: [DecisionTable.Row], _ call: SessionCall, _ answers: OperationAnswers
    ) -> KnownAnswer {
        for row in rows {
            if let answer = answer(of: row, call, answers) { return answer }
        }
        return answers.usual(for: call.judged, on: call.key)
    }
}
