// Sessions in a database of PostgreSQL.

#if PostgreSQL
package import SessionStores

/// Keeps sessions in a database, which processes of many machines may share. What was saved survives as the server promises it.
///
/// After a failure of `save` the document may have been saved or not: `take` tells.
package final class PostgreSQLStore: SessionStore {
    private let pool: ConnectionPool

    /// Connects, and makes the tables if they are not there.
    /// - Parameter url: as libpq reads it, `postgresql://…`. What it leaves open libpq takes from `PGHOST`, `PGUSER`, `PGPASSFILE` and their like.
    package static func open(_ url: String) async throws(StoreFailure) -> PostgreSQLStore {
        try await open(url, ConnectionPool.Options())
    }

    static func open(_ url: String, _ options: ConnectionPool.Options) async throws(StoreFailure) -> PostgreSQLStore {
        let store = PostgreSQLStore(ConnectionPool(try ServerAddress(url), options))
        try await store.pool.connect()
        return store
    }

    private init(_ pool: ConnectionPool) { self.pool = pool }

    private static let upsert = """
        INSERT INTO counterpart_sessions AS s
            (contract, session, owner, epoch, version, started, used, idle, starts, document)
        VALUES ($1, $2, $3, $4::bigint, 0, $4, $4, $7::bigint, TRUE, NULL)
        ON CONFLICT (contract, session) DO UPDATE SET
            document = CASE WHEN \(over) THEN NULL ELSE s.document END,
            version = s.version + CASE WHEN \(over) THEN 1 ELSE 0 END,
            started = CASE WHEN \(over) THEN $4 ELSE s.started END,
            idle = CASE WHEN \(over) THEN $7 ELSE s.idle END,
            starts = \(over),
            epoch = s.epoch + CASE WHEN s.owner = $3 THEN 0 ELSE 1 END,
            owner = $3,
            used = GREATEST(s.used, $4)
        RETURNING \(taken)
        """
    private static let update = """
        UPDATE counterpart_sessions AS s SET
            starts = FALSE,
            epoch = s.epoch + CASE WHEN s.owner = $3 THEN 0 ELSE 1 END,
            owner = $3,
            used = GREATEST(s.used, $4::bigint)
        WHERE s.contract = $1 AND s.session = $2 AND NOT \(over)
        RETURNING \(taken)
        """
    /// Whether nobody has used it for too long.
    private static let over = "(s.session <> '' AND s.idle IS NOT NULL AND $4 - s.used > s.idle)"
    private static let taken = """
        s.epoch, s.version, s.started, s.idle, s.starts,
            CASE WHEN s.epoch = $5::bigint AND s.version = $6::bigint THEN NULL ELSE s.document END
        """

    /// As the protocol says.
    package func take(
        _ key: SessionKey, by owner: String, known: SessionPosition?, creates: Bool, now: Int64, idle: Int64?
    ) async throws(StoreFailure) -> TakenSession? {
        let values: [Value] = [
            .text(key.contract), .text(key.session), .text(owner), .integer(now), .integer(known?.epoch ?? -1),
            .integer(known?.version ?? -1),
        ]
        let statement =
            creates ? Statement(Self.upsert, values + [.optional(idle)]) : Statement(Self.update, values)
        guard let row = try await pool.ask(statement).rows.first else { return nil }
        guard let epoch = row.integer(0), let version = row.integer(1), let started = row.integer(2) else {
            throw StoreFailure("PostgreSQL: the table counterpart_sessions has other columns")
        }
        return TakenSession(
            position: SessionPosition(epoch: epoch, version: version), isNew: row.isTrue(4),
            session: StoredSession(document: row[5], started: started, idle: row.integer(3)))
    }

    /// As the protocol says.
    package func save(
        _ document: [UInt8], as key: SessionKey, by owner: String, after position: SessionPosition, now: Int64,
        idle: Int64?
    ) async throws(StoreFailure) -> SessionPosition? {
        let saved = try await pool.ask(
            Statement(
                """
                UPDATE counterpart_sessions
                SET document = $1, version = version + 1, used = GREATEST(used, $2), idle = $3
                WHERE contract = $4 AND session = $5 AND owner = $6 AND epoch = $7 AND version = $8
                """,
                [
                    .bytes(document), .integer(now), .optional(idle), .text(key.contract), .text(key.session),
                    .text(owner), .integer(position.epoch), .integer(position.version),
                ]))
        guard saved.count == 1 else { return nil }
        return SessionPosition(epoch: position.epoch, version: position.version + 1)
    }

    /// As the protocol says.
    package func end(_ key: SessionKey) async throws(StoreFailure) -> Bool {
        try await pool.ask(
            Statement(
                "DELETE FROM counterpart_sessions WHERE contract = $1 AND session = $2",
                [.text(key.contract), .text(key.session)])
        ).count == 1
    }

    /// As the protocol says.
    package func tell(
        _ documents: [[UInt8]?], of key: SessionKey, by owner: String, limit: Int
    ) async throws(StoreFailure) {
        let cleared = documents.lastIndex(of: nil)
        let documents = documents[(cleared ?? 0)...].suffix(limit)
        guard !documents.isEmpty else { return }
        let rows = (0..<documents.count).map { "(\($0), $\($0 + 5)::bytea)" }.joined(separator: ", ")
        // Who has the session's row is the only one to give numbers: else a greater one could be there before a smaller.
        _ = try await pool.ask(
            Statement(
                """
                WITH s AS (
                    SELECT contract, session FROM counterpart_sessions WHERE contract = $1 AND session = $2
                    FOR NO KEY UPDATE
                ), gone AS (
                    DELETE FROM counterpart_journal WHERE contract = $1 AND session = $2 AND number <= (
                        SELECT number FROM counterpart_journal WHERE contract = $1 AND session = $2
                        ORDER BY number DESC LIMIT 1 OFFSET $4)
                )
                INSERT INTO counterpart_journal (contract, session, owner, document)
                SELECT s.contract, s.session, $3::text, d.document
                FROM s, (VALUES \(rows)) AS d (place, document) ORDER BY d.place
                """,
                [
                    .text(key.contract), .text(key.session), .text(owner),
                    .integer(Int64(cleared == nil ? limit - documents.count : 0)),
                ] + documents.map { $0.map { .bytes($0) } ?? .null }))
    }

    /// As the protocol says.
    package func told(
        of key: SessionKey, after number: Int64, notBy owner: String, limit: Int
    ) async throws(StoreFailure) -> [ToldEntry] {
        try await pool.ask(
            Statement(
                """
                SELECT number, document FROM counterpart_journal
                WHERE contract = $1 AND session = $2 AND number > $3 AND owner <> $4 ORDER BY number LIMIT $5
                """,
                [
                    .text(key.contract), .text(key.session), .integer(number), .text(owner), .integer(Int64(limit)),
                ])
        ).rows.compactMap { row in row.integer(0).map { ToldEntry(number: $0, document: row[1]) } }
    }

    /// As the protocol says.
    package func sessions(of contract: String, now: Int64, limit: Int) async throws(StoreFailure) -> [ListedSession] {
        try await pool.ask(
            Statement(
                """
                SELECT session, started, used, idle FROM counterpart_sessions
                WHERE contract = $1 AND session <> '' AND (idle IS NULL OR $2::bigint - used <= idle)
                ORDER BY session LIMIT $3
                """,
                [.text(contract), .integer(now), .integer(Int64(limit))])
        ).rows.compactMap { row in
            guard let session = row.text(0), let started = row.integer(1), let used = row.integer(2) else { return nil }
            return ListedSession(session: session, started: started, used: used, idle: row.integer(3))
        }
    }

    /// As the protocol says.
    package func removeIdle(now: Int64, limit: Int) async throws(StoreFailure) -> Int {
        // Several processes look for them at the same time, and none waits for another.
        try await pool.ask(
            Statement(
                """
                DELETE FROM counterpart_sessions WHERE ctid = ANY(ARRAY(
                    SELECT ctid FROM counterpart_sessions
                    WHERE session <> '' AND idle IS NOT NULL AND used + idle < $1
                    LIMIT $2 FOR UPDATE SKIP LOCKED))
                """,
                [.integer(now), .integer(Int64(limit))])
        ).count
    }

    /// As the protocol says.
    package func close() async { await pool.close() }
}
#endif
