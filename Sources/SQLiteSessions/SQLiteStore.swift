// Sessions in a file of SQLite.

import Foundation
import GRDB
package import SessionStores

/// Keeps sessions in a file, which processes of one machine may share. What was saved survives the end of the process, however that comes;
/// after a loss of power the last changes may be missing.
package final class SQLiteStore: SessionStore {
    /// Marks the file as ours (`PRAGMA application_id`): "CPSS".
    private static let applicationID = 0x4350_5353
    /// Of the tables. A later one is refused.
    static let schema = 2

    private let database: DatabasePool

    /// Opens a file, or makes it, readable by its owner alone.
    package init(path: String) throws(StoreFailure) {
        do {
            let isThere = FileManager.default.fileExists(atPath: path)
            if !isThere {
                let isMade = FileManager.default.createFile(
                    atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
                guard isMade else {
                    throw StoreFailure(
                        "\(path) cannot be made", remedy: "Name a file in a folder that is there and may be written.")
                }
            }
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
            database = try DatabasePool(path: path, configuration: configuration)
            try database.write { try SQLiteStore.migrate($0, path) }
        } catch let failure as StoreFailure {
            throw failure
        } catch {
            throw SQLiteStore.failure(error, path)
        }
    }

    private static func migrate(_ database: Database, _ path: String) throws {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let schema = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard application == applicationID else {
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            guard application == 0, schema == 0, tables == 0 else {
                throw StoreFailure("\(path) is a database of another program", remedy: "Name another file.")
            }
            try database.execute(
                sql: """
                    CREATE TABLE session (
                        contract TEXT NOT NULL,
                        session TEXT NOT NULL,
                        owner TEXT NOT NULL,
                        epoch INTEGER NOT NULL,
                        version INTEGER NOT NULL,
                        started INTEGER NOT NULL,
                        used INTEGER NOT NULL,
                        idle INTEGER,
                        starts INTEGER NOT NULL,
                        document BLOB,
                        PRIMARY KEY (contract, session)
                    ) STRICT;
                    CREATE INDEX session_end ON session (used + idle) WHERE idle IS NOT NULL;
                    \(journal)
                    PRAGMA application_id = \(applicationID);
                    PRAGMA user_version = \(Self.schema);
                    """)
            return
        }
        if schema == 1 { try database.execute(sql: "\(journal) PRAGMA user_version = 2;") }
        guard schema <= Self.schema else {
            throw StoreFailure(
                "\(path) was written by a later version (tables \(schema); this one knows \(Self.schema))",
                remedy: "Serve with that version, or name another file.")
        }
    }

    private static let journal = """
        CREATE TABLE journal (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            contract TEXT NOT NULL,
            session TEXT NOT NULL,
            owner TEXT NOT NULL,
            document BLOB,
            FOREIGN KEY (contract, session) REFERENCES session (contract, session) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX journal_of_session ON journal (contract, session, number);
        """
    private static let upsert = """
        INSERT INTO session AS s (contract, session, owner, epoch, version, started, used, idle, starts, document)
        VALUES (:contract, :session, :owner, :now, 0, :now, :now, :idle, TRUE, NULL)
        ON CONFLICT (contract, session) DO UPDATE SET
            document = CASE WHEN \(over) THEN NULL ELSE s.document END,
            version = s.version + CASE WHEN \(over) THEN 1 ELSE 0 END,
            started = CASE WHEN \(over) THEN :now ELSE s.started END,
            idle = CASE WHEN \(over) THEN :idle ELSE s.idle END,
            starts = \(over),
            epoch = s.epoch + CASE WHEN s.owner = :owner THEN 0 ELSE 1 END,
            owner = :owner,
            used = max(s.used, :now)
        RETURNING \(taken)
        """
    private static let update = """
        UPDATE session AS s SET
            starts = FALSE,
            epoch = s.epoch + CASE WHEN s.owner = :owner THEN 0 ELSE 1 END,
            owner = :owner,
            used = max(s.used, :now)
        WHERE contract = :contract AND session = :session AND NOT \(over)
        RETURNING \(taken)
        """
    /// Whether nobody has used it for too long.
    private static let over = "(s.session <> '' AND s.idle IS NOT NULL AND :now - s.used > s.idle)"
    private static let taken = """
        epoch, version, started, idle, starts,
            CASE WHEN epoch = :epoch AND version = :version THEN NULL ELSE document END AS document
        """

    /// As the protocol says.
    package func take(
        _ key: SessionKey, by owner: String, known: SessionPosition?, creates: Bool, now: Int64, idle: Int64?
    ) async throws(StoreFailure) -> TakenSession? {
        try await write { database in
            var arguments: StatementArguments = [
                "contract": key.contract, "session": key.session, "owner": owner, "now": now,
                "epoch": known?.epoch ?? -1, "version": known?.version ?? -1,
            ]
            if creates { arguments += ["idle": idle] }
            let row = try Row.fetchOne(database, sql: creates ? Self.upsert : Self.update, arguments: arguments)
            return row.map { row in
                let document: Data? = row["document"]
                return TakenSession(
                    position: SessionPosition(epoch: row["epoch"], version: row["version"]), isNew: row["starts"],
                    session: StoredSession(
                        document: document.map { Array($0) }, started: row["started"], idle: row["idle"]))
            }
        }
    }

    /// As the protocol says.
    package func save(
        _ document: [UInt8], as key: SessionKey, by owner: String, after position: SessionPosition, now: Int64,
        idle: Int64?
    ) async throws(StoreFailure) -> SessionPosition? {
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE session SET document = ?, version = version + 1, used = max(used, ?), idle = ?
                    WHERE contract = ? AND session = ? AND owner = ? AND epoch = ? AND version = ?
                    """,
                arguments: [
                    Data(document), now, idle, key.contract, key.session, owner, position.epoch, position.version,
                ])
            guard database.changesCount == 1 else { return nil }
            return SessionPosition(epoch: position.epoch, version: position.version + 1)
        }
    }

    /// As the protocol says.
    package func end(_ key: SessionKey) async throws(StoreFailure) -> Bool {
        try await write { database in
            try database.execute(
                sql: "DELETE FROM session WHERE contract = ? AND session = ?",
                arguments: [key.contract, key.session])
            return database.changesCount == 1
        }
    }

    /// As the protocol says.
    package func tell(
        _ documents: [[UInt8]?], of key: SessionKey, by owner: String, limit: Int
    ) async throws(StoreFailure) {
        try await write { database in
            try database.inTransaction(.immediate) {
                for document in documents {
                    if document == nil {
                        try database.execute(
                            sql: "DELETE FROM journal WHERE contract = ? AND session = ?",
                            arguments: [key.contract, key.session])
                    }
                    try database.execute(
                        sql: """
                            INSERT INTO journal (contract, session, owner, document)
                            SELECT contract, session, ?, ? FROM session WHERE contract = ? AND session = ?
                            """,
                        arguments: [owner, document.map { Data($0) }, key.contract, key.session])
                }
                try database.execute(
                    sql: """
                        DELETE FROM journal WHERE contract = :contract AND session = :session AND number <= (
                            SELECT number FROM journal WHERE contract = :contract AND session = :session
                            ORDER BY number DESC LIMIT 1 OFFSET :limit)
                        """,
                    arguments: ["contract": key.contract, "session": key.session, "limit": limit])
                return .commit
            }
        }
    }

    /// As the protocol says.
    package func told(
        of key: SessionKey, after number: Int64, notBy owner: String, limit: Int
    ) async throws(StoreFailure) -> [ToldEntry] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT number, document FROM journal
                    WHERE contract = ? AND session = ? AND number > ? AND owner <> ? ORDER BY number LIMIT ?
                    """,
                arguments: [key.contract, key.session, number, owner, limit]
            ).map { row in
                let document: Data? = row["document"]
                return ToldEntry(number: row["number"], document: document.map { Array($0) })
            }
        }
    }

    /// As the protocol says.
    package func sessions(of contract: String, now: Int64, limit: Int) async throws(StoreFailure) -> [ListedSession] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT session, started, used, idle FROM session
                    WHERE contract = ? AND session <> '' AND (idle IS NULL OR ? - used <= idle)
                    ORDER BY session LIMIT ?
                    """,
                arguments: [contract, now, limit]
            ).map {
                ListedSession(session: $0["session"], started: $0["started"], used: $0["used"], idle: $0["idle"])
            }
        }
    }

    /// As the protocol says.
    package func removeIdle(now: Int64, limit: Int) async throws(StoreFailure) -> Int {
        try await write { database in
            try database.execute(
                sql: """
                    DELETE FROM session WHERE rowid IN (
                        SELECT rowid FROM session
                        WHERE session <> '' AND idle IS NOT NULL AND used + idle < ? LIMIT ?)
                    """,
                arguments: [now, limit])
            return database.changesCount
        }
    }

    /// As the protocol says.
    package func close() async {
        // What stays open is closed with the process.
        try? database.close()
    }

    private func read<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreFailure) -> Result {
        do {
            return try await database.read(body)
        } catch {
            throw Self.failure(error, database.path)
        }
    }

    private func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(StoreFailure) -> Result {
        do {
            return try await database.writeWithoutTransaction(body)
        } catch {
            throw Self.failure(error, database.path)
        }
    }

    private static func failure(_ error: any Error, _ path: String) -> StoreFailure {
        guard let error = error as? DatabaseError else { return StoreFailure("\(path): \(error)") }
        let remedy =
            switch error.resultCode {
            case .SQLITE_FULL: "The disk is full: make room."
            case .SQLITE_NOTADB: "Name another file: this one is no database of SQLite."
            case .SQLITE_BUSY, .SQLITE_LOCKED: "Another program holds it for long."
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
                "It has to be in a folder that may be written, and writable itself."
            case .SQLITE_CORRUPT: "It is damaged: name another file, or restore it."
            default: ""
            }
        return StoreFailure("\(path): \(error.message ?? error.resultCode.description)", remedy: remedy)
    }
}
