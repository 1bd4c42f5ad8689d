// Slow backends in no time.

import HTTPExchange
import SourceDocuments
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct VirtualClockTests {
    private static let clear = Request(method: .post, target: "/clear")

    /// 500 requests of three seconds each are 25 minutes to the mock, and a few milliseconds to a machine that does nothing else.
    @Test func aSlowSuiteRunsInMilliseconds() throws {
        let time = VirtualClock(start: .seconds(1_795_253_400))
        let mock = try CartShop.mock("latency: {default: 3s}", clock: time.clock)
        let elapsed = ContinuousClock().measure {
            for _ in 0..<500 { #expect(time.answer(Self.clear, by: mock).response.response.status == 204) }
        }
        #expect(time.now == .seconds(1_795_253_400 + 1_500))
        #expect(elapsed < .seconds(60))
    }

    /// Answers of 4 s: the window of 10 s sees the first three requests, and the fourth comes 12 s after the first.
    @Test func windowsAndOutagesSeeTheTimeThatHasPassed() throws {
        let time = VirtualClock(start: .seconds(1_000))
        let mock = try CartShop.mock(
            """
            latency: {default: 4s}
            faults:
              - {operations: [clear], quota: {limit: 2, window: 10s}}
              - {operations: [clear], from: 20s, for: 5s, fault: {status: 503}}
            """, clock: time.clock)
        let statuses = (0..<8).map { _ in time.answer(Self.clear, by: mock).response.response.status }
        #expect(statuses == [204, 204, 429, 204, 204, 429, 503, 204])
    }

    @Test func bytesTakeTheirTime() throws {
        let time = VirtualClock(start: .zero)
        let mock = try CartShop.mock(
            """
            latency: {default: {fixed: 1s, slices: {count: 3, over: 2s}}}
            operations: {listLines: [{respond: {body: "[{'product': 'p', 'number': 1}]"}}]}
            """, clock: time.clock)
        _ = time.answer(Request(target: "/lines?user=1"), by: mock)
        #expect(time.now == .seconds(3))
    }
}
