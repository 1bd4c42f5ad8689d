// Option of `counterpart verify`: recordings to judge instead of a backend.

import ArgumentParser
import Archives
import OpenAPIContract
import SourceDocuments
import Verification

struct RecordingSettings: ParsableArguments {
    @Option(
        name: .customLong("recordings"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Verify these HAR files instead of a backend.",
            valueName: "file"),
        completion: .file(extensions: ["har"]))
    var files: [String] = []

    @Option(
        name: .customLong("values-from"),
        help: ArgumentHelp(
            "Learn values from this HAR file before anything is sent to the backend; repeatable.", valueName: "file"),
        completion: .file(extensions: ["har"]))
    var sources: [String] = []
}

extension RecordingSettings {
    /// What a run learns from.
    func values() throws -> [Recording] { try sources.map { try Recording(readingFrom: $0) } }

    /// Judges the recordings. Throws if no exchange belongs to the contract, as that shows no conformance.
    func judge(with judge: RecordingJudge, progress: @escaping (Report) -> Void) throws -> RecordingJudge.Outcome {
        let outcome = judge.run(try files.map { try Recording(readingFrom: $0) }, progress: progress)
        guard outcome.report.answered > 0 else {
            let reasons = outcome.report.leftOut.map { "\($0.what): \($0.reason)" }.joined(separator: "; ")
            throw CommandFailure(
                "No exchange of the recordings is of the contract\(reasons.isEmpty ? ": they are empty" : ". \(reasons)")."
            )
        }
        return outcome
    }
}
