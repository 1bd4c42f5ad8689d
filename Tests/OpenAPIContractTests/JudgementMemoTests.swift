// What is said of a request that came before is what would be said of it anew.

import HTTPExchange
import HTTPTypes
import JSONValues
import SourceDocuments
import Testing

@testable import OpenAPIContract

@Suite struct JudgementMemoTests {
    private static let text = """
        openapi: 3.1.0
        info: {title: Fields, version: "1"}
        paths:
          /fields:
            post:
              operationId: fields
              security: [{key: []}, {bearer: []}, {user: []}]
              parameters:
                - {name: X_Count, in: header, schema: {type: integer}}
                - {name: X-Flag, in: header, schema: {type: boolean}}
                - {name: lang, in: cookie, schema: {enum: [en, uk]}}
                - {name: page, in: query, schema: {type: integer, minimum: 1}}
              requestBody:
                content:
                  application/json: {schema: {type: object, required: [id]}}
                  text/plain: {schema: {type: string, maxLength: 3}}
              responses: {'204': {description: Done.}}
        components:
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Key}
            bearer: {type: http, scheme: bearer}
            user: {type: apiKey, in: cookie, name: user}
        """

    private static func load() throws -> Contract {
        try #require(Contract.load(files: ["openapi.yaml": text]).contract)
    }

    /// Requests that differ in one thing, or in several, each of them twice and in any order.
    @Test func nothingThatCountsIsOverlooked() throws {
        let contract = try Self.load()
        let lines: [[String]] = [
            ["X_Count: 1", "X_Count: one", "x_count: 2", ""], ["X-Flag: true", "X-Flag: maybe", ""],
            ["Cookie: lang=en", "Cookie: lang=fr", "Cookie: user=anna", "Cookie: lang=en\r\nCookie: user=anna", ""],
            ["Content-Type: application/json", "Content-Type: text/plain", "content-type: image/png", ""],
            ["X-Key: k", "X-Key: invalid", "Authorization: Bearer t", "Authorization: Basic x", ""],
        ]
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var reader = HeadReader(headLimit: .max, fieldLimit: .max, bodyLimit: .max)
        var known = 0
        for _ in 0..<2_000 {
            let target = ["/fields", "/fields?page=1", "/fields?page=0"][random(3)]
            let fields = lines.map { $0[random($0.count)] }.filter { !$0.isEmpty }.map { $0 + "\r\n" }.joined()
            let noise = ["", "Accept: */*\r\n", "X-Request-ID: \(random(1_000))\r\n"][random(3)]
            let text = "POST \(target) HTTP/1.1\r\nHost: h\r\n\(noise)\(fields)\r\n"
            var request = try #require(Array(text.utf8).withUnsafeBytes { reader.read($0) }).request
            request.body = Array(["", "{\"id\":1}", "{}", "four"][random(4)].utf8)
            guard case .judged(let judged) = contract.judge(request) else {
                Issue.record("not judged: \(text)")
                continue
            }
            let anew = contract.judge(request, as: judged.operation, path: [])
            #expect(judged.violations.map(\.message) == anew.violations.map(\.message), "\(text)")
            #expect(judged.body == anew.body && judged.conforms == anew.conforms, "\(text)")
            #expect(judged.parameters.map(\.value) == anew.parameters.map(\.value), "\(text)")
            if case .judged(let again) = contract.judge(request), again.judgement === judged.judgement { known += 1 }
        }
        #expect(known > 1_900)
    }

    /// A field that no operation looks at does not make another request of it; what comes over HTTP/2 or from a test is the same.
    @Test func itDoesNotMatterHowARequestCame() throws {
        let contract = try Self.load()
        var reader = HeadReader(headLimit: .max, fieldLimit: .max, bodyLimit: .max)
        let text = "POST /fields HTTP/1.1\r\nhost: h\r\nx-key: k\r\nX-Request-ID: 5\r\n\r\n"
        let read = try #require(Array(text.utf8).withUnsafeBytes { reader.read($0) }).request
        let key = try #require(HTTPField.Name("X-Key"))
        let made = Request(method: .post, target: "/fields", headers: [key: "k"])
        guard case .judged(let first) = contract.judge(read), case .judged(let second) = contract.judge(made) else {
            Issue.record("not judged")
            return
        }
        #expect(first.judgement === second.judgement)
        #expect(second.request == made && first.request == read)
    }

    @Test func whatIsLongIsJudgedEachTime() throws {
        let contract = try Self.load()
        let body = Array("{\"id\":\"\(String(repeating: "x", count: 10_000))\"}".utf8)
        let request = Request(
            method: .post, target: "/fields", headers: [.contentType: "application/json", .authorization: "Bearer t"],
            body: body)
        guard case .judged(let first) = contract.judge(request), case .judged(let second) = contract.judge(request)
        else {
            Issue.record("not judged")
            return
        }
        #expect(first.judgement !== second.judgement && first.conforms && second.conforms)
    }
}
