// Servers that are stopped, hang, or cut a connection.

#if PostgreSQL
import Foundation
import SessionStores
import Testing

@testable import PostgreSQLSessions

@Suite(.serialized) struct OutageTests {
    private let server: TestServer
    private let key = SessionKey(contract: "shop", session: "zoe")

    init() throws { server = try TestServer.unsteady() }

    private func take(_ store: PostgreSQLStore, by owner: String = "a") async throws -> TakenSession {
        try #require(await store.take(key, by: owner, known: nil, creates: true, now: 1, idle: nil))
    }

    @Test func aServerThatWasAwayIsAskedAgain() async throws {
        let store = try await PostgreSQLStore.open(server.fresh())
        let taken = try await take(store)
        let saved = try await store.save([1], as: key, by: "a", after: taken.position, now: 2, idle: nil)
        try server.stop()
        for _ in 0..<3 {
            let failure = try await #require(throws: StoreFailure.self) { try await take(store) }
            #expect(failure.message.contains("Connection refused"))
        }
        try server.start()
        let again = try await take(store)
        #expect(again.session.document == [1])
        #expect(again.position == saved)
        await store.close()
    }

    @Test func whoDidNotAskMeanwhileSeesNothingOfIt() async throws {
        let store = try await PostgreSQLStore.open(server.fresh())
        _ = try await take(store)
        try server.stop()
        try server.start()
        _ = try await take(store)
        await store.close()
    }

    @Test func aServerThatHangsIsGivenUp() async throws {
        let store = try await PostgreSQLStore.open(
            server.fresh() + "&application_name=hangs", .init(connecting: .seconds(1), answering: .seconds(1)))
        let pids = try server.psql(
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'hangs'"
        ).split(separator: "\n").compactMap { Int32($0) }
        let postmaster = try String(contentsOfFile: server.file("data/postmaster.pid"), encoding: .utf8)
            .prefix { $0 != "\n" }
        let all = pids + [try #require(Int32(postmaster))]
        #expect(all.count == 2)
        for pid in all { kill(pid, SIGSTOP) }
        let started = ContinuousClock.now
        let first = try await #require(throws: StoreFailure.self) { try await take(store) }
        let second = try await #require(throws: StoreFailure.self) { try await take(store) }
        let lasted = ContinuousClock.now - started
        for pid in all { kill(pid, SIGCONT) }
        #expect(first.message == "PostgreSQL: no answer within 1.0 seconds")
        #expect(second.message.contains("no connection within 1.0 seconds"))
        #expect(lasted < .seconds(6))
        // What was given up may have been done: the next says how it is.
        #expect(try await take(store).session.document == nil)
        await store.close()
    }

    /// Cuts the connections that wait for something of that kind, as soon as there are any.
    private func cut(waitingFor event: String) async throws {
        for _ in 0..<100 {
            let count = try server.psql(
                """
                SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                WHERE application_name = 'counterpart' AND wait_event = '\(event)'
                """)
            if count != "0" { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("nobody waited for \(event)")
    }

    @Test func aSaveThatWasCutBeforeItWasDoneIsNotDone() async throws {
        let url = try server.fresh()
        let store = try await PostgreSQLStore.open(url)
        let taken = try await take(store)
        let holder = try server.holdAll(for: 4, url)
        async let cutting: Void = cut(waitingFor: "transactionid")
        let failure = try await #require(throws: StoreFailure.self) {
            try await store.save([1], as: key, by: "a", after: taken.position, now: 2, idle: nil)
        }
        try await cutting
        #expect(failure.message == "PostgreSQL: terminating connection due to administrator command")
        holder.waitUntilExit()
        let next = try await take(store)
        #expect(next.session.document == nil)
        #expect(next.position == taken.position)
        #expect(try await store.save([2], as: key, by: "a", after: next.position, now: 3, idle: nil) != nil)
        await store.close()
    }

    @Test func aSaveThatWasCutBeforeItsAnswerIsTold() async throws {
        let store = try await PostgreSQLStore.open(server.fresh())
        let taken = try await take(store)
        // A change is made, and told once a second server has it too: there is none.
        _ = try server.psql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        _ = try server.psql("SELECT pg_reload_conf()")
        // All of the server's processes have to know.
        while try server.begin("COMMENT ON SCHEMA public IS 'tried'", server.url, until: "SyncRep") == nil {}
        async let cutting: Void = cut(waitingFor: "SyncRep")
        await #expect(throws: StoreFailure.self) {
            try await store.save([1], as: key, by: "a", after: taken.position, now: 2, idle: nil)
        }
        try await cutting
        _ = try server.psql("ALTER SYSTEM RESET synchronous_standby_names")
        _ = try server.psql("SELECT pg_reload_conf()")
        let next = try await take(store)
        #expect(next.session.document == [1])
        #expect(next.position == SessionPosition(epoch: taken.position.epoch, version: taken.position.version + 1))
        #expect(
            try await store.save([2], as: key, by: "a", after: taken.position, now: 3, idle: nil) == nil,
            "what was decided from the copy before")
        await store.close()
    }

    @Test func whoeverIsHeldUpTooLongIsToldSoByTheServer() async throws {
        let url = try server.fresh()
        let store = try await PostgreSQLStore.open(url, .init(answering: .seconds(1)))
        let taken = try await take(store)
        let holder = try server.holdAll(for: 4, url)
        let failure = try await #require(throws: StoreFailure.self) {
            try await store.save([1], as: key, by: "a", after: taken.position, now: 2, idle: nil)
        }
        #expect(failure.message == "PostgreSQL: canceling statement due to statement timeout")
        #expect(failure.remedy.contains("another connection holds the session"))
        holder.waitUntilExit()
        #expect(try await take(store).session.document == nil)
        await store.close()
    }

    @Test func aUserWhoMakesNoTablesIsToldWhatToDo() async throws {
        _ = try server.psql(
            """
            DROP ROLE IF EXISTS guest;
            CREATE ROLE guest LOGIN PASSWORD 'guest';
            DROP SCHEMA IF EXISTS hall CASCADE;
            CREATE SCHEMA hall;
            GRANT USAGE ON SCHEMA hall TO guest
            """)
        let url = server.url("options", "-csearch_path=hall").replacing("counterpart@", with: "guest:guest@")
        let failure = try await #require(throws: StoreFailure.self) { try await PostgreSQLStore.open(url) }
        #expect(failure.message == "PostgreSQL: permission denied for schema hall")
        #expect(failure.remedy.contains("GRANT CREATE ON SCHEMA"))
    }

    @Test func aServerThatIsTooOldIsNamed() async throws {
        // What a server of version 12 says to whoever comes.
        let script = """
            import socket, struct, sys
            def message(kind, body): return kind + struct.pack('>i', len(body) + 4) + body
            with socket.create_server(('127.0.0.1', 0)) as server:
                print(server.getsockname()[1], flush=True)
                server.settimeout(20)
                client, _ = server.accept()
                client.recv(1000)
                client.sendall(message(b'R', struct.pack('>i', 0)) + message(b'S', b'server_version\\x0012.22\\x00') + message(b'Z', b'I'))
                client.recv(1000)
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        let port = try #require(UInt16(line.trimmingCharacters(in: .newlines)))
        let failure = try await #require(throws: StoreFailure.self) {
            try await PostgreSQLStore.open(
                "postgresql://anna@127.0.0.1:\(port)/shop?sslmode=disable&gssencmode=disable")
        }
        process.waitUntilExit()
        #expect(failure == StoreFailure("PostgreSQL 12 is too old", remedy: "Take version 13 or later."))
    }
}
#endif
