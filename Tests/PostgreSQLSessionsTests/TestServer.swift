// Servers of PostgreSQL to throw away.

#if PostgreSQL
import Foundation
import Testing

/// A server that `.ci/postgresql` has made, or one that COUNTERPART_POSTGRESQL names.
struct TestServer: Sendable {
    /// With a password.
    let url: String
    /// Where its files are; nil where somebody else looks after it.
    let folder: String?

    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    private static let shared: Result<TestServer, any Error> = Result {
        if let url = ProcessInfo.processInfo.environment["COUNTERPART_POSTGRESQL"] {
            return TestServer(url: url, folder: nil)
        }
        return try TestServer()
    }

    /// The one of all tests that leave it running.
    static func common() throws -> TestServer { try shared.get() }

    private init(url: String, folder: String?) {
        self.url = url
        self.folder = folder
    }

    /// One of a test's own, which ends with this process at the latest.
    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "postgresql-\(UUID().uuidString)").path
        self.init(url: try TestServer.start(folder), folder: folder)
    }

    private static func start(_ folder: String) throws -> String {
        try output(
            root.appending(path: ".ci/postgresql").path,
            ["start", folder, "--for", "\(ProcessInfo.processInfo.processIdentifier)"])
    }

    /// Starts what was stopped.
    func start() throws { _ = try TestServer.start(try #require(folder)) }

    /// Cuts all connections.
    func stop() throws {
        _ = try TestServer.output(
            TestServer.root.appending(path: ".ci/postgresql").path, ["stop", try #require(folder)])
    }

    /// Stops the server, and takes its files away.
    func remove() throws {
        try stop()
        try FileManager.default.removeItem(atPath: try #require(folder))
    }

    /// What `psql` prints, without a heading.
    func psql(_ sql: String) throws -> String {
        try TestServer.output(
            "/usr/bin/env", ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, url])
    }

    private static func output(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(program) \(arguments.first ?? "")")
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
#endif
