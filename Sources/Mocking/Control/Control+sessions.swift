// Sessions: listed, made, ended, taken back to their start.

import Journals
import OpenAPIContract
import JSONValues
import HTTPExchange
import SessionStores
import SourceDocuments
import HTTPTypes

extension Control {
    var sessions: JSON {
        let here = [mock.session(nil)] + mock.namedSessions
        let ids = Set(here.map(\.id))
        return .array(here.map(json) + atRest.filter { !ids.contains($0.session) }.map(json))
    }

    private func json(_ session: Session) -> JSON {
        json(
            session.id, started: session.started, lastUsed: session.lastUsed, idle: mock.idleLimit(of: session),
            session.journal.size)
    }

    /// The journal of a session that is not here is elsewhere.
    private func json(_ session: ListedSession) -> JSON {
        json(
            session.session, started: .microseconds(session.started), lastUsed: .microseconds(session.used),
            idle: session.idle.map { .microseconds($0) }, (total: 0, kept: 0, bytes: 0))
    }

    private func json(
        _ id: String, started: Duration, lastUsed: Duration, idle: Duration?,
        _ size: (total: Int, kept: Int, bytes: Int)
    ) -> JSON {
        var members = JSONObject([
            ("id", .string(id)), ("prefix", .string(id.isEmpty ? "" : SessionRequest.prefix + id)),
            ("started_at", .string(started.timestamp)),
            ("idle_seconds", max(mock.now - lastUsed, .zero).inSeconds),
        ])
        if let idle { members["ends_after_idle_seconds"] = idle.inSeconds }
        members["requests"] = .number(JSONNumber(size.total))
        members["journal_entries"] = .number(JSONNumber(size.kept))
        members["journal_bytes"] = .number(JSONNumber(size.bytes))
        return .object(members)
    }

    func createSession(_ call: ControlCall) throws(Refused) -> Response {
        let idle = call.body["idle_seconds"]?.number?.int64.map { Duration.seconds($0) }
        let id = call.body["id"]?.string
        guard let session = mock.createSession(id, idle: idle) else {
            throw Refused(
                409, "There is one", "There is a session \(id ?? "") already. DELETE it first, or choose another id.")
        }
        let location = "\(ControlRequest.base)/sessions/\(session.id)"
        return .json(json(session), status: 201, headers: [.location: location])
    }

    func session(_ call: ControlCall) throws(Refused) -> Response {
        let id = call.text("id", in: .path) ?? ""
        guard let session = mock.existingSession(id) else { throw .noSession(id) }
        return .json(json(session))
    }

    func endSession(_ call: ControlCall) throws(Refused) -> Response {
        let id = call.text("id", in: .path) ?? ""
        guard mock.endSession(id) else { throw .noSession(id) }
        return .done
    }

    func reset(_ call: ControlCall) -> Response {
        let session = session(of: call)
        session.reset()
        session.journal.expect([])
        if call.bool("keep_journal") != true { session.journal.clear() }
        return .done
    }
}
