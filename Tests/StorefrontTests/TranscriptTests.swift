// Each workflow of the Arazzo files as a script, and what a person sees of it, line by line.

import Foundation
import Testing

@testable import Storefront

@Suite struct TranscriptTests {
    /// Writes the transcripts anew instead of comparing them.
    static let updates = ProcessInfo.processInfo.environment["COUNTERPART_UPDATE_TRANSCRIPTS"] != nil

    @Test(arguments: Workflow.apis) func everyWorkflowHasAScript(api: String) throws {
        let arazzo = try String(
            contentsOf: Stage.folder.appendingPathComponent("Contracts/\(api)/workflows.arazzo.yaml"), encoding: .utf8)
        let ids = arazzo.split(separator: "\n").compactMap { line in
            line.hasPrefix("  - workflowId: ") ? String(line.dropFirst("  - workflowId: ".count)) : nil
        }
        #expect(!ids.isEmpty)
        #expect(Set(ids) == Set(Workflow.all.filter { $0.api == api }.map(\.id)))
    }

    @Test(arguments: Workflow.all) func showsWhatAPersonSees(workflow: Workflow) async throws {
        let time = VirtualTime()
        let transports = try Stage.transports(session: "golden-\(workflow.id)", clock: time.clock)
        let transcript = try await workflow.transcript(try Stage.storefront(transports, clock: time.clock))
        if Self.updates {
            let file = Stage.folder.appendingPathComponent(
                "Tests/StorefrontTests/Transcripts/\(workflow.api)/\(workflow.id).txt")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(transcript.utf8).write(to: file)
        }
        #expect(try transcript == workflow.text("Transcripts"))
    }
}
