// What happens, told as it happens: server-sent events for who looks on.

import Journals
import MockRules
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Synchronization

/// The exchanges of one session, or of all, as the events of one stream. Those that are kept come first, then each as it comes, and again
/// when its answer is out.
final class TrafficWatch: Sendable {
    private struct Cursor {
        /// Another session of the same id has another.
        let journal: Journal
        var last: Int
        /// Numbers of entries that were told before their answer was out.
        var open: [Int] = []
    }

    private struct Progress {
        var cursors: [String: Cursor] = [:]
        /// What was last told of the sessions there are.
        var sessions: [String] = []
        var waited = Duration.zero
        var quiet = Duration.zero
    }

    /// How long it is looked for news after there were none.
    private static let interval = Duration.milliseconds(100)
    /// Silence after which a comment is sent, so that a client which is gone is noticed.
    private static let silence = Duration.seconds(10)
    /// Exchanges of one event.
    private static let batch = 250

    private let control: Control
    /// Nil for all.
    private let session: Session?
    /// Nil for as long as the client stays.
    private let time: Duration?
    private let generation: Int?
    private let progress = Mutex(Progress())

    init(_ control: Control, session: Session?, time: Duration?) {
        self.control = control
        self.session = session
        self.time = time
        generation = control.site?.mock.generation
    }

    /// Bytes of the next events; nil at the end, which comes when the time is over, or when another mock has taken this one's place.
    func next() async -> [UInt8]? {
        while true {
            let events = progress.withLock { news(&$0) }
            if !events.isEmpty { return Array(events.map(\.text).joined().utf8) }
            guard generation == control.site?.mock.generation else { return nil }
            let (isOver, isQuiet) = progress.withLock { progress in
                progress.waited += Self.interval
                progress.quiet += Self.interval
                guard progress.quiet >= Self.silence else { return (time.map { progress.waited > $0 } ?? false, false) }
                progress.quiet = .zero
                return (false, true)
            }
            if isOver { return nil }
            if isQuiet { return Array(": nothing new\n\n".utf8) }
            await control.sleep(Self.interval)
        }
    }

    private func news(_ progress: inout Progress) -> [ServerSentEvent] {
        let mock = control.mock
        let all = [mock.session(nil)] + mock.namedSessions
        var events: [ServerSentEvent] = []
        let known = all.map { "\($0.id) \($0.started)" }
        if known != progress.sessions {
            progress.sessions = known
            progress.cursors = progress.cursors.filter { id, cursor in
                all.contains { $0.id == id && $0.journal === cursor.journal }
            }
            events.append(ServerSentEvent(event: "sessions", data: control.sessions.serialized()))
        }
        var told: [JSON] = []
        for session in session.map({ [$0] }) ?? all where told.count < Self.batch {
            told += exchanges(of: session, &progress.cursors, limit: Self.batch - told.count)
        }
        if !told.isEmpty { events.append(ServerSentEvent(event: "exchanges", data: JSON.array(told).serialized())) }
        if !events.isEmpty { progress.quiet = .zero }
        return events
    }

    private func exchanges(of session: Session, _ cursors: inout [String: Cursor], limit: Int) -> [JSON] {
        let journal = session.journal
        var cursor = cursors[session.id] ?? Cursor(journal: journal, last: 0)
        defer { cursors[session.id] = cursor }
        guard !cursor.open.isEmpty || journal.size.total > cursor.last else { return [] }
        var told: [JournalEntry] = []
        cursor.open.removeAll { number in
            guard told.count < limit else { return false }
            guard let entry = journal.entry(number) else { return true }
            guard entry.delivered != nil else { return false }
            told.append(entry)
            return true
        }
        let fresh = journal.entries(after: cursor.last, limit: limit - told.count)
        cursor.last = fresh.last?.number ?? (told.count < limit ? journal.size.total : cursor.last)
        cursor.open += fresh.filter { $0.delivered == nil }.map(\.number)
        let redaction = control.mock.redaction
        return (told + fresh).map { entry in
            var members = entry.json(redaction)
            members["session"] = .string(session.id)
            return .object(members)
        }
    }
}

extension Control {
    func traffic(_ call: ControlCall) throws(Refused) -> Reply {
        let session = call.bool("all") == true ? nil : try existingSession(of: call)
        let time = call.judged.value("seconds", in: .query)?.number.map { Duration(seconds: $0.double) }
        let watch = TrafficWatch(self, session: session, time: time)
        let head = Response(
            status: 200, headers: [.contentType: ServerSentEvent.mediaType, .cacheControl: "no-store"])
        return .stream(head, ContentStream { await watch.next() })
    }
}
