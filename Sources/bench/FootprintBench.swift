// How soon `counterpart serve` answers and how much memory it takes, beside a program of the same libraries that answers a constant.

import ArgumentParser
import Foundation
import JSONValues

struct FootprintBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "footprint",
        abstract:
            "Measure time to the first answer, and memory before and after load, of `counterpart serve` and of a constant answer.",
        discussion: """
            Two programs, started anew for each turn: `counterpart serve Contracts/sneaker-shop`, which loads the shop's contract and its \
            mock file, and this one, which links the same libraries, loads nothing and answers a constant. The time is from the start \
            of the process to its first answer, by the clock and by what the processors have done for it, which a busy machine does not \
            lengthen; the memory is what is resident after that answer, and again after the load. Linux, and wrk for the load. Build \
            the product counterpart the same way first, with --static-swift-stdlib, as programs are delivered.
            """)

    @Option(help: "Give each program this many turns.")
    var rounds = 31

    @Flag(help: "Print the results as JSON.")
    var json = false

    @Option(help: "Send at least this many requests as load; 0 sends none.")
    var requests = 0

    private struct Figures {
        let name: String
        var milliseconds: [Double] = []
        var processor: [Double] = []
        var idle: [Double] = []
        /// Megabytes after so many requests.
        var loaded: [(requests: Int, megabytes: Double)] = []

        static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        var start: Double { Self.median(milliseconds) }
        var work: Double { Self.median(processor) }
        var memory: Double { Self.median(idle) }
    }

    func validate() throws {
        guard rounds > 0, requests >= 0 else { throw ValidationError("Rounds are at least 1, requests 0.") }
    }

    func run() throws {
        var constant = Figures(name: "a constant answer")
        var mock = Figures(name: "counterpart serve")
        for _ in 0..<rounds {
            try turn(&constant) { try MockBenchServer.responder($0, .constant, target: Self.target) }
            try turn(&mock) { try MockBenchServer.serve($0, target: Self.target) }
        }
        if requests > 0 { try load(&mock) }
        print(json ? document(constant, mock) : table(constant, mock))
    }

    private static let target = "/api/shop/find_products?user_id=1&search_pattern=runner&category_id=10"

    private func turn(_ figures: inout Figures, _ start: (_ name: String) throws -> MockBenchServer) throws {
        let began = ContinuousClock.now
        let server = try start(figures.name)
        defer { server.stop() }
        try server.measureFirstAnswer()
        figures.milliseconds.append((ContinuousClock.now - began) / .milliseconds(1))
        figures.processor.append(server.processorMilliseconds)
        figures.idle.append(server.residentMegabytes)
    }

    /// Memory before the load, and after each fifth of it.
    private func load(_ figures: inout Figures) throws {
        let server = try MockBenchServer.serve(figures.name, target: Self.target)
        defer { server.stop() }
        try server.measureFirstAnswer()
        figures.loaded.append((0, server.residentMegabytes))
        var sent = 0
        var next = max(requests / 5, 1)
        while sent < requests {
            let output = try Tool.run("wrk", ["-t1", "-c32", "-d2s", server.url])
            let words = output.split { $0 == " " || $0 == "\n" }
            guard let index = words.firstIndex(of: "requests"), index > 0, let count = Int(words[index - 1]), count > 0
            else { throw ValidationError("wrk said something else than expected:\n\(output)") }
            sent += count
            guard sent >= next else { continue }
            figures.loaded.append((sent, server.residentMegabytes))
            next += max(requests / 5, 1)
        }
    }

    private func table(_ constant: Figures, _ mock: Figures) -> String {
        let rows = [constant, mock].map { figures in
            "  \(figures.name.padding(toLength: 24, withPad: " ", startingAt: 0))"
                + String(
                    format: "%7.1f ms to the first answer, %6.1f ms of processors  %6.1f MB after it", figures.start,
                    figures.work, figures.memory)
        }
        let ratios = String(
            format: "  the mock takes %.2f of the time, %.2f of the processors' and %.2f of the memory",
            mock.start / constant.start, mock.work / constant.work, mock.memory / constant.memory)
        let loaded = mock.loaded.map { String(format: "  %9d requests  %6.1f MB", $0.requests, $0.megabytes) }
        return (["\(rounds) rounds"] + rows + [ratios] + loaded).joined(separator: "\n")
    }

    private func document(_ constant: Figures, _ mock: Figures) -> String {
        func number(_ value: Double) -> JSON { JSONNumber(value).map { .number($0) } ?? nil }
        func summary(_ figures: Figures) -> JSON {
            [
                "name": .string(figures.name), "startMilliseconds": number(figures.start),
                "processorMilliseconds": number(figures.work), "megabytes": number(figures.memory),
            ]
        }
        let loaded = mock.loaded.map { point -> JSON in
            ["requests": .number(JSONNumber(point.requests)), "megabytes": number(point.megabytes)]
        }
        let all: JSON = ["programs": [summary(constant), summary(mock)], "loaded": .array(loaded)]
        return all.serialized(.pretty)
    }
}

extension MockBenchServer {
    /// Asks once over a connection of its own, and waits for the answer's first bytes.
    func measureFirstAnswer() throws {
        guard let url = URL(string: url), let port = url.port else { throw ValidationError("\(url) has no port.") }
        let connection = PlainConnection(port: port)
        guard connection.ask("GET \(url.path)?\(url.query ?? "") HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == 200 else {
            throw ValidationError("\(name) does not answer 200.")
        }
    }

    /// How long its threads have run; of systems without /proc it is not known.
    var processorMilliseconds: Double {
        let tasks = "/proc/\(processIdentifier)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        let nanoseconds = threads.compactMap { thread in
            (try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8))
                .flatMap { $0.split(separator: " ").first }.flatMap { Double($0) }
        }
        return nanoseconds.isEmpty ? .nan : nanoseconds.reduce(0, +) / 1e6
    }

    /// What of the process is in memory; of systems without /proc it is not known.
    var residentMegabytes: Double {
        guard let status = try? String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
        else { return .nan }
        return kilobytes / 1_024
    }
}
