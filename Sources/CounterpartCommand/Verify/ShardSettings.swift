// Options of `counterpart verify` for a run on several machines: which part is this one's, and by what the parts are dealt out.

import ArgumentParser
import Foundation
import JSONValues
import Verification
import VerificationReports

struct ShardSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send only part k of n of the requests; 'auto' takes k and n from the variables of GitLab, CircleCI, Buildkite or Azure Pipelines.",
            valueName: "k/n|auto"),
        transform: { try ShardSettings.shard($0, environment: ProcessInfo.processInfo.environment) })
    var shard: Shard?

    @Option(
        help: ArgumentHelp(
            "How long operations took: a run writes this file, and shards are dealt out by it. It may be missing at first.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var timings: String?

    var isUsed: Bool { shard != nil || timings != nil }

    // MARK: - The part

    /// What CI services tell a job of its siblings. GitHub has no such variables: `.github/actions/verify` says it.
    private static let services = [
        (index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
        (index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", first: 0),
        (index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT", first: 0),
        (index: "SYSTEM_JOBPOSITIONINPHASE", count: "SYSTEM_TOTALJOBSINPHASE", first: 1),
    ]

    /// - Throws: for what is no part, and for `auto` where no service says which it is.
    static func shard(_ text: String, environment: [String: String]) throws -> Shard {
        if text != "auto" {
            if let shard = Shard(text) { return shard }
            throw ValidationError(
                text.hasPrefix("0/")
                    ? "parts are counted from 1, and jobs of a GitHub matrix from 0" : "2/5 is the second of five parts"
            )
        }
        for service in services {
            guard let count = environment[service.count], !count.isEmpty else { continue }
            // GitLab says of a job that has no siblings that it is one of one, and not which.
            let index =
                environment[service.index].flatMap { $0.isEmpty ? nil : $0 } ?? (count == "1" ? "\(service.first)" : "")
            guard let place = Int(index), (0...1_000).contains(place),
                let shard = Shard("\(place - service.first + 1)/\(count)")
            else {
                throw ValidationError("$\(service.index) is '\(index)' and $\(service.count) is '\(count)': give k/n")
            }
            return shard
        }
        throw ValidationError(
            "this job has none of \(services.map { "$\($0.count)" }.joined(separator: ", ")): give k/n")
    }

    // MARK: - Timings

    /// Nil where there are none, or none yet.
    func read() throws -> OperationTimings? {
        guard let timings else { return nil }
        let file = TimingsFile(path: timings)
        // A shard leaves the file as it is: the others are still to be dealt out by it.
        if !isPart { try file.check() }
        return try file.read()
    }

    /// Says of a part that there is nothing to deal out by.
    func tellMissing(_ known: OperationTimings?) throws {
        guard isPart, let timings, known == nil else { return }
        Terminal.error.write(
            "There is no \(timings) yet: operations are dealt out by their number. 'counterpart report merge --timings \(timings)' writes it.\n"
        )
    }

    /// A shard keeps what it took in its JSON report, which `report merge` reads.
    func write(_ known: OperationTimings?, updatedFrom record: RunRecord) throws {
        guard let timings, !isPart else { return }
        try TimingsFile(path: timings).write(known, updatedFrom: record)
    }

    private var isPart: Bool { (shard?.count ?? 1) > 1 }
}

/// Where timings are kept.
struct TimingsFile {
    let path: String

    /// Nil where there is no file.
    func read() throws -> OperationTimings? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try ReportFile.read(path) { json throws(RunRecord.Invalid) in try OperationTimings(json) }
    }

    /// Throws where the file could not be written after a run.
    func check() throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandFailure("\(path) cannot be written: there is no folder \(folder) that can be written to")
        }
    }

    func write(_ known: OperationTimings?, updatedFrom record: RunRecord) throws {
        var all = known ?? OperationTimings()
        all.update(from: record)
        try ReportFile.write(all.json.serialized(.pretty) + "\n", to: path)
    }
}
