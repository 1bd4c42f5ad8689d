// What of a thing was not kept, though the backend had taken it.

import HTTPTypes
import JSONSchema
import OpenAPIContract

/// A property that was sent, and is another when the thing is read.
struct Loss {
    let name: String
    let found: String
    let expected: String

    private init(_ name: String, found: JSON?, expected: JSON) {
        self.name = name
        self.found = (found ?? .null).serialized()
        self.expected = expected.serialized()
    }

    /// Of a thing that was made: a property that the answer said was taken and that is another afterwards; where the answer said
    /// nothing, all must be others.
    init?(made sent: JSON?, shown: JSON?, read: JSON) {
        guard case .object(let sent)? = sent, case .object(let read) = read else { return nil }
        let comparable = sent.filter { name, value in !value.isNull && read[name] != nil }
        let changed = comparable.filter { name, value in read[name].map { !value.isLike($0) } ?? false }
        let lost = shown.map { shown in changed.first { name, value in shown[name].map { value.isLike($0) } ?? false } }
        guard let first = lost ?? (changed.count == comparable.count ? changed.first : nil) else { return nil }
        self.init(first.key, found: read[first.key], expected: first.value)
    }

    /// Of a thing that was changed.
    /// - Parameters:
    ///   - old: the thing as it was read before.
    ///   - new: as it was read afterwards.
    ///   - shown: as the answer to the change showed it.
    ///   - made: what was sent to make it.
    init?(
        changed sent: JSONObject, by update: Operation, old: JSONObject, new: JSONObject, shown: JSONObject?,
        made: JSONObject?
    ) {
        let changes = Loss.changes(of: old, in: sent)
        let stale = changes.filter { name, _ in new[name].map { $0.isLike(old[name] ?? .null) } ?? false }
        let contradicted = stale.first { name, value in shown?[name].map { value.isLike($0) } ?? false }
        // PUT replaces the whole (RFC 9110, section 9.3.4): whatever could be set when the thing was made can be set again.
        let replaced = stale.first { name, _ in
            update.method == .put
                && (made?[name].map { value in old[name].map { value.isLike($0) } ?? false } ?? false)
        }
        guard let lost = contradicted ?? replaced ?? (stale.count == changes.count ? stale.first : nil) else {
            return nil
        }
        self.init(lost.key, found: new[lost.key], expected: lost.value)
    }

    /// What of a change is another than before.
    static func changes(of old: JSONObject, in sent: JSONObject) -> [(key: String, value: JSON)] {
        sent.filter { name, value in old[name].map { !value.isLike($0) } ?? false && !value.isNull }
            .map { ($0.key, $0.value) }
    }
}
