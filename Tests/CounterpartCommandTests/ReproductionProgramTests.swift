// What a finding prints to be run in a shell, run in a shell: the backend shows the same once more.

import VerificationReports
import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import OpenAPIContract
import HTTPTypes
import HTTPWire
import LendingLibrary
import Synchronization
import Testing
import Verification

/// Sequences are printed with `jq`, which keeps what the backend calls a thing.
private let hasTools = (try? RunningProgram.shell("command -v curl && command -v jq").status) == 0

@Suite(.timeLimit(.minutes(10)), .enabled(if: hasTools, "curl and jq are not installed"))
struct ReproductionProgramTests {
    /// A lending library behind a socket that keeps what it was asked.
    private final class Observed: Sendable {
        let library: LendingLibrary
        private let entries = Mutex<[HAR.Entry]>([])

        init(_ mistakes: Set<Mistake>) { library = LendingLibrary(mistakes: mistakes) }

        func answer(_ request: Request) -> Response {
            let response = library.answer(request)
            entries.withLock { entries in
                entries.append(
                    HAR.Entry(
                        started: DateTime(secondsSinceEpoch: 1_790_000_000 + entries.count).description,
                        origin: "http://library.example", request: request, response: response))
            }
            return response
        }

        /// What has been asked since the last time.
        func recording() -> HAR {
            entries.withLock { entries in
                defer { entries = [] }
                return HAR(creator: HAR.Software(name: "test", version: "1"), entries: entries)
            }
        }
    }

    @Test(arguments: [
        (Mistake.combinationFails, "fuzz", 1), (.unicodeFails, "fuzz", 1), (.zeroStockFails, "fuzz", 1),
        (.longTitleTaken, "boundaries", 1), (.regionIgnored, "boundaries", 1), (.unknownGenre, "boundaries", 2),
        (.bookNotStored, "lifecycle", 2), (.changeNotStored, "lifecycle", 3), (.deletedReadable, "lifecycle", 3),
        (.reviewNotListed, "lifecycle", 2),
    ])
    func whatIsPrintedShowsItAgain(_ mistake: Mistake, phases: String, requests: Int) async throws {
        let backend = Observed([mistake])
        let listener = try await HTTPListener.start(.init()) { request in
            .now(OutgoingResponse(PreparedResponse(backend.answer(request))))
        }
        let document = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID()).yaml")
        try Data(LendingLibrary.document.utf8).write(to: document)
        defer { try? FileManager.default.removeItem(at: document) }
        let result = try await Program.run(
            "verify", document.path, "--backend", "\(listener.address)/api", "--phases", phases, "--json",
            "--checks", mistake.check, "--header", "Authorization: \(LendingLibrary.tokens[0])")
        let findings = try #require(try JSON(parsing: result.output)["findings"]?.array)
        let finding = try #require(findings.first { $0["operation"]?.string == mistake.operation })
        let script = try #require(finding["reproduce"]?.string)
        #expect(script.split(separator: "\n").count == requests, "\(script)")
        _ = backend.recording()
        // Who the requests are from stands in a variable.
        #expect(script.contains("\"$TOKEN\"") && !script.contains(LendingLibrary.tokens[0]))
        let shell = try RunningProgram.shell("TOKEN='\(LendingLibrary.tokens[0])'\n\(script)")
        await listener.shutdown()
        #expect(shell.status == 0, "\(shell.error)")
        let contract = try #require(Contract.load(files: ["openapi.yaml": LendingLibrary.document]).contract)
        let har = backend.recording()
        #expect(har.entries.count == requests)
        let report = RecordingJudge(contract: contract).run([Recording(name: "again.har", har)]).report
        let again = report.findings.map(\.finding)
        #expect(
            again.contains { $0.check.rawValue == mistake.check && $0.operation.id == mistake.operation },
            "\(script)\n\(again.map(\.id))")
    }
}
