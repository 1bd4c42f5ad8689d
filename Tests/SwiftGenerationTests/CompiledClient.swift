// A client and an app beside it, put before the compiler.

import Foundation

@testable import SwiftGeneration

/// Files in a folder of their own, which the compiler takes as one module.
struct CompiledClient: ~Copyable {
    let folder: URL
    private(set) var paths: [String] = []

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    mutating func add(_ files: [GeneratedFile]) throws {
        for file in files { try add(file.path.replacingOccurrences(of: "/", with: "-"), file.text) }
    }

    mutating func add(_ name: String, _ text: String) throws {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        paths.append(url.path)
    }

    /// - Returns: the exit code, and what the compiler says.
    func compile(_ arguments: [String], module: String = "App") throws -> (status: Int32, text: String) {
        try Self.run(
            "/usr/bin/env", ["swiftc", "-module-name", module, "-package-name", "p"] + arguments + paths,
            standardError: true)
    }

    func typecheck(_ flags: [String] = ["-swift-version", "6"]) throws -> (status: Int32, text: String) {
        try compile(["-typecheck"] + flags)
    }

    /// Builds the program and runs it.
    /// - Returns: what the compiler says, and what the program prints.
    func run(_ flags: [String] = ["-swift-version", "6"]) throws -> (compiler: String, output: String) {
        let program = folder.appendingPathComponent("program").path
        let compiled = try compile(["-o", program] + flags)
        guard compiled.status == 0 else { return (compiled.text, "") }
        return (compiled.text, try Self.run(program, [], standardError: false).text)
    }

    private static func run(_ program: String, _ arguments: [String], standardError: Bool) throws -> (
        status: Int32, text: String
    ) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        if standardError {
            process.standardError = output
            process.standardOutput = FileHandle.nullDevice
        } else {
            process.standardOutput = output
        }
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
