// Why a request is refused, in a body of the shape that the contract declares for it.

import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract

extension OperationAnswers {
    /// What a declared error says: its own example, else the problem where that fits, else a sample that tells the reason.
    func refusal(
        _ problem: Problem, of declared: ResponseSpec, _ decision: Decision, to judged: JudgedRequest,
        on occasion: Occasion
    ) -> KnownAnswer {
        let usual = answer(declared, status: problem.status, to: judged, on: occasion)
        guard case .sampled = usual.decision else { return composer.answer(usual, because: decision) }
        let plain = composer.answer(operation, problem, decision, to: judged)
        if plain.violations.isEmpty { return plain }
        guard let media = media(of: declared, judged), let schema = media.schema,
            let sample = usual.response.response.jsonBody
        else { return composer.answer(usual, because: decision) }
        return composer.answer(
            operation, status: problem.status, of: declared, content: (media, sample.telling(problem, as: schema)),
            decision: decision, to: judged)
    }
}

extension JSON {
    /// With the reason in the members that are called like one, as far as the schema takes it.
    func telling(_ problem: Problem, as schema: Schema) -> JSON {
        guard let members = object else { return self }
        return members.reduce(self) { whole, member in
            guard var object = whole.object else { return whole }
            if case .object(let inner) = member.value, member.key.lowercased() == "error" {
                object[member.key] = .object(JSONObject(inner.map { ($0.key, problem.said(by: $0.key) ?? $0.value) }))
            } else {
                object[member.key] = problem.said(by: member.key) ?? member.value
            }
            return schema.accepts(.object(object), direction: .response) ? .object(object) : whole
        }
    }
}

extension Problem {
    /// What a member of this name says of it; nil where it says something else.
    fileprivate func said(by name: String) -> JSON? {
        switch name.lowercased().filter(\.isLetter) {
        case "message", "msg", "detail", "details", "description", "reason", "error", "errormessage",
            "errordescription":
            .string(detail)
        case "title": .string(title)
        case "status", "statuscode", "code", "errorcode": .number(JSONNumber(status))
        default: nil
        }
    }
}

extension Response {
    /// Nil for anything else.
    var jsonBody: JSON? {
        do {
            return try JSON(parsing: body)
        } catch {
            return nil
        }
    }
}
