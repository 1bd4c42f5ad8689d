// A client of a mock in this process, with credentials of the usual kind.

import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

/// Remembers nothing, and checks that every answer keeps to the contract.
struct MockClient {
    struct Told {
        let status: Int
        /// Nil for what is no JSON.
        let body: JSON?
        let headers: HTTPFields

        var location: String? { headers[.location] }

        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

        /// The numbers under `id` of a list.
        var ids: [Int64] { body?.array?.compactMap { $0["id"]?.number?.int64 } ?? [] }
    }

    let mock: Mock
    /// What it asks for as its host; nil for a client that names none.
    var host: String?

    init(_ mock: Mock, host: String? = nil) { (self.mock, self.host) = (mock, host) }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil, type: String = "application/json"
    ) throws -> Told {
        var request = Request(method: method, target: target, headers: [.authorization: "Basic YW5uYTpzZWNyZXQ="])
        if let host, let name = HTTPField.Name("Host") { request.headers[name] = host }
        if let body {
            request.headers[.contentType] = type
            request.body = Array(body.serialized().utf8)
        }
        let answer = mock.answer(request)
        let violations = answer.ownViolations.map { "\($0.location): \($0.message)" }
        #expect(violations == [], "\(method) \(target): \(answer.decision)")
        let response = answer.response.response
        return Told(status: response.status, body: try? JSON(parsing: response.body), headers: response.headers)
    }
}
