// The built program, started as a user starts it.

import Foundation
import JSONValues
import Testing

/// Runs of the `counterpart` that was built beside these tests.
enum Program {
    struct Result: Hashable {
        let status: Int32
        let output: String
        let error: String
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let executable: URL = {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("counterpart")
    }()

    /// A process in the package's root, with its pipes.
    static func process(_ arguments: [String]) -> (process: Process, output: Pipe, error: Pipe) {
        let process = Process()
        let (output, error) = (Pipe(), Pipe())
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = root
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = error
        return (process, output, error)
    }

    /// Runs the program to its end.
    static func run(_ arguments: String...) async throws -> Result { try await run(arguments) }

    /// - Parameter environment: variables besides those of the tests themselves.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Result {
        let (process, output, error) = process(arguments)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try process.run()
        async let outputText = text(of: output)
        async let errorText = text(of: error)
        let (written, complaints) = try await (outputText, errorText)
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: written, error: complaints)
    }

    /// Runs `body` against a mock of a contract, and ends the mock.
    static func serving<Value>(_ arguments: String..., body: (String) async throws -> Value) async throws -> Value {
        let (process, output, _) = process(["serve"] + arguments + ["--port", "0", "--json"])
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let line = try firstLine(of: output)
        let url = try #require(try JSON(parsing: line)["url"]?.string, "\(line)")
        return try await body(url)
    }

    static func firstLine(of pipe: Pipe) throws -> String {
        var line: [UInt8] = []
        while let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    private static func text(of pipe: Pipe) async throws -> String {
        String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}
