// Servers of PostgreSQL to throw away.

#if PostgreSQL
import Foundation
import Testing

/// A server that `.ci/postgresql` has made, or one that COUNTERPART_POSTGRESQL names.
struct TestServer: Sendable {
    let url: String
    /// Where its files are; nil where somebody else looks after it.
    private let place: String?

    private static let script = URL(filePath: #filePath).appending(path: "../../../.ci/postgresql").standardizedFileURL
    private static let kept: Result<TestServer, any Error> = Result {
        if let url = ProcessInfo.processInfo.environment["COUNTERPART_POSTGRESQL"] {
            return TestServer(url: url, place: nil)
        }
        return try TestServer()
    }
    private static let stopped: Result<TestServer, any Error> = Result { try TestServer() }
    private static let known: Result<TestServer, any Error> = Result { try TestServer() }

    /// The one of all tests that leave it running. Without it they fail: a check that is skipped silently is none.
    static func common() throws -> TestServer { try kept.get() }

    /// One that tests stop and start, one test after the other.
    static func unsteady() throws -> TestServer { try stopped.get() }

    /// One whose password and certificate are known.
    static func guarded() throws -> TestServer { try known.get() }

    private init(url: String, place: String?) {
        self.url = url
        self.place = place
    }

    /// Ends with this process.
    private init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "postgresql-\(UUID().uuidString)").path
        self.init(url: try TestServer.start(folder), place: folder)
    }

    private static func start(_ folder: String) throws -> String {
        try output(
            script.path, ["start", folder, "--for", "\(ProcessInfo.processInfo.processIdentifier)"])
    }

    func folder() throws -> String { try #require(place) }

    func file(_ name: String) throws -> String { try "\(folder())/\(name)" }

    /// Starts what was stopped.
    func start() throws { _ = try TestServer.output(TestServer.script.path, ["start", folder()]) }

    /// Cuts all connections.
    func stop() throws { _ = try TestServer.output(TestServer.script.path, ["stop", folder()]) }

    /// The URL with another parameter.
    func url(_ name: String, _ value: String) -> String {
        let value = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? value
        return url + (url.contains("?") ? "&" : "?") + name + "=" + value
    }

    /// The URL of a schema that is new, for tables of a test's own.
    func fresh() throws -> String {
        let name = "s" + UUID().uuidString.lowercased().replacing("-", with: "")
        _ = try psql("CREATE SCHEMA \(name)")
        return url("options", "-csearch_path=\(name)")
    }

    /// What `psql` prints, without a heading.
    func psql(_ sql: String, _ url: String? = nil) throws -> String {
        try TestServer.output(
            "/usr/bin/env", ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, url ?? self.url])
    }

    /// Holds all sessions for some time from now on, so that nobody else changes one.
    /// - Returns: what ends then.
    func holdAll(for seconds: Double, _ url: String) throws -> Process {
        let holder = try begin(
            "BEGIN; SELECT 1 FROM counterpart_sessions FOR UPDATE; SELECT pg_sleep(\(seconds)); COMMIT", url,
            until: "PgSleep")
        return try #require(holder)
    }

    /// Starts `psql`.
    /// - Returns: nil where it ends before it waits for something of that kind.
    func begin(_ sql: String, _ url: String, until event: String) throws -> Process? {
        let name = "begun\(UInt64.random(in: 0...UInt64.max))"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["psql", "-X", "-q", "-c", sql, "\(url)&application_name=\(name)"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let waiting =
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(name)' AND wait_event = '\(event)'"
        while process.isRunning { if try psql(waiting) == "1" { return process } }
        return nil
    }

    static func output(_ program: String, _ arguments: [String]) throws -> String {
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
