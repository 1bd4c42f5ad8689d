// Delays that are drawn from what recordings measured.

@testable import MockRules
import JSONValues
import HTTPExchange
import Archives
import SourceDocuments
import OpenAPIContract
import Recordings
import Testing

@testable import Mocking

@Suite struct RecordedLatencyTests {
    private func archive(_ waits: [String: [Int]]) -> Archive {
        ShopRecording.file(
            waits.sorted { $0.key < $1.key }.flatMap { target, times in
                times.map {
                    ShopRecording.entry(
                        Request(target: target), "{}", timings: HAR.Timings(wait: JSONNumber($0)))
                }
            })
    }

    private func mock(_ latency: String, _ waits: [String: [Int]]) throws -> Mock {
        try ShopContract.mock(
            "latency: \(latency)", recordings: RecordedTraffic([], measured: [archive(waits)]))
    }

    private func delays(_ mock: Mock, _ target: String, count: Int = 2_000) -> [Double] {
        (0..<count).map { _ in mock.answer(Request(target: target)).delivery.firstByte.seconds * 1_000 }.sorted()
    }

    @Test func isDrawnFromTheMeasuredDistribution() throws {
        // 9 in 10 are fast.
        let waits = Array(repeating: 10, count: 900) + Array(repeating: 400, count: 100)
        let drawn = delays(try mock("recorded", ["/bare": waits]), "/bare")
        #expect(abs(drawn[1_000] - 10) < 0.1)
        let slow = drawn.count { $0 > 390 }
        #expect((150...250).contains(slow))
        #expect(Set(drawn.map { $0.rounded() }) == [10, 400])
    }

    @Test func everyOperationByItself() throws {
        let waits = ["/bare": [5], "/items?limit=2": [70]]
        let all = try mock("recorded", waits)
        #expect(abs(delays(all, "/bare", count: 1)[0] - 5) < 0.1)
        #expect(abs(delays(all, "/items?limit=2", count: 1)[0] - 70) < 0.1)
        let one = try mock("{operations: {bare: {recorded: true, bandwidth: 780kbps}}}", waits)
        #expect(delays(one, "/items?limit=2", count: 1) == [0])
        #expect(abs(delays(one, "/bare", count: 1)[0] - 5) < 0.1)
    }

    @Test func theSameSeedTheSameDelays() throws {
        let waits = ["/bare": Array(1...500)]
        let runs = try (0..<2).map { _ in try delays(mock("recorded", waits), "/bare", count: 50) }
        #expect(runs[0] == runs[1])
        #expect(Set(runs[0]).count > 30)
    }

    @Test(arguments: [
        ("latency: {default: {recorded: false}}", "'recorded' is on"),
        ("latency: {default: {recorded: true, fixed: 1s}}", "a latency has one distribution"),
    ])
    func mistakesAreTold(text: String, message: String) throws {
        let contract = try ShopContract.load()
        let (behaviour, found) = Behaviour.load(from: ContractFolder(files: ["mock.yaml": text]), for: contract)
        #expect(behaviour == nil)
        #expect(found.map(\.message) == [message])
    }

    @Test func theFileSaysThatItNeedsRecordings() throws {
        let contract = try ShopContract.load()
        for (text, isRecorded) in [("latency: recorded", true), ("latency: {default: 10ms}", false)] {
            let behaviour = Behaviour.load(from: ContractFolder(files: ["mock.yaml": text]), for: contract).behaviour
            #expect(behaviour?.takesRecordedLatency == isRecorded)
        }
    }
}
