// Takes exchanges from a proxy, takes the secrets out of them, and writes them down, beside the proxy's own threads.

import Dispatch
package import HTTPExchange
import JSONSchema
import Synchronization

/// Records exchanges into one file. An exchange that `record` has returned from is on the disk within a second: who brings more than is
/// written in that time, as the last writes went, is kept waiting until it is written. What reaches the disk has been redacted before.
package final class Recorder: Sendable {
    package struct Options: Sendable {
        /// Nil records secrets as they are.
        package var redaction: RedactionRules?
        /// Bytes of a body; a larger one is left out, and marked.
        package var bodyLimit = 4 << 20
        /// From one write to the next.
        package var interval: Duration = .milliseconds(200)
        /// Bytes of exchanges that wait to be written. Whoever brings more is kept waiting; where the disk refuses them, they are lost.
        package var backlog = 64 << 20

        package init() {}
    }

    package enum Notice: Hashable, Sendable {
        /// The disk refuses what is to be written, which waits; how many exchanges that are.
        case failing(RecordingFailure, waiting: Int)
        /// The disk takes again what is written.
        case recovered
    }

    package struct Summary: Hashable, Sendable {
        /// In the file, those that were there before among them.
        package var exchanges: Int
        package var earlier: Int
        package var lost: Int
        /// How many different secrets were made out.
        package var secrets: Int
        package var failure: RecordingFailure?
    }

    /// Told once an exchange is redacted, with what hides the same secrets in other texts.
    package typealias Told = @Sendable (_ hiding: (String) -> String) -> Void

    private struct Waiting {
        var exchanges: [(RecordedExchange, Told?)] = []
        var bytes = 0
        /// Bytes of the exchanges that are being written.
        var bytesInHand = 0
        /// Bytes that are written within `patience`.
        var allowance = 256 << 10
        var isScheduled = false
        var held: [CheckedContinuation<Void, Never>] = []

        /// So that what was answered is soon on the disk, however fast more comes.
        var isFull: Bool { exchanges.count >= Recorder.batch || bytes + bytesInHand > allowance }

        mutating func take() -> (exchanges: [(RecordedExchange, Told?)], held: [CheckedContinuation<Void, Never>]) {
            defer { (exchanges, held, bytesInHand, bytes, isScheduled) = ([], [], bytes, 0, false) }
            return (exchanges, held)
        }

        mutating func wrote(in time: Duration, atMost backlog: Int) {
            // A short write says little.
            if time > .milliseconds(5) {
                let inPatience = Double(bytesInHand) * (Recorder.patience / time)
                allowance = max(16 << 10, min(backlog, allowance * 2, Int(inPatience)))
            }
            bytesInHand = 0
        }
    }

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
        var lost = 0
        var isFailing = false
    }

    private let options: Options
    private let notify: @Sendable (Notice) -> Void
    private let waiting = Mutex(Waiting())
    private let writer: Mutex<Writer>
    private let queue = DispatchQueue(label: "counterpart.recorder", qos: .userInitiated)

    package init(
        _ file: sending RecordingFile, _ options: Options = Options(), notify: @escaping @Sendable (Notice) -> Void
    ) {
        let redactor = options.redaction.map { Redactor($0, pseudonyms: Pseudonyms(after: file.earlierPseudonym)) }
        writer = Mutex(Writer(file: file, redactor: redactor))
        self.options = options
        self.notify = notify
    }

    /// Records without waiting, whether there is room or not.
    package func add(_ exchange: RecordedExchange, told: Told? = nil) {
        let (isFirst, isFull) = waiting.withLock { waiting -> (Bool, Bool) in
            waiting.exchanges.append((exchange, told))
            waiting.bytes += exchange.cost
            defer { waiting.isScheduled = true }
            return (!waiting.isScheduled, waiting.isFull)
        }
        if isFull {
            queue.async { self.write() }
        } else if isFirst {
            schedule()
        }
    }

    /// Records, and returns when there is room for more.
    package func record(_ exchange: RecordedExchange) async {
        add(exchange)
        await room()
    }

    /// Returns at once while there is room.
    package func room() async {
        guard waiting.withLock({ $0.isFull }) else { return }
        await withCheckedContinuation { continuation in
            let hasRoom = waiting.withLock { waiting -> Bool in
                guard waiting.isFull else { return true }
                waiting.held.append(continuation)
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    private func schedule() {
        let (seconds, attoseconds) = options.interval.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { self.write() }
    }

    /// Writes what waits.
    private func write() {
        let (exchanges, held) = waiting.withLock { $0.take() }
        let begin = ContinuousClock.now
        let mustRetry = writer.withLock { writer -> Bool in
            var last = begin
            for (exchange, told) in exchanges {
                prepare(exchange, &writer)
                told?({ writer.redactor?.redact($0) ?? $0 })
                guard last.duration(to: .now) > Recorder.slice else { continue }
                commit(&writer)
                last = .now
            }
            commit(&writer)
            return writer.isFailing
        }
        waiting.withLock { $0.wrote(in: begin.duration(to: .now), atMost: options.backlog) }
        for continuation in held { continuation.resume() }
        guard mustRetry else { return }
        let isFirst = waiting.withLock { waiting -> Bool in
            defer { waiting.isScheduled = true }
            return !waiting.isScheduled
        }
        if isFirst { schedule() }
    }

    private func prepare(_ exchange: RecordedExchange, _ writer: inout Writer) {
        var entry = exchange.entry(bodyLimit: options.bodyLimit)
        if let redacted = writer.redactor?.redact(entry) { entry = redacted }
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
            do throws(RecordingFailure) { try writer.file.finish() } catch { summary.failure = error }
            return summary
        }
    }
}
