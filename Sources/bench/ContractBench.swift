// `bench contract`: loading large documents, readiness to serve, and routing.

import ArgumentParser
import Foundation
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Yams

struct ContractBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract:
            "Load Stripe's and GitHub's documents and route requests, against a bare Yams.compose and small contracts.",
        discussion: """
            Ready to serve means: read, references followed, every schema compiled, every operation routed and one request
            judged, in a process of its own, by the wall clock and the memory that the system gave it.
            """)

    @OptionGroup var options: BenchOptions

    @Option(help: "A folder with stripe-2022-04.json and github-api.yaml, as COUNTERPART_CORPUS names it.")
    var corpus = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"] ?? "../shared/corpus"

    @Option(help: .hidden)
    var ready: String?

    func run() throws {
        if let ready { return try measureReadiness(of: ready) }
        let github = corpus + "/github-api.yaml"
        let text = try String(contentsOfFile: github, encoding: .utf8)
        let loading = try Comparison(
            "load github-api.yaml (3.0 MB, 814 operations)", rounds: options.rounds,
            [
                Implementation("Contract.load") { _ = Contract.load(path: github) },
                Implementation("Yams.compose") { _ = try Yams.compose(yaml: text) },
            ])
        var lines = [
            String(
                format: "%@: %.0f ms, %.2f times as long as Yams.compose", loading.job,
                loading.results[0].seconds * 1e3, 1 / loading.results[1].ratio)
        ]
        for name in ["stripe-2022-04.json", "github-api.yaml"] {
            let runs = try (0..<options.rounds).map { _ in try Readiness.measured(path: corpus + "/" + name) }
            lines.append("ready to serve \(name): \(Readiness.median(runs))")
        }
        lines += try routing()
        print(lines.joined(separator: "\n"))
    }

    /// The same walk, in a contract of 14 operations and one of 814.
    private func routing() throws -> [String] {
        guard let large = Contract.load(path: corpus + "/github-api.yaml").contract, let small = Contract.fourteen
        else {
            throw ValidationError("the contracts do not load")
        }
        let targets = ["/repos/apple/swift/issues/1", "/user", "/orgs/apple/teams/core/repos/apple/swift"]
        return try targets.map { target in
            let times = 10_000
            func route(_ contract: Contract) -> Implementation {
                Implementation("\(contract.operations.count) operations") {
                    for _ in 0..<times {
                        guard case .operation = contract.route(.get, target) else {
                            throw ValidationError("no route \(target)")
                        }
                    }
                }
            }
            let comparison = try Comparison(target, rounds: options.rounds, [route(large), route(small)])
            return String(
                format: "route GET %@: %.2f µs among %d operations, %.2f µs among %d, ratio %.2f", target,
                comparison.results[0].seconds / Double(times) * 1e6, large.operations.count,
                comparison.results[1].seconds / Double(times) * 1e6, small.operations.count,
                1 / comparison.results[1].ratio)
        }
    }

    private func measureReadiness(of path: String) throws {
        let clock = ContinuousClock()
        var served = 0
        let time = try clock.measure {
            let loaded = Contract.load(path: path)
            guard let contract = loaded.contract, !loaded.hasErrors else {
                throw ValidationError("\(path) does not load")
            }
            for operation in contract.operations {
                guard case .operation = contract.route(operation.method, operation.path.text) else { continue }
                served += 1
            }
            _ = contract.judge(Request(target: contract.operations[0].path.text))
        }
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        let bytes = try Readiness.residentBytes()
        print("\(seconds) \(Readiness.processorSeconds()) \(bytes) \(served)")
    }
}

/// How long a fresh process took until it could serve, and the memory it had then.
struct Readiness: CustomStringConvertible {
    /// By the wall clock, which other processes lengthen.
    let seconds: Double
    /// Of all cores, from the start of the process.
    let processorSeconds: Double
    let bytes: Int

    var description: String {
        String(
            format: "%.3f s by the clock, %.3f s of processor time, %.0f MB resident", seconds, processorSeconds,
            Double(bytes) / 1e6)
    }

    static func measured(path: String) throws -> Readiness {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["contract", "--ready", path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let fields = text.split(whereSeparator: \.isWhitespace)
        guard fields.count == 4, let seconds = Double(fields[0]), let processor = Double(fields[1]),
            let bytes = Int(fields[2])
        else {
            throw ValidationError("the measuring process said '\(text)'")
        }
        return Readiness(seconds: seconds, processorSeconds: processor, bytes: bytes)
    }

    static func median(_ runs: [Readiness]) -> Readiness {
        func medianValue<Value: Comparable>(_ values: [Value]) -> Value { values.sorted()[values.count / 2] }
        return Readiness(
            seconds: medianValue(runs.map(\.seconds)), processorSeconds: medianValue(runs.map(\.processorSeconds)),
            bytes: medianValue(runs.map(\.bytes)))
    }

    static func processorSeconds() -> Double {
        let usage = usage()
        let (user, system) = (usage.ru_utime, usage.ru_stime)
        return Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) * 1e-6
    }

    /// The most that was resident at any time.
    static func residentBytes() throws -> Int {
        #if canImport(Darwin)
        return usage().ru_maxrss
        #else
        // `ru_maxrss` counts what the parent had when it forked.
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        guard let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0.filter(\.isNumber)) })
        else {
            throw ValidationError("/proc/self/status does not tell VmHWM")
        }
        return kilobytes * 1024
        #endif
    }

    private static func usage() -> rusage {
        var usage = rusage()
        #if canImport(Darwin)
        getrusage(RUSAGE_SELF, &usage)
        #else
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        return usage
    }
}

extension Contract {
    /// Fourteen operations, seven of them on three paths as GitHub has them.
    fileprivate static let fourteen: Contract? = {
        let paths = [
            ("/user", ["get", "patch"]), ("/repos/{owner}/{repo}/issues/{issue_number}", ["get", "patch"]),
            ("/orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}", ["get", "put", "delete"]),
        ]
        let items = (paths + (1...7).map { ("/things\($0)/{id}", ["get"]) }).map { path, methods in
            let operations = methods.map { "\($0): {responses: {'200': {description: fine}}}" }
            return "  \(path): {\(operations.joined(separator: ", "))}"
        }
        let text =
            "openapi: 3.1.0\ninfo: {title: Small, version: '1'}\nservers: [{url: 'https://api.github.com'}]\npaths:\n"
            + items.joined(separator: "\n") + "\n"
        return Contract.load(files: ["openapi.yaml": text]).contract
    }()
}
