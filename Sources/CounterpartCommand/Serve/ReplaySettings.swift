// Options of `counterpart serve`: answers from recordings.

import Journals
import MockRules
import ArgumentParser
import Foundation
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract
import Archives
import MockServing
import Mocking
import Recordings

/// Where answers come from.
enum ServeMode: String, CaseIterable, ExpressibleByArgument {
    /// The decision table: recordings, rules, examples, samples.
    case mock
    /// Recordings alone.
    case replay
    /// Faults, preferences, recordings and rules, else the backend.
    case spy
    /// The backend; the mock checks its answers.
    case verify
}

/// The delay of recorded answers.
enum ReplayTiming: String, CaseIterable, ExpressibleByArgument {
    case mock, recorded
}

struct ReplaySettings: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Answer from these HAR files.",
            valueName: "file"),
        completion: .file(extensions: ["har"]))
    var replay: [String] = []

    @Option(
        help: ArgumentHelp(
            "mock: recordings, then the contract. replay: recordings alone. spy: recordings and rules, then --backend. verify: --backend, checked.",
            valueName: ServeMode.choices))
    var mode = ServeMode.mock

    @Option(
        help: ArgumentHelp(
            "Ignore a parameter or JSON member in matching.",
            valueName: "name"))
    var volatile: [String] = []

    @Flag(help: "Match dates and UUIDs, too.")
    var exact = false

    @Option(
        help: ArgumentHelp(
            "Delay of recorded answers.",
            valueName: ReplayTiming.choices))
    var timing = ReplayTiming.mock

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "HAR files for `latency: recorded`.",
            valueName: "file"),
        completion: .file(extensions: ["har"]))
    var latencyOf: [String] = []

    func validate() throws {
        guard replay.isEmpty else { return }
        for (name, isGiven) in [
            ("--mode replay", mode == .replay), ("--volatile", !volatile.isEmpty), ("--exact", exact),
            ("--timing recorded", timing == .recorded),
        ] where isGiven {
            throw ValidationError("\(name) needs --replay FILE.")
        }
    }

    /// The recordings to answer from; nil without any.
    func traffic(for behaviour: Behaviour) throws -> RecordedTraffic? {
        guard !replay.isEmpty || !latencyOf.isEmpty else {
            guard !behaviour.takesRecordedLatency else {
                throw CommandFailure(
                    "the mock file has latency as recorded, and there is no recording. Name one with --latency-of FILE."
                )
            }
            return nil
        }
        let rules = try VolatileRules(exact: exact, volatile: volatile)
        return RecordedTraffic(
            try replay.map { try Archive(readingFrom: $0) }, volatile: rules,
            missing: mode == .replay ? .refused : .decided, keepsTime: timing == .recorded,
            measured: latencyOf.isEmpty ? nil : try latencyOf.map { try Archive(readingFrom: $0) })
    }
}

extension Archive {
    /// Reads a recording; one that cannot be read ends the command.
    init(readingFrom path: String) throws {
        let url = URL(filePath: path)
        // Before it is in memory.
        let size = (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
        guard size <= HAR.sizeLimit else {
            throw CommandFailure("\(path) is larger than \(HAR.sizeLimit >> 20) MiB. Split it, or record less of it.")
        }
        let bytes = try FileContents.read(path)
        let folder = url.deletingLastPathComponent()
        do throws(HAR.Invalid) {
            try self.init(name: path, bytes: bytes) { name in
                FileManager.default.contents(atPath: folder.appending(path: name).path).map { Array($0) }
            }
        } catch {
            throw CommandFailure("\(path):\(error.line == nil ? " " : "")\(error)")
        }
    }
}

/// What `serve` prints about the recordings that it replays.
struct ReplayNotice {
    private static let shown = 5

    let replay: Replay
    let drifted: [(source: ArchivedExchange.Source, operation: OpenAPIContract.Operation, violations: [Violation])]
    let files: [String]
    private let redaction: Redaction

    init?(_ mock: Mock, _ settings: ReplaySettings) {
        guard let replay = mock.replayed else { return nil }
        self.replay = replay
        drifted = mock.driftedRecordings
        files = settings.replay
        redaction = mock.redaction
    }

    var json: JSON {
        [
            "files": .array(files.map { .string($0) }), "exchanges": .number(JSONNumber(replay.exchanges.count)),
            "operations": .number(JSONNumber(replay.operationCount)),
            "left_out": .array(
                replay.leftOut.map {
                    [
                        "recording": .string($0.source.file), "entry": .number(JSONNumber($0.source.entry)),
                        "reason": .string("\($0.reason)"),
                    ]
                }),
            "drifted": .array(
                drifted.map {
                    [
                        "recording": .string($0.source.file), "entry": .number(JSONNumber($0.source.entry)),
                        "operation": .string($0.operation.id),
                        "violations": .array($0.violations.map { .string($0.line(hiding: redaction)) }),
                    ]
                }),
        ]
    }

    func text(styled: (Terminal.Style, String) -> String) -> String {
        let exchanges = replay.exchanges.count == 1 ? "1 exchange" : "\(replay.exchanges.count) exchanges"
        let operations = replay.operationCount == 1 ? "1 operation" : "\(replay.operationCount) operations"
        var text = "Replaying \(exchanges) of \(operations) from \(files.joined(separator: ", "))\n"
        let warning = styled(.warning, "note:")
        for (source, operation, violations) in drifted.prefix(Self.shown) {
            let first = violations.first?.line(hiding: redaction) ?? ""
            text += "\(warning) \(source) (\(operation.id)) breaks the contract: \(first)\n"
        }
        if drifted.count > Self.shown { text += "      and so do \(drifted.count - Self.shown) more\n" }
        // One line per reason.
        var counts: [(reason: Replay.Skipped.Reason, first: ArchivedExchange.Source, count: Int)] = []
        for leftOut in replay.leftOut {
            if let index = counts.firstIndex(where: { $0.reason.isLike(leftOut.reason) }) {
                counts[index].count += 1
            } else {
                counts.append((leftOut.reason, leftOut.source, 1))
            }
        }
        for (reason, first, count) in counts {
            text += "\(warning) not replayed: \(first)\(count > 1 ? " and \(count - 1) more" : ""): \(reason)\n"
        }
        return text
    }
}

extension Replay.Skipped.Reason {
    fileprivate func isLike(_ other: Self) -> Bool {
        if case .breaksContract = self, case .breaksContract = other { return true }
        return self == other
    }
}
