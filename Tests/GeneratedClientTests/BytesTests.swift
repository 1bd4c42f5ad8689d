// What a generated client puts on the wire, as a server on the loopback reads it.

import HTTPExchange
import Foundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Keeps every request, and answers as it is told.
private final class Listener: Sendable {
    private let requests: Kept
    private let server: ScriptedServer
    var port: UInt16 { server.port }
    var url: URL { URL(string: "http://127.0.0.1:\(server.port)/base") ?? URL(fileURLWithPath: "/") }
    var seen: [String] { requests.all.withLock { $0 } }
    var last: String { seen.last ?? "" }
    var line: String { String(last.prefix { $0 != "\r\n" }) }

    private final class Kept: Sendable {
        let all = Mutex<[String]>([])
    }

    init(_ answer: @escaping @Sendable (String, Int) -> String = { _, _ in "204 No Content\r\n\r\n" }) throws {
        let kept = Kept()
        requests = kept
        server = try ScriptedServer { connection in
            let count = kept.all.withLock { all in
                all.append(connection.request)
                return all.count
            }
            let text = answer(connection.request, count)
            let status = text.prefix { $0 != "\r\n" }
            // Foundation on Linux does not send a body from the disk again where it finds that a kept connection was closed.
            connection.write("HTTP/1.1 \(status)\r\nConnection: close" + text.dropFirst(status.count))
        }
    }

    func client(_ credentials: Bytes.Credentials = .init(), middleware: [Middleware] = []) -> Bytes.Client {
        Bytes.Client(url: url, credentials: credentials, middleware: middleware)
    }

    func header(_ name: String) -> String? {
        last.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }
}

@Suite(.timeLimit(.minutes(5)))
struct BytesTests {
    @Test func aTokenIsSentWhereNoneIsAllowedToo() async throws {
        let listener = try Listener()
        _ = try await listener.client(.init(bearer: "t")).getMe()
        #expect(listener.header("Authorization") == "Bearer t")
        _ = try await listener.client().getMe()
        #expect(listener.header("Authorization") == nil)
    }

    @Test func operationsGoToServersOfTheirOwn() async throws {
        let (main, uploads) = (try Listener(), try Listener())
        // As a mock has it: all goes there.
        _ = try await main.client().listUploads()
        #expect(main.line == "GET /base/uploads HTTP/1.1")
        let moving = Middleware { call, next in
            var call = call
            #expect(call.server?.absoluteString == "http://127.0.0.1:9/uploads")
            call.server = URL(string: "http://127.0.0.1:\(uploads.port)/uploads")
            return try await next(call)
        }
        _ = try await Bytes.Client(url: main.url, operationServers: true, middleware: [moving]).listUploads()
        #expect(uploads.line == "GET /uploads/uploads HTTP/1.1")
        _ = try await Bytes.Client(url: main.url, operationServers: true).getRelative()
        #expect(main.line == "GET /v2/relative HTTP/1.1")
        #expect(Bytes.Servers.all.map(\.absoluteString) == ["https://eu.example.com:443/v1", "http://127.0.0.1:9/v1"])
        #expect(
            Bytes.Servers.production(region: .usEast, port: "8443").absoluteString
                == "https://us-east.example.com:8443/v1")
    }

    @Test(arguments: [".", "..", ""]) func aNameThatWouldMoveThePathIsRefused(_ name: String) async throws {
        let listener = try Listener()
        await #expect { try await listener.client().removeDirectory(.init(name: name)) } throws: { error in
            guard case CallError.unencodable("removeDirectory", "path", _) = error else { return false }
            return true
        }
        #expect(listener.seen == [])
        _ = try await listener.client().removeDirectory(.init(name: "..."))
        #expect(listener.line == "DELETE /base/dir/... HTTP/1.1")
        _ = try await listener.client().getEnding(.init(name: "a", file: ".", ending: "x"))
        #expect(listener.line == "GET /base/dir/a/..x HTTP/1.1")
    }

    @Test func stylesAreAsRFC6570HasThem() async throws {
        let listener = try Listener()
        let empty = Bytes.GetStyles.Request(
            color: "", raw: "a/b#c&d", csv: [], piped: [], exploded: [], list: [], crumbs: [])
        _ = try await listener.client().getStyles(empty)
        #expect(listener.line == "GET /base/styles/;color?raw=a/b%23c&d HTTP/1.1")
        #expect(listener.header("X-List") == nil)
        #expect(listener.header("Cookie") == nil)
    }

    @Test func bytesAreAskedForAndToldApart() async throws {
        let listener = try Listener { _, count in
            "200 OK\r\nContent-Type: \(count == 1 ? "image/jpeg" : "text/csv")\r\nContent-Length: 1\r\n\r\nx"
        }
        #expect(try await listener.client().getPicture() == .ok(.imageJpeg(Data("x".utf8))))
        #expect(listener.header("Accept") == "image/png, image/jpeg, application/json, text/csv")
        #expect(try await listener.client().getPicture() == .ok(.text("x")))
        _ = try? await listener.client().addPicture(.init(body: .imageJpeg(.data(Data([1])))))
        #expect(listener.header("Content-Type") == "image/jpeg")
    }

    @Test(arguments: [
        ("image/webp", "image"), ("text/csv", "text"), ("application/octet-stream", "bytes"), ("font/woff", "bytes"),
    ])
    func rangesAreToldApart(_ type: String, _ kind: String) async throws {
        let listener = try Listener { _, _ in "200 OK\r\nContent-Type: \(type)\r\nContent-Length: 1\r\n\r\nx" }
        let answer = try await listener.client().putAttachment(
            .init(body: .image(.data(Data([1])), contentType: "image/heic"))
        ).ok
        #expect(listener.header("Content-Type") == "image/heic")
        switch answer {
        case .image(let data): #expect(kind == "image" && data == Data("x".utf8))
        case .text(let text): #expect(kind == "text" && text == "x")
        case .applicationOctetStream(let data): #expect(kind == "bytes" && data == Data("x".utf8))
        }
        _ = try await listener.client().putAttachment(.init(body: .applicationOctetStream(.data(Data([1])))))
        #expect(listener.header("Content-Type") == "application/octet-stream")
    }

    @Test func parametersOfMediaTypesAreKept() async throws {
        let listener = try Listener { request, count in
            "200 OK\r\nContent-Type: application/json;v=\(count)\r\nContent-Length: 9\r\n\r\n{\"\(count == 1 ? "one" : "two")\":1}"
        }
        #expect(
            try await listener.client().addVersion(.init(body: .init(a: 1))) == .ok(.applicationJSONV1(.init(one: 1))))
        #expect(listener.header("Content-Type") == #"application/json; profile="https://example.com/p"; v=2"#)
        #expect(listener.header("Accept") == "application/json; v=1, application/json; v=2")
        #expect(
            try await listener.client().addVersion(.init(body: .init(a: 1))) == .ok(.applicationJSONV2(.init(two: 1))))
    }

    @Test func aCharsetIsKeptTo() async throws {
        let seen = Mutex<Data?>(nil)
        let latin = Data([0xE9])
        let client = Bytes.Client(
            transport: ClosureTransport { call in
                if case .data(let data) = call.body { seen.withLock { $0 = data } }
                return HTTPReply(
                    status: 200, headers: ["Content-Type": "text/plain; charset=ISO-8859-1"], body: latin)
            })
        #expect(try await client.sendLatin(.init(body: "é")) == .ok("é"))
        #expect(seen.withLock { $0 } == latin)
        await #expect(throws: CallError.self) { try await client.sendLatin(.init(body: "日")) }
    }

    @Test func aFormThatNamesNoPartTakesThemByName() async throws {
        let listener = try Listener()
        _ = try await listener.client().addFields(.init(body: ["note": "n", "tags": ["a", 1]]))
        #expect(listener.last.contains("name=\"note\"\r\n\r\nn\r\n"))
        #expect(listener.last.contains("name=\"tags\"\r\n\r\n1\r\n"))
    }

    @Test func filesAreFilesWhateverStandsBesideThem() async throws {
        let listener = try Listener()
        let image = FileContent(Data("I".utf8), filename: "a.png", contentType: "image/png")
        _ = try await listener.client().edit(
            .init(
                body: .init(
                    image: [image], mask: .init(Data("M".utf8), filename: "m.png"), prompt: "p",
                    scan: .init(Data("S".utf8)),
                    maskXAlpha: "1", promptXTone: 7)))
        let body = listener.last
        #expect(body.contains("name=\"image\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\nI\r\n"))
        #expect(
            body.contains("name=\"mask\"; filename=\"m.png\"\r\nContent-Type: image/png\r\nX-Alpha: 1\r\n\r\nM\r\n"))
        #expect(body.contains("name=\"prompt\"\r\nContent-Type: text/plain\r\nX-Tone: 7\r\n\r\np\r\n"))
        #expect(
            body.contains("name=\"scan\"; filename=\"file\"\r\nContent-Type: application/octet-stream\r\n\r\nS\r\n"))
        let document = Bytes.AddDocument.MultipartBody(title: "t", content: .init(Data("D".utf8), filename: "d.pdf"))
        _ = try await listener.client().addDocument(.init(body: .multipart(document)))
        #expect(
            listener.last.contains("name=\"content\"; filename=\"d.pdf\"\r\nContent-Type: application/pdf\r\n\r\nD\r\n")
        )
        _ = try await listener.client().addAlternative(.init(body: .init(name: "n", file: .init(Data("F".utf8)))))
        #expect(listener.last.contains("name=\"file\"; filename=\"file\"\r\n"))
        #expect(!listener.last.contains("name=\"url\""))
    }

    @Test func aStreamIsSentAgainOrSaysThatItCannot() async throws {
        let listener = try Listener { _, count in
            count % 2 == 1 ? "503 Busy\r\nContent-Length: 0\r\n\r\n" : "204 OK\r\n\r\n"
        }
        let again = Middleware { call, next in
            let answer = try await next(call)
            return answer.status == 503 ? try await next(call) : answer
        }
        let client = listener.client(middleware: [again])
        let body = HTTPBody.stream {
            AsyncThrowingStream { parts in
                parts.yield(Data("whole".utf8))
                parts.finish()
            }
        }
        #expect(try await client.sendStream(.init(body: body)) == .noContent)
        #expect(listener.seen.map { $0.hasSuffix("\r\n\r\nwhole") } == [true, true])
        let once = HTTPBody.once(AsyncThrowingStream { $0.finish() })
        await #expect { try await client.sendStream(.init(body: once)) } throws: { error in
            "\(error)".contains("was sent already")
        }
    }

    @Test func credentialsStayWithTheirHost() async throws {
        let other = try Listener()
        let listener = try Listener { _, _ in
            "302 Found\r\nLocation: http://127.0.0.1:\(other.port)/there\r\nContent-Length: 0\r\n\r\n"
        }
        let adding = Middleware { call, next in
            var call = call
            call.headers["Cookie"] = "session=s"
            call.headers["X-Signature"] = "g"
            return try await next(call)
        }
        _ = try await listener.client(.init(bearer: "t"), middleware: [adding]).getMe()
        #expect(listener.header("Authorization") == "Bearer t")
        #expect(other.line == "GET /there HTTP/1.1")
        for name in ["Authorization", "Cookie", "X-Signature"] { #expect(other.header(name) == nil) }
    }

    /// One of a parameter, and one that a server has set, which Foundation keeps.
    @Test func cookiesStayWithTheirHost() async throws {
        let other = try Listener()
        let listener = try Listener { _, _ in
            "302 Found\r\nLocation: http://localhost:\(other.port)/there\r\nSet-Cookie: set=1; Path=/\r\nContent-Length: 0\r\n\r\n"
        }
        let client = listener.client()
        for _ in 1...2 { _ = try await client.getStyles(.init(color: "red", crumbs: ["a", "b"])) }
        #expect(try #require(listener.header("Cookie")).contains("crumbs=a,b"), "\(listener.seen)")
        #expect(try #require(listener.header("Cookie")).contains("set=1"))
        #expect(other.seen.count == 2)
        #expect(other.line == "GET /there HTTP/1.1")
        #expect(other.header("Cookie") == nil)
    }

    @Test func credentialsAreKeptOnTheSameHost() async throws {
        let listener = try Listener { _, count in
            count == 1 ? "302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n" : "204 No Content\r\n\r\n"
        }
        _ = try await listener.client(.init(bearer: "t")).getMe()
        #expect(listener.line == "GET /there HTTP/1.1")
        #expect(listener.header("Authorization") == "Bearer t")
    }

    @Test(arguments: [307, 308]) func aRedirectionRepeatsTheBody(_ status: Int) async throws {
        let listener = try Listener { _, count in
            count < 3
                ? "\(status) Elsewhere\r\nLocation: ../there\r\nContent-Length: 0\r\n\r\n" : "204 No Content\r\n\r\n"
        }
        _ = try await listener.client().sendStream(.init(body: .data(Data("whole".utf8))))
        #expect(listener.line == "POST /there HTTP/1.1")
        #expect(listener.seen.map { $0.hasSuffix("\r\n\r\nwhole") } == [true, true, true])
    }

    /// A 301 that the contract declares is an answer: its body is read, and nothing goes to where it leads.
    @Test func aDeclaredRedirectionIsAnAnswer() async throws {
        let other = try Listener()
        let body = #"{"message":"Moved","url":"elsewhere"}"#
        let listener = try Listener { _, _ in
            "301 Moved Permanently\r\nLocation: http://127.0.0.1:\(other.port)/issues/9\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        let answer = try await listener.client(.init(bearer: "t")).getIssue(.init(number: 5))
        #expect(answer == .movedPermanently(.init(message: "Moved", url: "elsewhere")))
        #expect(listener.header("Authorization") == "Bearer t")
        #expect(other.seen.isEmpty)
    }

    @Test(arguments: ["soon", "", "7.5", "Wed, 21 Oct 2026 07:28:00 GMT"])
    func aStatusIsThereWhateverItsHeaderIs(_ value: String) async throws {
        let listener = try Listener { _, _ in
            "429 Too Many Requests\r\nRetry-After: \(value)\r\nContent-Length: 0\r\n\r\n"
        }
        let answer = try await listener.client().getIssue(.init(number: 5))
        #expect(answer == .tooManyRequests(headers: .init(retryAfter: nil)))
    }

    @Test func aPageOfHTMLIsCaughtByItsStatus() async throws {
        let page = "<html><body>nginx</body></html>"
        let listener = try Listener { _, _ in
            "404 Not Found\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n\(page)"
        }
        do {
            _ = try await listener.client().getIssue(.init(number: 5))
            Issue.record("it was read")
        } catch {
            #expect(error.status == 404)
            #expect(error.reply?.headers["content-type"] == "text/html")
            #expect(error.reply?.body == Data(page.utf8))
        }
    }

    @Test func aHEADIsSentAndReadByItsHead() async throws {
        let listener = try Listener { _, _ in "200 OK\r\nX-Size: 7\r\nContent-Length: 70\r\n\r\n" }
        let answer = try await listener.client().headIssue(.init(number: 5))
        #expect(answer == .ok(headers: .init(size: 7)))
        #expect(listener.line == "HEAD /base/issues/5 HTTP/1.1")
    }

    /// URLSession sends none; another transport gets it as the contract has it.
    @Test func aTRACEIsAnErrorThatSaysSo() async throws {
        let listener = try Listener()
        await #expect { try await listener.client().traceIssue(.init(number: 5)) } throws: { error in
            "\(error)".contains("URLSession sends no TRACE")
        }
        #expect(listener.seen.isEmpty)
        let client = Bytes.Client(
            transport: ClosureTransport { call in
                HTTPReply(
                    status: 200, headers: ["Content-Type": "message/http"],
                    body: Data("\(call.method) \(call.target)".utf8))
            })
        #expect(try await client.traceIssue(.init(number: 5)) == .ok(Data("TRACE /issues/5".utf8)))
    }

    @Test func aCircleOfRedirectionsEnds() async throws {
        let listener = try Listener { _, _ in "302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n" }
        await #expect(throws: CallError.self) { try await listener.client().getMe() }
        #expect(listener.seen.count == 20)
    }

    @Test func aBaseWithAQueryKeepsIt() async throws {
        let listener = try Listener()
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/base/?key=k#part"))
        _ = try await Bytes.Client(url: url).getMe()
        #expect(listener.line == "GET /base/me?key=k HTTP/1.1")
        _ = try await Bytes.Client(url: url).getStyles(.init(color: "red", raw: "r"))
        #expect(listener.line == "GET /base/styles/;color=red?key=k&raw=r HTTP/1.1")
    }

    @Test func anErrorHoldsNoSecretOfTheQuery() async throws {
        let port = try Listener().port
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/base?api%20key=secret"))
        do {
            _ = try await Bytes.Client(url: url).getMe()
            Issue.record("there is no server")
        } catch {
            for text in ["\(error)", String(reflecting: error), "\([error])", error.localizedDescription] {
                #expect(!text.contains("secret"), "\(text)")
                #expect(text.contains("getMe"))
            }
            guard case .transport(_, let underlying) = error else { throw error }
            #expect(!String(reflecting: underlying).contains("secret"))
        }
    }

    @Test(arguments: ["GET", "TRACE"]) func whatURLSessionDoesNotSendIsSaid(_ method: String) async throws {
        let listener = try Listener()
        let changing = Middleware { call, next in
            var call = call
            (call.method, call.body) = (method, .data(Data("b".utf8)))
            return try await next(call)
        }
        await #expect { try await listener.client(middleware: [changing]).getMe() } throws: { error in
            "\(error)".contains("another transport for this operation")
        }
    }
}
