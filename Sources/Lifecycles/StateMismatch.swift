// What of a resource was not kept, though the backend had taken it.

import HTTPExchange
import HTTPTypes
package import JSONValues
import JSONSchema
import OpenAPIContract

/// A property that is another, when the resource is read, than the backend has said it would be.
package struct StateMismatch {
    let name: String
    let found: String
    let expected: String
    let message: String

    private init(_ name: String, found: JSON?, expected: JSON, _ message: String? = nil) {
        self.name = name
        self.found = found?.serialized() ?? "nothing"
        self.expected = expected.serialized()
        self.message = message ?? "\(name) was not stored"
    }

    /// Of a resource that was made: a property that the answer said was taken and that is another afterwards, or is not shown though the
    /// reading's answer has it; where the answer to the creation said nothing, all must be others.
    init?(made sent: JSON?, shown: JSON?, read: JSON, by reading: Operation) {
        guard case .object(let sent)? = sent, case .object(let read) = read else { return nil }
        if let shown {
            guard let lost = StateMismatch.contradicted(sent, shown.object, read, by: reading) else { return nil }
            self.init(lost.key, found: read[lost.key], expected: lost.value)
            return
        }
        let comparable = sent.filter { name, value in !value.isNull && read[name] != nil }
        let changed = comparable.filter { name, value in read[name].map { !value.isLike($0) } ?? false }
        guard changed.count == comparable.count, let first = changed.first else { return nil }
        self.init(first.key, found: read[first.key], expected: first.value)
    }

    /// Of a resource that was changed.
    /// - Parameters:
    ///   - old: the resource as it was read before.
    ///   - new: as it was read afterwards.
    ///   - shown: as the answer to the change showed it.
    ///   - made: what was sent to make it.
    init?(
        changed sent: JSONObject, by update: Operation, old: JSONObject, new: JSONObject, shown: JSONObject?,
        made: JSONObject?, by reading: Operation
    ) {
        let changes = StateMismatch.changes(of: old, in: sent).filter { reading.canShow($1, as: $0) }
        let stale = changes.filter { name, _ in new[name].map { $0.isLike(old[name] ?? .null) } ?? false }
        // PUT replaces the whole (RFC 9110, section 9.3.4): whatever could be set when the resource was made can be set again.
        let replaced = stale.first { name, _ in
            update.method == .put
                && (made?[name].map { value in old[name].map { value.isLike($0) } ?? false } ?? false)
        }
        let contradicted = StateMismatch.contradicted(sent, shown, new, by: reading)
        if let lost = contradicted ?? replaced ?? (stale.count == changes.count ? stale.first : nil) {
            self.init(lost.key, found: new[lost.key], expected: lost.value)
            return
        }
        // PATCH changes what it names (RFC 5789, section 2).
        guard update.method == .patch, let made else { return nil }
        let reset = made.first { name, value in
            guard sent[name] == nil, let before = old[name], before.isLike(value), !before.isCounted(to: new[name])
            else { return false }
            return new[name].map { !before.isLike($0) } ?? (!before.isEmptyValue && reading.shows(name))
        }
        guard let reset, let before = old[reset.key] else { return nil }
        self.init(
            reset.key, found: new[reset.key], expected: before, "\(reset.key) was changed, which was not asked for")
    }

    /// Of a resource that was to stay as it was.
    init?(kept old: JSONObject, new: JSONObject, sent: JSONObject) {
        let taken = StateMismatch.changes(of: old, in: sent).first { name, value in
            new[name].map { value.isLike($0) } ?? false
        }
        guard let taken, let before = old[taken.key] else { return nil }
        self.init(taken.key, found: new[taken.key], expected: before, "\(taken.key) was changed all the same")
    }

    /// What of a change is another than before. A list that would only lose elements tells nothing: a server may keep some of its own
    /// in it, such as who owns a resource among those who may write it.
    package static func changes(of old: JSONObject, in sent: JSONObject) -> [(key: String, value: JSON)] {
        sent.filter { name, value in old[name].map { !value.isWithin($0) } ?? false && !value.isNull }
            .map { ($0.key, $0.value) }
    }

    /// What an answer has shown as it was sent, and a reading shows otherwise.
    private static func contradicted(
        _ sent: JSONObject, _ shown: JSONObject?, _ read: JSONObject, by reading: Operation
    ) -> (key: String, value: JSON)? {
        sent.first { name, value in
            guard !value.isNull, let confirmed = shown?[name], value.isLike(confirmed) else { return false }
            return read[name].map { !value.isLike($0) } ?? (!value.isEmptyValue && reading.shows(name))
        }.map { ($0.key, $0.value) }
    }
}

extension Operation {
    /// Whether the answer is declared to have a property of that name, and to show it.
    fileprivate func shows(_ name: String) -> Bool { !shownProperties(named: name).isEmpty }

    /// Whether its answer may have a value as it was sent: what a request may say as a number, some answer as text, and what is not
    /// declared, or `writeOnly`, need not be there.
    fileprivate func canShow(_ value: JSON, as name: String) -> Bool {
        answerSchemas.allSatisfy(\.properties.isEmpty)
            || shownProperties(named: name).contains { $0.accepts(value, direction: .response) }
    }

    private func shownProperties(named name: String) -> [Schema] {
        answerSchemas.compactMap { $0.property(name) }
            .filter { !$0.conjuncts.contains { $0.node.source["writeOnly"]?.bool == true } }
    }

    private var answerSchemas: [Schema] {
        (successResponse?.content ?? []).filter { $0.media?.kind == .json }.compactMap(\.schema)
    }
}

extension JSON {
    /// Whether it is one less, as the number of a version is before a change.
    fileprivate func isCounted(to next: JSON?) -> Bool {
        guard let now = number?.int64, let next = next?.number?.int64 else { return false }
        return next.subtractingReportingOverflow(now) == (1, false)
    }

    /// Whether the other is like it, but for what its lists have besides.
    fileprivate func isWithin(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.array(let some), .array(let all)):
            isLike(other) || !some.isEmpty && some.allSatisfy { element in all.contains(where: element.isWithin) }
        case (.object(let some), .object(let all)):
            some.allSatisfy { name, value in all[name].map(value.isWithin) ?? value.isNull }
        default: isLike(other)
        }
    }

    /// Whether some leave such a value out: there is nothing in it.
    fileprivate var isEmptyValue: Bool {
        switch self {
        case .null: true
        case .bool(let flag): !flag
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty || members.allSatisfy { $0.value.isEmptyValue }
        case .number(let number): number == JSONNumber(0)
        }
    }
}
