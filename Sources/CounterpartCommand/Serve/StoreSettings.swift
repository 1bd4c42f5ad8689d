// Options of `counterpart serve`: where sessions are kept.

import ArgumentParser
import MockServing
import SessionStores

#if SQLITE
import SQLiteSessions
#endif
#if PostgreSQL
import PostgreSQLSessions
#endif

extension StoreURL: ExpressibleByArgument {
    /// As `--store` has it.
    public init?(argument: String) { self.init(argument) }
}

struct StoreSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep sessions in memory, or where they outlive the process and others share them. (default: memory)",
            discussion:
                """
                What clients sent is kept as it came, passwords included; the file is readable by its owner alone. Lists of processes show the \
                URL of a server of PostgreSQL: give its password in the file that PGPASSFILE names.
                """,
            valueName: "memory|sqlite:FILE|postgresql://URL"))
    var store = StoreURL.memory

    @Flag(help: "Ask the store before each answer, so that no read is old.")
    var strictReads = false

    @Flag(
        help:
            "Keep the journals of sessions in the store too, without secrets, so that each process shows what others answered."
    )
    var storeJournal = false

    @Option(
        name: .customLong("drain"),
        help: ArgumentHelp(
            "After SIGTERM, answer so long and say so at /_counterpart/health. (default: 0s)", valueName: "time"))
    var drainTime = TimeSpan(.zero)

    func validate() throws {
        if strictReads, store == .memory { throw ValidationError("--strict-reads goes with --store.") }
        if storeJournal, store == .memory { throw ValidationError("--store-journal goes with --store.") }
    }

    var drain: Duration { drainTime.duration }

    /// Nil where this process alone has the sessions.
    func shared() async throws -> SharedSessions? {
        var options = SharedSessions.Options()
        if strictReads { options.lease = .zero }
        options.sharesJournals = storeJournal
        do throws(StoreFailure) {
            return try await opened().map { SharedSessions($0, options: options) }
        } catch {
            throw CommandFailure("--store: \(error)")
        }
    }

    private func opened() async throws(StoreFailure) -> (any SessionStore)? {
        switch store {
        case .memory: return nil
        case .sqlite(let path):
            #if SQLITE
            return try SQLiteStore(path: path)
            #else
            throw StoreFailure(
                "this program was built without SQLite (\(path))",
                remedy: "Build it with COUNTERPART_SQLITE=1, or take a release.")
            #endif
        case .postgresql(let url):
            #if PostgreSQL
            return try await PostgreSQLStore.open(url)
            #else
            _ = url
            throw StoreFailure(
                "this program was built without PostgreSQL",
                remedy: "Build it with `swift build -c release --traits PostgreSQL`, which needs libpq (libpq-dev).")
            #endif
        }
    }

    /// Answers on until those who look at the health have gone elsewhere.
    func drain(_ server: MockServer) async {
        guard drain > .zero else { return }
        server.beginDraining()
        // The program ends by force soon after, whatever happens here.
        try? await Task.sleep(for: drain)
    }
}
