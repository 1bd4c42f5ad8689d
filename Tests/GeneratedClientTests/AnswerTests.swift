// Answers as generated clients give them: a case for each status, streams, failures with their place, the fake.

import Foundation
import Synchronization
import Testing

private func operations(_ reply: HTTPReply) -> Operations.Client {
    Operations.Client(transport: ClosureTransport { _ in reply })
}

private func bodies(_ reply: HTTPReply) -> Bodies.Client { Bodies.Client(transport: ClosureTransport { _ in reply }) }

private func reply(_ status: Int, _ headers: HTTPHeaders = [:], _ body: String = "") -> HTTPReply {
    HTTPReply(status: status, headers: headers, body: Data(body.utf8))
}

struct AnswerTests {
    private typealias Search = Operations.Search

    /// An answer, and the case that it is.
    private struct Expectation: Sendable {
        let reply: HTTPReply
        let response: Search.Response

        init(_ reply: HTTPReply, _ response: Search.Response) { (self.reply, self.response) = (reply, response) }
    }

    private static func expectations() -> [Expectation] {
        let json = reply(200, ["content-type": "application/json; charset=utf-8", "x-total": "2"], #"["a","b"]"#)
        let csv = reply(200, ["Content-Type": "text/csv", "X-Total": "0", "X-Next": "https://example.com/"], "a,b")
        let odd = reply(200, ["Content-Type": "text/csv", "X-Total": "0", "X-Next": ""], "a,b")
        let next = URL(string: "https://example.com/")
        let teapot = Search.Response.clientError(.init(title: "Teapot"), status: 418)
        let later = Search.Response.default(.init(message: "later"), status: 503)
        return [
            Expectation(json, Search.Response.ok(.json(["a", "b"]), headers: Search.OkHeaders(total: 2))),
            Expectation(csv, Search.Response.ok(.text("a,b"), headers: Search.OkHeaders(total: 0, next: next))),
            // An optional header that is no URL is not worth the answer.
            Expectation(odd, Search.Response.ok(.text("a,b"), headers: Search.OkHeaders(total: 0))),
            Expectation(
                reply(302, ["Location": "/there"]),
                Search.Response.found(headers: Search.FoundHeaders(location: "/there"))),
            // Nor is a required one that is missing or odd: the status says what came.
            Expectation(
                reply(200, ["Content-Type": "text/csv"], "a,b"), Search.Response.ok(.text("a,b"), headers: .init())),
            Expectation(
                reply(200, ["Content-Type": "text/csv", "X-Total": "two"], "a"),
                Search.Response.ok(.text("a"), headers: .init())),
            Expectation(reply(302), Search.Response.found(headers: .init())),
            Expectation(reply(418, [:], #"{"title":"Teapot"}"#), teapot),
            Expectation(reply(503, [:], #"{"message":"later"}"#), later),
        ]
    }

    @Test func eachStatusIsACase() throws {
        for expected in Self.expectations() {
            let response = try Search.response(expected.reply)
            #expect(response == expected.response)
            #expect(response.status == expected.reply.status)
        }
    }

    @Test func anotherStatusIsKeptWhole() async throws {
        let odd = reply(299, ["X-Any": "thing"], "text")
        #expect(try await operations(odd).ping() == .undocumented(odd))
    }

    @Test(arguments: [
        (
            reply(200, ["Content-Type": "image/gif", "X-Total": "1"], "GIF"),
            "header Content-Type: expected one of application/json, text/csv, found image/gif"
        ),
        (
            reply(200, ["Content-Type": "application/json", "X-Total": "1"], "[1]"),
            "$[0]: Expected to decode String but found number"
        ),
        (reply(404, ["Content-Type": "text/html"], "<html>"), "$: expected JSON, found text/html"),
        (reply(404, [:], ""), "$: expected JSON, found no body"),
        (reply(500, [:], "{"), "$: "),
        (reply(500, [:], "{}"), "$: message is missing"),
    ])
    func aBrokenAnswerIsSaidWithItsPlaceAndKept(_ reply: HTTPReply, _ message: String) async throws {
        let channel = Channel(transport: ClosureTransport { _ in reply })
        do {
            _ = try await channel.send(Operations.Search.self, .example)
            Issue.record("decoded")
        } catch {
            guard case .undecodable("search", let path, let reason, reply) = error else {
                Issue.record("\(error)")
                return
            }
            #expect("\(path): \(reason)".hasPrefix(message), "\(path): \(reason)")
            #expect(
                error.description
                    == "search: the answer with status \(reply.status) breaks the contract, \(path): \(reason)")
        }
    }

    @Test func bodiesOfEachKind() async throws {
        let note = #"{"text":"a"}"#
        let json = try await bodies(reply(200, ["Content-Type": "application/json"], note)).sendNote()
        #expect(json == .ok(.json(.init(text: "a"))))
        let text = try await bodies(reply(200, ["Content-Type": "text/plain"], note)).sendNote()
        #expect(text == .ok(.text(note)))
        let pdf = try await bodies(reply(200, ["Content-Type": "application/pdf"], note)).sendNote()
        #expect(pdf == .ok(.binary(Data(note.utf8))))
        let raw = try await bodies(reply(200, [:], "\u{0}")).putRaw(.example)
        #expect(raw == .ok(Data([0])))
        let lines = try await bodies(reply(200, [:], "\(note)\n\n\(note)\r\n")).sendLines(.example)
        #expect(lines == .ok([.init(text: "a"), .init(text: "a")]))
        let dates = try await bodies(reply(200, [:], #"["2001-01-01T00:00:00Z"]"#)).getDates()
        #expect(dates == .ok([Date(timeIntervalSinceReferenceDate: 0)]))
        await #expect(throws: CallError.self) { try await bodies(reply(200, [:], "\(note)\nnone")).sendLines(.example) }
    }

    @Test func eventsComeOneByOne() async throws {
        let (body, parts) = AsyncThrowingStream<Data, any Error>.makeStream()
        let transport = ClosureTransport(streaming: { _ in
            HTTPStream(status: 200, headers: ["Content-Type": "text/event-stream", "X-Stream": "s"], body: body)
        })
        guard case .ok(let events, .init(stream: "s")) = try await Bodies.Client(transport: transport).watch() else {
            Issue.record("no stream")
            return
        }
        // Nothing of the body is there yet, and the call has returned.
        parts.yield(Data("data: {\"text\":\"a\"}\n\nda".utf8))
        var notes: [String] = []
        for try await event in events {
            notes.append(try event.decoded(as: Bodies.Note.self).text)
            if notes.count == 2 { break }
            parts.yield(Data("ta: {\"text\":\"b\"}\n\n".utf8))
        }
        #expect(notes == ["a", "b"])
        guard case .serviceUnavailable(let note) = try await bodies(reply(503, [:], #"{"text":"c"}"#)).watch() else {
            Issue.record("no note")
            return
        }
        #expect(note.text == "c")
    }

    @Test func eventsStandBesideJSON() async throws {
        let json = reply(200, ["Content-Type": "application/json"], #"{"text":"a"}"#)
        guard case .ok(.json(.init(text: "a"))) = try await bodies(json).answer() else {
            Issue.record("no note")
            return
        }
        let (body, parts) = AsyncThrowingStream<Data, any Error>.makeStream()
        let transport = ClosureTransport(streaming: { _ in
            HTTPStream(status: 200, headers: ["Content-Type": "text/event-stream"], body: body)
        })
        guard case .ok(.events(let events)) = try await Bodies.Client(transport: transport).answer() else {
            Issue.record("no stream")
            return
        }
        parts.yield(Data("data: {\"text\":\"b\"}\n\n".utf8))
        parts.finish()
        for try await event in events { #expect(try event.decoded(as: Bodies.Note.self).text == "b") }
    }

    @Test func failuresOfTheTransportKeepTheirCause() async throws {
        func client(_ error: any Error) -> Operations.Client {
            Operations.Client(transport: ClosureTransport(streaming: { _ in throw error }))
        }
        await #expect { try await client(URLError(.notConnectedToInternet)).ping() } throws: { error in
            guard case CallError.transport("ping", let underlying as URLError)? = error as? CallError else {
                return false
            }
            return underlying.code == .notConnectedToInternet
        }
        for cancellation: any Error in [CancellationError(), URLError(.cancelled)] {
            await #expect { try await client(cancellation).ping() } throws: { error in
                if case CallError.cancelled("ping")? = error as? CallError { true } else { false }
            }
        }
    }

    @Test func middlewareStandsAroundEveryCall() async throws {
        let log = Mutex<[String]>([])
        let retry = Middleware { call, next in
            let answer = try await next(call)
            return answer.status == 503 ? try await next(call) : answer
        }
        let token = Middleware { call, next in
            var call = call
            call.headers["Authorization"] = "Bearer fresh"
            return try await next(call)
        }
        let logging = Middleware { call, next in
            let answer = try await next(call)
            log.withLock { $0.append("\(call.operation) \(call.headers["Authorization"] ?? "-") \(answer.status)") }
            return answer
        }
        let statuses = Mutex([503, 204])
        let transport = ClosureTransport { _ in HTTPReply(status: statuses.withLock { $0.removeFirst() }) }
        let client = Operations.Client(transport: transport, middleware: [retry, token, logging])
        #expect(try await client.ping() == .noContent)
        #expect(log.withLock { $0 } == ["ping Bearer fresh 503", "ping Bearer fresh 204"])
    }
}

struct FakeTests {
    @Test func answersWithTheContractsExamples() async throws {
        #expect(try await Operations.Fake().ping() == .noContent)
        #expect(try await Bodies.Fake().patchNote(.example) == .ok(.init(text: "Hello")))
        #expect(try await Bodies.Fake().sendNote() == .ok(.json(.init(text: "Hello"))))
        guard case .ok(let account, let headers) = try await Scalars.Fake().getAccount(.example) else {
            Issue.record("no account")
            return
        }
        #expect(account.balance == Decimal(string: "1234567890123456789.01"))
        #expect(headers.remaining.map { $0 >= 0 } == true)
    }

    @Test func answersAsATestSays() async throws {
        var fake = Presence.Fake()
        fake.onUpdateProfile = { request in
            .ok(.init(name: request.body.name ?? "", nickname: request.body.nickname.value, tags: []))
        }
        let api: any PresenceAPI = fake
        let answer = try await api.updateProfile(.init(id: "1", body: .init(name: "n", nickname: .null)))
        #expect(answer == .ok(.init(name: "n", nickname: nil, tags: [])))
    }

    @Test func theBodyOfTheRightAnswerIsAtHand() async throws {
        #expect(try await Bodies.Fake().patchNote(.example).ok == Bodies.Note(text: "Hello"))
        var fake = Bodies.Fake()
        fake.onPatchNote = { _ in .undocumented(HTTPReply(status: 404)) }
        let answering = fake
        let error = await #expect(throws: CallError.self) { try await answering.patchNote(.example).ok }
        #expect(error?.status == 404)
        #expect(error.map { "\($0)" } == "patchNote: the answer has status 404")
    }

    /// A gateway's page of HTML in place of the declared body: the status is there all the same.
    @Test(arguments: ["<html>", "{}", ""]) func aStatusIsCaughtWhateverTheBodyIs(_ body: String) async throws {
        let client = Operations.Client(
            transport: ClosureTransport { _ in
                HTTPReply(status: 404, headers: ["Content-Type": "text/html", "X-Proxy": "a"], body: Data(body.utf8))
            })
        let error = await #expect(throws: CallError.self) { try await client.getFile(.init(path: "a")).ok }
        #expect(error?.status == 404)
        #expect(error?.reply?.headers["x-proxy"] == "a")
        #expect(error?.reply.map { String(decoding: $0.body, as: UTF8.self) } == body)
    }

    @Test func failsAsATestSays() async throws {
        var fake = Operations.Fake()
        fake.onPing = { () throws(CallError) in throw .cancelled(operation: "ping") }
        await #expect(throws: CallError.self) { try await fake.ping() }
    }

    /// Every type that stands for a schema has an example, and it can be read.
    @Test func examplesCanBeRead() throws {
        _ = try Scalars.Account.example
        _ = try Scalars.Level.example
        _ = try Presence.Profile.example
        _ = try Presence.ProfileChange.example
        _ = try Presence.Shared.example
        _ = try Presence.Birth.example
        _ = try Naming.Twins.example
        _ = try Naming.ErrorModel.example
        _ = try Naming.SwiftModel.example
        _ = try Naming.DataModel.example
        _ = try Conditions.Session.example
        _ = try Conditions.Login.example
        _ = try Conditions.Payment.example
        _ = try Conditions.Shipment.example
        _ = try Unions.All.example
        _ = try Unions.Variant.example
        _ = try Unions.Event.example
        _ = try Unions.Contact.example
        _ = try Unions.Pet.example
        _ = try Recursion.Node.example
        _ = try Recursion.Expression.example
        _ = try Recursion.Sum.example
        _ = try Recursion.Odd.example
        _ = try Composition.Thing.example
        _ = try Composition.Box.example
        _ = try Composition.Base.example
        _ = try Operations.Problem.example
        _ = try Operations.Failure.example
        _ = try Bodies.Note.example
        _ = try Bodies.Written.example
        #expect(Operations.Servers.production().absoluteString == "https://eu.example.com/v1")
    }
}
