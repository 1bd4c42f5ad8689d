// The recordings that belong to a contract: `Recordings/<api>/*.har` beside `Contracts/<api>`.

import VerificationReports
import Foundation
import Archives
import SourceDocuments
import OpenAPIContract
import Verification

struct ContractRecordings {
    /// Paths sorted by name; empty if there is no such folder.
    let files: [String]

    /// - Parameter path: the contract's folder, as it was named.
    init(of path: String) {
        let contract = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
        let folder = contract.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Recordings").appending(path: contract.lastPathComponent)
        guard contract.deletingLastPathComponent().lastPathComponent == "Contracts",
            let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        else {
            files = []
            return
        }
        files = names.filter { $0.hasSuffix(".har") && !$0.hasPrefix(".") }.sorted()
            .map { folder.appending(path: $0).path(percentEncoded: false) }
    }

    /// Recordings that cannot be read, and exchanges that break the contract.
    func check(by contract: Contract) -> [Diagnostic] {
        files.flatMap { file -> [Diagnostic] in
            let name = URL(filePath: file).lastPathComponent
            let har: HAR
            do {
                har = try HAR(parsing: FileBytes.read(file))
            } catch {
                return [
                    Diagnostic(
                        .unreadableRecording, "the recording \(file) cannot be read: \(error)",
                        remedy: "Record it again.", at: nil)
                ]
            }
            let report = RecordingJudge(contract: contract).run([Recording(name: name, har)]).report
            return report.findings.map { cause in
                let finding = cause.finding
                let more = cause.count > 1 ? ", and \(cause.count - 1) more" : ""
                return Diagnostic(
                    .driftedRecording,
                    "\(finding.name)\(more) breaks the contract: \(finding.operation.id), \(finding.location): \(report.masked(finding.message))",
                    found: report.masked(finding.found), expected: finding.expected,
                    remedy: "Record it again, or mend the contract.", at: finding.place)
            }
        }
    }
}
