// What goes wrong, when, and how often.

import Journals
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing

@testable import Mocking

@Suite struct FaultTests {
    private static let list = Request(target: "/lines?user=1")
    private static let clear = Request(method: .post, target: "/clear")

    /// Of an answer with 28 bytes of content.
    @Test(arguments: [
        ("reset", Delivery.Ending.unanswered(.reset)), ("close", .unanswered(.close)), ("stall", .unanswered(.stall)),
        ("truncate", .cutShort(content: 14, .close)), ("malformed-chunk", .cutShort(content: 14, .malformedChunk)),
        ("{truncate: 5}", .cutShort(content: 5, .close)), ("{truncate: 9999}", .cutShort(content: 27, .close)),
        ("{reset: 3}", .cutShort(content: 3, .reset)), ("{stall: 25%}", .cutShort(content: 7, .stall)),
    ])
    func endsTheConnection(fault: String, ending: Delivery.Ending) throws {
        let mock = try CartShop.mock(
            """
            faults: [{fault: \(fault)}]
            operations: {listLines: [{respond: {body: "[{'product': 'p', 'number': 1}]"}}]}
            """)
        #expect(mock.answer(Self.list).delivery.ending == ending)
    }

    @Test func aStatusWithRetryAfter() throws {
        let mock = try CartShop.mock("faults: [{operations: [clear], fault: {status: 503, retryAfter: 1500ms}}]")
        let answer = mock.answer(Self.clear)
        #expect(answer.response.response.status == 503)
        #expect(answer.response.response.headers[.retryAfter] == "2")
        #expect(answer.decision.description == "fault 1, mock.yaml:1:10: 503")
        // The contract does not declare it, and nobody is told that it does.
        #expect(answer.ownViolations.map(\.check) == [.undeclaredStatus])
        #expect(mock.answer(Self.list).response.response.status == 200)
    }

    @Test func aDeclaredStatusHasItsDeclaredShape() throws {
        let mock = try CartShop.mock("faults: [{operations: [listLines], fault: {status: 401}}]")
        let answer = mock.answer(Self.list)
        #expect(answer.response.response.status == 401)
        #expect(answer.response.response.body == [])
        #expect(answer.ownViolations.isEmpty)
    }

    @Test func anExpiredToken() throws {
        let answer = try CartShop.mock("faults: [{fault: expired-token}]").answer(Self.list)
        #expect(answer.response.response.status == 401)
        #expect(answer.response.response.headers[.wwwAuthenticate]?.contains("invalid_token") == true)
    }

    @Test func garbageIsNoAnswer() throws {
        guard
            case .garbage(let bytes) = try CartShop.mock("faults: [{fault: garbage}]").answer(Self.list).delivery.ending
        else {
            Issue.record("no garbage")
            return
        }
        #expect((64..<256).contains(bytes.count))
        #expect(bytes.allSatisfy { $0 >= 0x80 })
    }

    /// Fails twice, then succeeds: for each operation of each session.
    @Test func aNumberOfTimes() throws {
        let mock = try CartShop.mock("faults: [{times: 2, fault: {status: 503}}]")
        func status(_ target: String) -> Int {
            mock.answer(Request(method: .post, target: target)).response.response.status
        }
        #expect((0..<4).map { _ in status("/clear") } == [503, 503, 204, 204])
        #expect((0..<3).map { _ in status("/_counterpart/sessions/a/clear") } == [503, 503, 204])
        #expect((0..<3).map { _ in mock.answer(Self.list).response.response.status } == [503, 503, 200])
    }

    @Test func onACondition() throws {
        let mock = try CartShop.mock(
            """
            state: {users: [{id: 1}]}
            define: {known: 'state.users.exists(u, u.id == params.user)'}
            faults:
              - operations: [listLines]
                when: '!known'
                fault: {status: 500}
              - operations: [clear]
                when: call == 2
                fault: {status: 500}
            """)
        #expect(mock.answer(Self.list).response.response.status == 200)
        #expect(mock.answer(Request(target: "/lines?user=2")).response.response.status == 500)
        #expect((0..<3).map { _ in mock.answer(Self.clear).response.response.status } == [204, 500, 204])
    }

    @Test func atARate() throws {
        func faulted(seed: UInt64) throws -> [Bool] {
            let mock = try CartShop.mock("faults: [{rate: 10%, fault: {status: 503}}]", seed: seed)
            return (0..<2_000).map { _ in mock.answer(Self.clear).response.response.status == 503 }
        }
        let first = try faulted(seed: 1)
        #expect((150...250).contains(first.count { $0 }))
        #expect(try faulted(seed: 1) == first)
        // A seed is not all or nothing.
        #expect(try faulted(seed: 2) != first)
    }

    @Test func twoRatesAreDrawnApart() throws {
        let mock = try CartShop.mock(
            "faults: [{rate: 0.5, fault: {status: 501}}, {rate: 0.5, fault: {status: 502}}]")
        let statuses = (0..<1_000).map { _ in mock.answer(Self.clear).response.response.status }
        #expect((450...550).contains(statuses.count { $0 == 501 }))
        #expect((200...300).contains(statuses.count { $0 == 502 }))
    }

    @Test func forATime() throws {
        let time = Mutex(Duration.seconds(1_000))
        let mock = try CartShop.mock(
            "faults: [{from: 10s, for: 5s, fault: {status: 503}}]", clock: MockClock { time.withLock { $0 } })
        var statuses: [Int] = []
        for second in [0, 9, 10, 14, 15, 100] {
            time.withLock { $0 = .seconds(1_000 + second) }
            statuses.append(mock.answer(Self.clear).response.response.status)
        }
        #expect(statuses == [204, 204, 503, 503, 204, 204])
    }

    @Test func aQuota() throws {
        let time = Mutex(Duration.seconds(1_000))
        let mock = try CartShop.mock(
            "faults: [{operations: [clear, listLines], quota: {limit: 2, window: 10s}}]",
            clock: MockClock { time.withLock { $0 } })
        func told(_ request: Request) -> String {
            let response = mock.answer(request).response.response
            return "\(response.status)" + (response.headers[.retryAfter].map { " \($0)" } ?? "")
        }
        #expect([told(Self.clear), told(Self.list), told(Self.clear)] == ["204", "200", "429 10"])
        time.withLock { $0 += .milliseconds(7_500) }
        #expect(told(Self.clear) == "429 3")
        time.withLock { $0 += .milliseconds(2_500) }
        #expect([told(Self.clear), told(Self.clear), told(Self.clear)] == ["204", "204", "429 10"])
        // The operation that is not listed has no quota.
        #expect(mock.told(.post, "/lines", ["user": 1, "product": "x"]).hasPrefix("200"))
    }

    @Test func whatBreaksOffWasAllDone() throws {
        let mock = try CartShop.mock(
            """
            state: {visits: 0}
            faults: [{operations: [addLine], fault: truncate}, {operations: [clear], fault: reset}]
            operations:
              addLine:
                - change: [{set: {visits: state.visits + 1}}]
                  respond: {status: 200, body: "{'product': 'x', 'number': state.visits}"}
              clear:
                - change: [{set: {visits: state.visits + 10}}]
                  respond: 204
            """)
        _ = mock.answer(Self.clear)
        #expect(mock.told(.post, "/lines", ["user": 1, "product": "x"]) == #"200 {"product":"x","number":1}"#)
        #expect(mock.told(.post, "/lines", ["user": 1, "product": "x"]) == #"200 {"product":"x","number":2}"#)
    }

    @Test(arguments: [
        MockFileCase(
            "no effect", "faults: [{rate: 10%}]",
            "mock.yaml:1:10: error: an entry has either 'fault' or 'quota' [missing-field] Write one of them."),
        MockFileCase(
            "a misspelt fault", "faults: [{fault: truncat}]",
            "mock.yaml:1:18: error: there is no fault 'truncat' [unknown-name] Did you mean 'truncate'?"),
        MockFileCase(
            "a misspelt operation", "faults: [{operations: [claer], fault: reset}]",
            "mock.yaml:1:24: error: there is no operation 'claer' [unknown-name] Did you mean 'clear'?"),
        MockFileCase(
            "a status that is none of a fault", "faults: [{fault: {status: 200}}]",
            "mock.yaml:1:27: error: 'status' is out of range [invalid-value]"),
        MockFileCase(
            "a rate beyond all", "faults: [{rate: 110%, fault: reset}]",
            "mock.yaml:1:17: error: 'rate' is no share [invalid-value]"),
        MockFileCase(
            "half a time", "faults: [{times: 1.5, fault: reset}]",
            "mock.yaml:1:18: error: 'times' is out of range [invalid-value]"),
        MockFileCase(
            "a condition that does not fit", "faults: [{when: cal == 1, fault: reset}]",
            "mock.yaml:1:17: error: there is no variable 'cal' [invalid-expression] Did you mean 'call'?"),
        MockFileCase(
            "a quota at a rate", "faults: [{rate: 1%, quota: {limit: 1, window: 1s}}]",
            "mock.yaml:1:17: error: a quota has no rate and no times [invalid-value] Leave it out."),
    ])
    func tells(row: MockFileCase) throws {
        #expect(try CartShop.load(row.text).problems == row.expected)
    }
}
