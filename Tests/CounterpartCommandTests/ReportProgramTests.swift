// What `counterpart verify` leaves behind, as a user runs it: reports, baselines, thresholds, shards, one finding again.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import HTTPTypes
import HTTPWire
import Testing

@Suite(.timeLimit(.minutes(10))) struct ReportProgramTests {
    static let contract = "Contracts/selectable-catalog"

    private func folder() throws -> String {
        let folder = try TemporaryFolder.make()
        return folder.path(percentEncoded: false)
    }

    private func json(_ path: String) throws -> JSON { try JSON(parsing: Array(Data(contentsOf: URL(filePath: path)))) }

    /// Answers everything with a page.
    private func stranger<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let page = Response(status: 200, headers: [.contentType: "text/html"], body: Array("<p>Hello</p>".utf8))
        let listener = try await HTTPListener.start(.init()) { _ in .now(OutgoingResponse(PreparedResponse(page))) }
        let value = try await body("\(listener.address)")
        await listener.shutdown()
        return value
    }

    @Test func everyReportIsWrittenAtOnce() async throws {
        let folder = try folder()
        let names = ["junit": "a.xml", "sarif": "a.sarif", "json": "a.json", "html": "a.html", "har": "a.har"]
        let targets = names.sorted { $0.key < $1.key }.flatMap { ["--report", "\($0.key)=\(folder)/\($0.value)"] }
        let result = try await stranger { url in
            try await Program.run(
                ["verify", Self.contract, "--backend", url, "--phases", "examples", "--report", "github"] + targets)
        }
        #expect(result.status == 1)
        #expect(result.output.contains("\n::error file=Contracts/selectable-catalog/openapi.yaml,line="))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names.values.sorted())
        let record = try json("\(folder)/a.json")
        #expect(record["verdict"] == "findings")
        let entries = try json("\(folder)/a.har")["log"]?["entries"]?.array?.count
        #expect(entries.map { JSON.number(JSONNumber($0)) } == record["answered"])
    }

    @Test func aReportThatCannotBeWrittenIsToldBeforeTheRun() async throws {
        let result = try await Program.run(
            "verify", Self.contract, "--backend", "http://127.0.0.1:1", "--report", "html=/nowhere/at/all.html")
        #expect(result.status == 2)
        #expect(result.error.contains("there is no folder /nowhere/at"))
    }

    @Test(arguments: [
        ("--report", "pdf=a", "no format of reports. There are: junit"),
        ("--report", "junti=a", "Did you mean junit?"), ("--report", "junit", "junit=FILE"),
        ("--report", "junit=", "junit=FILE"), ("--phases", "exmples", "Did you mean examples?"),
        ("--checks", "bodyshape", "Did you mean body-shape?"),
        ("--skip-checks", "nothing", "There are: undeclared-status"),
    ])
    func namesThatAreNoneAreRefusedWithTheNearest(_ option: String, _ value: String, _ said: String) async throws {
        let result = try await Program.run("verify", Self.contract, "--backend", "http://127.0.0.1:1", option, value)
        #expect(result.status == 2)
        #expect(result.error.contains(said))
    }

    @Test func coverageBelowTheThresholdIsThree() async throws {
        let (low, high) = try await Program.serving(Self.contract) { url in
            let arguments = ["verify", Self.contract, "--backend", url, "--phases", "examples", "--fail-under"]
            return (try await Program.run(arguments + ["100%"]), try await Program.run(arguments + ["5"]))
        }
        #expect(low.status == 3)
        #expect(low.error.hasPrefix("coverage is ") && low.error.hasSuffix(", below 100%\n"))
        #expect(high.status == 0)
        #expect(high.output.contains("\nCoverage "))
    }

    /// Accepted findings do not fail; a finding that is gone is told, asked for again it is gone.
    @Test func aBaselineIsWrittenAcceptedAndPruned() async throws {
        let folder = try folder()
        func arguments(_ url: String) -> [String] {
            ["verify", Self.contract, "--backend", url, "--phases", "examples", "--baseline", "\(folder)/b.json"]
        }
        let (first, second, again) = try await stranger { url in
            let first = try await Program.run(
                arguments(url) + ["--update-baseline", "--report", "json=\(folder)/r.json"])
            let second = try await Program.run(arguments(url))
            let id = try json("\(folder)/r.json")["findings"]?[0]?["id"]?.string ?? ""
            let again = try await Program.run(
                "verify", Self.contract, "--backend", url, "--reproduce", id, "--findings", "\(folder)/r.json")
            return (first, second, again)
        }
        #expect(first.status == 0 && second.status == 0, "\(first.output)\(second.output)")
        #expect(second.output.contains("Accepted by the baseline: "))
        #expect(again.status == 1 && again.output.hasPrefix("✗ still there  "), "\(again.output)\(again.error)")
        let id = try #require(try json("\(folder)/r.json")["findings"]?[0]?["id"]?.string)
        let (mended, gone) = try await Program.serving(Self.contract) { url in
            let mended = try await Program.run(arguments(url) + ["--update-baseline"])
            let gone = try await Program.run(
                "verify", Self.contract, "--backend", url, "--reproduce", id, "--findings", "\(folder)/r.json")
            return (mended, gone)
        }
        #expect(mended.status == 0)
        let cause = try #require(try json("\(folder)/r.json")["findings"]?[0]?["cause"]?["id"]?.string)
        #expect(mended.output.contains("Mended since the baseline: \(cause)"))
        #expect(try json("\(folder)/b.json")["causes"] == [])
        #expect(gone.status == 0 && gone.output.hasPrefix("✓ gone  "), "\(gone.output)\(gone.error)")
    }

    @Test func theReportsOfShardsAreMerged() async throws {
        let folder = try folder()
        let whole = try await Program.serving(Self.contract) { url in
            for part in 1...2 {
                let result = try await Program.run(
                    "verify", Self.contract, "--backend", url, "--phases", "examples", "--shard", "\(part)/2",
                    "--report", "json=\(folder)/\(part).json")
                #expect(result.status == 0)
            }
            return try await Program.run("verify", Self.contract, "--backend", url, "--phases", "examples", "--json")
        }
        let merged = try await Program.run(
            "report", "merge", "\(folder)/1.json", "\(folder)/2.json", "--report", "json=\(folder)/all.json")
        #expect(merged.status == 0)
        let (all, one) = (try json("\(folder)/all.json"), try JSON(parsing: whole.output))
        #expect(
            all["sent"] == one["sent"] && all["coverage"] == one["coverage"] && all["operations"] == one["operations"])
        let wrong = try await Program.run("report", "merge", "\(folder)/1.json", "Contracts/sneaker-shop/mock.yaml")
        #expect(wrong.status == 2)
    }
}
