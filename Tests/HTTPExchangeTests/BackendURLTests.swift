// The URL of a server is taken apart, and what is not one is refused with the reason.

import Testing

@testable import HTTPExchange

@Suite struct BackendURLTests {
    @Test(arguments: [
        ("http://127.0.0.1:8080", BackendURL(host: "127.0.0.1", port: 8080)),
        ("http://127.0.0.1:8080/", BackendURL(host: "127.0.0.1", port: 8080)),
        ("HTTP://shop.example", BackendURL(host: "shop.example", port: 80)),
        ("https://shop.example/api/v1/", BackendURL(scheme: .https, host: "shop.example", port: 443, path: "/api/v1")),
        ("http://[::1]:8080/api", BackendURL(host: "::1", port: 8080, path: "/api")),
        ("http://[::1]", BackendURL(host: "[::1]", port: 80)),
        ("http://a/%20//", BackendURL(host: "a", port: 80, path: "/%20")),
    ])
    func isTakenApart(url: String, expected: BackendURL) throws {
        #expect(try BackendURL(parsing: url) == expected)
    }

    @Test(arguments: [
        ("http://127.0.0.1:80", "http://127.0.0.1"), ("https://a:443/b/", "https://a/b"),
        ("http://[::1]:8080/api", "http://[::1]:8080/api"),
    ])
    func isWrittenInItsShortestForm(url: String, expected: String) throws {
        #expect(try BackendURL(parsing: url).description == expected)
    }

    @Test(arguments: [("::1", "::1"), ("[::1]", "::1"), ("localhost", "localhost"), ("[", "[")])
    func aHostOutsideOfURLsHasNoBrackets(host: String, bare: String) { #expect(BackendURL.bare(host: host) == bare) }

    @Test(arguments: [
        ("", "it has no scheme"), ("localhost:8080", "it has no scheme"),
        ("ftp://a", "its scheme is neither http nor https"), ("http://", "it has no host"),
        ("http:///api", "it has no host"),
        ("http://a:0", "its port is not a number from 1 to 65535"),
        ("http://a:65536", "its port is not a number from 1 to 65535"),
        ("http://a:", "its port is not a number from 1 to 65535"),
        ("http://::1", "its host is not a name, an IPv4 address or a [bracketed] IPv6 address"),
        ("http://a/b c", "it has a space, a control or a non-ASCII character"),
        ("http://ä/", "it has a space, a control or a non-ASCII character"),
        ("http://a/?b", "it has a query or a fragment"),
        ("http://[]", "its host is not a name, an IPv4 address or a [bracketed] IPv6 address"),
        ("http://a%", "its host is not a name, an IPv4 address or a [bracketed] IPv6 address"),
        ("http://me:secret@a", "it has a user name or password; send them with --header"),
    ])
    func isRefusedWithTheReason(url: String, reason: String) {
        #expect(throws: BackendURL.Invalid(url: url, reason: reason)) { try BackendURL(parsing: url) }
    }
}
