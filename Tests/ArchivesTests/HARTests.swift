// HAR as the tools that people record with write it: what each leaves out or adds is read, and stands again in what is written.

import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import HTTPTypes
import Testing

@Suite struct HARTests {
    /// An entry in the shape of one tool, and what is to be understood of it.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let log: String
        let method: String
        let target: String
        let requestBody: String
        let status: Int?
        let headers: [String]
        let body: [UInt8]
        /// Members that are the tool's own, as they must stand in what is written.
        let kept: [(pointer: String, value: JSON)]

        init(
            _ name: String, _ log: String, _ request: String, body: String = "", status: Int?, headers: [String] = [],
            answer: [UInt8], kept: [(pointer: String, value: JSON)] = []
        ) {
            testDescription = name
            self.log = log
            method = String(request.prefix { $0 != " " })
            target = String(request.drop { $0 != " " }.dropFirst())
            requestBody = body
            self.status = status
            self.headers = headers
            self.body = answer
            self.kept = kept
        }
    }

    static let shapes = [
        Shape(
            "Chromium",
            """
            {"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[{"startedDateTime":"2026-11-21T10:00:00.000Z","id":"page_1","title":"https://shop.example/","pageTimings":{"onContentLoad":12.5,"onLoad":30}}],
            "entries":[{"_connectionId":"1234","_initiator":{"type":"script","stack":{"callFrames":[]}},"_priority":"High","_resourceType":"fetch","cache":{},"connection":"443","pageref":"page_1",
            "request":{"method":"POST","url":"https://shop.example/api/login?x=1#top","httpVersion":"h3","headers":[{"name":":authority","value":"shop.example"},{"name":":method","value":"POST"},{"name":"content-type","value":"application/json"}],
            "queryString":[{"name":"x","value":"1"}],"cookies":[],"headersSize":-1,"bodySize":13,"postData":{"mimeType":"application/json","text":"{\\"a\\":\\"ї\\"}"}},
            "response":{"status":200,"statusText":"","httpVersion":"h3","headers":[{"name":"content-encoding","value":"br"},{"name":"content-type","value":"application/json"},{"name":"content-length","value":"12"},{"name":"set-cookie","value":"a=1; path=/\\nb=2"}],
            "cookies":[],"content":{"size":8,"mimeType":"application/json","compression":-4,"text":"{\\"ok\\":1}"},"redirectURL":"","headersSize":-1,"bodySize":-1,"_transferSize":210,"_error":null,"_fetchedViaServiceWorker":false},
            "serverIPAddress":"93.184.216.34","startedDateTime":"2026-11-21T10:00:00.123Z","time":45.1,"timings":{"blocked":1.5,"dns":-1,"ssl":-1,"connect":-1,"send":0.25,"wait":40,"receive":3.3,"_blocked_queueing":2}}]}}
            """, "POST /api/login?x=1", body: #"{"a":"ї"}"#, status: 200,
            headers: ["Content-Type: application/json", "Set-Cookie: a=1; path=/", "Set-Cookie: b=2"],
            answer: Array(#"{"ok":1}"#.utf8),
            kept: [
                ("/log/entries/0/_priority", "High"), ("/log/entries/0/response/_transferSize", 210),
                ("/log/entries/0/timings/_blocked_queueing", 2), ("/log/pages/0/id", "page_1"),
                ("/log/entries/0/response/content/compression", -4),
                ("/log/entries/0/request/headers/0/name", ":authority"), ("/log/entries/0/response/_error", .null),
            ]),
        Shape(
            "Firefox, with its byte order of members and a body that it did not keep",
            """
            {"log":{"version":"1.2","creator":{"name":"Firefox","version":"132.0"},"browser":{"name":"Firefox","version":"132.0"},"pages":[],
            "entries":[{"startedDateTime":"2026-11-21T12:00:00.000+02:00","request":{"bodySize":0,"method":"GET","url":"http://127.0.0.1:8080/","httpVersion":"HTTP/1.1","headers":[{"name":"Host","value":"127.0.0.1:8080"}],"cookies":[],"queryString":[],"headersSize":80},
            "response":{"status":304,"statusText":"Not Modified","httpVersion":"HTTP/1.1","headers":[],"cookies":[],"content":{"mimeType":"text/html","size":120},"redirectURL":"","headersSize":60,"bodySize":0},
            "cache":{"afterRequest":null},"timings":{"blocked":0,"dns":0,"connect":0,"ssl":0,"send":0,"wait":7,"receive":0},"time":7,"_securityState":"insecure","serverIPAddress":"127.0.0.1","connection":"8080"}]}}
            """, "GET /", status: 304, answer: [],
            kept: [
                ("/log/entries/0/_securityState", "insecure"), ("/log/browser/version", "132.0"),
                ("/log/entries/0/cache/afterRequest", .null), ("/log/entries/0/response/content/size", 120),
            ]),
        Shape(
            "Charles: a byte order mark, a binary body that was sent, no query list",
            "\u{FEFF}"
                + """
                {"log":{"version":"1.2","creator":{"name":"Charles Proxy","version":"4.6.6"},"entries":[{"startedDateTime":"2026-11-21T10:00:00.000+01:00","time":30,
                "request":{"method":"PUT","url":"https://shop.example/photo","httpVersion":"HTTP/1.1","headers":[{"name":"Content-Type","value":"image/png"}],"postData":{"mimeType":"image/png","text":"iVBORw==","encoding":"base64"},"headersSize":90,"bodySize":4},
                "response":{"_charlesStatus":"COMPLETE","status":204,"statusText":"No Content","httpVersion":"HTTP/1.1","headers":[{"name":"Transfer-Encoding","value":"chunked"},{"name":"X-A","value":""}],"content":{"size":0,"mimeType":null},"redirectURL":null,"headersSize":0,"bodySize":0},
                "serverIPAddress":"93.184.216.34","cache":{},"timings":{"dns":1,"connect":10,"ssl":5,"send":1,"wait":12,"receive":1}}]}}
                """, "PUT /photo", body: "base64:iVBORw==", status: 204, headers: ["X-A: "], answer: [],
            kept: [("/log/entries/0/response/_charlesStatus", "COMPLETE"), ("/log/entries/0/timings/blocked", -1)]),
        Shape(
            "Proxyman: times as text, a form only taken apart",
            """
            {"log":{"version":"1.2","creator":{"name":"Proxyman","version":"5.1"},"comment":"","entries":[{"startedDateTime":"2026-11-21T10:00:00Z","time":"12","comment":"seen","_name":"login",
            "request":{"method":"POST","url":"https://shop.example/login","httpVersion":"HTTP/2","headers":[{"name":"Content-Type","value":"application/x-www-form-urlencoded"}],"cookies":[],"queryString":[],"postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"user","value":"Анна К"},{"name":"next","value":"a&b"}]},"headersSize":1,"bodySize":20},
            "response":{"status":302,"statusText":"Found","httpVersion":"HTTP/2","headers":[{"name":"Location","value":"/home"}],"cookies":[],"content":{"size":3,"mimeType":"application/octet-stream","text":"AP8Q","encoding":"base64"},"redirectURL":"/home","headersSize":1,"bodySize":3},"cache":{},"timings":{"send":0,"wait":12,"receive":0}}]}}
            """, "POST /login", body: "user=%D0%90%D0%BD%D0%BD%D0%B0+%D0%9A&next=a%26b", status: 302,
            headers: ["Location: /home"], answer: [0x00, 0xFF, 0x10],
            kept: [
                ("/log/entries/0/_name", "login"), ("/log/entries/0/comment", "seen"), ("/log/entries/0/time", 12),
                ("/log/entries/0/response/content/encoding", "base64"),
            ]),
        Shape(
            "mitmproxy: status and texts, a connection that came to nothing",
            """
            {"log":{"version":"1.2","creator":{"name":"mitmproxy","version":"11.0.2","comment":""},"pages":[],"entries":[{"startedDateTime":"2026-11-21T10:00:00.000000+00:00","time":3.1,
            "request":{"method":"GET","url":"https://shop.example:8443/items?tag=%D1%97&q=a+b","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"accept","value":"*/*"}],"queryString":[{"name":"tag","value":"ї"}],"headersSize":40,"bodySize":0},
            "response":{"status":0,"statusText":"","httpVersion":"","headers":[],"cookies":[],"content":{},"redirectURL":"","headersSize":-1,"bodySize":-1,"_transferSize":0,"_error":"connection refused"},
            "cache":{},"timings":{"connect":-1,"ssl":-1,"send":-1,"receive":-1,"wait":-1},"serverIPAddress":""}]}}
            """, "GET /items?tag=%D1%97&q=a+b", status: nil, answer: [],
            kept: [
                ("/log/entries/0/response/_error", "connection refused"), ("/log/creator/comment", ""),
                ("/log/entries/0/request/queryString/0/value", "ї"),
            ]),
        Shape(
            "Playwright: attached bodies, a browser, security details",
            """
            {"log":{"version":"1.2","creator":{"name":"Playwright","version":"1.49.0"},"browser":{"name":"chromium","version":"131.0"},"entries":[{"startedDateTime":"2026-11-21T10:00:00.000Z","time":9.4,"_frameref":"frame@1","_monotonicTime":1.5,
            "request":{"method":"GET","url":"https://shop.example/a.json","httpVersion":"HTTP/2.0","cookies":[],"headers":[],"queryString":[],"headersSize":0,"bodySize":0},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/2.0","cookies":[],"headers":[{"name":"content-type","value":"application/json"}],"content":{"size":21,"mimeType":"application/json","_file":"1f2e.json"},"headersSize":0,"bodySize":21,"redirectURL":"","_transferSize":60},
            "cache":{},"timings":{"dns":-1,"connect":-1,"ssl":-1,"send":0,"wait":9.4,"receive":0},"pageref":"page@1","_serverPort":443,"_securityDetails":{"protocol":"TLS 1.3"}}]}}
            """, "GET /a.json", status: 200, headers: ["Content-Type: application/json"], answer: [],
            kept: [
                ("/log/entries/0/response/content/_file", "1f2e.json"),
                ("/log/entries/0/_securityDetails/protocol", "TLS 1.3"), ("/log/entries/0/pageref", "page@1"),
            ]),
        Shape(
            "as little as there can be", #"{"log":{"entries":[{"request":{"method":"get","url":"/a"}}]}}"#, "GET /a",
            status: nil, answer: []),
    ]

    @Test(arguments: shapes) func isUnderstoodAndStandsAgain(_ shape: Shape) throws {
        let har = try HAR(parsing: Array(shape.log.utf8))
        for recorded in [har, try HAR(parsing: Array(har.json.serialized(.pretty).utf8))] {
            let entry = try #require(recorded.entries.first)
            let request = entry.request.request
            #expect("\(request.method.rawValue) \(request.target)" == "\(shape.method) \(shape.target)")
            let wanted =
                shape.requestBody.hasPrefix("base64:")
                ? try #require(Base64.standard.decode(String(shape.requestBody.dropFirst(7))))
                : Array(shape.requestBody.utf8)
            #expect(request.body == wanted)
            let response = entry.response.response
            #expect(response?.status == shape.status)
            #expect(
                response?.headers.map { "\($0.name): \($0.value)".lowercased() } ?? []
                    == shape.headers.map { $0.lowercased() })
            #expect(response?.body ?? [] == shape.body)
        }
        for (pointer, value) in shape.kept {
            #expect(har.json[pointer: try JSONPointer(parsing: pointer)] == value, "\(pointer)")
        }
        // Nothing is lost or added the second time.
        let again = try HAR(parsing: Array(har.json.serialized().utf8))
        #expect(again.json == har.json)
    }

    @Test func whatIsNotInTheFileIsNotAnEmptyBody() throws {
        let firefox = try HAR(parsing: Array(Self.shapes[1].log.utf8))
        #expect(firefox.entries[0].response.body.content == HAR.Message.Body.Content.missing)
        let charles = try HAR(parsing: Array(Self.shapes[2].log.utf8))
        #expect(charles.entries[0].response.body.content == HAR.Message.Body.Content.bytes([]))
    }

    @Test func anExchangeIsWrittenWithAllThatTheFormatAsksFor() throws {
        let entry = HAR.Entry(
            started: "2026-11-21T10:00:00.000Z", origin: "https://shop.example",
            request: Request(
                method: .post, target: "/a?b=%D1%97&c", headers: [.contentType: "text/plain", .cookie: "s=1; t=2"],
                body: Array("x".utf8)),
            response: Response(status: 404, headers: [.contentType: "image/png"], body: [0xFF, 0xD8]),
            timings: HAR.Timings(send: JSONNumber(1), wait: JSONNumber(20), receive: JSONNumber(5)))
        let har = HAR(creator: .init(name: "counterpart", version: "1"), entries: [entry])
        #expect(
            har.json == [
                "log": [
                    "version": "1.2", "creator": ["name": "counterpart", "version": "1"],
                    "entries": [
                        [
                            "startedDateTime": "2026-11-21T10:00:00.000Z", "time": 26,
                            "request": [
                                "method": "POST", "url": "https://shop.example/a?b=%D1%97&c", "httpVersion": "HTTP/1.1",
                                "cookies": [["name": "s", "value": "1"], ["name": "t", "value": "2"]],
                                "headers": [
                                    ["name": "Content-Type", "value": "text/plain"],
                                    ["name": "Cookie", "value": "s=1; t=2"],
                                ],
                                "queryString": [["name": "b", "value": "ї"], ["name": "c", "value": ""]],
                                "postData": ["mimeType": "text/plain", "text": "x"], "headersSize": -1, "bodySize": 1,
                            ],
                            "response": [
                                "status": 404, "statusText": "Not Found", "httpVersion": "HTTP/1.1", "cookies": [],
                                "headers": [["name": "Content-Type", "value": "image/png"]],
                                "content": ["size": 2, "mimeType": "image/png", "text": "/9g=", "encoding": "base64"],
                                "redirectURL": "", "headersSize": -1, "bodySize": 2,
                            ],
                            "cache": [:],
                            "timings": [
                                "blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 1, "wait": 20, "receive": 5,
                            ],
                        ]
                    ],
                ]
            ])
        let read = try HAR(parsing: Array(har.json.serialized().utf8))
        #expect(
            read.entries[0].request.request
                == Request(
                    method: .post, target: "/a?b=%D1%97&c", headers: [.contentType: "text/plain", .cookie: "s=1; t=2"],
                    body: Array("x".utf8)))
        #expect(read.entries[0].request.origin == "https://shop.example")
    }

    @Test(arguments: [
        ("", "this is no JSON"), ("<har/>", "this is no JSON"), ("[]", "this is JSON, but no HAR: it has no 'log'"),
        ("{}", "this is JSON, but no HAR: it has no 'log'"), (#"{"log":{}}"#, "'log' has no list of 'entries'"),
        (#"{"log":{"version":"2.0","entries":[]}}"#, "HAR 2.0 is not known"),
        (#"{"log":{"entries":[{"request":{"url":"/"}}]}}"#, "entry 1 of 'log' is no exchange"),
        (#"{"log":{"entries":[1]}}"#, "entry 1 of 'log' is no exchange"),
        (#"{"log":{"entries":[{"#, "this is no JSON"),
    ])
    func refuses(_ text: String, _ message: String) {
        #expect(throws: HAR.Invalid.self) { try HAR(parsing: Array(text.utf8)) }
        do {
            _ = try HAR(parsing: Array(text.utf8))
        } catch {
            #expect(error.message.hasPrefix(message) && !error.remedy.isEmpty)
        }
    }

    @Test func base64ThatIsNoneIsKeptAsItStood() throws {
        let text =
            #"{"log":{"entries":[{"request":{"method":"GET","url":"/"},"response":{"status":200,"content":{"text":"%%%","encoding":"base64"}}}]}}"#
        let har = try HAR(parsing: Array(text.utf8))
        #expect(har.entries[0].response.body.content == .unreadable(text: "%%%", encoding: "base64"))
        #expect(har.json["log"]?["entries"]?[0]?["response"]?["content"]?["text"] == "%%%")
    }
}
