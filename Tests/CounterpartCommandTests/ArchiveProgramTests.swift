// Recordings as a user has them replayed, measured, compared and made a contract of.

import Foundation
import JSONValues
import JSONSchema
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct ArchiveProgramTests {
    private static let shop = "Contracts/sneaker-shop"
    private static let recording = "Recordings/sneaker-shop/app.har"

    private func temporaryFile(_ name: String) throws -> String {
        let folder = try TemporaryFolder.make()
        return folder.appendingPathComponent(name).path
    }

    private func fetch(_ url: String) async throws -> (status: Int?, decision: String?, body: JSON?) {
        let (data, response) = try await URLSession.shared.data(from: try #require(URL(string: url)))
        let http = response as? HTTPURLResponse
        return (
            http?.statusCode, http?.value(forHTTPHeaderField: "Counterpart-Decision"), try? JSON(parsing: Array(data))
        )
    }

    @Test func servesARecordingAndNothingElse() async throws {
        try await Program.serving(Self.shop, "--replay", Self.recording, "--mode", "replay") { url in
            let known = try await fetch("\(url)/api/favorites/get_product_list?user_id=2")
            #expect(known.status == 200)
            #expect(known.decision?.hasPrefix("recording app.har, entry ") == true)
            let unknown = try await fetch("\(url)/api/favorites/get_product_list?user_id=1")
            #expect(unknown.status == 501)
            #expect(unknown.body?["nearest"]?["differs"] == [["place": "query user_id", "asked": 1, "recorded": 2]])
        }
    }

    @Test(arguments: [
        (["--mode", "replay"], "--mode replay needs --replay FILE."),
        (["--replay", "Package.swift"], "Package.swift:1:1: this is no JSON"),
        (["--replay", "no-such.har"], "no-such.har cannot be read"),
        (
            ["--replay", "Recordings/sneaker-shop/app.har", "--volatile", "/~2"],
            "--volatile /~2: '~' in a JSON Pointer"
        ),
    ])
    func mistakesAreTold(arguments: [String], message: String) async throws {
        let result = try await Program.run(["serve", Self.shop, "--port", "0"] + arguments)
        #expect(result.status == 2)
        #expect(result.error.contains(message))
    }

    @Test func infersAContractThatTakesItsTraffic() async throws {
        let path = try temporaryFile("openapi.yaml")
        let written = try await Program.run("infer", Self.recording, "-o", path)
        #expect(written.status == 0)
        #expect(written.output.contains("POST /api/login/login"))
        #expect(written.output.hasSuffix("Next: counterpart check \(path)\n"))
        #expect(try await Program.run("check", path).output == "nothing wrong\n")
        let again = try await Program.run("infer", Self.recording, "-o", path)
        #expect(again.status == 2)
        #expect(
            again.error == "error: \(path) is there already. Choose another name, or write over it with --replace.\n")
        #expect(try await Program.run("infer", Self.recording, "-o", path, "--replace", "--json").status == 0)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains("correct-horse"))
        #expect(try await Program.run("infer", Self.recording).output == text)
    }

    @Test func comparesRecordings() async throws {
        let same = try await Program.run("recordings", "diff", Self.recording, Self.recording)
        #expect(same.status == 0)
        #expect(same.output.hasPrefix("no change in "))
        let later = try temporaryFile("later.har")
        let text = try String(contentsOf: Program.root.appendingPathComponent(Self.recording), encoding: .utf8)
        try Data(text.replacing(#"\"logged_in\":true"#, with: #"\"logged_in\":1"#).utf8)
            .write(to: URL(fileURLWithPath: later))
        let changed = try await Program.run("recordings", "diff", Self.recording, later, "--json")
        #expect(changed.status == 1)
        let changes = try JSON(parsing: changed.output)["changes"]?.array ?? []
        #expect(changes.map { $0["place"] } == ["200 body/logged_in"])
        #expect(changes.map { $0["kind"] } == ["type"])
        let unlike = try await Program.run(
            "recordings", "diff", Self.recording, "Recordings/selectable-catalog/app.har")
        #expect(unlike.status == 2)
    }

    @Test func printsHowLongABackendTook() async throws {
        let table = try await Program.run("latency", Self.recording, "--contract", Self.shop)
        #expect(table.status == 0)
        #expect(table.output.hasPrefix("operation"))
        #expect(table.output.contains("\nall "))
        let json = try await Program.run("latency", Self.recording, "--json")
        let all = try JSON(parsing: json.output)["all"]
        #expect(all?["count"]?.number?.int64 ?? 0 > 30)
        #expect(all?["p50"]?.number?.double ?? -1 <= all?["max"]?.number?.double ?? -1)
    }
}
