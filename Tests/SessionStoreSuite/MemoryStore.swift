// The plainest store there is: what others are held to, and what tests of mocks keep their sessions in.

package import SessionStores
import Synchronization

/// Keeps sessions as long as the process runs.
package final class MemoryStore: SessionStore {
    private struct Row {
        var owner: String
        var epoch: Int64
        var version: Int64
        var started: Int64
        var used: Int64
        var idle: Int64?
        var document: [UInt8]?
        var journal: [(owner: String, entry: ToldEntry)] = []

        func isOver(_ session: String, now: Int64) -> Bool {
            guard !session.isEmpty, let idle else { return false }
            return now - used > idle
        }
    }

    private let numbers = Atomic<Int64>(0)
    private let rows = Mutex<[SessionKey: Row]>([:])

    /// A store without sessions.
    package init() {}

    /// As the protocol says.
    package func take(
        _ key: SessionKey, by owner: String, known: SessionPosition?, creates: Bool, now: Int64, idle: Int64?
    ) async throws(StoreFailure) -> TakenSession? {
        rows.withLock { rows in
            let old = rows[key].flatMap { $0.isOver(key.session, now: now) && !creates ? nil : $0 }
            guard creates || old != nil else { return nil }
            let isNew = old?.isOver(key.session, now: now) ?? true
            var row =
                old
                ?? Row(owner: owner, epoch: now, version: 0, started: now, used: now, idle: idle, document: nil)
            if old != nil, isNew {
                (row.document, row.started, row.idle) = (nil, now, idle)
                row.version += 1
            }
            if row.owner != owner { row.epoch += 1 }
            row.owner = owner
            row.used = max(row.used, now)
            rows[key] = row
            let position = SessionPosition(epoch: row.epoch, version: row.version)
            let document = position == known ? nil : row.document
            return TakenSession(
                position: position, isNew: isNew,
                session: StoredSession(document: document, started: row.started, idle: row.idle))
        }
    }

    /// As the protocol says.
    package func save(
        _ document: [UInt8], as key: SessionKey, by owner: String, after position: SessionPosition, now: Int64,
        idle: Int64?
    ) async throws(StoreFailure) -> SessionPosition? {
        rows.withLock { rows in
            guard var row = rows[key], row.owner == owner, row.epoch == position.epoch, row.version == position.version
            else { return nil }
            row.version += 1
            row.used = max(row.used, now)
            row.idle = idle
            row.document = document
            rows[key] = row
            return SessionPosition(epoch: row.epoch, version: row.version)
        }
    }

    /// As the protocol says.
    package func end(_ key: SessionKey) async throws(StoreFailure) -> Bool {
        rows.withLock { $0.removeValue(forKey: key) != nil }
    }

    /// As the protocol says.
    package func tell(
        _ documents: [[UInt8]?], of key: SessionKey, by owner: String, limit: Int
    ) async throws(StoreFailure) {
        rows.withLock { rows in
            guard var journal = rows[key]?.journal else { return }
            for document in documents {
                // Also after one that was cleared: numbers go on.
                let number = numbers.add(1, ordering: .relaxed).newValue
                if document == nil { journal = [] }
                journal.append((owner, ToldEntry(number: number, document: document)))
            }
            rows[key]?.journal = journal.suffix(limit)
        }
    }

    /// As the protocol says.
    package func told(
        of key: SessionKey, after number: Int64, notBy owner: String, limit: Int
    ) async throws(StoreFailure) -> [ToldEntry] {
        rows.withLock { rows in
            let told = (rows[key]?.journal ?? []).filter { $0.owner != owner && $0.entry.number > number }
            return told.prefix(limit).map(\.entry)
        }
    }

    /// As the protocol says.
    package func sessions(of contract: String, now: Int64, limit: Int) async throws(StoreFailure) -> [ListedSession] {
        rows.withLock { rows in
            rows.filter {
                $0.key.contract == contract && !$0.key.session.isEmpty && !$0.value.isOver($0.key.session, now: now)
            }
            .sorted { $0.key < $1.key }.prefix(limit)
            .map {
                ListedSession(
                    session: $0.key.session, started: $0.value.started, used: $0.value.used, idle: $0.value.idle)
            }
        }
    }

    /// As the protocol says.
    package func removeIdle(now: Int64, limit: Int) async throws(StoreFailure) -> Int {
        rows.withLock { rows in
            let over = rows.filter { $0.value.isOver($0.key.session, now: now) }.keys.sorted().prefix(limit)
            for key in over { rows[key] = nil }
            return over.count
        }
    }

    /// As the protocol says.
    package func close() async {}
}
