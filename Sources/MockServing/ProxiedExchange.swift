// One exchange with a backend, as the observer of a recording proxy is told of it.

import Journals
package import JSONValues
import JSONSchema
import OpenAPIContract
package import HTTPExchange
import HTTPTypes
import Mocking

/// Has no secrets in it.
package struct ProxiedExchange: Sendable {
    /// The method of the request.
    package let method: String
    /// The target of the request, without secrets.
    package let target: String
    /// When the exchange ended.
    package let time: DateTime
    /// From the request to the end of the answer.
    package let elapsed: Duration
    /// Nil where the backend gave no answer.
    package let status: Int?
    /// Why there is no answer; nil where there is one.
    package let failure: NoResponse?
    /// What the contract says of it; nil where there is none.
    package let verdict: Verdict?

    /// What the contract says of an exchange.
    package struct Verdict: Sendable {
        /// Nil where the contract has none for the request.
        package let operation: String?
        /// What the request breaks, as text and as JSON.
        package let request: [(line: String, json: JSON)]
        /// What the answer breaks, as text and as JSON.
        package let response: [(line: String, json: JSON)]
    }
}

/// A contract's judgement of an exchange: violations alone, no notes.
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
    func redacted(_ redaction: Redaction?, _ hiding: (String) -> String) -> ProxiedExchange.Verdict {
        func redacted(_ violations: [Violation]) -> [(line: String, json: JSON)] {
            violations.map { violation in
                let json = violation.json(hiding: redaction).object ?? [:]
                return (
                    hiding(violation.line(hiding: redaction)),
                    .object(JSONObject(json.map { ($0, $1.string.map { .string(hiding($0)) } ?? $1) }))
                )
            }
        }
        return ProxiedExchange.Verdict(
            operation: operation?.id, request: redacted(request), response: redacted(response))
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
