// What a gateway changes in requests and answers, and that it changes nothing else.

import HTTPExchange
import HTTPTypes
import Testing

@Suite struct GatewayTests {
    private static func fields(_ lines: [String]) -> HTTPFields {
        var fields = HTTPFields()
        for line in lines {
            let name = line.prefix { $0 != ":" }
            guard let name = HTTPField.Name(String(name)) else { continue }
            fields.append(HTTPField(name: name, value: String(line.dropFirst(name.rawName.count + 2))))
        }
        return fields
    }

    private static func lines(_ fields: HTTPFields) -> [String] { fields.map { "\($0.name.rawName): \($0.value)" } }

    private static func passage(
        _ backend: String, _ target: String = "/a", _ headers: [String] = ["Host: 127.0.0.1:8080"],
        basePaths: [String] = []
    ) throws -> Gateway.Passage {
        Gateway(to: try BackendURL(parsing: backend), basePaths: basePaths).passage(
            of: Request(target: target, headers: fields(headers)))
    }

    /// Who owns a name of the Internet can make it lead here, and have a browser send to it what its page wants.
    @Test(arguments: [
        ("Host: 127.0.0.1:8080", true), ("Host: localhost:8080", true), ("Host: [::1]:8080", true),
        ("Host: 192.168.1.5", true), ("Host: mac.local:8080", true), ("Host: mock", true),
        ("Host: app.localhost", true),
        ("Host: api.example.com", true), ("Host: API.example.com:443", true), ("Host: tunnel.example.net", true),
        ("Host: host.docker.internal:8080", true), ("Host: evil.com", false), ("Host: evil.com:8080", false),
        ("Host: 127.0.0.1.evil.com", false), ("Host: localhost.evil.com.", false), ("Host: 1.2.3.4.nip.io", false),
        ("Host: api.example.com.evil.org", false), ("Accept: */*", true),
    ])
    func namesThatMayBeAnybodysAreRefused(field: String, passes: Bool) throws {
        let gateway = Gateway(to: try BackendURL(parsing: "https://api.example.com"), hosts: ["Tunnel.example.net"])
        let refusal = gateway.refusal(of: Request(target: "/", headers: Self.fields([field])))
        #expect(refusal?.kind == (passes ? nil : .misdirected))
    }

    @Test(arguments: [
        // No base path: as it is.
        ("https://api.example", [], "/a?b=%20c", "/a?b=%20c"),
        ("https://api.example", ["/v1"], "/v1/a", "/v1/a"),
        ("https://api.example", [], "*", "*"),
        // Under the backend's, or put there.
        ("https://api.example/v1", [], "/v1/a", "/v1/a"),
        ("https://api.example/v1", [], "/a", "/v1/a"),
        ("https://api.example/v1", [], "/", "/v1/"),
        ("https://api.example/v1", [], "/v10/a", "/v1/v10/a"),
        ("https://api.example/v1", [], "/v1", "/v1"),
        ("https://api.example/v1", [], "/v1?x=1", "/v1?x=1"),
        // In place of a server's, the longest that fits.
        ("https://api.example/v2", ["/api", "/api/old"], "/api/a", "/v2/a"),
        ("https://api.example/v2", ["/api", "/api/old/"], "/api/old/a", "/v2/a"),
    ])
    func theTargetStandsUnderTheBackend(backend: String, bases: [String], target: String, forwarded: String) throws {
        #expect(try Self.passage(backend, target, basePaths: bases).request.target == forwarded)
    }

    @Test func fieldsOfTheConnectionStayBehind() throws {
        let passage = try Self.passage(
            "https://api.example:8443", "/a",
            [
                "User-Agent: app/1", "Host: localhost:8080", "Connection: keep-alive, X-Hop, Content-Type",
                "Keep-Alive: timeout=5", "X-Hop: 1", "TE: trailers", "Trailer: X-Sum", "Transfer-Encoding: chunked",
                "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQ", "Proxy-Connection: keep-alive", "Content-Length: 3",
                "Expect: 100-continue", "Content-Type: text/plain", "Cookie: a=1; b=2", "X-Two: 1", "X-Two: 2",
                "Accept-Encoding: gzip, br;q=0.9, deflate", "Origin: http://localhost:8080",
                "Referer: http://localhost:8080/page?x=1",
            ])
        #expect(
            Self.lines(passage.request.headers) == [
                "Host: api.example:8443", "User-Agent: app/1", "Content-Type: text/plain", "Cookie: a=1; b=2",
                "X-Two: 1", "X-Two: 2", "Accept-Encoding: gzip, deflate", "Origin: https://api.example:8443",
                "Referer: https://api.example:8443/page?x=1",
            ])
        // Of another origin: not ours to change.
        let other = try Self.passage(
            "http://b", "/", ["Host: p", "Origin: https://app.example", "Referer: https://x/p"])
        #expect(
            Self.lines(other.request.headers) == ["Host: b", "Origin: https://app.example", "Referer: https://x/p"])
    }

    @Test(arguments: [
        ("br", "identity"), ("gzip;q=1.0, zstd", "gzip;q=1.0"), ("*", "identity"), ("", "identity"),
        ("GZIP, identity;q=0", "GZIP, identity;q=0"),
    ])
    func onlyWhatCanBeReadIsAccepted(asked: String, forwarded: String) {
        #expect(ContentCoding.restricted(asked) == forwarded)
    }

    @Test(arguments: [
        // At the backend: here.
        ("http://b:9000", "/a", "http://b:9000/login?x=1#y", "http://127.0.0.1:8080/login?x=1#y"),
        ("http://b", "/a", "http://b:80/login", "http://127.0.0.1:8080/login"),
        ("http://b", "/a", "HTTP://B/login", "http://127.0.0.1:8080/login"),
        ("http://b", "/a", "http://b", "http://127.0.0.1:8080"),
        ("https://b", "/a", "//b/login", "http://127.0.0.1:8080/login"),
        ("http://b/v1", "/a", "http://b/v1/login", "http://127.0.0.1:8080/login"),
        ("http://b/v1", "/v1/a", "http://b/v1/login", "http://127.0.0.1:8080/v1/login"),
        ("http://b/v1", "/a", "/v1/login", "/login"),
        ("http://b/v1", "/a", "/v1", "/"),
        ("http://b/v1", "/a", "/elsewhere", "/elsewhere"),
        // Elsewhere, or relative: as it is.
        ("http://b", "/a", "http://b.example/login", "http://b.example/login"),
        ("http://b", "/a", "https://b/login", "https://b/login"),
        ("http://b", "/a", "login", "login"),
        ("http://b", "/a", "?x=1", "?x=1"),
    ])
    func redirectsLeadHere(backend: String, target: String, location: String, rewritten: String) throws {
        let answer = try Self.passage(backend, target).answer(Response(status: 302, headers: [.location: location]))
        #expect(answer.headers[.location] == rewritten)
    }

    @Test(arguments: [
        ("5; url=http://api.example/next?a=1", "5; url=http://127.0.0.1:8080/next?a=1"),
        ("0;URL='http://api.example/next'", "0;URL='http://127.0.0.1:8080/next'"),
        ("0; url=https://other.example/", "0; url=https://other.example/"), ("5", "5"), ("url=", "url="),
        ("0; url=\"", "0; url=\""), ("\u{130}url=/a", "\u{130}url=/a"),
    ])
    func refreshesLeadHere(sent: String, given: String) throws {
        let name = try #require(HTTPField.Name("Refresh"))
        let answer = try Self.passage("http://api.example").answer(Response(status: 200, headers: [name: sent]))
        #expect(answer.headers[name] == given)
    }

    @Test(arguments: [
        ("a=1", "a=1"),
        ("a=1; Domain=api.example; Path=/; Secure; HttpOnly", "a=1; Path=/; HttpOnly"),
        ("a=1;domain=.EXAMPLE;SameSite=None;secure", "a=1"),
        ("a=1; SameSite=Lax; Max-Age=5", "a=1; SameSite=Lax; Max-Age=5"),
        ("a=1; Path=/v1/cart", "a=1; Path=/cart"),
        ("a=1; Domain=other.example", "a=1; Domain=other.example"),
        ("a=\"x;y\"; Path=/v1", "a=\"x;y\"; Path=/"),
    ])
    func cookiesAreForThisHost(cookie: String, rewritten: String) throws {
        let passage = try Self.passage("https://api.example/v1", "/a")
        #expect(passage.answer(Response(status: 200, headers: [.setCookie: cookie])).headers[.setCookie] == rewritten)
    }

    @Test func theRestOfAnAnswerIsTheSame() throws {
        let headers = [
            "Date: Sat, 21 Nov 2026 10:00:00 GMT", "Content-Type: application/json", "Content-Encoding: gzip",
            "ETag: \"a\"", "X-Two: 1", "X-Two: 2", "Content-Length: 3", "Server: b",
        ]
        let response = Response(
            status: 203, headers: Self.fields(headers + ["Connection: close, X-Hop", "X-Hop: 1", "Keep-Alive: x"]),
            body: [0, 255, 7])
        let answer = try Self.passage("http://b").answer(response)
        #expect(answer == Response(status: 203, headers: Self.fields(headers), body: [0, 255, 7]))
    }
}
