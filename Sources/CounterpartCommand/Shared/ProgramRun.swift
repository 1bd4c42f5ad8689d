// Another program, run for what it prints.

import Foundation

/// How a program has ended, and what it has printed.
struct ProgramRun {
    let status: Int32
    let output: [UInt8]

    /// Runs a program to its end, without input. What it says on standard error is not shown.
    /// - Throws: the system's error where it cannot be started.
    init(_ path: String, _ arguments: [String]) throws {
        let process = Process()
        let printed = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = printed
        process.standardError = FileHandle.nullDevice
        try process.run()
        output = Array(try printed.fileHandleForReading.readToEnd() ?? Data())
        process.waitUntilExit()
        status = process.terminationStatus
    }

    var text: String { String(decoding: output, as: UTF8.self) }
}
