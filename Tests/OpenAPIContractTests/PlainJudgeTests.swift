// What is said of a request from its bytes alone, the judge says too.

import ContractSamples
import JSONValues
import HTTPExchange
@testable import OpenAPIContract
import HTTPTypes
import Testing

@Suite struct PlainJudgeTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Plain, version: "1"}
        servers: [{url: https://plain.example/v1}]
        paths:
          /things:
            get:
              parameters:
                - {name: limit, in: query, schema: {type: integer, minimum: 1, exclusiveMaximum: 51}}
                - {name: id, in: query, schema: {type: integer, format: uint64}}
                - {name: small, in: query, schema: {type: [integer, number], format: int8}}
                - {name: word, in: query, required: true, schema: {type: string, minLength: 1, maxLength: 5}}
                - {name: size, in: query, schema: {type: string, enum: [S, M, XL]}}
                - {name: flag, in: query, schema: {type: boolean}}
                - {name: any, in: query}
              responses: {'200': {description: Found.}}
            post: {responses: {'204': {description: Made.}}}
          /made: {post: {responses: {'204': {description: Made.}}}}
          /things/{id}/parts/{part}:
            get:
              parameters:
                - {name: part, in: path, required: true, schema: {type: string, maxLength: 6}}
                - {name: id, in: path, required: true, schema: {type: integer, minimum: 0}}
              responses: {'200': {description: Found.}}
          /things/mine/parts/{part}:
            get:
              parameters: [{name: part, in: path, required: true, schema: {type: string}}]
              responses: {'200': {description: Found.}}
          /secret: {get: {security: [{key: []}], responses: &known {'200': {description: Known.}}}}
          /token: {get: {security: [{token: []}], responses: *known}}
          /oauth: {get: {security: [{oauth: [read]}], responses: *known}}
          /digest: {get: {security: [{digest: []}], responses: *known}}
          /basic: {get: {security: [{basic: []}], responses: *known}}
          /cookie: {get: {security: [{cookie: []}], responses: *known}}
          /query: {get: {security: [{query: []}], responses: *known}}
          /both: {get: {security: [{token: [], key: []}], responses: *known}}
          /either: {get: {security: [{cookie: []}, {token: []}, {key: []}], responses: *known}}
          /anyone: {get: {security: [{token: []}, {}], responses: *known}}
          /certificate: {get: {security: [{certificate: []}], responses: *known}}
          /lists:
            get:
              parameters: [{name: ids, in: query, schema: {type: array, items: {type: integer}}}]
              responses: {'200': {description: Found.}}
          /mixed:
            get:
              parameters: [{name: a, in: query, schema: {type: [string, integer]}}]
              responses: {'200': {description: Found.}}
        components:
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Key}
            token: {type: http, scheme: Bearer}
            digest: {type: http, scheme: digest}
            basic: {type: http, scheme: basic}
            cookie: {type: apiKey, in: cookie, name: key}
            query: {type: apiKey, in: query, name: key}
            certificate: {type: mutualTLS}
            oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://plain.example/token, scopes: {read: All.}}}}
        """

    private static let contract = Contract.load(files: ["openapi.yaml": document]).contract

    /// The values by name; nil where nothing is said. What is said is compared with what the judge says.
    /// - Parameter fields: field lines, each with its end.
    private func seen(
        _ target: String, _ judge: PlainJudge, _ contract: Contract, fields: String = ""
    ) -> [String: JSON]? {
        let message = Array("GET \(target) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n".utf8)
        let seen = message.withUnsafeBytes { bytes -> (operation: Operation, values: [String: JSON])? in
            guard let get = PlainGet(bytes, headLimit: .max, fieldLimit: 10) else { return nil }
            return withUnsafeTemporaryAllocation(of: PlainValue.self, capacity: PlainJudge.room) { values in
                guard let plain = judge.judge(get, into: values) else { return nil }
                var named: [String: JSON] = [:]
                for (parameter, value) in zip(plain.parameters, values) {
                    switch value {
                    case .absent: break
                    case .integer(let integer): named[parameter.name] = .number(JSONNumber(integer))
                    case .boolean(let value): named[parameter.name] = .bool(value)
                    case .text(let start, let count):
                        named[parameter.name] = .string(
                            String(decoding: bytes[start..<(start + count)], as: UTF8.self))
                    }
                }
                return (plain.operation, named)
            }
        }
        guard let seen else { return nil }
        let reader = PlainRequestReader(headLimit: .max, fieldLimit: 10, bodyLimit: 0)
        guard let request = message.withUnsafeBytes({ reader.read($0)?.request }),
            case .judged(let judged) = contract.judge(request)
        else {
            Issue.record("\(target) is not routed")
            return nil
        }
        #expect(judged.operation === seen.operation, "\(target)")
        #expect(judged.violations.isEmpty, "\(target)")
        let values = Dictionary(judged.parameters.map { ($0.parameter.name, $0.value) }) { first, _ in first }
        #expect(values == seen.values, "\(target)")
        return seen.values
    }

    private func seen(_ target: String, fields: String = "") throws -> [String: JSON]? {
        let contract = try #require(Self.contract)
        return seen(target, try #require(PlainJudge(contract) { _ in true }), contract, fields: fields)
    }

    @Test(arguments: [
        ("/secret", "X-Key: k", true), ("/secret", "x-KEY:  k", true), ("/secret", "X-Key: invalid", false),
        ("/secret", "X-Key: k\r\nX-Key: l", false), ("/secret", "X-Keys: k", false),
        ("/token", "Authorization: Bearer t", true), ("/token", "authorization: bEARER   t u", true),
        ("/token", "Authorization: Bearer", false), ("/token", "Authorization: Bearert", false),
        ("/token", "Authorization: Bearer invalid", false), ("/token", "Authorization: Digest t", false),
        ("/token", "Authorization: Bearer aW52YWxpZDppbnZhbGlk", false), ("/token", "X-Key: k", false),
        ("/token", "Authorization: Bearer t\r\nAuthorization: Bearer u", false),
        ("/oauth", "Authorization: Bearer t", true),
        ("/oauth", "X-Other: 1", false), ("/digest", "Authorization: Digest username=\"a\"", true),
        ("/digest", "Authorization: Bearer t", false), ("/basic", "Authorization: Basic dXNlcjpwYXNz", false),
        ("/cookie", "Cookie: key=k", false), ("/query?key=k", "X-Key: k", false),
        ("/both", "Authorization: Bearer t\r\nX-Key: k", true), ("/both", "X-Key: k", false),
        ("/either", "X-Key: k", true), ("/either", "Authorization: Bearer t", true),
        ("/either", "Cookie: key=k", false),
        ("/anyone", "X-Other: 1", true), ("/certificate", "X-Other: 1", true),
    ])
    func credentialsAreSeen(target: String, fields: String, isSeen: Bool) throws {
        #expect(try (seen(target, fields: fields + "\r\n") != nil) == isSeen)
    }

    @Test(arguments: [
        ("/v1/things?word=a", true, true), ("/things", true, false), ("/v1/things/7/parts/a", true, true),
        ("/v1/nothing", false, true), ("/v10/things", false, false), ("/v1/th%69ngs", true, true), ("/", false, false),
        ("/v1/made", false, true),
    ])
    func claimsAreThoseOfTheRouter(target: String, mayTake: Bool, covers: Bool) throws {
        let contract = try #require(Self.contract)
        Array("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n".utf8).withUnsafeBytes { bytes in
            guard let get = PlainGet(bytes, headLimit: .max, fieldLimit: 10) else {
                Issue.record("no plain request")
                return
            }
            #expect(contract.mayTake(get) == mayTake)
            if case .operation = contract.claim(on: .get, target) { #expect(contract.mayTake(get)) }
            #expect(contract.covers(get) == covers)
            #expect(contract.covers(get) == (contract.basePathLength(covering: target) != nil))
        }
    }

    @Test(arguments: [
        ("/v1/things?word=a", ["word": "a"] as [String: JSON]), ("/things?word=a", ["word": "a"]),
        (
            "/v1/things?limit=50&id=18446744073709551615&small=-128&word=hello&size=XL&flag=false&any=x;y",
            [
                "limit": 50, "id": .number(JSONNumber(UInt64.max)), "small": -128, "word": "hello", "size": "XL",
                "flag": false, "any": "x;y",
            ]
        ),
        ("/v1/things?&&word=1&other=2&any", ["word": "1", "any": ""]),
        ("/v1/things/7/parts/a.b", ["id": 7, "part": "a.b"]), ("/things/0/parts/+", ["id": 0, "part": "+"]),
        ("/v1/things/mine/parts/x", ["part": "x"]),
    ])
    func rightRequestsAreSeen(target: String, values: [String: JSON]) throws {
        #expect(try seen(target) == values)
    }

    @Test(arguments: [
        "/v1/things", "/v1/things?word=", "/v1/things?word=toolong", "/v1/things?word=a&word=b", "/v1/things?word=%61",
        "/v1/things?word=a+b", "/v1/things?word=a&limit=0", "/v1/things?word=a&limit=51", "/v1/things?word=a&limit=01",
        "/v1/things?word=a&limit=1.0", "/v1/things?word=a&limit=", "/v1/things?word=a&limit=-0",
        "/v1/things?word=a&id=18446744073709551616", "/v1/things?word=a&id=-1", "/v1/things?word=a&small=128",
        "/v1/things?word=a&size=L", "/v1/things?word=a&flag=1", "/v1/things?word=a&x[y]=1",
        "/v1/things?word=a&__code=200",
        "/v1/things?w%6Frd=a", "/v1/things/x/parts/a", "/v1/things/7/parts/toolong", "/v1/things/7/parts/%61",
        "/v1/things/7/parts/", "/v1/things/", "/v2/things?word=a", "/v1/secret", "/v1/lists?ids=1", "/v1/mixed?a=1",
        "/",
    ])
    func ofAllOthersNothingIsSaid(target: String) throws {
        #expect(try seen(target) == nil)
    }

    /// Whatever stands in a query.
    @Test func changedQueriesAreJudgedAlike() throws {
        let contract = try #require(Self.contract)
        let judge = try #require(PlainJudge(contract) { _ in true })
        let parts = [
            "word", "limit", "flag", "any", "small", "size", "id", "=", "=", "&", "&", "1", "50", "-", "true", "XL",
            "%",
            "+", "%20", "[", "__code", "?", "/", ".", "e",
        ]
        var generator = Steps(state: 7)
        var count = 0
        for _ in 0..<3_000 {
            let query = (0..<generator.next(9)).map { _ in parts[generator.next(parts.count)] }.joined()
            if seen("/v1/things?word=x&" + query, judge, contract) != nil { count += 1 }
        }
        #expect(count > 300)
    }

    private struct Steps {
        var state: UInt64

        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }

    /// Every GET of published documents, with values that may fit.
    @Test(.enabled(if: Corpus.folder != nil, "the corpus is not there"), arguments: Corpus.documents)
    func publishedOperationsAreJudgedAlike(_ name: String) {
        guard let contract = Corpus.loaded(name).contract, let judge = PlainJudge(contract, of: { _ in true }) else {
            return
        }
        let texts = ["1", "true", "abc", "2026-11-22", "-7", "", "%41"]
        var generator = Steps(state: 11)
        // A part of the largest will do.
        for operation in contract.operations.filter({ $0.method == .get }).prefix(100) {
            for _ in 0..<2 {
                func text() -> String { texts[generator.next(texts.count)] }
                var target = operation.path.text
                for name in operation.path.parameterNames { target = target.replacing("{\(name)}", with: text()) }
                let query = operation.parameters.filter { $0.location == .query }.map { "\($0.name)=\(text())" }
                target += "?" + query.joined(separator: "&")
                _ = seen(target, judge, contract)
            }
        }
    }
}
