// An exchange of a recording proxy in the log, as text and as JSON.

import HTTPExchange
import JSONValues
import MockServing

extension ProxiedExchange: LogEntry {
    func text(styled: (Terminal.Style, String) -> String) -> String {
        let style: Terminal.Style = (status ?? 500) < 400 ? .success : (status ?? 500) < 500 ? .warning : .failure
        let clock = String(time.description.dropFirst(11).prefix(8))
        var line =
            "\(styled(.aside, clock)) \(method.padding(to: 6)) \(target.printable)  "
            + "\(styled(style, status.map { String($0) } ?? "---"))  \(elapsed.shown)"
        if let verdict { line += "  " + (verdict.operation ?? styled(.warning, "not in the contract")) }
        line += "\n"
        if let failure { line += "         " + styled(.failure, "no answer:") + " \(failure.description.printable)\n" }
        for violation in verdict?.request ?? [] {
            line += "         " + styled(.warning, "request:") + " \(violation.line)\n"
        }
        for violation in verdict?.response ?? [] {
            line += "         " + styled(.failure, "answer:") + "  \(violation.line)\n"
        }
        return line
    }

    var json: JSON {
        var members = JSONObject([
            ("event", "exchange"), ("time", .string(time.description)), ("method", .string(method)),
            ("target", .string(target)), ("status", status.map { .number(JSONNumber($0)) } ?? .null),
            ("milliseconds", JSONNumber(elapsed.milliseconds).map { .number($0) } ?? .null),
        ])
        if let failure { members["failure"] = .string(failure.message) }
        if let operation = verdict?.operation { members["operation"] = .string(operation) }
        if let verdict, !verdict.request.isEmpty { members["request_violations"] = .array(verdict.request.map(\.json)) }
        if let verdict, !verdict.response.isEmpty {
            members["answer_violations"] = .array(verdict.response.map(\.json))
        }
        return .object(members)
    }
}
