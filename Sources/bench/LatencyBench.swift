// How late a delayed answer is: the mock's against that of a bare NIO responder.

import MockRules
import ArgumentParser
import Foundation
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPWire
import Mocking
import NIOCore
import NIOPosix

struct LatencyBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latency",
        abstract:
            "Measure how late an answer with a delay of 50 ms is, at many connections whose clients pause between requests.",
        discussion: """
            Two servers, each on an event loop of its own: the mock with `latency: {default: 50ms}`, and a responder that does \
            nothing but scheduleTask. Their clients take turns. Late is what a request takes beyond the 50 ms, as its client \
            sees it; the ratio is the median over the rounds.
            """)

    @OptionGroup var options: BenchOptions

    @Option(help: "Open this many connections to each server.")
    var connections = 1_000

    @Option(help: "Seconds of one turn.")
    var seconds = 3

    private static let contract = """
        openapi: 3.1.0
        info: {title: Delay, version: "1"}
        paths:
          /wait:
            get:
              operationId: wait
              responses:
                '200': {description: Waited., content: {application/json: {example: {done: true}}}}
        """

    private static let delay = Duration.milliseconds(50)

    func run() async throws {
        raiseDescriptorLimit(to: 4 * connections + 200)
        let mock = try mock()
        let ours = try await HTTPListener.start(.init(eventLoops: 1)) { request in
            let answer = mock.answer(request)
            return .now(OutgoingResponse(answer.response, delivery: answer.delivery))
        }
        let body = Array(#"{"done":true}"#.utf8)
        let bare = try await BareResponder.start(delay: Self.delay, body: body)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let crowds = [
            try await ConnectionPool.connect(
                connections, to: ours.address.port, on: group.next(), answersEndWith: body),
            try await ConnectionPool.connect(connections, to: bare.port, on: group.next(), answersEndWith: body),
        ]
        var rounds: [[Lateness]] = []
        // The first round warms up.
        for _ in 0...options.rounds {
            var round: [Lateness] = []
            for pool in crowds {
                round.append(Lateness(try await pool.times(during: .seconds(seconds)), beyond: Self.delay))
            }
            rounds.append(round)
        }
        try await group.shutdownGracefully()
        await ours.shutdown()
        try await bare.shutdown()
        print(text(Array(rounds.dropFirst())))
    }

    private func mock() throws -> Mock {
        let loaded = Contract.load(files: ["openapi.yaml": Self.contract])
        guard let contract = loaded.contract else { throw ValidationError("The contract does not load.") }
        let folder = ContractFolder(files: ["mock.yaml": "latency: {default: 50ms}"])
        let (behaviour, _) = Behaviour.load(from: folder, for: contract)
        guard let behaviour else { throw ValidationError("The mock file does not load.") }
        return Mock(contract, behaviour: behaviour)
    }

    private func text(_ rounds: [[Lateness]]) -> String {
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        let requests = rounds.map { $0[0].count }.reduce(0, +)
        let names = ["ours", "bare NIO responder"]
        let late = names.indices.map { index in
            (median(rounds.map { $0[index].p50 }), median(rounds.map { $0[index].p99 }))
        }
        let ratio = (median(rounds.map { $0[0].p50 / $0[1].p50 }), median(rounds.map { $0[0].p99 / $0[1].p99 }))
        if options.json {
            func number(_ value: Double) -> JSON { JSONNumber(value).map { .number($0) } ?? nil }
            let results = zip(names, late).map { name, late -> JSON in
                ["name": .string(name), "p50Milliseconds": number(late.0), "p99Milliseconds": number(late.1)]
            }
            let summary: JSON = [
                "connections": .number(JSONNumber(connections)), "requests": .number(JSONNumber(requests)),
                "late": .array(results), "ratio": ["p50": number(ratio.0), "p99": number(ratio.1)],
            ]
            return summary.serialized(.pretty)
        }
        let head = "delay of 50 ms, \(connections) connections, \(requests) requests each, milliseconds late\n"
        let rows = zip(names, late).map { name, late in
            "  \(name.padding(toLength: 20, withPad: " ", startingAt: 0))"
                + String(format: "p50 %7.3f   p99 %7.3f\n", late.0, late.1)
        }
        return head + rows.joined() + "  ratio               "
            + String(format: "p50 %7.2f   p99 %7.2f", ratio.0, ratio.1)
    }
}

/// By how much answers of one turn were late.
private struct Lateness {
    let count: Int
    /// In milliseconds.
    let p50: Double
    let p99: Double

    init(_ times: [Duration], beyond delay: Duration) {
        let late = times.map { time in
            let (seconds, attoseconds) = (time - delay).components
            return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
        }.sorted()
        count = late.count
        p50 = late.isEmpty ? .nan : late[late.count / 2]
        p99 = late.isEmpty ? .nan : late[min(late.count - 1, late.count * 99 / 100)]
    }
}

/// Both ends of every connection are in this process.
private func raiseDescriptorLimit(to count: Int) {
    var limit = rlimit()
    #if canImport(Darwin)
    let kind = RLIMIT_NOFILE
    #else
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    getrlimit(kind, &limit)
    limit.rlim_cur = max(limit.rlim_cur, min(rlim_t(count), limit.rlim_max))
    setrlimit(kind, &limit)
}
