// Sessions in a database of PostgreSQL, whose server is there.

#if PostgreSQL
import Foundation
import SessionStoreSuite
import SessionStores
import Testing

@testable import PostgreSQLSessions

struct PostgreSQLStoreTests {
    private let server: TestServer

    init() throws { server = try TestServer.common() }

    @Test(arguments: StoreDemand.all) func meets(demand: StoreDemand) async throws {
        let store = try await PostgreSQLStore.open(server.fresh())
        #expect(try await demand.unmet(by: store, contract: "shop") == [])
        await store.close()
    }

    @Test func twoShareTheTables() async throws {
        let key = SessionKey(contract: "shop", session: "zoe")
        let url = try server.fresh()
        let first = try await PostgreSQLStore.open(url)
        let second = try await PostgreSQLStore.open(url)
        let taken = try #require(await first.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil))
        _ = try await first.save([7], as: key, by: "a", after: taken.position, now: 2, idle: nil)
        let next = try await second.take(key, by: "b", known: nil, creates: false, now: 3, idle: nil)
        #expect(next?.session.document == [7])
        #expect(try await first.save([8], as: key, by: "a", after: taken.position, now: 4, idle: nil) == nil)
        await first.close()
        await second.close()
    }

    @Test(arguments: [0, 1, 256, 5_000_000]) func aDocumentComesBackAsItWas(length: Int) async throws {
        let key = SessionKey(contract: "shop", session: "zoe")
        let store = try await PostgreSQLStore.open(server.fresh())
        // All bytes, and what does not get smaller when it is packed.
        var state: UInt32 = 1
        let document = (0..<length).map { place -> UInt8 in
            guard place >= 256 else { return UInt8(place) }
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        let taken = try #require(await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil))
        _ = try await store.save(document, as: key, by: "a", after: taken.position, now: 2, idle: nil)
        let next = try await store.take(key, by: "b", known: nil, creates: false, now: 3, idle: nil)
        #expect(next?.session.document == document)
        await store.close()
    }

    @Test(arguments: [
        "o'neil", "\"", "\\", "%", "$1", "a b", "ä", "\u{301}", "🛒", "\n", "'; DROP TABLE counterpart_sessions; --",
        String(repeating: "x", count: 1_000),
    ])
    func anIdMayBe(_ id: String) async throws {
        let store = try await PostgreSQLStore.open(server.fresh())
        for key in [SessionKey(contract: id, session: "zoe"), SessionKey(contract: "shop", session: id)] {
            let taken = try #require(await store.take(key, by: id, known: nil, creates: true, now: 1, idle: nil))
            #expect(try await store.save([1], as: key, by: id, after: taken.position, now: 2, idle: nil) != nil)
        }
        #expect(try await store.sessions(of: "shop", now: 3, limit: 10).map(\.session) == [id])
        #expect(try await store.sessions(of: id, now: 3, limit: 10).map(\.session) == ["zoe"])
        await store.close()
    }

    @Test func anIdWithANullIsRefusedAndTheNextIsNot() async throws {
        let store = try await PostgreSQLStore.open(server.fresh())
        let failure = try await #require(throws: StoreFailure.self) {
            try await store.end(SessionKey(contract: "shop\u{0}", session: "zoe"))
        }
        #expect(failure.message == #"PostgreSQL: invalid byte sequence for encoding "UTF8": 0x00"#)
        #expect(try await store.end(SessionKey(contract: "shop", session: "zoe")) == false)
        await store.close()
    }

    @Test func manyAskAtOnceByAFewConnections() async throws {
        let url = try server.fresh()
        let name = "few-\(UInt32.random(in: 0...UInt32.max))"
        let store = try await PostgreSQLStore.open("\(url)&application_name=\(name)")
        try await withThrowingTaskGroup { group in
            for number in 0..<300 {
                group.addTask {
                    let key = SessionKey(contract: "shop", session: "s\(number)")
                    let taken = try #require(
                        await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil))
                    _ = try await store.save([1], as: key, by: "a", after: taken.position, now: 2, idle: nil)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.sessions(of: "shop", now: 3, limit: 1_000).count == 300)
        let connections = try server.psql("SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(name)'")
        #expect((1...8).contains(Int(connections) ?? 0))
        await store.close()
    }

    @Test func whoeverComesWhenTooManyWaitIsRefused() async throws {
        let url = try server.fresh()
        let store = try await PostgreSQLStore.open(url, .init(connections: 1, waiting: 2, answering: .seconds(20)))
        let key = SessionKey(contract: "shop", session: "zoe")
        _ = try await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil)
        let holder = try server.holdAll(for: 2, url)
        let failures = await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { () -> String? in
                    do throws(StoreFailure) {
                        _ = try await store.end(key)
                        return nil
                    } catch {
                        return error.message
                    }
                }
            }
            return await group.reduce(into: [String]()) { if let message = $1 { $0.append(message) } }
        }
        #expect(failures == ["PostgreSQL: more than 2 wait for a connection"])
        holder.waitUntilExit()
        await store.close()
    }

    @Test func nothingIsAskedAfterTheEnd() async throws {
        let store = try await PostgreSQLStore.open(server.fresh())
        await store.close()
        let failure = try await #require(throws: StoreFailure.self) {
            try await store.end(SessionKey(contract: "shop", session: "zoe"))
        }
        #expect(failure.message == "PostgreSQL: the store is closed")
    }

    // MARK: Tables

    @Test func severalMakeTheTablesAtOnce() async throws {
        let url = try server.fresh()
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 { group.addTask { await (try PostgreSQLStore.open(url)).close() } }
            try await group.waitForAll()
        }
        #expect(try server.psql("SELECT version FROM counterpart_schema", url) == "1")
    }

    @Test func tablesOfALaterVersionAreRefused() async throws {
        let url = try server.fresh()
        await (try PostgreSQLStore.open(url)).close()
        _ = try server.psql("UPDATE counterpart_schema SET version = 99", url)
        let failure = try await #require(throws: StoreFailure.self) { try await PostgreSQLStore.open(url) }
        #expect(failure.message.contains("later version (99; this one knows 1)"))
        #expect(failure.remedy.hasPrefix("Serve with that version"))
    }

    @Test func whatMakesNoTablesIsToldWhatToDo() async throws {
        let reads = server.url("options", "-cdefault_transaction_read_only=on -csearch_path=\"\(try schema())\"")
        let failure = try await #require(throws: StoreFailure.self) { try await PostgreSQLStore.open(reads) }
        #expect(failure.message == "PostgreSQL: cannot execute CREATE TABLE in a read-only transaction")
        #expect(failure.remedy.contains("target_session_attrs=read-write"))
        let none = server.url("options", "-csearch_path=none")
        #expect(
            try await #require(throws: StoreFailure.self) { try await PostgreSQLStore.open(none) }.remedy
                == "Make the schema that search_path names.")
    }

    private func schema() throws -> String {
        let name = "empty\(UInt32.random(in: 0...UInt32.max))"
        _ = try server.psql("CREATE SCHEMA \(name)")
        return name
    }
}
#endif
