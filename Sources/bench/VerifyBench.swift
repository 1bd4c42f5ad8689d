// `bench verify`: a full verification of a small service, by Counterpart and by schemathesis.

import ArgumentParser
import Foundation
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import HTTPWire
import SecureWire
import LendingLibrary
import Verification

struct VerifyBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a lending library of 15 operations over a socket, against PyPI's schemathesis.",
        discussion: """
            The library answers from memory, in this process; each verifier is a process of its own, whose CPU time and memory are \
            measured. A run is one of all phases; what counts is the median of the rounds, each with another seed.
            """)

    @OptionGroup var options: BenchOptions

    @Flag(help: "Leave the peer out.")
    var alone = false

    @Flag(help: "In place of a race: every mistake that the library can make, each alone, with five seeds.")
    var score = false

    @Option(help: .hidden)
    var backend: String?

    @Option(help: .hidden)
    var seed: UInt64 = 0

    static let packages = ["schemathesis==4.32.5"]

    func run() async throws {
        if let backend { return try await verify(backend) }
        if score { return try await MistakeScore(contract: try Self.contract()).run() }
        var contenders: [(name: String, runs: [VerifyRun])] = [("ours", [])]
        let document = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID().uuidString).yaml")
        try LendingLibrary.document.write(to: document, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: document) }
        let peer =
            alone
            ? nil
            : try PythonPeer(
                script: "verify_peer.py", packages: Self.packages, arguments: [document.path, LendingLibrary.tokens[0]])
        if peer != nil { contenders.append((Self.packages[0], [])) }
        for round in 0..<options.rounds {
            let ours = try await withLibrary { try VerifyRun.measured(of: $0, seed: UInt64(round)) }
            contenders[0].runs.append(ours)
            guard let peer else { continue }
            let theirs = try await withLibrary { try VerifyRun(parsing: try peer.ask("\($0) \(round)")) }
            contenders[1].runs.append(theirs)
        }
        let results = contenders.map { (name: $0.name, run: VerifyRun.median($0.runs)) }
        print(options.json ? json(results) : text(results))
    }

    /// Starts a fresh library and passes its URL.
    private func withLibrary<Value>(_ body: (String) throws -> Value) async throws -> Value {
        let library = LendingLibrary()
        let listener = try await HTTPListener.start(.init(eventLoops: 1)) { request in
            .now(OutgoingResponse(PreparedResponse(library.answer(request))))
        }
        let result = Result { try body("http://127.0.0.1:\(listener.address.port)/api") }
        await listener.shutdown()
        return try result.get()
    }

    private static func contract() throws -> Contract {
        guard let contract = Contract.load(files: ["openapi.yaml": LendingLibrary.document]).contract else {
            throw ValidationError("The contract does not load.")
        }
        return contract
    }

    /// The measured process: one run, whose figures are printed on a line.
    private func verify(_ url: String) async throws {
        let contract = try Self.contract()
        let backend = try BackendURL(parsing: url)
        let sender = HTTPSender()
        let clock = ContinuousClock()
        let start = clock.now
        let verifier = Verifier(
            contract: contract, options: .asReaders(seed: seed), basePath: backend.path
        ) { request throws(NoResponse) in
            try await sender.send(request, to: backend)
        }
        let report = await Task(executorPreference: WireExecutor()) { await verifier.run() }.value
        let wall = start.duration(to: clock.now).components
        await sender.shutdown()
        guard report.findings.isEmpty, report.ended == nil else {
            throw ValidationError("The run was to be whole and to find nothing:\n\(report.text(backend: backend))")
        }
        let seconds = Double(wall.seconds) + Double(wall.attoseconds) * 1e-18
        print(processCPUSeconds(), seconds, report.answered, Double(try Readiness.residentBytes()) / 1_048_576)
    }

    private func text(_ results: [(name: String, run: VerifyRun)]) -> String {
        let rows = results.map { name, run in
            "  " + name.padding(toLength: 22, withPad: " ", startingAt: 0)
                + String(
                    format: "%7.0f requests  %6.2f CPU s  %6.2f s  %7.0f per CPU second  %5.0f MB", run.requests,
                    run.processorSeconds, run.seconds, run.requestsPerSecond, run.megabytes)
        }
        let ratio = results.dropFirst().map { name, run in
            String(
                format: "  ours judges %.1f times as many per CPU second",
                results[0].run.requestsPerSecond / run.requestsPerSecond)
        }
        return (["a lending library of 15 operations, all phases, \(options.rounds) seeds"] + rows + ratio)
            .joined(separator: "\n")
    }

    private func json(_ results: [(name: String, run: VerifyRun)]) -> String {
        func number(_ value: Double) -> JSON { JSONNumber(value).map { .number($0) } ?? nil }
        let list = results.map { name, run -> JSON in
            [
                "name": .string(name), "requests": number(run.requests),
                "processorSeconds": number(run.processorSeconds), "seconds": number(run.seconds),
                "requestsPerProcessorSecond": number(run.requestsPerSecond), "megabytes": number(run.megabytes),
            ]
        }
        return JSON.array(list).serialized(.pretty)
    }
}

/// The figures of one verification, of the verifier's process alone.
private struct VerifyRun {
    let processorSeconds: Double
    /// Wall-clock time in seconds.
    let seconds: Double
    let requests: Double
    /// Peak resident memory.
    let megabytes: Double

    var requestsPerSecond: Double { requests / processorSeconds }

    init(processorSeconds: Double, seconds: Double, requests: Double, megabytes: Double) {
        self.processorSeconds = processorSeconds
        self.seconds = seconds
        self.requests = requests
        self.megabytes = megabytes
    }

    /// From `CPU-SECONDS SECONDS REQUESTS MEGABYTES`.
    init(parsing line: String) throws {
        let fields = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard fields.count == 4 else { throw ValidationError("A verifier's process said '\(line)'.") }
        self.init(processorSeconds: fields[0], seconds: fields[1], requests: fields[2], megabytes: fields[3])
    }

    /// Runs Counterpart's verification in a process of its own.
    static func measured(of url: String, seed: UInt64) throws -> VerifyRun {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["verify", "--backend", url, "--seed", String(seed)]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return try VerifyRun(parsing: text)
    }

    static func median(_ runs: [VerifyRun]) -> VerifyRun {
        func medianValue(_ value: (VerifyRun) -> Double) -> Double { runs.map(value).sorted()[runs.count / 2] }
        return VerifyRun(
            processorSeconds: medianValue(\.processorSeconds), seconds: medianValue(\.seconds),
            requests: medianValue(\.requests),
            megabytes: medianValue(\.megabytes))
    }
}
