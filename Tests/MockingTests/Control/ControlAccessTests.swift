// Who may control a mock, and who is told how to.

import JSONValues
import HTTPExchange
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct ControlAccessTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var token: String?
        var isLoopback = true
        var host: String? = "127.0.0.1:8080"
        var origin: String?
        var authorization: String?
        /// `Sec-Fetch-Site`
        var site: String?
        var forwarded: String?
        let isLet: Bool
        var detail = ""
    }

    static let cases = [
        Case(testDescription: "this machine", isLet: true),
        Case(testDescription: "this machine by name", host: "localhost:8080", isLet: true),
        Case(testDescription: "this machine by IPv6", host: "[::1]:8080", isLet: true),
        Case(testDescription: "this machine, where there is a token", token: "t0ken", isLet: true),
        Case(testDescription: "its own page", origin: "http://127.0.0.1:8080", isLet: true),
        Case(
            testDescription: "another machine", isLoopback: false, host: "192.168.1.2:8080", isLet: false,
            detail: "--admin-token"),
        Case(
            testDescription: "another machine that lies about the host", isLoopback: false, isLet: false,
            detail: "--admin-token"),
        Case(
            testDescription: "another machine without its token", token: "t0ken", isLoopback: false, isLet: false,
            detail: "Authorization: Bearer"),
        Case(
            testDescription: "another machine with a wrong token", token: "t0ken", isLoopback: false,
            authorization: "Bearer t0kem",
            isLet: false, detail: "not the one"),
        Case(
            testDescription: "a shorter token", token: "t0ken", isLoopback: false, authorization: "Bearer t0ke",
            isLet: false),
        Case(
            testDescription: "a longer token", token: "t0ken", isLoopback: false, authorization: "Bearer t0kent0ken",
            isLet: false),
        Case(
            testDescription: "an empty token", token: "t0ken", isLoopback: false, authorization: "Bearer ", isLet: false
        ),
        Case(
            testDescription: "an empty token where there is none", isLoopback: false, authorization: "Bearer ",
            isLet: false),
        Case(
            testDescription: "another machine with the token", token: "t0ken", isLoopback: false,
            host: "192.168.1.2:8080",
            origin: "http://elsewhere.example", authorization: "bearer t0ken", isLet: true),
        Case(
            testDescription: "a page of another site", origin: "https://evil.example", isLet: false,
            detail: "evil.example"),
        Case(testDescription: "a page of another site that hides its origin", site: "cross-site", isLet: false),
        Case(testDescription: "its own page, as browsers tell", site: "same-origin", isLet: true),
        Case(testDescription: "a page without a site", origin: "null", isLet: false),
        Case(
            testDescription: "a name that was made to lead here", host: "evil.example:8080", isLet: false,
            detail: "evil.example"),
        Case(testDescription: "a name that begins like an address", host: "127.0.0.1.evil.example", isLet: false),
        Case(
            testDescription: "another machine, by a proxy on this one", forwarded: "192.168.1.3", isLet: false,
            detail: "--admin-token"),
        Case(
            testDescription: "another machine with the token, by a proxy on this one", token: "t0ken",
            authorization: "Bearer t0ken", forwarded: "192.168.1.3", isLet: true),
        Case(testDescription: "HTTP/1.0 without a host", host: nil, isLet: true),
    ]

    @Test(arguments: cases) func whoIsLet(_ test: Case) async throws {
        let controlled = try ControlledMock(access: ControlAccess(token: test.token))
        var headers = HTTPFields()
        if let host = test.host { headers[try #require(HTTPField.Name("Host"))] = host }
        headers[.origin] = test.origin
        headers[.authorization] = test.authorization
        if let site = test.site { headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site }
        if let forwarded = test.forwarded { headers[try #require(HTTPField.Name("X-Forwarded-For"))] = forwarded }
        for target in [
            "/_counterpart/contract", "/_counterpart/", "/_counterpart/console/app.js", "/_counterpart/nothing",
            "/_counterpart/sessions/a/_counterpart/state",
        ] {
            let response = try await controlled.response(
                Request(target: target, headers: headers), isLoopback: test.isLoopback)
            // The page itself tells nothing: it asks with the token that somebody enters.
            let isPage = ["/_counterpart/", "/_counterpart/console/app.js"].contains(target) && test.token != nil
            #expect((response.status == 403) == !(test.isLet || isPage), "\(target)")
            guard !test.isLet, !isPage else { continue }
            let problem = try JSON(parsing: response.body)
            #expect(problem["detail"]?.string?.contains(test.detail) == true || test.detail.isEmpty, "\(problem)")
        }
    }

    /// Kubernetes and load balancers ask from elsewhere, by whatever name.
    @Test func everybodyIsToldOfTheHealth() async throws {
        let controlled = try ControlledMock()
        var headers = HTTPFields()
        headers[try #require(HTTPField.Name("Host"))] = "10.1.2.3:8080"
        let response = try await controlled.response(
            Request(target: "/_counterpart/health", headers: headers), isLoopback: false)
        #expect(response.status == 200)
    }

    /// The API that is mocked is for everyone who can reach it.
    @Test func theMockedAPIIsNotGuarded() throws {
        let controlled = try ControlledMock()
        #expect(controlled.control.answer(Request(target: "/lines?user=1"), isLoopback: false) == nil)
    }
}
