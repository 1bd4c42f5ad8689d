// Which recorded exchange a request finds, and why others cannot be replayed.

import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Recordings

/// A small contract and recordings of it, written by hand.
enum Shelf {
    static let text = """
        openapi: 3.1.0
        info: {title: Shelf, version: "1"}
        servers: [{url: https://shelf.example/v1}]
        paths:
          /search:
            get:
              operationId: search
              parameters:
                - {name: q, in: query, schema: {type: string}}
                - {name: page, in: query, schema: {type: integer}}
                - {name: tag, in: query, schema: {type: array, items: {type: string}}}
                - {name: since, in: query, schema: {type: string, format: date-time}}
                - {name: ts, in: query, schema: {type: integer}}
              responses: {'200': {description: d, content: {application/json: {}}}}
          /orders:
            post:
              operationId: order
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {'201': {description: d, content: {application/json: {}}}}
          /orders/{id}:
            get:
              operationId: getOrder
              parameters: [{name: id, in: path, required: true, schema: {type: string}}]
              responses: {'200': {description: d, content: {application/json: {}}}}
          /login:
            post:
              operationId: login
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {'200': {description: d, content: {application/json: {}}}}
        """

    static func contract() throws -> Contract { try #require(Contract.load(files: ["openapi.yaml": text]).contract) }

    static func get(_ target: String) -> Request { Request(target: target) }

    static func post(_ target: String, _ body: String) -> Request {
        Request(method: .post, target: target, headers: [.contentType: "application/json"], body: Array(body.utf8))
    }

    static func entry(_ request: Request, _ body: String = "{}", status: Int = 200) -> HAR.Entry {
        HAR.Entry(
            started: "2026-11-21T10:00:00Z", origin: "https://shelf.example/v1", request: request,
            response: Response(
                status: status, headers: [.contentType: "application/json"], body: Array(body.utf8)))
    }

    static func replay(_ entries: [HAR.Entry], volatile: VolatileRules = VolatileRules()) throws -> Replay {
        let har = HAR(creator: .init(name: "test", version: "1"), entries: entries)
        return Replay([Archive(name: "shelf.har", har: har)], for: try contract(), volatile: volatile)
    }

    static func judged(_ request: Request) throws -> JudgedRequest {
        guard case .judged(let judged) = try contract().judge(request) else { throw NoOperation() }
        return judged
    }

    struct NoOperation: Error {}
}

@Suite struct ReplayMatchTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let recorded: [HAR.Entry]
        let request: Request
        /// The entries that answer, from 0; nil for none.
        let found: [Int]?
        var ignoredValues: [String] = []
        var volatile = VolatileRules()

        init(
            _ name: String, _ recorded: [HAR.Entry], _ request: Request, _ found: [Int]?, whatever: [String] = [],
            volatile: VolatileRules = VolatileRules()
        ) {
            (testDescription, self.recorded, self.request, self.found) = (name, recorded, request, found)
            (ignoredValues, self.volatile) = (whatever, volatile)
        }
    }

    private static let one = "6f1e1c7a-30f4-4c8e-9d7e-0b7a4f8f3b10"
    private static let other = "0d0f6f4e-7e0c-4a8e-b9b0-8a7c2f7f9e11"

    private static func rules(_ names: String...) -> VolatileRules {
        var rules = VolatileRules.none
        for name in names { try? rules.add(name) }
        return rules
    }

    static let cases: [Case] = [
        Case(
            "the order of the query does not count", [Shelf.entry(Shelf.get("/search?q=a&page=2"))],
            Shelf.get("/search?page=2&q=a"), [0]),
        Case(
            "nor its spelling", [Shelf.entry(Shelf.get("/search?q=a%20b&page=2"))],
            Shelf.get("/v1/search?q=a+b&page=2.0"), [0]),
        Case(
            "nor parameters that the contract does not know", [Shelf.entry(Shelf.get("/search?q=a&utm=1"))],
            Shelf.get("/search?q=a"), [0]),
        Case(
            "the order of a list does", [Shelf.entry(Shelf.get("/search?tag=a&tag=b"))],
            Shelf.get("/search?tag=b&tag=a"), nil),
        Case(
            "a missing parameter counts", [Shelf.entry(Shelf.get("/search?q=a&page=1"))], Shelf.get("/search?q=a"), nil),
        Case(
            "the order of members does not count", [Shelf.entry(Shelf.post("/orders", #"{"a":1,"b":{"c":2,"d":3}}"#))],
            Shelf.post("/orders", #" {"b": {"d": 3, "c": 2.0}, "a": 1} "#), [0]),
        Case(
            "a value does", [Shelf.entry(Shelf.post("/orders", #"{"a":1}"#))], Shelf.post("/orders", #"{"a":2}"#), nil),
        Case(
            "all that were recorded, in their order",
            [
                Shelf.entry(Shelf.get("/search?q=a")), Shelf.entry(Shelf.get("/search?q=b")),
                Shelf.entry(Shelf.get("/search?q=a")),
            ], Shelf.get("/search?q=a"), [0, 2]),
        Case(
            "a time that the client took from its clock",
            [Shelf.entry(Shelf.get("/search?since=2026-11-21T10:00:00Z"))],
            Shelf.get("/search?since=2026-11-22T08:30:00Z"), [0], whatever: ["query since"]),
        Case(
            "the very same time before another",
            [
                Shelf.entry(Shelf.get("/search?since=2026-11-21T10:00:00Z")),
                Shelf.entry(Shelf.get("/search?since=2026-11-22T08:30:00Z")),
            ], Shelf.get("/search?since=2026-11-22T08:30:00Z"), [1]),
        Case(
            "a time that the backend told is one that counts",
            [
                Shelf.entry(Shelf.get("/search"), #"{"next":"2026-11-21T10:00:00Z"}"#),
                Shelf.entry(Shelf.get("/search?since=2026-11-21T10:00:00Z")),
            ], Shelf.get("/search?since=2026-11-22T08:30:00Z"), nil),
        Case(
            "an id that the client made up", [Shelf.entry(Shelf.post("/orders", #"{"key":"\#(one)","n":1}"#))],
            Shelf.post("/orders", #"{"n":1,"key":"\#(other)"}"#), [0], whatever: ["body at /key"]),
        Case(
            "an id in a path is never another's", [Shelf.entry(Shelf.get("/orders/\(one)"))],
            Shelf.get("/orders/\(other)"), nil),
        Case(
            "a name that is volatile everywhere", [Shelf.entry(Shelf.get("/search?q=a&ts=1795253400"))],
            Shelf.get("/search?q=a&ts=1795253999"), [0], whatever: ["query ts"]),
        Case(
            "also where it is absent", [Shelf.entry(Shelf.get("/search?q=a&ts=1795253400"))],
            Shelf.get("/search?q=a"), [0], whatever: ["query ts"]),
        Case(
            "unless told to be exact", [Shelf.entry(Shelf.get("/search?q=a&ts=1795253400"))],
            Shelf.get("/search?q=a&ts=1795253999"), nil, volatile: .none),
        Case(
            "a name of one's own", [Shelf.entry(Shelf.post("/orders", #"{"a":1,"drawn-by":"x"}"#))],
            Shelf.post("/orders", #"{"a":1,"drawn-by":"y"}"#), [0], whatever: ["body at /drawn-by"],
            volatile: rules("drawn_by")),
        Case(
            "a place of one's own", [Shelf.entry(Shelf.post("/orders", #"{"lines":[{"id":1,"n":5},{"id":2,"n":6}]}"#))],
            Shelf.post("/orders", #"{"lines":[{"id":8,"n":5},{"id":9,"n":6}]}"#), [0],
            whatever: ["body at /lines/0/id", "body at /lines/1/id"], volatile: rules("/lines/*/id")),
        Case(
            "a secret that was taken out",
            [Shelf.entry(Shelf.post("/login", #"{"user":"anna","password":"redacted-1"}"#))],
            Shelf.post("/login", #"{"user":"anna","password":"correct-horse"}"#), [0],
            whatever: ["body at /password"]),
        Case(
            "the user beside it counts",
            [Shelf.entry(Shelf.post("/login", #"{"user":"anna","password":"redacted-1"}"#))],
            Shelf.post("/login", #"{"user":"boris","password":"correct-horse"}"#), nil),
    ]

    @Test(arguments: cases) func finds(_ row: Case) throws {
        let replay = try Shelf.replay(row.recorded, volatile: row.volatile)
        #expect(replay.leftOut.isEmpty)
        let match = replay.match(try Shelf.judged(row.request))
        #expect(match?.exchanges == row.found)
        #expect(match?.ignoredValues ?? [] == row.ignoredValues)
    }

    @Test func theNearestHasTheFewestDifferences() throws {
        let replay = try Shelf.replay([
            Shelf.entry(Shelf.get("/search?q=a&page=1")), Shelf.entry(Shelf.get("/search?q=b&page=2&ts=5")),
            Shelf.entry(Shelf.get("/search")),
        ])
        let nearest = try #require(replay.nearest(to: try Shelf.judged(Shelf.get("/search?q=b&page=3"))))
        #expect(nearest.exchange.recorded.source.description == "shelf.har, entry 2")
        #expect(nearest.differences.map(\.description) == ["query page is 3, recorded is 2"])
        #expect(try replay.nearest(to: Shelf.judged(Shelf.post("/orders", "{}"))) == nil)
    }

    @Test func whatCannotBeReplayedIsTold() throws {
        var unanswered = Shelf.entry(Shelf.get("/search"))
        unanswered.response.status = 0
        var withoutContent = Shelf.entry(Shelf.get("/search"))
        withoutContent.response.body.content = .missing
        var cut = Shelf.entry(Shelf.get("/search"))
        cut.response.body.others["_truncated"] = true
        let replay = try Shelf.replay([
            Shelf.entry(Shelf.get("/pictures/1.png")), Shelf.entry(Request(method: .options, target: "/search")),
            unanswered, withoutContent, cut, Shelf.entry(Shelf.get("/search"), status: 304),
            Shelf.entry(Shelf.get("/search?page=x")), Shelf.entry(Shelf.get("/search?page=1")),
        ])
        #expect(replay.exchanges.map(\.recorded.source.entry) == [8])
        #expect(
            replay.leftOut.map { "\($0.source.entry): \($0.reason)" } == [
                "1: no operation of the contract takes the request",
                "2: no operation of the contract takes the request", "3: there was no answer",
                "4: the content is not in the file", "5: the content was cut when it was recorded",
                "6: 304 tells of what the client has, not of what the backend would send",
                "7: the request breaks the contract (query parameter 'page': \(try message())), and is refused",
            ])
    }

    private func message() throws -> String {
        try #require(try Shelf.judged(Shelf.get("/search?page=x")).violations.first).message
    }

    @Test func linksToTheRecordedServerLeadToTheMock() throws {
        var entry = Shelf.entry(Shelf.post("/orders", "{}"), status: 201)
        entry.response.headers = [
            HAR.Pair(name: "Location", value: "https://shelf.example/v1/orders/7"),
            HAR.Pair(name: "Date", value: "Sat, 21 Nov 2026 10:00:00 GMT"),
        ]
        let response = try #require(try Shelf.replay([entry]).exchanges.first).response
        #expect(response.headers == [.location: "/v1/orders/7"])
    }
}

@Suite struct ForeignRecordingTests {
    /// An exchange of the shelf as each of the tools writes it.
    static let recordings: [(tool: String, log: String)] = [
        (
            "Chromium",
            #"""
            {"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"entries":[{"_initiator":{"type":"script"},"_resourceType":"fetch","cache":{},"connection":"443",
            "request":{"method":"GET","url":"https://shelf.example/v1/search?q=a","httpVersion":"h3","headers":[{"name":":authority","value":"shelf.example"}],"queryString":[{"name":"q","value":"a"}],"cookies":[],"headersSize":-1,"bodySize":0},
            "response":{"status":200,"statusText":"","httpVersion":"h3","headers":[{"name":"content-encoding","value":"br"},{"name":"content-type","value":"application/json"}],"cookies":[],"content":{"size":7,"mimeType":"application/json","text":"{\"n\":1}"},"redirectURL":"","headersSize":-1,"bodySize":-1},
            "startedDateTime":"2026-11-21T10:00:00.123Z","time":45.1,"timings":{"blocked":1.5,"dns":-1,"ssl":-1,"connect":-1,"send":0.25,"wait":40,"receive":3.3}}]}}
            """#
        ),
        (
            "Firefox",
            #"""
            {"log":{"version":"1.2","creator":{"name":"Firefox","version":"132.0"},"entries":[{"startedDateTime":"2026-11-21T12:00:00.000+02:00","request":{"bodySize":0,"method":"GET","url":"https://shelf.example/v1/search?q=a","httpVersion":"HTTP/2","headers":[{"name":"Host","value":"shelf.example"}],"cookies":[],"queryString":[],"headersSize":80},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/2","headers":[{"name":"content-type","value":"application/json"}],"cookies":[],"content":{"mimeType":"application/json","size":7,"encoding":"base64","text":"eyJuIjoxfQ=="},"redirectURL":"","headersSize":60,"bodySize":67},"cache":{},"timings":{"blocked":0,"dns":0,"connect":0,"ssl":0,"send":0,"wait":40,"receive":3},"time":43}]}}
            """#
        ),
        (
            "Charles",
            "\u{FEFF}"
                + #"""
                {"log":{"version":"1.2","creator":{"name":"Charles Proxy","version":"4.6.6"},"entries":[{"startedDateTime":"2026-11-21T10:00:00.000+01:00","time":43,"request":{"method":"GET","url":"https://shelf.example/v1/search?q=a","httpVersion":"HTTP/1.1","headers":[],"headersSize":90,"bodySize":0},
                "response":{"_charlesStatus":"COMPLETE","status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[{"name":"Transfer-Encoding","value":"chunked"},{"name":"Content-Type","value":"application/json"}],"content":{"size":7,"mimeType":"application/json","text":"{\"n\":1}"},"redirectURL":null,"headersSize":0,"bodySize":7},"cache":{},"timings":{"send":0,"wait":40,"receive":3}}]}}
                """#
        ),
        (
            "Proxyman",
            #"""
            {"log":{"version":"1.2","creator":{"name":"Proxyman","version":"5.1"},"entries":[{"startedDateTime":"2026-11-21T10:00:00Z","time":"43","request":{"method":"GET","url":"https://shelf.example/v1/search?q=a","httpVersion":"HTTP/2","headers":[],"cookies":[],"queryString":[],"headersSize":1,"bodySize":0},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/2","headers":[{"name":"Content-Type","value":"application/json"}],"cookies":[],"content":{"size":7,"mimeType":"application/json","text":"eyJuIjoxfQ==","encoding":"base64"},"redirectURL":"","headersSize":1,"bodySize":7},"cache":{},"timings":{"send":0,"wait":40,"receive":3}}]}}
            """#
        ),
        (
            "mitmproxy",
            #"""
            {"log":{"version":"1.2","creator":{"name":"mitmproxy","version":"11.0.2","comment":""},"pages":[],"entries":[{"startedDateTime":"2026-11-21T10:00:00.000000+00:00","time":43,"request":{"method":"GET","url":"https://shelf.example:443/v1/search?q=a","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"accept","value":"*/*"}],"queryString":[{"name":"q","value":"a"}],"headersSize":40,"bodySize":0},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[{"name":"content-type","value":"application/json"}],"cookies":[],"content":{"size":7,"compression":0,"mimeType":"application/json","text":"{\"n\":1}"},"redirectURL":"","headersSize":1,"bodySize":7},"cache":{},"timings":{"connect":1,"ssl":-1,"send":0,"receive":3,"wait":40}}]}}
            """#
        ),
        (
            "Playwright",
            #"""
            {"log":{"version":"1.2","creator":{"name":"Playwright","version":"1.49.0"},"browser":{"name":"chromium","version":"131.0"},"entries":[{"startedDateTime":"2026-11-21T10:00:00.000Z","time":43,"_frameref":"frame@1","request":{"method":"GET","url":"https://shelf.example/v1/search?q=a","httpVersion":"HTTP/2.0","cookies":[],"headers":[],"queryString":[],"headersSize":0,"bodySize":0},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/2.0","cookies":[],"headers":[{"name":"content-type","value":"application/json"}],"content":{"size":7,"mimeType":"application/json","_file":"1f2e.json"},"headersSize":0,"bodySize":7,"redirectURL":""},"cache":{},"timings":{"dns":-1,"connect":-1,"ssl":-1,"send":0,"wait":40,"receive":3}}]}}
            """#
        ),
    ]

    @Test(arguments: recordings) func replays(tool: String, log: String) throws {
        let file = try Archive(name: "\(tool).har", bytes: Array(log.utf8)) { name in
            name == "1f2e.json" ? Array(#"{"n":1}"#.utf8) : nil
        }
        let replay = Replay([file], for: try Shelf.contract())
        #expect(replay.leftOut.isEmpty)
        let match = replay.match(try Shelf.judged(Shelf.get("/search?q=a")))
        #expect(match?.exchanges == [0])
        let exchange = try #require(replay.exchanges.first)
        #expect(
            exchange.response
                == Response(
                    status: 200, headers: [.contentType: "application/json"], body: Array(#"{"n":1}"#.utf8)))
        #expect(exchange.recorded.wait == .milliseconds(40))
    }

    @Test func attachmentsComeFromBesideTheRecordingAlone() throws {
        let log = try #require(Self.recordings.last).log
        for name in ["/etc/passwd", "../secret", "a/../../secret"] {
            let file = try Archive(
                name: "a.har", bytes: Array(log.replacing("1f2e.json", with: name).utf8), attachment: { _ in [1] })
            #expect(file.exchanges.map(\.missing) == [.responseBody])
        }
    }
}
