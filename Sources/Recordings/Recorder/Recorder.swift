// Redacts the exchanges of a proxy and writes them to a file, on a thread of its own.

import Dispatch
import JSONValues
import JSONSchema
import HTTPExchange
package import Archives
import Synchronization

/// Records exchanges into one file. An exchange that `record` has returned from is on the disk within a second: who brings more than is
/// written in that time, as the last writes went, is kept waiting until it is written. What reaches the disk has been redacted before.
package final class Recorder: Sendable {
    /// What is recorded, and how much may wait for the disk.
    package struct Options: Sendable {
        /// The rules for secrets; nil records secrets as they are.
        package var redaction: RedactionRules?
        /// The largest body in bytes; a larger one is left out, and marked.
        package var bodyLimit = 4 << 20
        /// The time between two writes.
        package var interval: Duration = .milliseconds(200)
        /// Bytes of exchanges that wait to be written. Whoever brings more is kept waiting; where the disk refuses them, they are lost.
        package var backlog = 64 << 20

        package init() {}
    }

    /// What a person should be told while the recording runs.
    package enum Notice: Hashable, Sendable {
        /// The disk refuses what is to be written, which waits; how many exchanges that are.
        case failing(RecordingFailure, waiting: Int)
        /// The disk accepts writes again.
        case recovered
    }

    /// The result of a recording.
    package struct Summary: Hashable, Sendable {
        /// Exchanges in the file, earlier ones included.
        package var exchanges: Int
        /// Exchanges that the file had before.
        package var earlier: Int
        /// Exchanges that could not be written.
        package var lost: Int
        /// The number of different secrets that were replaced.
        package var secrets: Int
        /// Why the file could not be completed; nil where it was.
        package var failure: RecordingFailure?
    }

    /// Called once an exchange is redacted, with a function that hides the same secrets in other texts.
    package typealias RedactionHandler = @Sendable (_ hiding: (String) -> String) -> Void

    /// Exchanges that are written at once.
    private static let batch = 256
    /// How long an exchange waits for those before it.
    private static let patience: Duration = .milliseconds(300)
    /// What is encoded is written at least so often.
    private static let slice: Duration = .milliseconds(100)

    private struct Writer {
        let file: RecordingFile
        var redactor: Redactor?
        /// Encoded, but not taken by the disk yet.
        var pending: [[UInt8]] = []
        var pendingBytes = 0
        /// How many entries there were when the last new secret came up.
        var entriesAtLastSecret = 0
        var lost = 0
        var isFailing = false
    }

    private let options: Options
    private let notify: @Sendable (Notice) -> Void
    private let waiting = Mutex(
        RecorderQueue<(exchange: RecordedExchange, onRedacted: RedactionHandler?), CheckedContinuation<Void, Never>>(
            batch: Recorder.batch, allowance: 256 << 10))
    private let writer: Mutex<Writer>
    private let queue = DispatchQueue(label: "counterpart.recorder", qos: .userInitiated)

    /// - Parameter notify: called on the recorder's own queue.
    package init(
        _ file: sending RecordingFile, _ options: Options = Options(), notify: @escaping @Sendable (Notice) -> Void
    ) {
        let redactor = options.redaction.map { Redactor($0, pseudonyms: Pseudonyms(after: file.earlierPseudonym)) }
        writer = Mutex(Writer(file: file, redactor: redactor))
        self.options = options
        self.notify = notify
    }

    /// Records without waiting, whether there is room or not.
    package func add(_ exchange: RecordedExchange, onRedacted: RedactionHandler? = nil) {
        switch waiting.withLock({ $0.add((exchange, onRedacted), bytes: exchange.cost) }) {
        case .none: break
        case .soon: schedule()
        case .now: queue.async { self.write() }
        }
    }

    /// Records, and returns when there is room for more.
    package func record(_ exchange: RecordedExchange) async {
        add(exchange)
        await waitForRoom()
    }

    /// Returns at once while there is room.
    package func waitForRoom() async {
        guard waiting.withLock({ $0.isFull }) else { return }
        await withCheckedContinuation { continuation in
            if !waiting.withLock({ $0.hold(continuation) }) { continuation.resume() }
        }
    }

    private func schedule() {
        let (seconds, attoseconds) = options.interval.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { self.write() }
    }

    /// Writes what waits.
    private func write() {
        let (exchanges, bytes) = waiting.withLock { ($0.take(), $0.bytesInHand) }
        let begin = ContinuousClock.now
        let mustRetry = writer.withLock { writer -> Bool in
            var last = begin
            for (exchange, onRedacted) in exchanges {
                prepare(exchange, &writer)
                onRedacted?({ writer.redactor?.redact($0) ?? $0 })
                guard last.duration(to: .now) > Recorder.slice else { continue }
                commit(&writer)
                last = .now
            }
            commit(&writer)
            return writer.isFailing
        }
        let time = begin.duration(to: .now)
        let free = waiting.withLock { waiting in
            waiting.wrote(allowance: allowance(after: bytes, in: time, before: waiting.allowance))
        }
        for continuation in free { continuation.resume() }
        if mustRetry, waiting.withLock({ $0.schedule() }) { schedule() }
    }

    /// The bytes that are written in `patience`, as the last write went; nil where that was too short to say much.
    private func allowance(after bytes: Int, in time: Duration, before: Int) -> Int? {
        guard time > .milliseconds(5) else { return nil }
        return max(16 << 10, min(options.backlog, before * 2, Int(Double(bytes) * (Recorder.patience / time))))
    }

    private func prepare(_ exchange: RecordedExchange, _ writer: inout Writer) {
        var entry = exchange.entry(bodyLimit: options.bodyLimit)
        let known = writer.redactor?.pseudonyms.count
        if let redacted = writer.redactor?.redact(entry) { entry = redacted }
        if known != writer.redactor?.pseudonyms.count {
            writer.entriesAtLastSecret = writer.file.count + writer.pending.count
        }
        var bytes: [UInt8] = []
        entry.json.write(into: &bytes)
        if writer.pendingBytes + bytes.count > options.backlog, !writer.pending.isEmpty {
            if !writer.isFailing { commit(&writer) }
            guard writer.pending.isEmpty else {
                writer.lost += 1
                return
            }
        }
        writer.pending.append(bytes)
        writer.pendingBytes += bytes.count
    }

    private func commit(_ writer: inout Writer) {
        guard !writer.pending.isEmpty else { return }
        do throws(RecordingFailure) {
            try writer.file.append(writer.pending)
            writer.pending.removeAll()
            writer.pendingBytes = 0
            if writer.isFailing {
                writer.isFailing = false
                notify(.recovered)
            }
        } catch {
            if !writer.isFailing {
                writer.isFailing = true
                notify(.failing(error, waiting: writer.pending.count))
            }
        }
    }

    /// Writes what waits and ends the recording.
    package func finish() -> Summary {
        queue.sync { write() }
        return writer.withLock { writer in
            let secrets = writer.redactor?.pseudonyms.count ?? 0
            var summary = Summary(
                exchanges: writer.file.count, earlier: writer.file.earlier, lost: writer.lost + writer.pending.count,
                secrets: secrets)
            writer.pending = []
            do throws(RecordingFailure) {
                // What was written before its secrets were known.
                if writer.entriesAtLastSecret > 0, let pseudonyms = writer.redactor?.pseudonyms {
                    try writer.file.rewrite { pseudonyms.replacing(in: $0) }
                }
                try writer.file.finish()
            } catch {
                summary.failure = error
            }
            return summary
        }
    }
}
