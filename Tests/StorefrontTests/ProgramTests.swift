// The built program, started as a person starts it.

import Foundation
import MockServing
import Testing

@testable import Storefront

@Suite struct ProgramTests {
    struct Result: Equatable {
        var status: Int32
        var output: String
        var error: String
    }

    /// Runs the `storefront` that was built beside these tests; what it prints must fit into a pipe.
    private func run(_ arguments: [String], typing typed: String = "") async throws -> Result {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let process = Process()
        let (input, output, error) = (Pipe(), Pipe(), Pipe())
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("storefront")
        process.arguments = arguments
        process.currentDirectoryURL = Stage.folder
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, error)
        let (ended, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(typed.utf8))
        try input.fileHandleForWriting.close()
        for await _ in ended {}
        func text(of pipe: Pipe) throws -> String {
            String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
        return Result(status: process.terminationStatus, output: try text(of: output), error: try text(of: error))
    }

    @Test(.timeLimit(.minutes(10))) func aScriptInProcess() async throws {
        let workflow = Workflow(api: Backends.names.shop, id: "buy")
        let result = try await run(["--script", "Tests/StorefrontTests/Scripts/sneaker-shop/buy.txt"])
        #expect(try result == Result(status: 0, output: workflow.text("Transcripts"), error: ""))
    }

    @Test(.timeLimit(.minutes(10))) func aScriptOverASocket() async throws {
        let server = try await Stage.server()
        let workflow = Workflow(api: Backends.names.catalog, id: "switch-attributes")
        let result = try await run([
            "--base-url", "\(server.address)/_counterpart/sessions/program", "--script",
            "Tests/StorefrontTests/Scripts/selectable-catalog/switch-attributes.txt",
        ])
        #expect(try result == Result(status: 0, output: workflow.text("Transcripts"), error: ""))
        await server.shutdown()
    }

    @Test(.timeLimit(.minutes(10))) func aPersonTypes() async throws {
        let result = try await run([], typing: "fly\nlogin anna@shop.example correct-horse\nquit\n")
        let expected = """
            Welcome. Log in to look around.

            > Failed: There is no command “fly”; help lists them.

            > Loading…
            Welcome, Anna.

            > Goodbye.

            """
        #expect(result == Result(status: 0, output: expected, error: ""))
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            (["--script", "nowhere.txt"], 2, "error: nowhere.txt cannot be read\n"),
            (["--base-url", "nope"], 2, "error: nope is no address like http://127.0.0.1:8080\n"),
            (
                ["--contracts", "/tmp"], 2,
                "error: /tmp/sneaker-shop is no folder with a contract; name one by --contracts\n"
            ),
            (["--database", "/"], 2, "error: / cannot be used"), (["--fly"], 2, "Error: Unknown option"),
            (["--help"], 0, ""),
        ] as [([String], Int32, String)])
    func exitCodes(arguments: [String], status: Int32, error: String) async throws {
        let result = try await run(arguments)
        #expect(result.status == status)
        #expect(result.error.hasPrefix(error))
        #expect(result.output.contains("USAGE: storefront") == (status == 0))
    }
}
