// How fast the mock answers, beside nginx and beside NIO with nothing in it.

import ArgumentParser
import Foundation
import JSONValues

struct MockBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mock",
        abstract:
            "Measure requests per second, CPU per request and latency of the mock, nginx and bare NIO responders.",
        discussion: """
            Each server runs in a process of its own, on one event loop or with one worker, and wrk sends it requests over \
            loopback with one thread. The mock judges each request, keeps its journal and says its decision. The servers take \
            turns; figures are medians over the rounds. wrk and nginx must be installed. It takes about a minute and a half.
            """)

    @Option(help: "Give each server this many turns.")
    var rounds = 5

    @Option(help: "Seconds of one turn.")
    var seconds = 1

    @Option(help: "Open this many connections.")
    var connections: [Int] = [32, 256]

    @Flag(help: "Print the results as JSON.")
    var json = false

    func run() throws {
        let implementations = try MockBenchServer.all()
        defer { for implementation in implementations { implementation.stop() } }
        for count in connections {
            print(
                try ServerComparison(implementations, rounds: rounds, seconds: seconds, connections: count).text(
                    json: json))
        }
    }
}
