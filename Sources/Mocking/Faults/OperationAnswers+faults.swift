// The answers of a backend that fails: row 2 of the decision table.

import Journals
import MockRules
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Sampling

extension OperationAnswers {
    /// What is answered in place of everything else, or the answer of the other rows where the fault is in how it leaves.
    func faulted(
        by injected: InjectedFault, _ call: SessionCall, _ ending: inout Delivery.Ending,
        otherwise decided: () -> KnownAnswer
    ) -> KnownAnswer {
        let known: KnownAnswer
        if case .cut = injected.fault {
            let whole = decided()
            known = composer.answer(whole, because: .fault(injected.rule, "\(injected.fault)", whole.decision))
        } else {
            known = faulted(by: injected, call)
        }
        var generator = call.key.generator(seed, for: .fault)
        let content = known.response.response.body.count
        if let own = injected.fault.ending(content: content, &generator) { ending = own }
        return known
    }

    /// For faults that answer nothing it is what a log can show.
    private func faulted(by injected: InjectedFault, _ call: SessionCall) -> KnownAnswer {
        let decision = Decision.fault(injected.rule, "\(injected.fault)", nil)
        switch injected.fault {
        case .status(let status, let retryAfter):
            var fields = HTTPFields()
            if let retryAfter {
                // Whole seconds, and never too few (RFC 9110, section 10.2.3).
                fields[.retryAfter] = String(Int(retryAfter.seconds.rounded(.up)))
            }
            return failing(status, fields, "The mock was told to fail (\(injected.rule)).", decision, call)
        case .expiredToken:
            let status = operation.response(for: 401) == nil && operation.response(for: 403) != nil ? 403 : 401
            let fields: HTTPFields = [
                // RFC 6750, section 3.1
                .wwwAuthenticate: #"Bearer error="invalid_token", error_description="The access token expired""#
            ]
            return failing(status, fields, "The access token expired (\(injected.rule)).", decision, call)
        case .reset, .close, .stall, .garbage, .cut:
            let problem = Problem(
                status: 503, title: "\(injected.fault)", detail: "This never leaves (\(injected.rule)).")
            return composer.answer(operation, problem, decision, to: call.judged)
        }
    }

    /// The declared response of the status where there is one, else a problem.
    private func failing(
        _ status: Int, _ fields: HTTPFields, _ detail: String, _ decision: Decision, _ call: SessionCall
    ) -> KnownAnswer {
        let problem = { [composer, operation] in
            let title = Response.phrase(of: status)
            return composer.answer(
                operation,
                Problem(status: status, title: title.isEmpty ? "Status \(status)" : title, detail: detail)
                    .response(headers: fields), decision, to: call.judged)
        }
        guard let declared = operation.response(for: status) else { return problem() }
        let own = answer(declared, status: status, to: call.judged, on: call.key)
        var response = own.response.response
        // The client may take none of the declared types: that is no reason not to fail.
        guard response.status == status else { return problem() }
        for field in fields { response.headers[field.name] = field.value }
        return composer.answer(operation, response, decision, to: call.judged)
    }
}
