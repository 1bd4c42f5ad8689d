// What applications use, as a user finds it out; and pacts of what a mock was asked.

import Foundation
import JSONValues
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct UsageProgramTests {
    static let contract = "Contracts/sneaker-shop"
    static let recording = "Recordings/sneaker-shop/app.har"

    /// Three versions of an app in the field; a backend takes away what the first alone reads, then what nobody does.
    @Test func aBackendIsStoppedFromBreakingTheAppsInTheField() async throws {
        let folder = try TemporaryFolder.make()
        func file(_ name: String) -> String { folder.appending(path: name).path }
        let pact = PactProgramTests.pact
        var files: [String] = []
        for (app, source) in [("app 1.0", Self.recording), ("app 2.0", pact)] {
            files.append(file("usage/\(app).json"))
            let result = try await Program.run(
                "usage", Self.contract, source, "--app", app, "--output", files.last ?? "")
            #expect(result.status == 0, "\(result.error)")
        }
        files.append(file("usage/app 3.0.json"))
        let third = files[2]
        let served = try await Program.serving(Self.contract) { url in
            let (data, _) = try await URLSession.shared.data(
                from: try #require(URL(string: "\(url)/api/home/get_promotions?user_id=1")))
            #expect(!data.isEmpty)
            return try await Program.run("usage", Self.contract, url, "--app", "app 3.0", "--output", third)
        }
        #expect(served.status == 0 && served.output.contains("1 exchange, 1 of 14 operations"), "\(served)")

        let before = try String(
            contentsOf: Program.root.appending(path: "\(Self.contract)/openapi.yaml"), encoding: .utf8)
        func diff(_ after: String, _ arguments: String...) async throws -> Program.Result {
            #expect(after != before)
            try Data(after.utf8).write(to: folder.appending(path: "new.yaml"))
            return try await Program.run(
                ["diff", Self.contract, file("new.yaml")] + arguments + ["--usage"] + files)
        }
        let withoutLogin = before.replacing("/api/cart/like_product:", with: "/api/cart/love_product:")
        let stopped = try await diff(withoutLogin, "--fail-on", "used")
        #expect(stopped.status == 1, "\(stopped)")
        #expect(stopped.output.contains("✗ breaking  the path is gone"))
        #expect(stopped.output.contains("    used by app 1.0\n"))
        files.removeFirst()
        let passed = try await diff(withoutLogin, "--fail-on", "used")
        #expect(passed.status == 0, "\(passed)")
        #expect(passed.output.contains("○ unused, breaking  the path is gone"))
        #expect(try await diff(withoutLogin).status == 1)
        let json = try JSON(parsing: try await diff(withoutLogin, "--format", "json").output)
        #expect(json["breaking_used"] == 0 && json["unused"] == 1)
    }

    @Test func aFileIsAddedToAndIsTheSameInAnyOrder() async throws {
        let folder = try TemporaryFolder.make()
        let sources = [Self.recording, PactProgramTests.pact]
        var texts: Set<String> = []
        for (index, order) in [sources, sources.reversed(), sources + sources].enumerated() {
            let file = folder.appending(path: "\(index).json")
            for source in order {
                let result = try await Program.run("usage", Self.contract, source, "--output", file.path)
                #expect(result.status == 0, "\(result.error)")
            }
            texts.insert(try String(contentsOf: file, encoding: .utf8))
        }
        #expect(texts.count == 1)
        let both = folder.appending(path: "0.json").path
        let shown = try await Program.run("usage", Self.contract, both, "--json")
        #expect(try JSON(parsing: shown.output)["operations"]?.array?.count == 14)
    }

    @Test func whatCannotBeUsedIsToldWithItsRemedy() async throws {
        let folder = try TemporaryFolder.make()
        let file = folder.appending(path: "other.json")
        try Data("{\"a\": 1}".utf8).write(to: file)
        for (arguments, complaint) in [
            (["usage", Self.contract, file.path], "is no recording (HAR), no pact, no journal and no usage file"),
            (
                ["usage", Self.contract, "Recordings/golden-sewing/app.har"],
                "is of an operation of the contract; there are"
            ),
            (["usage", Self.contract, "http://127.0.0.1:1"], "the journal of http://127.0.0.1:1 cannot be read"),
            (["diff", Self.contract, Self.contract, "--usage", file.path], "Write it with counterpart usage"),
            (["diff", Self.contract, Self.contract, "--fail-on", "used"], "--fail-on used needs --usage"),
        ] {
            let result = try await Program.run(arguments)
            #expect(result.status == 2 && result.error.contains(complaint), "\(arguments) \(result)")
        }
    }

    @Test func theFormOfTheFileIsPublished() async throws {
        let result = try await Program.run("schema", "usage")
        #expect(try JSON(parsing: result.output)["properties"]?["counterpartUsage"]?["const"] == 1)
    }

    // MARK: Pacts of journals

    @Test func aJournalBecomesAPactThatTheMockKeeps() async throws {
        let folder = try TemporaryFolder.make()
        let (pact, journal) = (folder.appending(path: "app.json").path, folder.appending(path: "journal.json").path)
        let names = ["--contract", Self.contract, "--consumer", "app", "--provider", "shop", "--output", pact]
        let result = try await Program.serving(Self.contract) { url in
            func ask(_ path: String, _ body: String? = nil) async throws {
                var request = URLRequest(url: try #require(URL(string: url + path)))
                if let body {
                    request.httpMethod = "POST"
                    request.httpBody = Data(body.utf8)
                    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                }
                _ = try await URLSession.shared.data(for: request)
            }
            try await ask("/api/home/get_promotions?user_id=1")
            try await ask("/api/login/login", #"{"email": "anna@shop.example", "passwd": "hunter2-of-anna"}"#)
            try await ask("/nowhere")
            let first = try await Program.run(["journal", "pact", url] + names)
            #expect(
                first.output.hasPrefix("Wrote 2 interactions") && first.output.contains("1 that no operation takes"),
                "\(first)")
            let text = try String(contentsOfFile: pact, encoding: .utf8)
            #expect(!text.contains("hunter2"))
            try await ask("/api/home/get_promotions?user_id=1")
            #expect(
                try await Program.run("journal", "save", url, "--output", journal).output
                    == "Wrote 4 entries to \(journal).\n")
            let second = try await Program.run(["journal", "pact", journal] + names)
            #expect(second.output.contains(", 0 new"), "\(second)")
            #expect(try String(contentsOfFile: pact, encoding: .utf8) == text)
            return try await Program.run("verify", "--pact", pact, "--backend", url)
        }
        #expect(result.status == 0, "\(result)")
        let written = try JSON(parsing: [UInt8](Data(contentsOf: URL(filePath: pact))))
        #expect(written["metadata"]?["pactSpecification"]?["version"] == "4.0")
        // Without its secret the login is refused, which fails nobody.
        #expect(written["interactions"]?.array?.map { $0["pending"] } == [false, true])
    }

    @Test func aRecordingBecomesAPact() async throws {
        let folder = try TemporaryFolder.make()
        let names = ["--contract", Self.contract, "--consumer", "app", "--provider", "shop", "--output"]
        let pact = folder.appending(path: "app.json").path
        let result = try await Program.run(["journal", "pact", Self.recording] + names + [pact])
        #expect(result.status == 0 && result.output.contains("Wrote 31 interactions"), "\(result)")
        let other = try await Program.run(
            "journal", "pact", Self.recording, "--contract", Self.contract, "--consumer", "other", "--provider", "shop",
            "--output", pact)
        #expect(other.status == 2 && other.error.contains("the file is the pact of 'app' with 'shop'"), "\(other)")
    }
}
