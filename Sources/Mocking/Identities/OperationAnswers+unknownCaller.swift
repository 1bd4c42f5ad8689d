// The answer to credentials that no identity of mock.yaml has: part of row 3 of the decision table.

import Journals
import MockRules
import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension OperationAnswers {
    /// The refusal of credentials that the mock file does not list; nil for callers that it knows.
    func unknownCaller(_ call: SessionCall) -> KnownAnswer? {
        guard call.caller == .unknownCaller else { return nil }
        let refused = RefusalStatus.credentials(of: operation)
        let status = refused.status
        let decision = Decision.refused(where: "credentials", violations: 1, by: nil, refused)
        let declared = operation.response(for: status)
        let problem = Problem(
            status: status, title: "Nobody has these credentials",
            detail: "The mock file lists identities, and none of them has the credentials of this request.")
        let answer = composer.answer(operation, problem, decision, to: call.judged)
        guard let declared, !answer.violations.isEmpty else {
            return composer.challenging(answer, operation, to: call.judged)
        }
        return composer.challenging(
            refusal(problem, of: declared, decision, to: call.judged, on: call.key), operation, to: call.judged)
    }
}
