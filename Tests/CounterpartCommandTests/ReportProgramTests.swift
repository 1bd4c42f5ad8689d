// What `counterpart verify` leaves behind, as a user runs it: reports, baselines, thresholds, shards, one finding again.

@testable import CounterpartCommand
import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import HTTPTypes
import HTTPWire
import Verification
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
        // What the parts took is what the next shards are dealt out by.
        let timings = "\(folder)/timings.json"
        let timed = try await Program.run(
            "report", "merge", "\(folder)/1.json", "\(folder)/2.json", "--timings", timings)
        #expect(timed.status == 0, "\(timed.error)")
        let known = try #require(try json(timings)["operations"]?.object)
        #expect(Set(known.keys) == Set((one["operations"]?.array ?? []).compactMap { $0["id"]?.string }))
        let wrong = try await Program.run("report", "merge", "\(folder)/1.json", "Contracts/sneaker-shop/mock.yaml")
        #expect(wrong.status == 2)
    }

    @Test func aRunLeavesTimingsAndAShardReadsThem() async throws {
        let timings = "\(try folder())/timings.json"
        try await Program.serving("Contracts/sneaker-shop") { url in
            func verify(_ more: String..., environment: [String: String] = [:]) async throws -> Program.Result {
                try await Program.run(
                    [
                        "verify", "Contracts/sneaker-shop", "--backend", url, "--phases", "examples", "--timings",
                        timings,
                    ] + more,
                    environment: environment)
            }
            let early = try await verify("--shard", "1/2")
            #expect(early.status == 0 && early.error.contains("There is no \(timings) yet"), "\(early.error)")
            #expect(!FileManager.default.fileExists(atPath: timings))
            #expect(try await verify().status == 0)
            let known = try #require(try json(timings)["operations"]?.object)
            let first = try #require(known.first?.key)
            // As if one took longer than all others.
            let slow: JSON = [
                "counterpartTimings": 1,
                "operations": .object(
                    JSONObject(known.map { ($0.key, ["seconds": $0.key == first ? 900 : 1, "requests": 1]) })),
            ]
            try slow.serialized().write(toFile: timings, atomically: true, encoding: .utf8)
            let part = try await verify(
                "--shard", "auto", "--json", environment: ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"])
            let report = try JSON(parsing: part.output)
            #expect(report["shard"] == "1/2")
            let asked = (report["timings"]?.array ?? []).compactMap { $0["operation"]?.string }
            #expect(known.count == 12 && asked == [first])
            // It is the file of all shards, and stays.
            #expect(try json(timings) == slow)
            try "{}".write(toFile: timings, atomically: true, encoding: .utf8)
            let damaged = try await verify()
            #expect(damaged.status == 2 && damaged.error.contains("remove the file"), "\(damaged.error)")
        }
    }

    @Test(arguments: [
        ("3/5", [:], "3/5"),
        ("auto", ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"], "2/3"),
        ("auto", ["CI_NODE_TOTAL": "1"], "1/1"),
        ("auto", ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"], "1/4"),
        ("auto", ["BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "4"], "4/4"),
        ("auto", ["SYSTEM_JOBPOSITIONINPHASE": "4", "SYSTEM_TOTALJOBSINPHASE": "4"], "4/4"),
    ])
    func aPartIsNamedOrTakenFromTheService(_ text: String, _ environment: [String: String], expected: String) throws {
        #expect(try ShardSettings.shard(text, environment: environment).description == expected)
    }

    @Test(arguments: [
        ("auto", [:], "this job has none of $CI_NODE_TOTAL"),
        ("auto", ["CI_NODE_TOTAL": "3"], "$CI_NODE_INDEX is '' and $CI_NODE_TOTAL is '3'"),
        ("auto", ["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"], "$CI_NODE_INDEX is '4'"),
        ("auto", ["CIRCLE_NODE_INDEX": "9223372036854775807", "CIRCLE_NODE_TOTAL": "3"], "$CIRCLE_NODE_INDEX is"),
        ("0/5", [:], "parts are counted from 1"), ("6/5", [:], "2/5 is the second"), ("-1/5", [:], "2/5 is the second"),
    ])
    func whatNamesNoPartIsRefused(_ text: String, _ environment: [String: String], complaint: String) {
        #expect(
            performing: { try ShardSettings.shard(text, environment: environment) },
            throws: { "\($0)".contains(complaint) })
    }
}
