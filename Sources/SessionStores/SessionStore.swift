// Where sessions are kept when they outlive a process, or when several processes share them.

/// Names a session among those of all servers that use a store.
package struct SessionKey: Hashable, Sendable, Comparable {
    /// The name under which a server serves the contract.
    package let contract: String
    /// Empty for the one of all who name none.
    package let session: String

    /// A session of a contract.
    package init(contract: String, session: String) {
        self.contract = contract
        self.session = session
    }

    /// By the contract, then by the session.
    package static func < (left: SessionKey, right: SessionKey) -> Bool {
        (left.contract, left.session) < (right.contract, right.session)
    }
}

/// Which copy of a session is meant: it is the newest as long as no other owner has taken the session and nobody has saved it.
package struct SessionPosition: Hashable, Sendable {
    /// Another after each change of the owner.
    package let epoch: Int64
    /// One more after each save.
    package let version: Int64

    /// A copy of a session.
    package init(epoch: Int64, version: Int64) {
        self.epoch = epoch
        self.version = version
    }
}

/// A session as a store has it. All times are since 1970, in microseconds.
package struct StoredSession: Hashable, Sendable {
    /// Nil where nothing has changed since it started.
    package let document: [UInt8]?
    /// When its first request came.
    package let started: Int64
    /// How long nobody may use it; nil where it does not end.
    package let idle: Int64?

    /// - Parameter document: what the session has come to, as `Mocking` writes it.
    package init(document: [UInt8]?, started: Int64, idle: Int64?) {
        self.document = document
        self.started = started
        self.idle = idle
    }
}

/// What whoever takes a session gets.
package struct TakenSession: Hashable, Sendable {
    package let position: SessionPosition
    /// Whether it starts with this: there was none, or its time was over.
    package let isNew: Bool
    /// Without its document where the taker's copy is the newest.
    package let session: StoredSession

    /// A session, and whose it was.
    package init(position: SessionPosition, isNew: Bool, session: StoredSession) {
        self.position = position
        self.isNew = isNew
        self.session = session
    }
}

/// One of those that a store lists.
package struct ListedSession: Hashable, Sendable {
    /// Its id.
    package let session: String
    /// In microseconds since 1970, as all times here.
    package let started: Int64
    /// When an owner last took or saved it.
    package let used: Int64
    /// Nil where it does not end.
    package let idle: Int64?

    /// A session without its document.
    package init(session: String, started: Int64, used: Int64, idle: Int64?) {
        self.session = session
        self.started = started
        self.used = used
        self.idle = idle
    }
}

/// One of the things that processes tell each other of a session: an entry of its journal.
package struct ToldEntry: Hashable, Sendable {
    /// The later it was told, the greater.
    package let number: Int64
    /// As the journal of who told it shows it; nil where the journal was cleared.
    package let document: [UInt8]?

    /// What was told, and when among all.
    package init(number: Int64, document: [UInt8]?) {
        self.number = number
        self.document = document
    }
}

/// Keeps sessions, and says of each whose changes count: those of the owner that took it last.
///
/// All calls may be made at the same time, by several processes. All of a call is done or nothing; those of `take` and `save` are one round trip.
/// The journal of a session ends with it.
package protocol SessionStore: Sendable {
    /// Makes `owner` the only one whose changes of the session are taken from now on.
    /// - Parameters:
    ///   - owner: no two processes may have the same.
    ///   - known: the newest copy that the owner knows of.
    ///   - creates: whether a session that is not there starts.
    ///   - now: in microseconds since 1970. A session that nobody has used for longer than its `idle` starts again.
    ///   - idle: of a session that starts.
    /// - Returns: nil where there is no such session.
    func take(
        _ key: SessionKey, by owner: String, known: SessionPosition?, creates: Bool, now: Int64, idle: Int64?
    ) async throws(StoreFailure) -> TakenSession?

    /// Puts a document in the place of that of a copy, where that is still the newest and the owner's.
    /// - Returns: the position of the new copy; nil where another has taken the session, or it has ended.
    func save(
        _ document: [UInt8], as key: SessionKey, by owner: String, after position: SessionPosition, now: Int64,
        idle: Int64?
    ) async throws(StoreFailure) -> SessionPosition?

    /// - Returns: whether there was one to end.
    func end(_ key: SessionKey) async throws(StoreFailure) -> Bool

    /// Adds entries to the journal of a session that is there; of more than `limit` the oldest make room.
    /// - Parameters:
    ///   - documents: nil forgets what was told before.
    ///   - owner: whose they are.
    func tell(_ documents: [[UInt8]?], of key: SessionKey, by owner: String, limit: Int) async throws(StoreFailure)

    /// What others have told of a session after a number, the oldest first, and no more than `limit` of it.
    func told(of key: SessionKey, after number: Int64, notBy owner: String, limit: Int) async throws(StoreFailure)
        -> [ToldEntry]

    /// The sessions of a contract that have an id, by their ids, those left out whose time is over.
    func sessions(of contract: String, now: Int64, limit: Int) async throws(StoreFailure) -> [ListedSession]

    /// Forgets sessions whose time is over, but for no more than `limit` of them.
    /// - Returns: how many.
    func removeIdle(now: Int64, limit: Int) async throws(StoreFailure) -> Int

    /// Nothing is asked any more.
    func close() async
}

/// Why a store cannot be asked.
package struct StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, without secrets.
    package let message: String
    /// What the user does; empty where nothing can be done but wait.
    package let remedy: String

    /// A failure of a store.
    package init(_ message: String, remedy: String = "") {
        self.message = message
        self.remedy = remedy
    }

    /// For people.
    package var description: String { remedy.isEmpty ? message : "\(message). \(remedy)" }
}
