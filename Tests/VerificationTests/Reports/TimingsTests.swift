// Shards that are dealt out by how long the operations took before.

import HTTPExchange
import JSONValues
import LendingLibrary
import OpenAPIContract
import SourceDocuments
import Synchronization
import Testing

@testable import Verification
@testable import VerificationReports

@Suite struct TimingsTests {
    private static func contract(_ paths: [String]) throws -> Contract {
        let lines = paths.map { path in
            "  \(path): {get: {operationId: \(path.dropFirst()), responses: {'200': {description: OK}}}}"
        }
        let text =
            "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n" + lines.joined(separator: "\n")
        return try #require(Contract.load(files: ["openapi.yaml": text]).contract)
    }

    private static func timings(_ seconds: [String: Double]) throws -> OperationTimings {
        let rows = seconds.sorted { $0.key < $1.key }.map { operation, seconds -> (String, JSON) in
            (operation, ["seconds": .number(JSONNumber(thousandths: seconds)), "requests": 1])
        }
        return try OperationTimings(["counterpartTimings": 1, "operations": .object(JSONObject(rows))])
    }

    /// The operations of each shard.
    private static func parts(_ contract: Contract, _ count: Int, _ timings: OperationTimings?) throws -> [[String]] {
        try (1...count).map { number in
            let shard = try #require(Shard("\(number)/\(count)"))
            let division = Division(of: contract, for: shard, timings)
            return contract.operations.filter { division.owns($0) }.map(\.id)
        }
    }

    @Test func theLongestGoFirstEachToTheShardWithTheLeast() throws {
        let contract = try Self.contract(["/a", "/b", "/c", "/d", "/e"])
        // 10 | 6 + 3 | 5 + 4
        let known = try Self.timings(["a": 10, "b": 6, "c": 5, "d": 4, "e": 3])
        #expect(try Self.parts(contract, 3, known) == [["a"], ["b", "e"], ["c", "d"]])
        // Without times all weigh the same, and go round by their names.
        #expect(try Self.parts(contract, 3, nil) == [["a", "d"], ["b", "e"], ["c"]])
        #expect(try Self.parts(contract, 3, OperationTimings()) == [["a", "d"], ["b", "e"], ["c"]])
    }

    @Test func whatIsNotKnownTakesTheMedian() throws {
        let contract = try Self.contract(["/a", "/b", "/c", "/new"])
        // 4 + 1 | 2 + 2; with the least for the new one it would be 4 | 2 + 1 + 1.
        let known = try Self.timings(["a": 4, "b": 2, "c": 1, "gone": 100])
        #expect(try Self.parts(contract, 2, known) == [["a", "c"], ["b", "new"]])
        #expect(
            try Self.parts(contract, 2, try Self.timings(["a": 4, "b": 2, "c": 1, "new": 9])) == [
                ["new"], ["a", "b", "c"],
            ])
    }

    @Test func operationsOnOneResourceStayTogether() throws {
        let contract = try LendingLibraryTests.contract()
        let slow = Dictionary(uniqueKeysWithValues: contract.operations.map { ($0.id, $0.method.isSafe ? 0.5 : 7) })
        let parts = try Self.parts(contract, 3, try Self.timings(slow))
        #expect(parts.joined().sorted() == contract.operations.map(\.id).sorted())
        for operation in contract.operations {
            let root = operation.path.text.split(separator: "/").first
            let owners = parts.filter { part in
                contract.operations.contains {
                    part.contains($0.id) && $0.path.text.split(separator: "/").first == root
                        && $0.path.text.prefix { $0 != "{" } == operation.path.text.prefix { $0 != "{" }
                }
            }
            #expect(owners.count == 1, "\(operation.path.text)")
        }
    }

    /// What the parts find by timings is what the whole finds without.
    @Test func shardsByTimeFindWhatTheWholeFinds() async throws {
        let mistakes: Set<Mistake> = [Mistake.allCases[0], Mistake.allCases[3], Mistake.allCases[7]]
        let backend = BackendURL(host: "library", port: 80, path: "/api")
        var options = LendingLibraryTests.options([.examples, .boundaries])
        let whole = try await LendingLibraryTests.report(mistakes, options).record(backend: backend)
        var timings = OperationTimings()
        timings.update(from: whole)
        #expect(timings.entries.count == whole.operations.count)
        #expect(timings.entries.values.reduce(0) { $0 + $1.requests } == whole.sent)
        // As if the last took longest by far.
        let last = try #require(whole.operations.last?.id)
        timings = try Self.timings(timings.entries.mapValues(\.seconds).merging([last: 1_000]) { $1 })
        options.timings = timings
        var parts: [RunRecord] = []
        for number in 1...3 {
            options.shard = Shard("\(number)/3")
            parts.append(try await LendingLibraryTests.report(mistakes, options).record(backend: backend))
        }
        let merged = try RunRecord(merging: parts)
        #expect(Set(merged.findings.map(\.id)) == Set(whole.findings.map(\.id)))
        #expect(Set(merged.timings.map(\.operation)) == Set(whole.timings.map(\.operation)))
        #expect(merged.division == nil)
        // A part that did not have the file may have left out what another did not take.
        options.timings = nil
        options.shard = Shard("3/3")
        let stray = try await LendingLibraryTests.report(mistakes, options).record(backend: backend)
        #expect(
            performing: { try RunRecord(merging: [parts[0], parts[1], stray]) },
            throws: { "\($0)".contains("parts of different divisions") })
    }

    /// The time of a run is that of its operations, with waits and with answers that never come.
    @Test func theTimeOfARunIsSplitAmongItsOperations() async throws {
        let contract = try Self.contract(["/fast", "/slow", "/silent"])
        let clock = Mutex(ContinuousClock.now)
        let start = clock.withLock { $0 }
        let report = await Verifier(
            contract: contract, options: VerificationOptions(phases: [.boundaries]),
            now: { clock.withLock { $0 } }, sleep: { time in clock.withLock { $0 += time } }
        ) { request throws(NoResponse) in
            switch request.path {
            case "/slow": clock.withLock { $0 += .seconds(2) }
            case "/silent":
                clock.withLock { $0 += .seconds(10) }
                throw ReportTests.timeout
            default: clock.withLock { $0 += .milliseconds(50) }
            }
            return Response(status: 200)
        }.run()
        let record = report.record(backend: BackendURL(host: "h", port: 80))
        let seconds = Dictionary(uniqueKeysWithValues: record.timings.map { ($0.operation, $0.seconds) })
        let requests = Dictionary(uniqueKeysWithValues: record.timings.map { ($0.operation, $0.requests) })
        for (operation, each) in [("fast", 0.05), ("slow", 2), ("silent", 10)] as [(String, Double)] {
            let count = try #require(requests[operation], "\(operation)")
            #expect(abs((seconds[operation] ?? 0) - each * Double(count)) < 0.001, "\(operation)")
        }
        #expect(requests.values.reduce(0, +) == record.sent)
        let all = clock.withLock { start.duration(to: $0) } / .seconds(1)
        #expect(abs(seconds.values.reduce(0, +) - all) < 0.001)
    }

    @Test func whatWasAskedIsWrittenAnewAndTheRestIsKept() async throws {
        var record = try await RunRecordTests.report().record(backend: RunRecordTests.backend)
        var timings = try Self.timings(["login": 9, "getItem": 3, "gone": 1])
        record.timings = [RunRecord.OperationTiming(operation: "login", requests: 4, seconds: 1.25)]
        timings.update(from: record)
        #expect(timings.entries["login"] == OperationTimings.Entry(requests: 4, seconds: 1.25))
        #expect(timings.entries["getItem"]?.seconds == 3 && timings.entries["gone"] == nil)
        #expect(try OperationTimings(timings.json) == timings)
        let before = timings
        record.timings = []
        record.verdict = .couldNotRun
        record.operations = []
        timings.update(from: record)
        #expect(timings == before)
    }

    @Test(arguments: [
        "[]", "{}", #"{"counterpartTimings": 2, "operations": {}}"#, #"{"counterpartTimings": 1, "operations": []}"#,
        #"{"counterpartTimings": 1, "operations": {"a": {"seconds": -1, "requests": 1}}}"#,
        #"{"counterpartTimings": 1, "operations": {"a": {"seconds": 1e300, "requests": 1}}}"#,
        #"{"counterpartTimings": 1, "operations": {"a": {"seconds": "1", "requests": 1}}}"#,
        #"{"counterpartTimings": 1, "operations": {"a": {"seconds": 1}}}"#,
    ])
    func whatIsNoFileOfTimingsIsRefused(_ text: String) throws {
        #expect(
            performing: { try OperationTimings(JSON(parsing: text)) }, throws: { "\($0)".contains("remove the file") })
    }
}
