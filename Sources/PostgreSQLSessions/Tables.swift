// The tables of the store: made, checked, and brought up to date.

#if PostgreSQL
import SessionStores

enum Tables {
    /// Of the tables. A later one is refused.
    static let version = 1

    /// A name for the lock under which the tables are made: "CPSS". Several processes may start at once.
    private static let lock: Int64 = 0x4350_5353

    /// Sets a connection up, and makes the tables if they are not there.
    /// - Parameter limit: of an answer.
    static func prepare(_ connection: Connection, within limit: Duration) async throws(StoreFailure) {
        let found: Int
        do throws(ServerFailure) {
            // The server gives up before the connection is given up: then it is known that nothing was done.
            let (seconds, attoseconds) = (limit * 0.8).components
            let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
            _ = try await connection.ask(Statement("SET statement_timeout = \(max(milliseconds, 1))"))
            // Whoever comes second sees what the first has done, and does not fail.
            _ = try await connection.ask(Statement("SET default_transaction_isolation = 'read committed'"))
            if let there = try await Self.found(by: connection) {
                found = there
            } else {
                try await make(by: connection)
                found = version
            }
        } catch {
            throw error.failure
        }
        guard found <= version else {
            throw StoreFailure(
                "the tables of the database were written by a later version (\(found); this one knows \(version))",
                remedy: "Serve with that version, or name another database or schema.")
        }
    }

    /// The version of the tables; nil where there are none.
    private static func found(by connection: Connection) async throws(ServerFailure) -> Int? {
        do throws(ServerFailure) {
            let rows = try await connection.ask(Statement("SELECT version FROM counterpart_schema")).rows
            return rows.first?.integer(0).map { Int($0) }
        } catch {
            guard error.code == ServerFailure.undefinedTable else { throw error }
            return nil
        }
    }

    private static func make(by connection: Connection) async throws(ServerFailure) {
        _ = try await connection.ask(Statement("BEGIN"))
        // After a failure the connection is ended, and the transaction with it.
        _ = try await connection.ask(Statement("SELECT pg_advisory_xact_lock($1::bigint)", [.integer(lock)]))
        let isThere = try await connection.ask(Statement("SELECT to_regclass('counterpart_schema') IS NOT NULL"))
        if isThere.rows.first?.isTrue(0) == false {
            for sql in statements { _ = try await connection.ask(Statement(sql)) }
        }
        _ = try await connection.ask(Statement("COMMIT"))
    }

    /// Ids are ordered by their bytes, whatever the database's language. The index of what ends makes a change write 16 % more to the server's
    /// log, since no row can then be changed in its place. Without it each process would read the whole table once a minute: 0.4 s for a
    /// million sessions, and for ten times as many longer than a statement may take.
    private static let statements = [
        """
        CREATE TABLE counterpart_sessions (
            contract text COLLATE "C" NOT NULL,
            session text COLLATE "C" NOT NULL,
            owner text NOT NULL,
            epoch bigint NOT NULL,
            version bigint NOT NULL,
            started bigint NOT NULL,
            used bigint NOT NULL,
            idle bigint,
            starts boolean NOT NULL,
            document bytea,
            PRIMARY KEY (contract, session)
        )
        """,
        "CREATE INDEX counterpart_sessions_end ON counterpart_sessions ((used + idle)) WHERE idle IS NOT NULL",
        """
        CREATE TABLE counterpart_journal (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            contract text COLLATE "C" NOT NULL,
            session text COLLATE "C" NOT NULL,
            owner text NOT NULL,
            document bytea,
            FOREIGN KEY (contract, session) REFERENCES counterpart_sessions ON DELETE CASCADE
        )
        """,
        "CREATE INDEX counterpart_journal_of_session ON counterpart_journal (contract, session, number)",
        "CREATE TABLE counterpart_schema (version integer NOT NULL)",
        "INSERT INTO counterpart_schema VALUES (\(version))",
    ]
}
#endif
