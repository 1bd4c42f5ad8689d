// Servers that take turns at being asked by wrk.

import ArgumentParser
import Foundation
import JSONValues

/// What each of them did, the median over the rounds.
struct ServerComparison {
    private let results: [(name: String, turn: Turn)]
    private let rounds: Int
    private let seconds: Int
    private let connections: Int
    /// Whose speed is the measure of the others'.
    private let reference: String

    init(
        _ servers: [MockBenchServer], rounds: Int, seconds: Int, connections: Int, reference: String = "nginx"
    ) throws {
        (self.rounds, self.seconds, self.connections, self.reference) = (rounds, seconds, connections, reference)
        var turns = servers.map { _ in [Turn]() }
        for _ in 0..<rounds {
            for (index, server) in servers.enumerated() {
                turns[index].append(try Self.turn(server, seconds: seconds, connections: connections))
            }
        }
        results = zip(servers, turns).map { ($0.name, Turn(median: $1)) }
    }

    private var ofReference: Double { results.first { $0.name == reference }?.turn.requestsPerSecond ?? .nan }

    /// What one server did in one turn.
    struct Turn {
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

    static func turn(_ server: MockBenchServer, seconds: Int, connections: Int) throws -> Turn {
        let before = server.cpuSeconds
        let script = server.script.map { ["-s", $0.path] } ?? []
        let output = try Tool.run(
            "wrk", ["-t1", "-c\(connections)", "-d\(seconds)s", "--latency"] + script + [server.url])
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

    func text(json: Bool) -> String { json ? self.json : table }

    private var table: String {
        let rows = results.map { name, turn in
            "  \(name.padding(toLength: 24, withPad: " ", startingAt: 0))"
                + String(
                    format: "%9.0f/s  %5.2f of \(reference)  %7.1f CPU µs  p50 %@  p99 %@\n", turn.requestsPerSecond,
                    turn.requestsPerSecond / ofReference, turn.microseconds, turn.p50, turn.p99)
        }
        return "\(connections) connections, \(rounds) rounds of \(seconds) s\n" + rows.joined()
    }

    private var json: String {
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
