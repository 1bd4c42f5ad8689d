// What a browser is told before a page of another origin may send a request or read an answer.

import Journals
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct CrossOriginTests {
    private static let page = "https://app.example"

    private func response(_ request: Request, _ policy: CrossOriginPolicy? = .any) throws -> Response {
        Mock(try ShopContract.load(), options: .init(showsDecision: false, crossOrigin: policy)).answer(request)
            .response.response
    }

    private func preflight(
        _ target: String, _ method: String, headers: String? = nil, _ policy: CrossOriginPolicy? = .any
    ) throws -> HTTPFields {
        var fields: HTTPFields = [.origin: Self.page, .accessControlRequestMethod: method]
        fields[.accessControlRequestHeaders] = headers
        return try response(Request(method: .options, target: target, headers: fields), policy).headers
    }

    @Test func aPreflightNamesTheMethodsAndFieldsOfTheContract() throws {
        #expect(
            try preflight("/items", "POST", headers: "x-trace, content-type")
                == [
                    .accessControlAllowOrigin: Self.page, .accessControlAllowCredentials: "true",
                    .vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
                    .accessControlAllowMethods: "GET, POST, HEAD",
                    .accessControlAllowHeaders: "Content-Type, x-trace",
                ])
        #expect(try preflight("/secret", "GET")[.accessControlAllowHeaders] == "X-Key")
    }

    @Test(arguments: [
        ("/items", "PUT", "GET, POST, HEAD"), ("/v1/items", "GET", "GET, POST, HEAD"),
        ("/_counterpart/sessions/one/items", "GET", "GET, POST, HEAD"), ("/notes/7", "DELETE", "GET, DELETE, HEAD"),
        ("/itmes", "PATCH", "PATCH"),
    ])
    func methodsAreThoseOfThePath(target: String, method: String, allowed: String) throws {
        #expect(try preflight(target, method)[.accessControlAllowMethods] == allowed)
    }

    @Test func onlyAListedOriginIsAnswered() throws {
        let others = CrossOriginPolicy.listed(["https://other.example"])
        #expect(try preflight("/items", "GET", others)[.accessControlAllowOrigin] == nil)
        #expect(try preflight("/items", "GET", others)[.allow] == "GET, POST, OPTIONS, HEAD")
        #expect(try preflight("/items", "GET", .listed([Self.page]))[.accessControlAllowOrigin] == Self.page)
        #expect(try preflight("/items", "GET", nil)[.accessControlAllowOrigin] == nil)
        let get = Request(target: "/items", headers: [.origin: Self.page])
        #expect(try response(get, others).headers[.accessControlAllowOrigin] == nil)
        #expect(try response(get, nil).headers[.vary] == nil)
    }

    @Test func anAnswerIsOpenToThePageThatAsks() throws {
        let request = Request(target: "/items?limit=2", headers: [.origin: Self.page])
        let total = try #require(HTTPField.Name("X-Total"))
        #expect(
            try response(request).headers
                == [
                    total: "7", .contentType: "application/json", .contentLength: "5", .vary: "Origin",
                    .accessControlAllowOrigin: Self.page, .accessControlAllowCredentials: "true",
                    .accessControlExposeHeaders: "ETag, X-Total, Vary",
                ])
        // Errors are to be read as well.
        let missing = Request(target: "/itmes", headers: [.origin: Self.page])
        #expect(try response(missing).headers[.accessControlAllowOrigin] == Self.page)
    }

    @Test func whoSendsNoOriginIsOnlyToldThatAnswersDiffer() throws {
        let headers = try response(Request(target: "/items?limit=2")).headers
        #expect(headers[.vary] == "Origin")
        #expect(headers[.accessControlAllowOrigin] == nil)
    }

    @Test func whatIsNoPreflightIsTheContracts() throws {
        let plain = Request(method: .options, target: "/items", headers: [.origin: Self.page])
        #expect(try response(plain).headers[.allow] == "GET, POST, OPTIONS, HEAD")
    }

    @Test func aPublicPageMayReachThisMachine() throws {
        let asks = try #require(HTTPField.Name("Access-Control-Request-Private-Network"))
        let allows = try #require(HTTPField.Name("Access-Control-Allow-Private-Network"))
        let request = Request(
            method: .options, target: "/items",
            headers: [.origin: Self.page, .accessControlRequestMethod: "GET", asks: "true"])
        #expect(try response(request).headers[allows] == "true")
    }

    @Test func theJournalShowsWhatWasAsked() throws {
        let mock = Mock(try ShopContract.load(), options: .init(crossOrigin: .any))
        let request = Request(
            method: .options, target: "/items",
            headers: [.origin: Self.page, .accessControlRequestMethod: "GET"])
        #expect(mock.answer(request).decision == .preflight)
        #expect(mock.session(nil).journal.entries().map(\.decision) == [.preflight])
    }
}
