// Sessions, time and drift of recordings that the mock answers with.

import MockRules
import JSONValues
import HTTPExchange
import Archives
import OpenAPIContract
import HTTPTypes
import Recordings
import Testing

@testable import Mocking

@Suite struct ReplayTests {
    private func body(_ mock: Mock, _ target: String, session: String? = nil) -> String {
        let prefix = session.map { "/_counterpart/sessions/\($0)" } ?? ""
        return String(decoding: mock.answer(Request(target: prefix + target)).response.response.body, as: UTF8.self)
    }

    @Test func everySessionWalksByItself() throws {
        let mock = try ShopContract.mock(recordings: ShopRecording.traffic())
        let walked = [nil, "a", nil, "b", "a", nil].map { body(mock, "/items?limit=3", session: $0) }
        #expect(walked == ["[3]", "[3]", "[3,3]", "[3]", "[3,3]", "[3,3]"])
        mock.session("a").reset()
        #expect(body(mock, "/items?limit=3", session: "a") == "[3]")
    }

    /// What was recorded in sessions is replayed in those; who is in none of them walks through all.
    @Test func aRecordedSessionIsReplayedInItsOwn() throws {
        let entries = ["one", "two", "one"].enumerated().map { index, session in
            ShopRecording.entry(
                Request(target: "/_counterpart/sessions/\(session)/bare"), #"{"n":\#(index + 1)}"#)
        }
        let mock = try ShopContract.mock(recordings: RecordedTraffic([ShopRecording.file(entries)]))
        #expect(
            ["two", "one", "one", "two"].map { body(mock, "/bare", session: $0) }
                == [#"{"n":2}"#, #"{"n":1}"#, #"{"n":3}"#, #"{"n":2}"#])
        #expect([1, 2, 3].map { _ in body(mock, "/bare") } == [#"{"n":1}"#, #"{"n":2}"#, #"{"n":3}"#])
    }

    @Test func anAnswerTakesAsLongAsItTookThen() throws {
        let timings = HAR.Timings(send: JSONNumber(1), wait: JSONNumber(120), receive: JSONNumber(40))
        let entries = [ShopRecording.entry(Request(target: "/bare"), "{}", timings: timings)]
        func delivery(keepsTime: Bool) throws -> Delivery {
            let traffic = RecordedTraffic([ShopRecording.file(entries)], keepsTime: keepsTime)
            return try ShopContract.mock(recordings: traffic).answer(Request(target: "/bare")).delivery
        }
        #expect(try delivery(keepsTime: false) == .immediate)
        #expect(
            try delivery(keepsTime: true)
                == Delivery(firstByte: .milliseconds(120), pace: .slices(count: 8, over: .milliseconds(40))))
    }

    @Test func driftIsTold() throws {
        let mock = try ShopContract.mock(recordings: ShopRecording.traffic())
        let told = mock.driftedRecordings.map { drift in
            "\(drift.source): \(drift.operation.id): \(drift.violations.map { "\($0.location)" })"
        }
        #expect(told == [#"shop.har, entry 3: listItems: ["body"]"#])
        #expect(mock.answer(Request(target: "/items?limit=4")).ownViolations.count == 1)
    }

    @Test func aReloadedContractKeepsTheWalk() throws {
        let mock = try ShopContract.mock(recordings: ShopRecording.traffic())
        #expect(body(mock, "/items?limit=3") == "[3]")
        let live = LiveMock(mock)
        _ = live.replace(by: try ShopContract.load(), .plain)
        #expect(live.use { body($0, "/items?limit=3") } == "[3,3]")
    }
}
