// What the compiler takes for generated types, and for a whole client.

import ArgumentParser
import Foundation
import SourceDocuments
import OpenAPIContract
import SwiftGeneration

/// CPU time of `swiftc` for types as they are generated, in a debug build.
struct CompilerCost {
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
        let paths = try client.write(to: folder)
        let start = ChildUsage.now.cpuSeconds
        let compiler = try Process.run(
            URL(filePath: "/usr/bin/env"),
            arguments: [
                "swiftc", "-swift-version", "6", "-Onone", "-parse-as-library", "-emit-library", "-o",
                folder.path + "/out",
            ] + paths)
        compiler.waitUntilExit()
        guard compiler.terminationStatus == 0 else { throw ValidationError("the measured client does not compile") }
        return ChildUsage.now.cpuSeconds - start
    }
}

/// What the processes that have ended took, and those that they started.
struct ChildUsage {
    let cpuSeconds: Double
    /// The most that one process had in memory, in bytes.
    let largestProcess: Int

    static var now: ChildUsage {
        var usage = rusage()
        #if canImport(Darwin)
        getrusage(RUSAGE_CHILDREN, &usage)
        let unit = 1
        #else
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        let unit = 1_024
        #endif
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return ChildUsage(
            cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime), largestProcess: Int(usage.ru_maxrss) * unit)
    }
}

extension GeneratedClient {
    /// - Returns: the paths of the Swift files.
    func write(to folder: URL) throws -> [String] {
        try files.map { file in
            let url = folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: url)
            return url.path
        }
    }

    /// A debug build of a package that is nothing but the client. The memory is that of the largest build so far.
    func built() throws -> (usage: ChildUsage, wallSeconds: Double) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try write(to: folder.appending(path: "Sources/Client"))
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "client", targets: [.target(name: "Client", swiftSettings: [.treatAllWarnings(as: .error)])], swiftLanguageModes: [.v6])
            """
        try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
        let start = ChildUsage.now.cpuSeconds
        let clock = ContinuousClock.now
        let build = try Process.run(
            URL(filePath: "/usr/bin/env"),
            arguments: ["swift", "build", "--quiet", "--disable-index-store", "--package-path", folder.path])
        build.waitUntilExit()
        guard build.terminationStatus == 0 else { throw ValidationError("the client does not compile") }
        let end = ChildUsage.now
        let usage = ChildUsage(cpuSeconds: end.cpuSeconds - start, largestProcess: end.largestProcess)
        return (usage, (ContinuousClock.now - clock) / .seconds(1))
    }
}
