// The answer that the client has asked for: row 4 of the decision table.

import Journals
import MockRules
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

extension OperationAnswers {
    /// Nil where the request prefers nothing.
    func preferred(_ call: SessionCall) -> KnownAnswer? {
        do throws(Preference.Invalid) {
            guard let preference = try Preference(call.judged.request) else { return nil }
            let answer = chosen(preference, isOneOff: true, call.judged, on: call.key)
            if case .preferred = answer.decision { return answer }
            return composer.answer(
                answer, because: .preferred(preference.applied, answer.decision), applied: preference)
        } catch {
            return badPreference(error, by: call.judged)
        }
    }

    private func badPreference(_ invalid: Preference.Invalid, by judged: JudgedRequest) -> KnownAnswer {
        let problem = Problem(
            status: 422, title: "Bad preference",
            detail: "The preference \(invalid.name)=\(invalid.value) is not \(invalid.expected).")
        return composer.answer(operation, problem, .badPreference, to: judged)
    }

    /// - Parameter isOneOff: whether an answer that is made for this alone says that it was asked for.
    func chosen(_ preference: Preference, isOneOff: Bool = false, _ judged: JudgedRequest, on key: CallKey)
        -> KnownAnswer
    {
        if let name = preference.example, !preference.dynamic { return example(name, preference.code, judged) }
        guard let status = preference.code ?? operation.success?.status else {
            return usual(for: judged, on: key)
        }
        guard let declared = operation.response(for: status) else { return undeclared(status, judged) }
        if preference.dynamic || preference.seed != nil, let media = media(of: declared, judged) {
            return sampled(
                media, of: declared, status: status, seed: preference.seed, preferring: isOneOff ? preference : nil,
                to: judged, on: key)
        }
        return answer(declared, status: status, to: judged, on: key)
    }

    func example(_ name: String, _ code: Int?, _ judged: JudgedRequest) -> KnownAnswer {
        let pair = pairs.first { $0.pair.name == name && (code == nil || $0.pair.status == code) }
        if let pair { return pair.answer }
        let candidates = code.map { operation.response(for: $0).map { [$0] } ?? [] } ?? operation.responses
        for declared in candidates {
            for media in declared.content {
                guard let example = media.examples.first(where: { $0.name == name }) else { continue }
                return composer.answer(
                    operation, status: code ?? declared.status.representative, of: declared,
                    content: (media, example.value), decision: .example(name), to: judged)
            }
        }
        let names = Set(
            pairs.map(\.pair.name)
                + operation.responses.flatMap { $0.content.flatMap { $0.examples.compactMap(\.name) } })
        let known = names.isEmpty ? "It has none." : "It has \(names.sorted().joined(separator: ", "))."
        let problem = Problem(
            status: 404, title: "No such example",
            detail: "\(operation.title) has no example \(name)\(code.map { " for \($0)" } ?? ""). \(known)")
        return composer.answer(operation, problem, .badPreference, to: judged)
    }

    func media(of declared: ResponseSpec, _ judged: JudgedRequest) -> MediaType? {
        let accept = accept(judged)
        var taken: Int?
        for index in declared.content.indices {
            guard let media = declared.content[index].media, accept.quality(of: media) > 0 else { continue }
            if media.kind == (accept.prefersEvents ? .eventStream : .json) { return declared.content[index] }
            taken = taken ?? index
        }
        return taken.map { declared.content[$0] }
    }

    /// Servers fail and throttle without having declared it, and a client must cope; anything else is a mistake of whoever asks.
    private func undeclared(_ status: Int, _ judged: JudgedRequest) -> KnownAnswer {
        if status == 429 || status >= 500 {
            let problem = Problem(
                status: status,
                title: Response.phrase(of: status).isEmpty ? "Status \(status)" : Response.phrase(of: status),
                detail: "Answered because this was asked for. \(operation.title) does not declare this status.")
            return composer.answer(operation, problem, .undeclared, to: judged)
        }
        let declared = operation.responses.map(\.status.description).joined(separator: ", ")
        let problem = Problem(
            status: 404, title: "No such response", detail: "\(operation.title) declares \(declared), not \(status).")
        return composer.answer(operation, problem, .badPreference, to: judged)
    }
}
