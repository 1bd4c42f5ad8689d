// How long a backend took until the first byte of its answers, as it was measured.

import HTTPExchange
package import OpenAPIContract
import HTTPTypes

/// A distribution of measured times, each to the microsecond.
package struct MeasuredLatency: Sendable {
    /// In microseconds, up to an hour, the shortest first. As many as were measured: of histograms each would be larger than most
    /// operations have times.
    private let times: [UInt32]

    /// How many answers were measured.
    package var count: Int { times.count }

    /// Nil where nothing was measured.
    package init?(_ times: [Duration]) {
        guard !times.isEmpty else { return nil }
        self.times = times.map(MeasuredLatency.microseconds).sorted()
    }

    private static func microseconds(_ time: Duration) -> UInt32 {
        UInt32(min(max(time.milliseconds * 1_000, 0), 3_600_000_000).rounded())
    }

    /// The time that this share of the answers did not exceed.
    /// - Parameter share: from 0 to 1.
    package func quantile(_ share: Double) -> Duration {
        let rank = Int((Double(times.count) * min(max(share, 0), 1)).rounded(.up))
        return .microseconds(Int64(times[max(rank - 1, 0)]))
    }

    /// The shortest time.
    package var shortest: Duration { .microseconds(Int64(times[0])) }
    /// The longest time.
    package var longest: Duration { .microseconds(Int64(times[times.count - 1])) }

    /// How many answers took less.
    func count(below time: Duration) -> Int {
        let end = MeasuredLatency.microseconds(time)
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < end { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The measured latencies of all operations.
package struct MeasuredLatencies: Sendable {
    /// The times of one operation.
    package struct Operation: Sendable {
        /// `GET /items/{itemId}`
        package let title: String
        /// How long its answers took.
        package let latency: MeasuredLatency
    }

    /// In the order of the contract, or in which they were first called.
    package let operations: [Operation]
    /// Of all of them together.
    package let all: MeasuredLatency?
    /// By `Operation.index` of the contract.
    private var indices: [Int: Int] = [:]

    /// By the operations of a contract; other exchanges do not count.
    package init(_ archives: [Archive], for contract: Contract) {
        var times: [Int: [Duration]] = [:]
        for exchange in archives.flatMap(\.exchanges) {
            guard let wait = exchange.wait, exchange.response != nil,
                case .operation(let operation, _) = contract.route(exchange.request.method, exchange.request.target)
            else { continue }
            times[operation.index, default: []].append(wait)
        }
        var operations: [Operation] = []
        for operation in contract.operations {
            guard let latency = MeasuredLatency(times[operation.index] ?? []) else { continue }
            indices[operation.index] = operations.count
            operations.append(Operation(title: operation.title, latency: latency))
        }
        self.operations = operations
        all = MeasuredLatency(times.values.flatMap { $0 })
    }

    /// By the paths of the exchanges, in which parameters are recognised.
    package init(_ archives: [Archive]) {
        let exchanges = archives.flatMap(\.exchanges).filter { $0.wait != nil && $0.response != nil }
        var order: [String] = []
        var times: [String: [Duration]] = [:]
        for path in PathInference.paths(of: exchanges) {
            for (index, _) in path.requests {
                let title = "\(exchanges[index].request.method.rawValue) \(path.template)"
                guard let wait = exchanges[index].wait else { continue }
                if times[title] == nil { order.append(title) }
                times[title, default: []].append(wait)
            }
        }
        operations = order.compactMap { title in
            MeasuredLatency(times[title] ?? []).map { Operation(title: title, latency: $0) }
        }
        all = MeasuredLatency(exchanges.compactMap(\.wait))
    }

    /// Of an operation, or else of all: one that was not called is as slow as its backend.
    package func latency(of operation: OpenAPIContract.Operation) -> MeasuredLatency? {
        indices[operation.index].map { operations[$0].latency } ?? all
    }
}
