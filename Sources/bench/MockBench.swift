// How fast the mock answers, beside nginx and beside NIO with nothing in it.

import ArgumentParser
import Foundation
import JSONSchema

struct MockBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mock",
        abstract: "Requests per second, CPU per request and latency of the mock, nginx and bare NIO responders.",
        discussion: """
            Each server runs in a process of its own, on one event loop or with one worker, and wrk sends it requests over \
            loopback with one thread. The mock judges each request, keeps its journal and says its decision. The servers take \
            turns; figures are medians over the rounds. wrk and nginx must be installed.
            """)

    @OptionGroup var options: BenchOptions

    @Option(help: "Seconds of one turn.")
    var seconds = 3

    @Option(help: "How many connections are open.")
    var connections: [Int] = [32, 256]

    func run() throws {
        let contestants = try MockBenchServer.all()
        defer { for contestant in contestants { contestant.stop() } }
        for count in connections {
            var turns = contestants.map { _ in [Turn]() }
            for _ in 0..<options.rounds {
                for (index, contestant) in contestants.enumerated() {
                    turns[index].append(try turn(contestant, connections: count))
                }
            }
            let results = zip(contestants, turns).map { ($0.name, Turn(median: $1)) }
            print(options.json ? json(results, count) : table(results, count))
        }
    }

    /// What one server did in one turn.
    private struct Turn {
        var requestsPerSecond: Double
        /// User and system time of its process.
        var microseconds: Double
        var p50: String
        var p99: String

        init(requestsPerSecond: Double, microseconds: Double, p50: String, p99: String) {
            self.requestsPerSecond = requestsPerSecond
            self.microseconds = microseconds
            self.p50 = p50
            self.p99 = p99
        }

        /// The turn in the middle.
        init(median turns: [Turn]) {
            let sorted = turns.sorted { $0.requestsPerSecond < $1.requestsPerSecond }
            self = sorted[sorted.count / 2]
            let times = turns.map(\.microseconds).sorted()
            microseconds = times[times.count / 2]
        }
    }

    private func turn(_ server: MockBenchServer, connections: Int) throws -> Turn {
        let before = server.cpuSeconds
        let output = try Tool.run("wrk", ["-t1", "-c\(connections)", "-d\(seconds)s", "--latency", server.url])
        let used = server.cpuSeconds - before
        let words = output.split { $0 == " " || $0 == "\n" }
        func after(_ word: Substring) -> Substring? {
            words.firstIndex(of: word).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
        }
        guard let rate = after("Requests/sec:").flatMap({ Double($0) }), let p50 = after("50%"), let p99 = after("99%"),
            let count = words.firstIndex(of: "requests").flatMap({ Double(words[$0 - 1]) }), count > 0
        else { throw ValidationError("wrk said something else than expected:\n\(output)") }
        if output.contains("Non-2xx") { throw ValidationError("\(server.name) does not answer 200:\n\(output)") }
        return Turn(requestsPerSecond: rate, microseconds: used / count * 1e6, p50: String(p50), p99: String(p99))
    }

    private func table(_ results: [(name: String, turn: Turn)], _ connections: Int) -> String {
        let nginx = results.first { $0.name == "nginx" }?.turn.requestsPerSecond ?? .nan
        let rows = results.map { name, turn in
            "  \(name.padding(toLength: 24, withPad: " ", startingAt: 0))"
                + String(
                    format: "%9.0f/s  %5.2f of nginx  %7.1f CPU µs  p50 %@  p99 %@\n", turn.requestsPerSecond,
                    turn.requestsPerSecond / nginx, turn.microseconds, turn.p50, turn.p99)
        }
        return "\(connections) connections, \(options.rounds) rounds of \(seconds) s\n" + rows.joined()
    }

    private func json(_ results: [(name: String, turn: Turn)], _ connections: Int) -> String {
        func number(_ value: Double) -> JSON { JSONNumber(value).map { .number($0) } ?? nil }
        let servers = results.map { name, turn -> JSON in
            [
                "name": .string(name), "requestsPerSecond": number(turn.requestsPerSecond),
                "cpuMicroseconds": number(turn.microseconds), "p50": .string(turn.p50), "p99": .string(turn.p99),
            ]
        }
        let summary: JSON = ["connections": .number(JSONNumber(connections)), "servers": .array(servers)]
        return summary.serialized(.pretty)
    }
}
