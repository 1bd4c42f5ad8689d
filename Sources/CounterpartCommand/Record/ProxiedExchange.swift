// One exchange with a backend, as the log of a proxy tells it.

import HTTPExchange
import HTTPTypes
import JSONSchema
import Mocking
import OpenAPIContract

/// Has no secrets in it.
struct ProxiedExchange: LogEntry {
    let method: String
    let target: String
    let time: DateTime
    let elapsed: Duration
    /// Nil where the backend gave no answer.
    let status: Int?
    let failure: NoResponse?
    /// What the contract says of it; nil where there is none.
    let verdict: Verdict?

    struct Verdict {
        /// Nil where the contract has none for the request.
        let operation: String?
        /// What is broken, as text and as JSON.
        let request: [(line: String, json: JSON)]
        let response: [(line: String, json: JSON)]
    }

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

/// What a contract says of an exchange: violations alone, no notes.
struct ExchangeVerdict: Sendable {
    /// Nil where the contract has none for the request.
    var operation: Operation?
    var request: [Violation] = []
    var response: [Violation] = []

    /// - Parameter isWhole: whether both bodies are there; what is not cannot be judged.
    init(_ contract: Contract, _ request: Request, _ response: Response?, isWhole: Bool) {
        // As it is judged when it is replayed. A path that names no session is the backend's own.
        let asked = (try? SessionRequest(request))?.request ?? request
        guard case .judged(let judged) = contract.judge(asked) else { return }
        operation = judged.operation
        guard isWhole else { return }
        self.request = judged.violations.filter { $0.severity == .violation }
        if let response {
            self.response = contract.judge(response.unpacked, to: judged).filter { $0.severity == .violation }
        }
    }

    /// - Parameters:
    ///   - redaction: what goes by the name of a secret; nil hides nothing.
    ///   - hiding: hides the secrets that are known by now.
    func told(_ redaction: Redaction?, _ hiding: (String) -> String) -> ProxiedExchange.Verdict {
        func told(_ violations: [Violation]) -> [(line: String, json: JSON)] {
            violations.map { violation in
                let json = violation.json(hiding: redaction).object ?? [:]
                return (
                    hiding(violation.line(hiding: redaction)),
                    .object(JSONObject(json.map { ($0, $1.string.map { .string(hiding($0)) } ?? $1) }))
                )
            }
        }
        return ProxiedExchange.Verdict(operation: operation?.id, request: told(request), response: told(response))
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
