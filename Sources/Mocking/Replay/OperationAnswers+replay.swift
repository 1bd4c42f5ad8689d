// The answers of recordings: row 5 of the decision table.

import Journals
import MockRules
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Recordings

extension OperationAnswers {
    /// Nil where no recording has the values of the request, and others may answer.
    func replayed(from answers: ReplayAnswers, _ call: SessionCall) -> KnownAnswer? {
        if let known = walked(answers, call) { return known }
        switch answers.missing {
        case .decided: return nil
        case .refused: return notRecorded(answers.replay, call)
        }
    }

    /// The next answer of those that were recorded for these values; the last one again and again.
    private func walked(_ answers: ReplayAnswers, _ call: SessionCall) -> KnownAnswer? {
        guard let match = answers.replay.match(call.judged) else { return nil }
        let accept = accept(call.judged)
        let accepted = match.exchanges.filter { index in
            let type = answers.known[index].response.response.headers[.contentType].flatMap { MediaRange($0) }
            return type.map { accept.quality(of: $0) > 0 } ?? true
        }
        // Where the session was recorded, others do not come between.
        let own = accepted.filter { answers.replay.exchanges[$0].recorded.session == call.session.id }
        let candidates = own.isEmpty ? accepted : own
        guard let last = candidates.last else { return nil }
        let step = call.session.decide { contents in
            let step = contents.cursors[match.cursor, default: 0]
            contents.cursors[match.cursor] = step + 1
            return step
        }
        let known = answers.known[step < candidates.count ? candidates[step] : last]
        guard !match.ignoredValues.isEmpty, case .recorded(let source, _, let hasDrifted) = known.decision else {
            return known
        }
        return composer.answer(
            known, because: .recorded(source, passedOver: match.ignoredValues, hasDrifted: hasDrifted))
    }

    /// No status that an app takes for its backend's, nor one that it tries again after.
    private func notRecorded(_ replay: Replay, _ call: SessionCall) -> KnownAnswer {
        var detail = "No recording answers \(operation.id) with these values."
        var extensions = JSONObject()
        if let (exchange, differences) = replay.nearest(to: call.judged) {
            let source = exchange.recorded.source
            let request = exchange.recorded.request
            detail += " The nearest is \(request.method.rawValue) \(request.target) (\(source.short))"
            detail +=
                differences.isEmpty
                ? ", whose content type the request does not accept."
                : ": \(differences.prefix(3).map(\.description).joined(separator: "; "))"
                    + (differences.count > 3 ? "; and \(differences.count - 3) more." : ".")
            extensions["nearest"] = [
                "recording": .string(source.file), "entry": .number(JSONNumber(source.entry)),
                "method": .string(request.method.rawValue), "target": .string(request.target),
                "differs": .array(differences.map(\.json)),
            ]
        } else {
            detail += " None of that operation is in the recordings, which have \(replay.operationCount) others."
        }
        let problem = Problem(status: 501, title: "Not recorded", detail: detail, extensions: extensions)
        return composer.answer(operation, problem, .notRecorded, to: call.judged)
    }
}

extension RequestDifference {
    fileprivate var json: JSON {
        var members = JSONObject([("place", .string(place))])
        members["asked"] = asked
        members["recorded"] = recorded
        return .object(members)
    }
}
