// Measured times: their quantiles, by operation, and as a picture.

import JSONValues
import Archives
import SourceDocuments
import OpenAPIContract
import Testing

@testable import Recordings

@Suite struct MeasuredLatencyTests {
    private func entry(_ target: String, wait: JSONNumber?) -> HAR.Entry {
        var entry = Shelf.entry(Shelf.get(target))
        entry.timings.wait = wait
        return entry
    }

    private func archive(_ entries: [HAR.Entry]) -> Archive {
        Archive(name: "a.har", har: HAR(creator: .init(name: "test", version: "1"), entries: entries))
    }

    /// The quantiles of the histogram are those of the values themselves, to its three digits.
    @Test func quantilesAreThoseOfTheValues() throws {
        let times = (0..<10_000).map { Duration.microseconds(Int64($0 * $0 % 7_919) * 31 + 17) }
        let measured = try #require(MeasuredLatency(times))
        let sorted = times.map(\.milliseconds).sorted()
        for share in [0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1] {
            let exact = sorted[max(Int((Double(sorted.count) * share).rounded(.up)) - 1, 0)]
            #expect(abs(measured.quantile(share).milliseconds - exact) <= exact * 0.001 + 0.001, "\(share)")
        }
        #expect(measured.count == 10_000)
    }

    @Test func nothingMeasuredIsNoDistribution() {
        #expect(MeasuredLatency([]) == nil)
        #expect(MeasuredLatencies([archive([entry("/search", wait: nil)])]).all == nil)
    }

    @Test func hostileTimesAreBounded() throws {
        let texts = ["1e300", "-5", "0", "99999999999999999999"]
        let entries = texts.compactMap { JSONNumber($0) }.map { entry("/search", wait: $0) }
        let all = try #require(MeasuredLatencies([archive(entries)]).all)
        // What is below zero was not measured.
        #expect(all.count == 3)
        #expect(all.quantile(0) == .zero)
        #expect(abs(all.longest.milliseconds - 3_600_000) < 3_600)
    }

    @Test func everyOperationHasItsOwn() throws {
        let entries = [
            entry("/search?q=a", wait: JSONNumber(10)), entry("/search?q=b", wait: JSONNumber(20)),
            entry("/orders/1", wait: JSONNumber(100)), entry("/orders/2", wait: JSONNumber(100)),
            entry("/elsewhere", wait: JSONNumber(5_000)),
        ]
        func issued(_ latencies: MeasuredLatencies) -> [String] {
            latencies.operations.map { "\($0.title) \($0.latency.count) \($0.latency.longest.milliseconds.rounded())" }
        }
        #expect(
            issued(MeasuredLatencies([archive(entries)])).sorted()
                == ["GET /v1/elsewhere 1 5000.0", "GET /v1/orders/{orderId} 2 100.0", "GET /v1/search 2 20.0"])
        let contract = try Shelf.contract()
        let own = MeasuredLatencies([archive(entries)], for: contract)
        #expect(issued(own) == ["GET /search 2 20.0", "GET /orders/{id} 2 100.0"])
        let search = try #require(contract.operation(id: "search"))
        #expect(own.latency(of: search)?.count == 2)
        // One that was never called is as slow as all are.
        #expect(own.latency(of: try #require(contract.operation(id: "login")))?.count == 4)
    }

    @Test func picturesShareAScale() throws {
        let waits = [1, 1, 1, 1, 10, 100, 1_000]
        let entries =
            waits.map { entry("/search", wait: JSONNumber($0)) }
            + [entry("/orders/1", wait: JSONNumber(1_000))]
        let latencies = MeasuredLatencies([archive(entries)])
        let chart = try #require(LatencyChart(latencies, columns: 8))
        #expect(
            Dictionary(uniqueKeysWithValues: latencies.operations.map { ($0.title, chart.line($0.latency)) })
                == ["GET /v1/search": "█·▂··▂·▂", "GET /v1/orders/{orderId}": "·······█"])
    }
}
