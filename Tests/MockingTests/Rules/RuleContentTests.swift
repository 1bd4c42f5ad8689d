// Answers that are sent as they are, and what expressions know of a request whatever its contract says.

import MockRules
import HTTPExchange
import JSONValues
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct RuleContentTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        paths:
          /a:
            post:
              operationId: a
              requestBody: {content: {'*/*': {}}}
              responses: {'200': {description: OK.}, '404': {description: None.}}
        """

    private func mock(_ file: String, files: [String: String] = [:]) throws -> (Mock?, [Diagnostic]) {
        var all = files
        all["openapi.yaml"] = Self.contract
        all["mock.yaml"] = file
        let contract = try #require(Contract.load(files: all).contract)
        let (behaviour, diagnostics) = Behaviour.load(from: ContractFolder(files: all), for: contract)
        return (behaviour.map { Mock(contract, behaviour: $0, options: Mock.Options(seed: 3)) }, diagnostics)
    }

    private func ask(_ mock: Mock, _ target: String = "/a", _ headers: HTTPFields = [:], _ body: String = "") -> Answer
    {
        mock.answer(Request(method: .post, target: target, headers: headers, body: Array(body.utf8)))
    }

    @Test func contentIsSentAsItIs() throws {
        let (mock, problems) = try mock(
            """
            operations:
              a:
                - when: request.parameters['kind'].exists(k, k == 'file')
                  respond: {status: 200, headers: {Content-Type: "'text/csv'"}, file: data/a.csv}
                - respond:
                    status: 200
                    headers: {Content-Type: "'application/json'", X-Many: "['a', 'b']"}
                    content: "'{\\"n\\": ' + text(json.first(request.json, '$.n')) + '}'"
                    fault: {truncate: 1}
            """, files: ["data/a.csv": "a;b\n"])
        #expect(problems.map(\.message) == [])
        let server = try #require(mock)
        let file = ask(server, "/a?kind=file")
        #expect(String(decoding: file.response.response.body, as: UTF8.self) == "a;b\n")
        let many = try #require(HTTPField.Name("X-Many"))
        let text = ask(server, "/a?kind=x", [:], #"{"n": 4}"#)
        #expect(String(decoding: text.response.response.body, as: UTF8.self) == #"{"n": 4}"#)
        #expect(text.response.response.headers[values: many] == ["a", "b"])
        #expect(text.delivery.ending == .cutShort(content: 1, .close))
    }

    @Test func whatIsWrongIsTold() throws {
        for (respond, message) in [
            ("{status: 200, content: '1', body: '2'}", "an answer has one of 'body', 'content', 'file' and 'example'"),
            ("{status: 200, content: '1 + 1'}", "what is sent as it is must be text"),
            ("{status: 200, file: data/none.txt}", "there is no file 'data/none.txt'"),
            ("{status: 200, fault: expired-token}", "this fault is an answer of its own"),
            ("{status: 200, latency: {fixed: 1s, min: 3s, max: 2s}}", "'min' is longer than 'max'"),
        ] {
            let (_, problems) = try mock("operations: {a: [{respond: \(respond)}]}")
            #expect(problems.map(\.message).contains(message), "\(respond): \(problems.map(\.message))")
        }
    }

    @Test(arguments: [
        ("request.cookies['b'] == '2'", true), ("request.form['f'] == ['x y', 'z']", true),
        ("request.parameters['q'] == ['1', '2']", true), ("request.text.startsWith('f=')", true),
        ("request.json == null", true), ("json.alike({'a': [1, 2]}, {'a': [2, 1]}, ['order'])", true),
        ("json.alike({'a': [1, 2]}, {'a': [2, 1]}, [])", false),
        ("json.alike({'a': 1, 'b': 2}, {'a': 1.0}, ['more'])", true),
        ("json.alike([1, 1], [1, 2], ['order'])", false), ("json.select({'a': [1, 2]}, '$.a[*]') == [1, 2]", true),
        ("json.parse('{') == null", true), ("regex.test('user', '^(?!admin)')", true),
        ("regex.capture('/a/b', '^/([^/]+)', 1) == 'a'", true), ("random.int(seed, 4, 4) == 4", true),
        ("random.uuid(seed) == random.uuid(seed) && random.uuid(seed) != random.uuid(seed + 1)", true),
        ("number('1.5') == 1.5 && !(number('x') > 0.0)", true),
        ("json.merge({'a': 1}, {'b': 2}) == {'a': 1, 'b': 2}", true),
    ])
    func expressions(condition: String, expected: Bool) throws {
        let (mock, problems) = try mock(
            "operations:\n  a:\n    - when: |\n        \(condition)\n      respond: 200\n    - respond: 404\n")
        #expect(problems.map(\.message) == [])
        let answer = ask(
            try #require(mock), "/a?q=1&q=2",
            [.contentType: "application/x-www-form-urlencoded", .cookie: "a=1; b=2"], "f=x+y&f=z")
        #expect(answer.response.response.status == (expected ? 200 : 404))
    }
}
