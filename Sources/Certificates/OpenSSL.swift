// The system's `openssl`: found, known to be recent enough, and run.

import Foundation

/// OpenSSL or LibreSSL, as a program.
package struct OpenSSL: Sendable {
    /// Why it cannot be used, with the remedy.
    package struct Unusable: Error, CustomStringConvertible {
        /// One sentence or more, for a person.
        package let description: String
    }

    /// A command that ended with an error.
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Where it is.
    package let path: String
    /// What it says that it is: `OpenSSL 3.0.17 1 Jul 2025`.
    package let version: String

    private static let remedy =
        "Install OpenSSL (apt-get install openssl, brew install openssl), or serve a certificate of your own with --certificate and --key."

    /// Looks for it in the folders of `PATH`.
    /// - Throws: where there is none, or only one that is older than OpenSSL 1.1.1 and LibreSSL 3.0.
    package static func find() throws(Unusable) -> OpenSSL {
        try find(path: ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    }

    static func find(path: String) throws(Unusable) -> OpenSSL {
        let candidates = path.split(separator: ":").map { "\($0)/openssl" }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw Unusable(
                description: "--tls makes its certificate with openssl, and there is none in PATH. \(remedy)")
        }
        let version: String
        do {
            version = try run(found, ["version"], in: "/").split(separator: "\n").first.map { String($0) } ?? ""
        } catch {
            throw Unusable(description: "\(found) cannot be run: \(error). \(remedy)")
        }
        guard isRecent(version) else {
            throw Unusable(
                description:
                    "\(found) is \(version.isEmpty ? "no openssl" : version), and --tls needs OpenSSL 1.1.1, LibreSSL 3.0, or a later one. \(remedy)"
            )
        }
        return OpenSSL(path: found, version: version)
    }

    /// - Parameter version: what `openssl version` prints, such as `OpenSSL 1.1.1w  11 Sep 2023`.
    static func isRecent(_ version: String) -> Bool {
        let words = version.split(separator: " ")
        guard words.count > 1, let least = ["OpenSSL": [1, 1, 1], "LibreSSL": [3, 0, 0]][String(words[0])] else {
            return false
        }
        let numbers = words[1].split(separator: ".").prefix(3).map { Int($0.prefix { $0.isNumber }) ?? 0 }
        return !numbers.lexicographicallyPrecedes(least)
    }

    /// Runs a command and gives what it prints.
    /// - Throws: ``Failed`` with what it says on standard error, where its exit code is not 0.
    @discardableResult
    func run(_ arguments: [String], in folder: String) throws -> String { try Self.run(path, arguments, in: folder) }

    private static func run(_ path: String, _ arguments: [String], in folder: String) throws -> String {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // What it prints is shorter than a pipe holds, so that it never waits for one to be read while the other is.
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let lines = String(decoding: complaint, as: UTF8.self).split(separator: "\n").map { String($0) }
            let reason = lines.last { $0.contains("error") || $0.contains("rror:") } ?? lines.last ?? "no reason given"
            throw Failed(description: "openssl \(arguments[0]): \(reason)")
        }
        return String(decoding: printed, as: UTF8.self)
    }
}
