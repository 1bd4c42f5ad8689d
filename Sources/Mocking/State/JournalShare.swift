// How a session's journal is shared with other processes.

import Journals
package import SessionStores
import Synchronization

/// How far the journal that a process has of a session and the one that the store has know of each other.
package struct JournalShare: Sendable {
    /// The number of the last own entry that was told.
    var told = 0
    /// How often the journal had been cleared by then; -1 where what the store has is of a session that is over.
    var clears = 0
    /// The number, in the store, of the last entry that was read.
    package var read: Int64 = 0
}

extension Mock {
    /// What of a session's journal others are to be told; nil where the session is not here.
    /// - Parameters:
    ///   - id: empty for the common one, here and below.
    ///   - isLast: whether entries whose answers are not out are told as well.
    /// - Returns: documents for `SessionStore.tell`, and what to note once they are told.
    package func toTell(
        of id: String, limit: Int, isLast: Bool
    ) -> (documents: [[UInt8]?], after: JournalShare, entries: Int)? {
        guard let session = here(id) else { return nil }
        let (journal, share) = (session.journal, session.shared.withLock { $0 })
        let (own, last) = journal.toTell(
            after: share.told, limit: limit, unlessSince: isLast ? .seconds(1 << 40) : now - .seconds(2), redaction)
        let clears = journal.clears
        var after = share
        (after.told, after.clears) = (last, clears)
        return (share.clears == clears ? own : [nil] + own, after, journal.limits.entries)
    }

    /// Notes how far a session's journal is shared.
    package func set(_ share: JournalShare, of id: String) { here(id)?.shared.withLock { $0 = share } }

    /// How far it is; nil where the session is not here.
    package func share(of id: String) -> JournalShare? { here(id)?.shared.withLock { $0 } }

    /// Whether there are entries that were not told.
    package func hasMoreToTell(of id: String) -> Bool {
        guard let session = here(id) else { return false }
        let share = session.shared.withLock { $0 }
        return share.told < session.journal.size.total || share.clears != session.journal.clears
    }

    /// Adds what others have told to a session's journal.
    package func note(_ entries: [ToldEntry], of id: String) {
        guard let session = here(id) else { return }
        for entry in entries {
            defer { session.shared.withLock { $0.read = entry.number } }
            guard session.shared.withLock({ $0.clears >= 0 }) else { continue }
            if let document = entry.document {
                session.journal.note(told: document, of: contract)
            } else {
                // What was not told yet is told after that.
                session.journal.noteCleared(through: session.shared.withLock { $0.told })
            }
        }
    }

    /// What the store has of the journal belongs to a session of that id that is over.
    package func forgetStoredJournal(of id: String) { here(id)?.shared.withLock { $0.clears = -1 } }
}
