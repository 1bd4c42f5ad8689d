// Journals of a session that two processes answer for: what each shows of the other's.

import ContractSamples
import HTTPExchange
import HTTPTypes
import HTTPWire
import JSONValues
import OpenAPIContract
import SessionStoreSuite
import SessionStores
import Testing

@testable import Journals
@testable import MockServing
@testable import Mocking

@Suite struct SharedJournalTests {
    private static let contract = document(
        """
        /login:
          post:
            operationId: login
            parameters: [{name: tries, in: query, schema: {type: integer}}]
            requestBody: {content: {application/json: {schema: {type: object}}}}
            responses: {'200': {description: In., content: {application/json: {schema: {type: string}, example: in}}}}
        """)

    private struct Process {
        let answerer: RequestAnswerer
        let shared: SharedSessions

        func ask(_ method: HTTPRequest.Method, _ target: String, body: String = "") async -> (status: Int, json: JSON?)
        {
            var request = Request(method: method, target: target, body: Array(body.utf8))
            if !body.isEmpty { request.headers[.contentType] = "application/json" }
            let reply = answerer.reply(to: request, nil, Peer(address: "127.0.0.1", isLoopback: true), of: nil)
            let outgoing = await reply.outgoing
            outgoing.delivered?(Delivered(elapsed: .milliseconds(3)))
            let response = outgoing.response.response
            return (response.status, try? JSON(parsing: response.body))
        }

        func login(_ tries: String, body: String = #"{"user":"zoe","password":"correct-horse"}"#) async -> Int {
            await ask(.post, "/_counterpart/sessions/zoe/login?tries=\(tries)", body: body).status
        }

        func journal(_ what: String = "") async -> JSON? {
            await ask(.get, "/_counterpart/journal\(what)?session=zoe").json
        }

        func targets() async -> [String] {
            (await journal()?["entries"]?.array ?? []).compactMap { $0["target"]?.string }
        }
    }

    private func process(_ name: String, _ store: any SessionStore) throws -> Process {
        let mock = Mock(try Contract.sample(Self.contract), clock: MockClock { .seconds(1_795_253_400) })
        let served = ServedContracts(ServedContract(name: "login", mock: LiveMock(mock)))
        var options = SharedSessions.Options()
        options.sharesJournals = true
        options.now = { .seconds(1_795_253_400) }
        let shared = SharedSessions(store, options: options, owner: name)
        return Process(answerer: RequestAnswerer(served, SharedControl(served), [:], nil, shared), shared: shared)
    }

    @Test func eachShowsWhatTheOtherAnswered() async throws {
        let store = MemoryStore()
        let (first, second) = (try process("a", store), try process("b", store))
        #expect(await first.login("1") == 200)
        #expect(await first.login("many") == 400)
        await first.shared.tellJournals()
        #expect(await second.login("3") == 200)
        #expect(await second.targets() == ["/login?tries=3", "/login?tries=1", "/login?tries=many"])
        #expect(await first.targets() == ["/login?tries=1", "/login?tries=many", "/login?tries=3"])
        let (own, told) = (await first.journal("/2"), await second.journal("/3"))
        #expect(told?["violations"] != nil)
        // But for the number, which each gives.
        #expect(own?.object?.filter { $0.0 != "number" }.map(\.1) == told?.object?.filter { $0.0 != "number" }.map(\.1))
        let broken = await second.ask(.get, "/_counterpart/journal/count?session=zoe&violations=true").json
        #expect(broken == ["count": 1])
        let refused = await second.ask(.get, "/_counterpart/journal/count?session=zoe&decision=refused").json
        #expect(refused == ["count": 1])
    }

    @Test func noSecretIsTold() async throws {
        let store = MemoryStore()
        let first = try process("a", store)
        #expect(await first.login("1") == 200)
        await first.shared.tellJournals()
        let key = SessionKey(contract: "login", session: "zoe")
        let told = try await store.told(of: key, after: 0, notBy: "b", limit: 10)
        let text = String(decoding: try #require(told.first?.document), as: UTF8.self)
        #expect(told.count == 1 && text.contains("zoe") && !text.contains("correct-horse"), "\(text)")
    }

    @Test func aLongOneIsToldWithoutItsContents() async throws {
        let store = MemoryStore()
        let (first, second) = (try process("a", store), try process("b", store))
        #expect(await first.login("1", body: #"{"text":"\#(String(repeating: "long ", count: 20_000))"}"#) == 200)
        await first.shared.tellJournals()
        _ = await second.ask(.get, "/_counterpart/journal?session=zoe")
        let entry = await second.journal("/1")
        #expect(entry?["request_bytes"] == 100_011)
        #expect(entry?["request"] == nil)
    }

    @Test func whatIsClearedIsClearedForBothAndNothingElse() async throws {
        let store = MemoryStore()
        let (first, second) = (try process("a", store), try process("b", store))
        #expect(await first.login("1") == 200)
        #expect(await second.login("2") == 200)
        #expect(await first.targets().count == 1)
        #expect(await second.targets() == ["/login?tries=2", "/login?tries=1"])
        #expect(await second.ask(.delete, "/_counterpart/journal?session=zoe").status == 204)
        // Not told yet when the other cleared.
        #expect(await first.login("3") == 200)
        #expect(await first.targets() == ["/login?tries=3"])
        #expect(await second.targets() == ["/login?tries=3"])
        let third = try process("c", store)
        #expect(await third.targets() == ["/login?tries=3"])
    }

    @Test func whatIsNoEntryIsPassedOver() throws {
        let contract = try Contract.sample(Self.contract)
        let journal = Journal(limits: Journal.Limits(), budget: JournalBudget())
        let whole = #"{"time":"2026-11-21T10:30:00Z","method":"GET","target":"/x","decision":"d","kind":"k"}"#
        for text in [
            "", "null", "[]", "{}", #"{"time":1}"#, String(whole.dropLast()), whole.replacing("GET", with: "G T"),
        ] {
            journal.note(told: Array(text.utf8), of: contract)
        }
        #expect(journal.size.total == 0)
        journal.note(told: Array(whole.utf8), of: contract)
        #expect(journal.entries().map(\.decision.kind) == ["k"])
    }
}
