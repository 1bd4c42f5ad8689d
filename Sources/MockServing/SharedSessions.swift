// Sessions that a store keeps: read before a request is decided, and saved before its answer leaves.

import Foundation
import MockRules
import Mocking
import HTTPExchange
package import SessionStores
import Synchronization

/// Takes sessions from a store when requests name them, and saves what has changed. Another process that serves from the same store may take
/// a session at any time: what is decided here counts if nobody has done so before it is saved, and is decided again otherwise.
package final class SharedSessions: Sendable {
    /// How sessions are taken and kept.
    package struct Options: Sendable {
        /// For so long what a session was is answered from without asking the store whether another process has taken it.
        package var lease = Duration.seconds(2)
        /// How long nobody may use a session that says nothing else.
        package var idle = Duration.seconds(3_600)
        /// Of one session at a time; those that come then are refused.
        package var waiting = 1_000
        /// Whether the journals of sessions are shared too.
        package var sharesJournals = false
        /// Since some moment; never goes back.
        package var monotonic: @Sendable () -> Duration = {
            let now = ContinuousClock.now
            return SharedSessions.origin.duration(to: now)
        }
        /// Since 1970.
        package var now: @Sendable () -> Duration = MockClock.system.now

        /// Leases of two seconds.
        package init() {}
    }

    private static let origin = ContinuousClock.now

    /// Why a request was not decided.
    enum Failure: Error {
        case store(StoreFailure)
        case unreadable(UnreadableSession)
        /// Too many wait for the session, or others take it again and again.
        case busy
    }

    package let store: any SessionStore
    let options: Options
    let owner: String
    let turns: Turns<SessionKey>
    private let tasks = Mutex<[Task<Void, Never>]>([])
    /// Sessions whose journals have something to tell.
    let untold = Mutex<[SessionKey: Subject]>([:])

    /// - Parameter owner: no two processes may have the same.
    package init(_ store: any SessionStore, options: Options = Options(), owner: String = UUID().uuidString) {
        self.store = store
        self.options = options
        self.owner = owner
        turns = Turns(limit: options.waiting)
    }

    /// A session of a contract.
    struct Subject: Sendable {
        let key: SessionKey
        let mock: LiveMock
    }

    /// Decides something of one session, or of the sessions of several contracts, when their turn has come.
    /// - Parameters:
    ///   - creates: whether a session that is not there starts.
    ///   - readsJournal: whether what other processes answered is to be known, where journals are shared.
    ///   - decide: may be called again, where another process has changed the session meanwhile.
    ///   - then: called once what was decided is saved, before others decide.
    func turn<Decision: Sendable, Result: Sendable>(
        of subjects: [Subject], creates: Bool, readsJournal: Bool = false, _ decide: @Sendable () -> Decision,
        then: @Sendable (Decision) -> Result
    ) async throws(Failure) -> Result {
        let subjects = subjects.sorted { $0.key < $1.key }
        var entered = 0
        defer { for subject in subjects.prefix(entered) { turns.leave(subject.key) } }
        for subject in subjects {
            do throws(Turns<SessionKey>.Full) {
                try await turns.enter(subject.key)
            } catch {
                throw .busy
            }
            entered += 1
        }
        for _ in 0..<20 {
            var known: Set<SessionKey> = []
            for subject in subjects where try await refresh(subject, creates: creates) { known.insert(subject.key) }
            if readsJournal, options.sharesJournals {
                for subject in subjects where known.contains(subject.key) { try await shareJournal(subject) }
            }
            let decision = decide()
            guard try await save(subjects, known: known) else { continue }
            let result = then(decision)
            // What was written down may have met what was expected. Nothing else has changed, and the answer holds whoever saves.
            _ = try? await save(subjects, known: [])
            if options.sharesJournals {
                // A journal that was cleared is so for others at once; else it is tried again.
                for subject in subjects where readsJournal { try? await shareJournal(subject) }
                untold.withLock { untold in for subject in subjects { untold[subject.key] = subject } }
            }
            return result
        }
        throw .busy
    }

    /// Makes the copy that is here the newest, and this process the owner, where that may have become otherwise.
    /// - Returns: whether there is such a session.
    private func refresh(_ subject: Subject, creates: Bool) async throws(Failure) -> Bool {
        let (key, asked) = (subject.key, options.monotonic())
        let tenure = subject.mock.use { $0.tenure(of: key.session) }
        if let tenure, asked < tenure.readUntil { return true }
        let known = tenure?.position
        let taken = try await asking { () throws(StoreFailure) in
            try await store.take(
                key, by: owner, known: known, creates: creates || key.session.isEmpty, now: moment,
                idle: key.session.isEmpty ? nil : options.idle.microseconds)
        }
        guard let taken else {
            _ = subject.mock.use { $0.endSession(key.session) }
            return false
        }
        if let tenure, taken.position == known {
            set(tenure.extended(to: asked + options.lease), subject)
        } else {
            try adopt(taken, subject, readUntil: asked + options.lease)
        }
        return true
    }

    private func adopt(_ taken: TakenSession, _ subject: Subject, readUntil: Duration) throws(Failure) {
        let stored = taken.session
        // Whatever stands in the store is a time that can be written.
        let started = min(max(stored.started, Duration.times.lowerBound), Duration.times.upperBound)
        do throws(UnreadableSession) {
            try subject.mock.use { mock throws(UnreadableSession) in
                let mark = try mock.adopt(
                    subject.key.session, stored.document, started: .microseconds(started),
                    idle: stored.idle.map { .microseconds($0) })
                mock.set(
                    SessionTenure(taken.position, readUntil: readUntil, mark: mark), of: subject.key.session)
                // One that was there before has been saved, or over, before.
                if taken.isNew, taken.position.version > 0 { mock.forgetStoredJournal(of: subject.key.session) }
            }
        } catch {
            throw .unreadable(error)
        }
    }

    /// - Returns: false where another process has taken a session: nothing of it was saved.
    private func save(_ subjects: [Subject], known: Set<SessionKey>) async throws(Failure) -> Bool {
        var isSaved = false
        for subject in subjects {
            let key = subject.key
            let (tenure, change) = subject.mock.use { ($0.tenure(of: key.session), $0.change(of: key.session)) }
            let asked = options.monotonic()
            switch change {
            case .none: continue
            case .ended where !known.contains(key): continue
            case .ended:
                _ = try await asking { () throws(StoreFailure) in try await store.end(key) }
                isSaved = true
            case .changed(let document, let mark, let idle):
                guard let position = try await position(of: subject, tenure, idle) else {
                    set(nil, subject)
                    // What was done to another contract's session of that id cannot be taken back.
                    if isSaved { throw .busy }
                    return false
                }
                set(nil, subject)
                let next = try await asking { () throws(StoreFailure) in
                    try await store.save(
                        document, as: key, by: owner, after: position, now: moment, idle: idle?.microseconds)
                }
                guard let next else {
                    if isSaved { throw .busy }
                    return false
                }
                isSaved = true
                set(
                    SessionTenure(next, readUntil: asked + options.lease, mark: mark), subject)
            }
        }
        return true
    }

    /// Of the copy that is here; of a session that was just made, that of its start. Nil where another process has made one too.
    private func position(
        of subject: Subject, _ tenure: SessionTenure?, _ idle: Duration?
    ) async throws(Failure) -> SessionPosition? {
        if let tenure { return tenure.position }
        let taken = try await asking { () throws(StoreFailure) in
            try await store.take(
                subject.key, by: owner, known: nil, creates: true, now: moment, idle: idle?.microseconds)
        }
        guard let taken, taken.isNew else { return nil }
        return taken.position
    }

    private func set(_ tenure: SessionTenure?, _ subject: Subject) {
        subject.mock.use { $0.set(tenure, of: subject.key.session) }
    }

    private var moment: Int64 { options.now().microseconds }

    func asking<Result>(
        _ body: () async throws(StoreFailure) -> Result
    ) async throws(Failure) -> Result {
        do throws(StoreFailure) {
            return try await body()
        } catch {
            throw .store(error)
        }
    }

    /// Ends sessions without reading them.
    func end(_ subjects: [Subject]) async throws(Failure) {
        for subject in subjects {
            _ = subject.mock.use { $0.endSession(subject.key.session) }
            _ = try await asking { () throws(StoreFailure) in try await store.end(subject.key) }
        }
    }

    /// Those of a contract that have an id.
    func sessions(of contract: String) async throws(Failure) -> [ListedSession] {
        try await asking { () throws(StoreFailure) in
            try await store.sessions(of: contract, now: moment, limit: 10_000)
        }
    }

    /// Forgets, from time to time, sessions that nobody uses any more, and tells others of journals that are shared, until `close`.
    package func work(removingEvery period: Duration = .seconds(60), tellingEvery pause: Duration = .milliseconds(200))
    {
        repeatedly(every: period) { shared in
            // Whoever uses a session is told of a store that cannot be asked.
            _ = try? await shared.store.removeIdle(now: shared.moment, limit: 1_000)
        }
        if options.sharesJournals { repeatedly(every: pause) { await $0.tellJournals() } }
    }

    private func repeatedly(every period: Duration, _ body: @escaping @Sendable (SharedSessions) async -> Void) {
        let task = Task { [weak self] in
            while !Task.isCancelled {
                // Cancellation ends the wait, and the loop with it.
                try? await Task.sleep(for: period)
                guard !Task.isCancelled, let self else { return }
                await body(self)
            }
        }
        tasks.withLock { $0.append(task) }
    }

    /// What is to be told is told; then nothing is asked any more.
    package func close() async {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        if options.sharesJournals { await tellJournals(isLast: true) }
        await store.close()
    }
}

extension SharedSessions.Failure {
    /// What the client gets.
    var problem: Problem {
        switch self {
        case .store(let failure):
            Problem(
                status: 503, title: "Sessions cannot be reached",
                detail: "The store of the sessions cannot be asked: \(failure)")
        case .unreadable(let session):
            Problem(status: 503, title: "The session cannot be read", detail: session.message)
        case .busy:
            Problem(
                status: 503, title: "The session is busy",
                detail: "Too many requests of this session come at once, here or to other processes that share it.")
        }
    }
}
