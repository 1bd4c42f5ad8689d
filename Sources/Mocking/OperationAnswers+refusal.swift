// The answer to a request that breaks the contract: row 3 of the decision table.

import Journals
import MockRules
import SourceDocuments
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract

extension OperationAnswers {
    func refusal(of judged: JudgedRequest, on key: CallKey) -> KnownAnswer {
        let violations = judged.violations.filter { $0.severity == .violation }
        let refusal = RefusalStatus(for: violations, of: operation)
        return composer.challenging(
            self.refusal(of: judged, violations, refusal, on: key), operation, to: judged)
    }

    private func refusal(
        of judged: JudgedRequest, _ violations: [Violation], _ refusal: RefusalStatus, on key: CallKey
    ) -> KnownAnswer {
        let status = refusal.status
        let place = violations.first.map { "\($0.location)" } ?? "request"
        func decision(by name: String? = nil) -> Decision {
            .refused(where: place, violations: violations.count, by: name, refusal)
        }
        let problem = Problem.violations(violations, status: status)
        let telling = pairs.filter { $0.pair.status == status && $0.answer.violations.isEmpty }
        if let known = telling.first(where: { $0.matches(judged) }) ?? nearest(telling, to: violations) {
            let pair = known.pair
            let decision = decision(by: pair.name)
            guard pair.likeness(to: violations) < .silent, let (media, example) = pair.response,
                let schema = media.schema
            else { return composer.answer(known.answer, because: decision) }
            // The example is of another request: what is wrong with this one, it does not say.
            return composer.answer(
                operation, status: status, of: pair.declared, content: (media, example.telling(problem, as: schema)),
                headers: pair.headers, decision: decision, to: judged)
        }
        let plain = composer.answer(operation, problem, decision(), to: judged)
        // The contract may want another shape here.
        guard !plain.violations.isEmpty, let declared = operation.response(for: status) else { return plain }
        return self.refusal(problem, of: declared, decision(), to: judged, on: key)
    }

    private func nearest(_ telling: [PairAnswer], to violations: [Violation]) -> PairAnswer? {
        // Of those that are as near the first counts.
        telling.reversed().max { $0.pair.likeness(to: violations) < $1.pair.likeness(to: violations) }
    }
}

extension ExamplePair {
    /// What the request of a pair has in common with one that breaks the contract.
    fileprivate enum Likeness: Int, Comparable {
        /// It keeps to the contract, and is refused for what only a backend knows.
        case right
        case wrongElsewhere
        /// Nothing is said of the request.
        case silent
        case wrongThere

        static func < (left: Likeness, right: Likeness) -> Bool { left.rawValue < right.rawValue }
    }

    fileprivate func likeness(to violations: [Violation]) -> Likeness {
        guard !parameters.isEmpty || body != nil else { return .silent }
        let isWrongThere = violations.contains { violation in
            switch violation.location {
            case .parameter(_, let name, _):
                parameters.contains { $0.parameter.name == name && !$0.parameter.takes($0.value) }
            case .body: isBodyWrong
            case .credentials, .header, .path, .status: true
            }
        }
        if isWrongThere { return .wrongThere }
        return isBodyWrong || parameters.contains { !$0.parameter.takes($0.value) } ? .wrongElsewhere : .right
    }

    private var isBodyWrong: Bool {
        body.map { $0.media.schema?.accepts($0.value, direction: .request) == false } ?? false
    }
}

extension Parameter {
    fileprivate func takes(_ value: JSON) -> Bool {
        (schema ?? content?.schema)?.accepts(value, direction: .request) ?? true
    }
}

extension Problem {
    /// Every violation, where it is, what was found and what was expected.
    static func violations(_ violations: [Violation], status: Int) -> Problem {
        let first = violations.first.map { "\($0.location): found \($0.found), expected \($0.expected)." } ?? ""
        let more = violations.count > 1 ? " And \(violations.count - 1) more." : ""
        return Problem(
            status: status, title: "The request breaks the contract", detail: first + more,
            extensions: JSONObject([("violations", .array(violations.map(\.json)))]))
    }
}
