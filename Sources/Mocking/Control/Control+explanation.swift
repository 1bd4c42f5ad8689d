// Why a rule answered an exchange: the rules that were asked, and the values that their conditions had.

import Journals
import MockRules
import JSONValues
import HTTPExchange
import HTTPTypes
import OpenAPIContract

extension Control {
    /// Bytes of a value that are shown; of a longer one it is said how many elements it has.
    private static let shownBytes = 200

    func explanation(_ call: ControlCall) throws(Refused) -> Response {
        let session = try existingSession(of: call)
        let entry = try journaled(call, in: session)
        let rules = explained(entry, in: session)
        let changed = session.changed(since: entry, of: mock)
        let hasChanged = rules.contains { rule in
            guard let changed else { return rule.reads != [] }
            return rule.reads.map { !$0.isDisjoint(with: changed) } ?? !changed.isEmpty
        }
        return .json([
            "state": hasChanged ? "changed" : "same",
            "rules": .array(
                rules.map { rule in
                    var members = JSONObject([
                        ("name", .string(rule.name)), ("spoke", .bool(rule.name == entry.decision.rule)),
                    ])
                    if let condition = rule.condition { members["when"] = condition }
                    if let holds = rule.holds { members["holds"] = .bool(holds) }
                    members["values"] = .array(rule.values.map(shown))
                    return .object(members)
                }),
        ])
    }

    /// Empty where no rule has spoken, or where the request cannot be read any more.
    private func explained(_ entry: JournalEntry, in session: Session) -> [RuleExplanation] {
        guard let name = entry.decision.rule, entry.requestBytes == entry.request.body.count,
            let judged = mock.judged(entry.request), let rules = mock.behaviour.rules[judged.operation.index]
        else { return [] }
        let operation = judged.operation
        let later = session.journal.entries().count { $0.number > entry.number && $0.operation?.id == operation.id }
        let (state, calls) = session.decide { ($0.rules, $0.calls[operation.index]) }
        let key = CallKey(
            session: session.id, operation: operation.id, call: calls >= later ? calls - UInt64(later) : 0)
        return rules.explanations(
            RuleCall(
                judged, prefix: "", session: (session.id, session.started),
                identity: mock.behaviour.caller(of: judged, in: mock.contract).name, now: entry.time, key: key,
                seed: mock.options.seed), state, until: name)
    }

    private func shown(_ value: (expression: String, value: JSON?)) -> JSON {
        var members = JSONObject([("expression", .string(value.expression))])
        guard let json = value.value else { return .object(members) }
        let names = value.expression.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
        let redaction = mock.redaction
        let isSecret = json.object == nil && json.array == nil && names.contains { redaction.isSecret(String($0)) }
        let known = isSecret ? .string("redacted") : redaction.json(json)
        if let count = known.array?.count ?? known.object?.count { members["count"] = .number(JSONNumber(count)) }
        if known.serialized().utf8.count <= Self.shownBytes { members["value"] = known }
        return .object(members)
    }
}

extension Decision {
    /// The rule that has decided, by its name.
    fileprivate var rule: String? {
        switch self {
        case .rule(let name), .failedRule(let name): name
        default: nil
        }
    }
}

extension Session {
    /// The names of the state that may be another than the entry's request met; nil for all of them.
    fileprivate func changed(since entry: JournalEntry, of mock: Mock) -> Set<String>? {
        let (names, stateSetAt) = decide { ($0.rules.names, $0.stateSetAt) }
        guard stateSetAt < entry.number else { return nil }
        let changing = Dictionary(
            mock.behaviour.rules.values.flatMap { $0 }.map { ($0.name, $0.changed(of: names)) },
            uniquingKeysWith: { first, _ in first })
        return journal.entries().reduce(into: []) { changed, later in
            guard later.number >= entry.number, let rule = later.decision.rule else { return }
            changed.formUnion(changing[rule] ?? [])
        }
    }
}

extension Mock {
    /// Nil where no operation takes the request.
    fileprivate func judged(_ request: Request) -> JudgedRequest? {
        switch contract.judge(request) {
        case .judged(let judged): return options.isStrict ? judged.untolerated : judged
        case .noMethod(let allow, _) where request.method == .head && allow.contains(.get):
            var get = request
            get.method = .get
            return self.judged(get)
        default: return nil
        }
    }
}
