// `counterpart verify --wait` and `--start`: a backend that comes up late, that the run starts, and that does not come up.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct StartedBackendTests {
    static let shop = "Contracts/sneaker-shop"

    /// A port that nothing listens on, for now.
    private static func freePort() async throws -> Int {
        try await Program.serving(shop) { url in try #require(URL(string: url)?.port) }
    }

    private static var program: String { Program.executable.path }

    private static func listens(_ port: Int) async throws -> Bool {
        try await Program.run(
            "verify", shop, "--backend", "http://127.0.0.1:\(port)", "--max-requests", "1", "--phases", "examples"
        ).status != 2
    }

    @Test func aBackendIsStartedAndStopped() async throws {
        let port = try await Self.freePort()
        // A shell beneath the shell, as package managers' scripts have it: the group is stopped, not only its head.
        let command = "echo starting; sh -c 'sleep 0.5; \(Self.program) serve \(Self.shop) --port \(port); :'"
        let result = try await Program.run(
            "verify", Self.shop, "--backend", "http://127.0.0.1:\(port)", "--start", command, "--phases", "examples")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasPrefix("✓ conformant"))
        // What it printed is for failures.
        #expect(result.error.isEmpty)
        #expect(try await !Self.listens(port))
    }

    @Test func whatABackendPrintedIsShownWhenItFails() async throws {
        let port = try await Self.freePort()
        let result = try await Program.run(
            "verify", Self.shop, "--backend", "http://127.0.0.1:\(port)", "--start", "echo no database >&2; exit 3")
        #expect(result.status == 2)
        let command = "\u{201C}echo no database >&2; exit 3\u{201D}"
        #expect(
            result.error == """
                \(command) ended with exit code 3, and printed last:
                  no database
                error: \(command) ended with exit code 3 before http://127.0.0.1:\(port) answered

                """)
    }

    @Test func aBackendThatComesUpLateIsWaitedFor() async throws {
        let port = try await Self.freePort()
        let late = try RunningProgram(
            shell: "sleep 1; exec '\(Self.program)' serve \(Self.shop) --port \(port) --quiet")
        let result = try await Program.run(
            "verify", Self.shop, "--backend", "http://127.0.0.1:\(port)", "--wait", "60s", "--phases", "examples")
        late.send()
        #expect(result.status == 0, "\(result)")
        #expect(late.end().status == 0)
    }

    @Test func waitingEnds() async throws {
        let port = try await Self.freePort()
        let result = try await Program.run(
            "verify", Self.shop, "--backend", "http://127.0.0.1:\(port)", "--start", "sleep 600", "--wait", "500ms")
        #expect(result.status == 2)
        #expect(result.error.contains("“sleep 600” printed nothing.\n"))
        #expect(result.error.contains("did not answer within 500ms: Nothing listens on port \(port) of 127.0.0.1"))
    }

    @Test func aSignalStopsWhatWasStarted() async throws {
        let port = try await Self.freePort()
        let marker = FileManager.default.temporaryDirectory.appending(path: "started-\(UUID())").path
        let run = try RunningProgram([
            "verify", Self.shop, "--backend", "http://127.0.0.1:\(port)", "--start",
            "trap 'echo stopped > \(marker); exit' TERM; while :; do echo up > \(marker).up; sleep 0.1; done",
        ])
        while !FileManager.default.fileExists(atPath: marker + ".up") {
            try await Task.sleep(for: .milliseconds(20))
        }
        run.send()
        #expect(run.end().status == 2)
        #expect(try String(contentsOfFile: marker, encoding: .utf8) == "stopped\n")
        for file in [marker, marker + ".up"] { try FileManager.default.removeItem(atPath: file) }
    }

    @Test(arguments: [
        (
            ["--recordings", "Recordings/golden-sewing/wordpress.har", "--wait", "1s"],
            "are for a run before a --backend"
        ),
        (["--plan", "--start", "true"], "are for a run before a --backend"),
        (["--backend", "http://127.0.0.1:1", "--start", " "], "--start names no command."),
    ])
    func optionsThatDoNotFitAreRefused(arguments: [String], reason: String) async throws {
        let result = try await Program.run(["verify", Self.shop] + arguments)
        #expect(result.status == 2)
        #expect(result.error.contains(reason))
    }
}
