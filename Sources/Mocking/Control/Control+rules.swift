// What the mock was told to do by its mock file and its options, and how often each part of that has spoken.

import Journals
import MockRules
import JSONValues
import HTTPExchange
import OpenAPIContract
import SourceDocuments

extension Control {
    func behaviour(_ call: ControlCall) throws(Refused) -> Response {
        let entries = try existingSession(of: call).journal.entries()
        var spoken: [String: Int] = [:]
        for entry in entries { spoken[entry.decision.speaker ?? "", default: 0] += 1 }
        let rules = mock.contract.operations.flatMap { operation in
            (mock.behaviour.rules[operation.index] ?? []).map { rule -> JSON in
                var members = JSONObject([
                    ("operation", .string(operation.id)), ("name", .string(rule.name)),
                    ("spoken", .number(JSONNumber(spoken[rule.name] ?? 0))),
                    ("status", .number(JSONNumber(rule.status))),
                    ("changes_state", .bool(!rule.changesNothing)),
                ])
                if let condition = rule.writtenCondition { members["when"] = condition }
                return .object(members)
            }
        }
        let faults = mock.behaviour.faults.map { fault -> JSON in
            ["name": .string(fault.name), "spoken": .number(JSONNumber(spoken[fault.name] ?? 0))]
        }
        var members = JSONObject([
            ("rules", .array(rules)), ("faults", .array(faults)),
            ("delay_milliseconds", mock.options.delay.milliseconds),
            ("seed", .string("\(mock.options.seed)")),
            ("backend", .bool(mock.options.forwarding != .none)),
            ("journal_limit", .number(JSONNumber(mock.options.journal.entries))),
        ])
        if let profile = mock.options.profile { members["profile"] = .string(profile.rawValue) }
        return .json(.object(members))
    }
}

extension Decision {
    /// The rule or the fault of the mock file that has decided; nil where none has.
    fileprivate var speaker: String? {
        switch self {
        case .rule(let name), .failedRule(let name), .fault(let name, _, _): name
        default: nil
        }
    }
}
