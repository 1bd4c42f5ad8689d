// Journals of sessions that several processes answer for: each tells the others, by the store, what it answered.

import Journals
import Mocking
import SessionStores
import Synchronization

extension SharedSessions {
    /// Told or read at a time.
    private static let batch = 100

    /// Reads what others have told of a session's journal, and then tells what they do not know: so what another has cleared is what was told by
    /// then. Whoever asks has the session's turn.
    /// - Parameter isLast: whether entries are told whose answers are not out.
    func shareJournal(_ subject: Subject, isLast: Bool = false) async throws(Failure) {
        let (key, session) = (subject.key, subject.key.session)
        while let share = subject.mock.use({ $0.share(of: session) }) {
            let told = try await asking { () throws(StoreFailure) in
                try await store.told(of: key, after: share.read, notBy: owner, limit: Self.batch)
            }
            subject.mock.use { $0.note(told, of: session) }
            guard told.count == Self.batch else { break }
        }
        while true {
            let next = subject.mock.use { $0.toTell(of: session, limit: Self.batch, isLast: isLast) }
            guard let (documents, after, entries) = next, !documents.isEmpty else { return }
            try await asking { () throws(StoreFailure) in
                try await store.tell(documents, of: key, by: owner, limit: entries)
            }
            subject.mock.use { $0.set(after, of: session) }
        }
    }

    /// Reads what others tell of sessions until something has come of `body`, which may wait for that.
    func reading<Result: Sendable>(
        _ subjects: [Subject], while body: @escaping @Sendable () async -> Result
    ) async -> Result? {
        guard options.sharesJournals else { return await body() }
        return await withTaskGroup(of: Result?.self) { group in
            group.addTask { await body() }
            group.addTask {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(200))
                    // Once the store is there again it is read.
                    try? await self.turn(of: subjects, creates: false, readsJournal: true) {
                    } then: {
                    }
                }
                return nil
            }
            defer { group.cancelAll() }
            return await group.first { $0 != nil } ?? nil
        }
    }

    /// Tells what requests have left in journals since this was done last.
    func tellJournals(isLast: Bool = false) async {
        let subjects = untold.withLock { untold in
            defer { untold = [:] }
            return Array(untold.values)
        }
        for subject in subjects {
            guard (try? await turns.enter(subject.key)) != nil else { continue }
            // What could not be told is tried again, as long as the journal has it.
            try? await shareJournal(subject, isLast: isLast)
            turns.leave(subject.key)
            if subject.mock.use({ $0.hasMoreToTell(of: subject.key.session) }) {
                untold.withLock { $0[subject.key] = subject }
            }
        }
    }
}
