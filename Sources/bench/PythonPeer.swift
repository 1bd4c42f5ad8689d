// Peers written in Python: a virtual environment for them, and a process that answers line by line.

import Foundation

/// A Python script that reads a line and answers with a line, kept running so that it can take turns.
final class PythonPeer {
    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts `Peers/<script>` with the packages, pinned as for pip, installed in `.build/peers`.
    init(script: String, packages: [String], arguments: [String]) throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
        process.executableURL = try Self.interpreter(packages: packages)
        process.arguments = [sources.appending(path: "Peers/\(script)").path] + arguments
        process.standardInput = requests
        process.standardOutput = answers
        try process.run()
    }

    deinit {
        requests.fileHandleForWriting.closeFile()
        process.waitUntilExit()
    }

    /// The script's answer to a line.
    func ask(_ request: String) throws -> String {
        try requests.fileHandleForWriting.write(contentsOf: Data((request + "\n").utf8))
        var line = Data()
        while let byte = try answers.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
            if byte[byte.startIndex] == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line += byte
        }
        throw Failure(description: "the peer stopped instead of answering '\(request)'")
    }

    /// A contestant whose job the script does: it is asked `<job> <times>` and answers with CPU seconds.
    func implementation(_ name: String, job: String) -> Implementation {
        Implementation(name: name) { times in
            let answer = try self.ask("\(job) \(times)")
            guard let seconds = Double(answer) else { throw Failure(description: "the peer answered '\(answer)'") }
            return seconds
        }
    }

    /// The interpreter of `.build/peers`, which is made where it is missing.
    static func interpreter(packages: [String]) throws -> URL {
        let folder = URL(filePath: FileManager.default.currentDirectoryPath).appending(path: ".build/peers")
        let python = folder.appending(path: "bin/python")
        if !FileManager.default.isExecutableFile(atPath: python.path) {
            try call("/usr/bin/env", ["python3", "-m", "venv", folder.path])
        }
        try call(python.path, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"] + packages)
        return python
    }

    private static func call(_ program: String, _ arguments: [String]) throws {
        let process = try Process.run(URL(filePath: program), arguments: arguments)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "failed: \(program) \(arguments.joined(separator: " "))")
        }
    }
}
