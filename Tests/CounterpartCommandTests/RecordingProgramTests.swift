// `counterpart verify --recordings` as a user runs it: HAR files in the place of a backend.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import HTTPTypes
import LendingLibrary
import Testing

@Suite(.timeLimit(.minutes(10))) struct RecordingProgramTests {
    /// Files in a folder of their own, with the library's contract among them.
    private static func files(_ texts: [String: String]) throws -> URL {
        let folder = try TemporaryFolder.make()
        for (name, text) in texts.merging(["openapi.yaml": LendingLibrary.document], uniquingKeysWith: { $1 }) {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        return folder
    }

    /// What a library answers to a few requests, as a HAR.
    private static func har(_ mistakes: Set<Mistake>, _ paths: String..., origin: String = "http://library.example")
        -> String
    {
        let library = LendingLibrary(mistakes: mistakes)
        let entries = paths.enumerated().map { index, path in
            let request = Request(target: path, headers: [.authorization: LendingLibrary.tokens[0]])
            return HAR.Entry(
                started: "2026-11-21T10:00:0\(index)Z", origin: origin, request: request,
                response: library.answer(request))
        }
        return HAR(creator: HAR.Software(name: "test", version: "1"), entries: entries).json.serialized()
    }

    private static func verify(_ folder: URL, _ names: String...) async throws -> Program.Result {
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = names.map { folder.appendingPathComponent($0).path }
        return try await Program.run(
            ["verify", folder.appendingPathComponent("openapi.yaml").path, "--recordings"] + paths)
    }

    @Test func goodRecordingsConform() async throws {
        let folder = try Self.files([
            "a.har": Self.har([], "/api/books/1"), "b.har": Self.har([], "/api/books", "/api/members"),
        ])
        let result = try await Self.verify(folder, "a.har", "b.har")
        #expect(
            result
                == Program.Result(
                    status: 0,
                    output: """
                        ✓ conformant  3 exchanges of 3 operations with http://library.example
                        Coverage 3.1%: operations 3/15, statuses 3/61, media types 3/65, parameters 10/34, sides of keywords 2/493

                        """, error: ""))
    }

    @Test func aWrongAnswerIsFoundWhereItWasRecorded() async throws {
        let folder = try Self.files([
            "good.har": Self.har([], "/api/books/1"),
            "monday.har": Self.har([.priceAsText], "/api/books", "/api/books/1", "/elsewhere"),
        ])
        let result = try await Self.verify(folder, "good.har", "monday.har")
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("✗ body-shape  getBook, entry 2 of monday.har\n"), "\(result.output)")
        #expect(result.output.contains("  where      body at /price\n  found      \"12.5\"\n  expected   number\n"))
        #expect(
            result.output.contains(
                "  reproduce  curl -H 'Authorization: '\"$TOKEN\"'' http://library.example/api/books/1\n"),
            "\(result.output)")
        #expect(result.output.contains("1 entry of monday.har, because the contract has no such path"))
    }

    @Test(arguments: [
        ("none.har", "{}", "this is JSON, but no HAR"), ("text.har", "hello", "this is no JSON"),
        ("empty.har", #"{"log":{"version":"1.2","entries":[]}}"#, "No exchange of the recordings is of the contract"),
    ])
    func whatIsNoRecordingIsRefused(name: String, text: String, reason: String) async throws {
        let result = try await Self.verify(try Self.files([name: text]), name)
        #expect(result.status == 2)
        #expect(result.error.contains(reason), "\(result.error)")
    }

    @Test func aRecordingOfAnotherAPISaysNothing() async throws {
        let folder = try Self.files(["a.har": Self.har([], "/elsewhere", "/nowhere")])
        let result = try await Self.verify(folder, "a.har")
        #expect(result.status == 2)
        #expect(result.error.contains("2 entries of a.har: the contract has no such path"), "\(result.error)")
    }

    @Test func aFileThatIsNotThereIsNamed() async throws {
        let result = try await Self.verify(try Self.files([:]), "missing.har")
        #expect(result.status == 2)
        #expect(result.error.contains("missing.har cannot be read"))
    }

    @Test(
        arguments: [
            ([], "Say where the backend is with --backend, or give --recordings"),
            (["--backend", "http://h", "--recordings", "a.har"], "--recordings are judged without a --backend"),
            (["--recordings", "a.har", "--phases", "fuzz"], "--recordings sends nothing"),
        ] as [([String], String)])
    func whatMakesNoSenseTogetherIsRefused(_ options: [String], _ reason: String) async throws {
        let result = try await Program.run(["verify", "Contracts/sneaker-shop"] + options)
        #expect(result.status == 2)
        #expect(result.error.contains(reason), "\(result.error)")
    }
}
