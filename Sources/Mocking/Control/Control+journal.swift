// The journal: listed, counted, waited for; and the expectations that it is held to.

import Journals
import MockRules
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Synchronization

extension Control {
    func journal(_ call: ControlCall) throws(Refused) -> Response {
        let journal = try existingSession(of: call).journal
        var entries = journal.entries(try filter(call))
        if let text = call.text("text").map({ Array($0.utf8) }), !text.isEmpty {
            let redaction = mock.redaction
            entries.removeAll { entry in
                let shown = redaction.messages(entry)
                return shown.request.content.firstRange(of: text) == nil
                    && shown.response.content.firstRange(of: text) == nil
            }
        }
        let size = journal.size
        return .json([
            "count": .number(JSONNumber(entries.count)), "total": .number(JSONNumber(size.total)),
            "forgotten": .number(JSONNumber(size.total - size.kept)),
            "entries": json(entries.suffix(call.number("limit") ?? 100)),
        ])
    }

    func clearJournal(_ call: ControlCall) -> Response {
        session(of: call).journal.clear()
        return .done
    }

    func count(_ call: ControlCall) throws(Refused) -> Response {
        let entries = try existingSession(of: call).journal.entries(try filter(call))
        return .json(["count": .number(JSONNumber(entries.count))])
    }

    func waiting(_ call: ControlCall) throws(Refused) -> Reply {
        let (filter, journal) = (try filter(call), session(of: call).journal)
        let count = call.number("count") ?? 1
        let timeout = Duration(seconds: call.judged.value("timeout", in: .query)?.number?.double ?? 5)
        return .later {
            do throws(Journal.TooManyWaiters) {
                let entries = try await journal.wait(for: count, filter) { await sleep(timeout) }
                return .json([
                    "met": .bool(entries.count >= count), "count": .number(JSONNumber(entries.count)),
                    "entries": json(entries.suffix(1_000)),
                ])
            } catch {
                let detail =
                    "\(journal.limits.waiters) others wait for requests of this session. Try again when one of them is done."
                return Problem(status: 503, title: "Too many are waiting", detail: detail).response()
            }
        }
    }

    func entry(_ call: ControlCall) throws(Refused) -> Response {
        .json(.object(try journaled(call, in: try existingSession(of: call)).wholeJSON(mock.redaction)))
    }

    /// The entry whose number the path has.
    func journaled(_ call: ControlCall, in session: Session) throws(Refused) -> JournalEntry {
        let journal = session.journal
        let number = call.number("number", in: .path) ?? 0
        guard let entry = journal.entry(number) else {
            let detail =
                number > journal.size.total ? "There were \(journal.size.total) requests so far." : "It was forgotten."
            throw Refused(404, "No such entry", "The journal has no entry \(number). \(detail)")
        }
        return entry
    }

    func nearMisses(_ call: ControlCall) throws(Refused) -> Response {
        let redaction = mock.redaction
        let missed = try existingSession(of: call).journal.entries().filter { !$0.nearest.isEmpty }
        return .json(
            .array(
                missed.suffix(100).map { entry in
                    [
                        "number": .number(JSONNumber(entry.number)),
                        "method": .string(entry.request.method.rawValue),
                        "target": .string(redaction.text(entry.request.target)),
                        "nearest": .array(entry.nearest.map { $0.json(redaction) }),
                    ]
                }))
    }

    private func json(_ entries: some Sequence<JournalEntry>) -> JSON {
        let redaction = mock.redaction
        return .array(entries.map { .object($0.json(redaction)) })
    }

    private func filter(_ call: ControlCall) throws(Refused) -> JournalFilter {
        var filter = JournalFilter()
        filter.operation = try call.text("operation").map { name throws(Refused) in try operation(name).id }
        filter.method = call.text("method")
        filter.path = call.text("path")
        filter.status = call.number("status")
        filter.decision = call.text("decision")
        filter.violations = call.bool("violations")
        filter.ownViolations = call.bool("answer_violations")
        filter.after = call.number("after") ?? 0
        return filter
    }

    /// By its id, or as `GET /path`.
    func operation(_ name: String) throws(Refused) -> Operation {
        let operations = mock.contract.operations
        if let operation = operations.first(where: { $0.id == name || $0.title == name }) { return operation }
        let nearest = nearestName(to: name, among: operations.map(\.id)).map { " Did you mean \($0)?" } ?? ""
        throw Refused(404, "No such operation", "The contract has no operation \(name).\(nearest)")
    }
}

// MARK: - Expectations

extension Control {
    func verification(_ call: ControlCall) throws(Refused) -> JSON {
        try existingSession(of: call).journal.verification(mock.redaction)
    }

    func expect(_ call: ControlCall) throws(Refused) -> Response {
        var expectations: [Expectations.Expectation] = []
        for written in call.body.array ?? [] { expectations.append(try expectation(written)) }
        let journal = session(of: call).journal
        guard journal.expect(more: expectations) else {
            throw Refused(
                409, "Too many",
                "At most \(Expectations.limit) requests are expected at a time. DELETE the expectations first.")
        }
        return .json(journal.verification(mock.redaction), status: 201)
    }

    func clearExpectations(_ call: ControlCall) -> Response {
        session(of: call).journal.expect([])
        return .done
    }

    func expectation(_ written: JSON) throws(Refused) -> Expectations.Expectation {
        var filter = JournalFilter()
        filter.operation = try written["operation"]?.string.map { name throws(Refused) in try operation(name).id }
        filter.method = written["method"]?.string
        filter.path = written["path"]?.string
        filter.status = written["status"]?.number?.int64.map { Int($0) }
        filter.body = written["body"]
        for (name, value) in written["query"]?.object ?? JSONObject() { filter.query[name] = value.string }
        let times = written["times"]?.number?.int64.map { Int($0) } ?? 1
        return Expectations.Expectation(filter: filter, written: written, times: times)
    }
}
