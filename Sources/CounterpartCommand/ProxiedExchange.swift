// One exchange with a backend, as the log of a proxy tells it.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

struct ProxiedExchange: LogEntry {
    let request: Request
    let time: DateTime
    let elapsed: Duration
    /// Nil where the backend gave no answer.
    let status: Int?
    let failure: NoResponse?
    /// What the contract says of it, where there is one.
    let verdict: ExchangeVerdict?

    func text(styled: (Terminal.Style, String) -> String) -> String {
        let style: Terminal.Style = (status ?? 500) < 400 ? .success : (status ?? 500) < 500 ? .warning : .failure
        let clock = String(time.description.dropFirst(11).prefix(8))
        var line =
            "\(styled(.aside, clock)) \(request.method.rawValue.padding(to: 6)) \(request.target.printable)  "
            + "\(styled(style, status.map { String($0) } ?? "---"))  \(elapsed.shown)"
        if let verdict { line += "  " + (verdict.operation?.id ?? styled(.warning, "not in the contract")) }
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
            ("event", "exchange"), ("time", .string(time.description)), ("method", .string(request.method.rawValue)),
            ("target", .string(request.target)), ("status", status.map { .number(JSONNumber($0)) } ?? .null),
            ("milliseconds", JSONNumber(elapsed.milliseconds).map { .number($0) } ?? .null),
        ])
        if let failure { members["failure"] = .string(failure.message) }
        if let operation = verdict?.operation { members["operation"] = .string(operation.id) }
        if let verdict, !verdict.request.isEmpty { members["request_violations"] = .array(verdict.request.map(\.json)) }
        if let verdict, !verdict.response.isEmpty {
            members["answer_violations"] = .array(verdict.response.map(\.json))
        }
        return .object(members)
    }
}

/// What a contract says of an exchange: violations alone, no notes.
struct ExchangeVerdict: Sendable {
    /// Nil where the contract has none for the request.
    var operation: Operation?
    var request: [Violation] = []
    var response: [Violation] = []

    /// - Parameter isWhole: whether both bodies are there; what is not cannot be judged.
    init(_ contract: Contract, _ request: Request, _ response: Response?, isWhole: Bool) {
        guard case .judged(let judged) = contract.judge(request) else { return }
        operation = judged.operation
        guard isWhole else { return }
        self.request = judged.violations.filter { $0.severity == .violation }
        if let response {
            self.response = contract.judge(response.unpacked, to: judged).filter { $0.severity == .violation }
        }
    }
}

extension Response {
    /// With its content as it is without its coding, where that can be taken off.
    fileprivate var unpacked: Response {
        guard headers[.contentEncoding] != nil,
            case .plain(let plain) = ContentCoding.decode(body, headers, limit: 64 << 20)
        else { return self }
        var response = self
        response.headers[.contentEncoding] = nil
        response.body = plain
        return response
    }
}
