// Members that are required in one direction alone, data of events, and answers that are read leniently.

import Foundation
import Testing

struct DirectionTests {
    @Test func whatTheServerGivesIsThereInAnswersAlone() async throws {
        let transport = ClosureTransport { call in
            guard case .data(let body) = call.body else { return HTTPReply(status: 400) }
            #expect(String(decoding: body, as: UTF8.self) == #"{"name":"n","password":"p"}"#)
            return HTTPReply(status: 201, body: Data(#"{"id":"7","name":"n"}"#.utf8))
        }
        let client = Presence.Client(transport: transport)
        let sent = Presence.SharedInput(password: "p", name: "n")
        let shared = try await client.createProfile(.init(id: "1", body: sent)).created
        // Not optional, and what a list of SwiftUI goes by.
        let id: String = shared.id
        #expect(id == "7")
        func identity<Item: Identifiable>(_ item: Item) -> Item.ID { item.id }
        #expect(identity(shared) == "7")
        let failed = ClosureTransport { _ in HTTPReply(status: 201, body: Data(#"{"name":"n"}"#.utf8)) }
        let error = await #expect(throws: CallError.self) {
            try await Presence.Client(transport: failed).createProfile(.init(id: "1", body: sent))
        }
        #expect(error?.description.hasSuffix("$: id is missing") == true)
        #expect(try Presence.SharedInput.example.name == Presence.Shared.example.name)
    }

    /// `{"pet": …}`, as many frameworks want it: what is around it is sent alone.
    @Test func whatIsWithinABodyIsWhatIsSent() async throws {
        let transport = ClosureTransport { call in
            guard case .data(let body) = call.body else { return HTTPReply(status: 400) }
            let shared = #"{"name":"n","password":"p"}"#
            #expect(String(decoding: body, as: UTF8.self) == #"{"others":[\#(shared)],"shared":\#(shared)}"#)
            return HTTPReply(status: 204)
        }
        let sent = Presence.SharedInput(password: "p", name: "n")
        let client = Presence.Client(transport: transport)
        #expect(try await client.createProfiles(.init(body: .init(shared: sent, others: [sent]))) == .noContent)
    }

    @Test func eventsHaveTheContractsData() async throws {
        let text = "data: {\"text\":\"a\"}\n\ndata: {\"text\":\"b\"}\n\ndata: [DONE]\n\n"
        let transport = ClosureTransport { _ in
            HTTPReply(status: 200, headers: ["Content-Type": "text/event-stream"], body: Data(text.utf8))
        }
        guard case .ok(let events, _) = try await Bodies.Client(transport: transport).watch() else {
            Issue.record("no stream")
            return
        }
        var notes: [Bodies.Note] = []
        for try await note in events.payloads { notes.append(note) }
        #expect(notes == [.init(text: "a"), .init(text: "b")])
    }

    @Test func bytesNeedNotFitIntoMemory() async throws {
        let (body, parts) = AsyncThrowingStream<Data, any Error>.makeStream()
        let transport = ClosureTransport(streaming: { call in
            #expect(call.method == "PUT")
            return HTTPStream(status: 200, body: body)
        })
        let answer = try await Bodies.Client(transport: transport).putRaw(streaming: .init(body: .data(Data([1]))))
        #expect(answer.status == 200)
        parts.yield(Data([1, 2]))
        parts.finish()
        #expect(try await answer.collected().body == Data([1, 2]))
        let failing = ClosureTransport(streaming: { _ in throw URLError(.timedOut) })
        let error = await #expect(throws: CallError.self) {
            try await Bodies.Client(transport: failing).putRaw(streaming: .init(body: .none))
        }
        #expect(error?.operation == "putRaw")
    }
}

struct LeniencyTests {
    private func dates(_ json: String, _ leniency: Leniency? = nil) async throws -> [Date] {
        let client = Bodies.Client(
            transport: ClosureTransport { _ in HTTPReply(status: 200, body: Data(json.utf8)) })
        return try await (leniency.map { client.reading($0) } ?? client).getDates().ok
    }

    @Test(arguments: [
        ("2001-01-01T00:00:00", 0.0), ("2001-01-01 00:00:01", 1), ("2001-01-02", 86_400),
        ("2001-01-01T02:00:00+0200", 0), ("2001-01-01T00:00:00.5", 0.5), ("2001-01-01T00:00:00Z", 0),
    ])
    func datesAreReadAsTheAppSays(_ text: String, _ seconds: Double) async throws {
        #expect(try await dates("[\"\(text)\"]", .usual) == [Date(timeIntervalSinceReferenceDate: seconds)])
    }

    @Test(arguments: ["", "soon", "2001-13-01", "2001-01-01T00:00:00+02000"])
    func whatIsNoDateIsRefused(_ text: String) async {
        for leniency in [nil, Leniency.usual] {
            let error = await #expect(throws: CallError.self) { try await dates("[\"\(text)\"]", leniency) }
            #expect(error?.description.contains("$[0]: not a date and time of RFC 3339: \(text)") == true)
        }
    }

    @Test func aDateWithoutOffsetIsRefusedUnlessTheAppSaysOtherwise() async throws {
        await #expect(throws: CallError.self) { try await dates(#"["2001-01-01T00:00:00"]"#) }
        let leniency = Leniency(date: { $0 == "never" ? .distantFuture : nil })
        #expect(try await dates(#"["never"]"#, leniency) == [.distantFuture])
    }

    @Test func anOptionalMemberThatCannotBeReadIsNil() throws {
        let json = Data(#"{"name":"n","seen":"yesterday"}"#.utf8)
        func decode() throws -> Presence.ProfileChange {
            try Wire.decoder(for: json).decode(Presence.ProfileChange.self, from: json)
        }
        #expect(throws: DecodingError.self) { try decode() }
        let read = try Leniency.usual.reading { try decode() }
        #expect(read.name == "n")
        #expect(read.seen == .absent)
    }
}
