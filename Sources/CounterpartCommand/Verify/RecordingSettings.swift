// The option of `counterpart verify` that has recordings judged in the place of a backend.

import ArgumentParser
import Foundation
import Archives
import SourceDocuments
import Verification

struct RecordingSettings: ParsableArguments {
    @Option(
        name: .customLong("recordings"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "HAR files to judge, and no backend: nothing is sent. From browsers, Charles, Proxyman, mitmproxy, or counterpart.",
            valueName: "file"),
        completion: .file(extensions: ["har"]))
    var files: [String] = []
}

extension RecordingSettings {
    /// The recordings, each read whole. One that cannot be read ends the command.
    func load() throws -> [Recording] {
        try files.map { path in
            let bytes: [UInt8]
            do {
                bytes = try Array(Data(contentsOf: URL(filePath: path)))
            } catch {
                throw CommandFailure("\(path) cannot be read: \(SystemReason.of(error))")
            }
            do throws(HAR.Invalid) {
                return Recording(name: URL(filePath: path).lastPathComponent, try HAR(parsing: bytes))
            } catch {
                throw CommandFailure("\(path):\(error.line == nil ? " " : "")\(error)")
            }
        }
    }

    /// Judges the recordings. Files in which nothing is of the contract say nothing of it, which is no conformance.
    func judge(with judge: RecordingJudge, progress: @escaping (Report) -> Void) throws -> RecordingJudge.Outcome {
        let outcome = judge.run(try load(), progress: progress)
        guard outcome.report.answered > 0 else {
            let reasons = outcome.report.leftOut.map { "\($0.what): \($0.reason)" }.joined(separator: "; ")
            throw CommandFailure(
                "No exchange of the recordings is of the contract\(reasons.isEmpty ? ": they are empty" : ". \(reasons)")."
            )
        }
        return outcome
    }
}
