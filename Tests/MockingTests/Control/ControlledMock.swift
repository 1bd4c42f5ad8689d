// A mock with its control API, asked in process. Every request to the control API and every answer is held to its description.

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing

@testable import Mocking

/// The cart shop, its state and its rules.
final class ControlledMock: Sendable {
    static let rules = """
        operations:
          addLine:
            - when: state.users.filter(u, u.id == params.user).size() == 0
              respond: 401
            - change: [{insert: lines, set: {user: params.user, product: params.product, number: 1u}}]
              respond: {status: 200, body: "{'product': params.product, 'number': state.lines.size()}"}
          listLines:
            - respond: {status: 200, body: "state.lines.map(l, {'product': l.product, 'number': l.number})"}

        """

    let mock: Mock
    let control: Control
    private let clock: SharedTime

    init(_ mockFile: String = CartShop.state + rules, access: ControlAccess = ControlAccess()) throws {
        let (contract, behaviour, problems) = try CartShop.load(mockFile)
        #expect(problems.filter { $0.contains("error") } == [])
        let time = SharedTime()
        mock = Mock(contract, behaviour: try #require(behaviour), clock: MockClock { time.now })
        clock = time
        // Waiting for requests never takes any time here.
        control = Control(mock: mock, access: access) { _ in }
    }

    final class SharedTime: Sendable {
        private let value = Mutex(Duration.seconds(1_700_000_000))
        var now: Duration { value.withLock { $0 } }
        func pass(_ duration: Duration) { value.withLock { $0 += duration } }
    }

    func pass(_ duration: Duration) { clock.pass(duration) }

    /// What the mocked API answers: `200 {"a":1}`.
    @discardableResult
    func asks(_ method: HTTPRequest.Method = .get, _ target: String, _ body: JSON? = nil) -> String {
        let answer = mock.answer(Self.request(method, target, body))
        let response = answer.response.response
        return response.body.isEmpty
            ? "\(response.status)" : "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
    }

    /// What the control API answers.
    func tells(
        _ method: HTTPRequest.Method = .get, _ path: String, _ body: JSON? = nil, prefix: String = ""
    ) async throws -> (status: Int, json: JSON) {
        let response = try await response(Self.request(method, "\(prefix)/_counterpart\(path)", body))
        return (response.status, response.body.isEmpty ? .null : try JSON(parsing: response.body))
    }

    func response(_ request: Request, isLoopback: Bool = true) async throws -> Response {
        let response: Response
        switch try #require(control.answer(request, isLoopback: isLoopback)) {
        case .now(let known): response = known
        case .later(let work): response = await work()
        case .stream(var head, let content):
            while let part = try await content.next() { head.body += part }
            response = head
        }
        var plain = request
        if let start = request.target.ranges(of: "/_counterpart").last {
            plain.target = String(request.target[start.lowerBound...])
        }
        if case .judged(let judged) = ControlContract.contract.judge(plain) {
            let violations = ControlContract.contract.judge(response, to: judged).filter { $0.severity == .violation }
            #expect(violations.map { "\($0.location): \($0.message)" } == [], "\(request.method) \(request.target)")
        }
        return response
    }

    static func request(_ method: HTTPRequest.Method, _ target: String, _ body: JSON?) -> Request {
        Request(
            method: method, target: target, headers: body == nil ? [:] : [.contentType: "application/json"],
            body: body.map { Array($0.serialized().utf8) } ?? [])
    }
}
