// Requests of generated clients, judged by their contracts, and answers as their types.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing

/// A transport that keeps what it is given.
private final class Recorder: Transport {
    private let calls = Mutex<[HTTPCall]>([])
    private let reply: HTTPReply

    init(_ reply: HTTPReply = HTTPReply(status: 599, body: Data(#"{"message":"recorded"}"#.utf8))) {
        self.reply = reply
    }

    func send(_ call: HTTPCall) async throws -> HTTPStream {
        calls.withLock { $0.append(call) }
        return HTTPStream(reply)
    }

    var last: HTTPCall? { calls.withLock { $0.last } }
}

private func contract(_ name: String) throws -> Contract {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Contracts/\(name)")
    return try #require(Contract.load(path: root.path).contract)
}

extension HTTPCall {
    fileprivate var request: HTTPExchange.Request {
        get throws {
            var fields = HTTPFields()
            for field in headers.fields {
                fields.append(HTTPField(name: try #require(HTTPField.Name(field.name)), value: field.value))
            }
            var bytes: [UInt8] = []
            if case .data(let data) = body { bytes = Array(data) }
            return HTTPExchange.Request(
                method: try #require(HTTPRequest.Method(method)), target: target, headers: fields, body: bytes)
        }
    }
}

/// What the contract finds in a call.
private func violations(_ call: HTTPCall?, _ name: String) throws -> [String] {
    switch try contract(name).judge(try #require(call).request) {
    case .judged(let judged): judged.violations.filter { $0.severity == .violation }.map(\.message)
    case .noPath: ["no such path: \(call?.target ?? "")"]
    case .noMethod: ["no such method"]
    }
}

struct CallTests {
    private let recorder = Recorder()

    private func searching(_ client: any OperationsAPI) -> any Searching { Legacy(client) }

    @Test func everyStyleIsWhatTheContractSays() async throws {
        let client: any OperationsAPI = Operations.Client(
            transport: recorder, credentials: .init(cookie: "c d", basic: .init(user: "u", password: "p:w")))
        let request = Operations.Search.Request(
            a: "a/b", b: [1, 2], matrix: ["x", "y z"], label: "l", q: "ü&=+", tags: ["1", "2"], csv: ["a", "b"],
            piped: ["a", "b"], spaced: ["a", "b"], deep: .init(from: 1, to: 2), filter: .init(name: "n"),
            sort: .priceAsc,
            raw: "a/b?c", flags: [true, false], session: "s")
        #expect(try await searching(client).search(request) == .default(.init(message: "recorded"), status: 599))
        let call = try #require(recorder.last)
        #expect(try violations(call, "operations") == [])
        #expect(
            call.target.hasPrefix("/search/a%2Fb,1,2/;matrix=x;matrix=y%20z/.l?q=%C3%BC%26%3D%2B&tags=1&tags=2&csv=a,b")
        )
        #expect(call.target.contains("&piped=a%7Cb&spaced=a%20b&deep%5Bfrom%5D=1&deep%5Bto%5D=2"))
        #expect(call.headers["Cookie"] == "session=s; sid=c%20d")
        #expect(call.headers["Authorization"] == "Basic dTpwOnc=")
        #expect(call.followsRedirects == false)
        guard case .judged(let judged) = try contract("operations").judge(call.request) else {
            throw CancellationError()
        }
        #expect(judged.value("b", in: .path) == [1, 2])
        #expect(judged.value("matrix", in: .path) == ["x", "y z"])
        #expect(judged.value("deep", in: .query) == ["from": 1, "to": 2])
        #expect(judged.value("filter", in: .query) == ["name": "n"])
        #expect(judged.value("X-Flags", in: .header) == [true, false])
        #expect(judged.value("session", in: .cookie) == "s")
    }

    @Test func credentialsGoWhereTheyAreAskedFor() async throws {
        let all = Operations.Credentials(key: "k", queryKey: "q", bearer: "b")
        let client = Operations.Client(transport: recorder, credentials: all)
        _ = try await client.ping()
        #expect(recorder.last?.headers.fields == [])
        _ = try await client.listItems()
        #expect(recorder.last?.headers["X-Key"] == "k")
        #expect(recorder.last?.target == "/items")
        _ = try await searching(client).search(.example)
        #expect(recorder.last?.headers["Authorization"] == "Bearer b")
        _ = try await client.getFile(.init(path: "a b/c"))
        #expect(recorder.last?.target == "/files/a%20b/c")
    }

    @Test func exactNumbersGoOut() async throws {
        let client = Scalars.Client(transport: recorder)
        let day = try #require(CalendarDate("2024-02-29"))
        _ = try await client.getAccount(
            .init(accountID: .max, since: Date(timeIntervalSinceReferenceDate: 0.5), day: day, ids: [.max, 0]))
        #expect(
            recorder.last?.target == "/accounts/18446744073709551615?since=2001-01-01T00%3A00%3A00.500Z&day=2024-02-29"
                + "&ids=18446744073709551615&ids=0")
        #expect(try violations(recorder.last, "scalars") == [])
        _ = try await client.putAccount(.example)
        #expect(try violations(recorder.last, "scalars") == [])
    }

    @Test func bodiesAreWhatTheContractSays() async throws {
        let client = Bodies.Client(transport: recorder)
        _ = try await client.sendForm(
            .init(body: .init(name: "a b&c", when: .distantPast, tags: ["x", "y"], address: .init(city: "Київ"))))
        #expect(try violations(recorder.last, "bodies") == [])
        let upload = Bodies.Upload.Request(
            body: .init(
                file: FileContent(Data([0, 255, 13, 10]), filename: "a.bin"), title: "ü",
                pages: [FileContent(Data("1".utf8))],
                meta: .init(n: .max), thumbnail: Data([1]), cover: FileContent(Data([2])), table: "a,b"))
        _ = try await client.upload(upload)
        #expect(try violations(recorder.last, "bodies") == [])
        let parts = try upload.body.parts().map { "\($0.name) \($0.contentType ?? "-")" }
        #expect(
            parts == [
                "file application/octet-stream", "title -", "pages application/octet-stream", "meta application/json",
                "thumbnail -", "cover image/png", "table text/csv", "purpose -",
            ])
        _ = try await client.sendNote(.init(body: .text("plain")))
        #expect(recorder.last?.headers["Content-Type"] == "text/plain")
        #expect(try violations(recorder.last, "bodies") == [])
        _ = try await client.sendNote()
        guard case HTTPBody.none? = recorder.last?.body else { throw CancellationError() }
        _ = try await client.patchNote(.example)
        #expect(recorder.last?.headers["Content-Type"] == "application/merge-patch+json")
        #expect(try violations(recorder.last, "bodies") == [])
        _ = try await client.sendLines(.init(body: [.init(text: "a"), .init(text: "b")]))
        #expect(try violations(recorder.last, "bodies") == [])
    }

    @Test func whatCannotBeSentIsSaidBefore() async throws {
        await #expect {
            try await Operations.Client(transport: recorder).getFile(.init(path: ""))
        } throws: { error in
            "\(error)" == "getFile: the request cannot be written, path: an empty value would make this another path"
        }
        #expect(recorder.last == nil)
    }
}

/// Calls what is deprecated, through a requirement that is not: so no warning is left, and yet it is marked.
private protocol Searching {
    func search(_ request: Operations.Search.Request) async throws(CallError) -> Operations.Search.Response
}

private struct Legacy: Searching {
    let client: any OperationsAPI

    init(_ client: any OperationsAPI) { self.client = client }

    @available(*, deprecated)
    func search(_ request: Operations.Search.Request) async throws(CallError) -> Operations.Search.Response {
        try await client.search(request)
    }
}
