// Sessions in a file of SQLite.

import Foundation
import GRDB
import SQLiteSessions
import SessionStoreSuite
import SessionStores
import Testing

struct SQLiteStoreTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "sessions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    @Test(arguments: StoreDemand.all) func meets(demand: StoreDemand) async throws {
        let store = try SQLiteStore(path: path("sessions.db"))
        #expect(try await demand.unmet(by: store, contract: "shop") == [])
        await store.close()
    }

    @Test func twoOpenTheSameFile() async throws {
        let key = SessionKey(contract: "shop", session: "zoe")
        let first = try SQLiteStore(path: path("sessions.db"))
        let second = try SQLiteStore(path: path("sessions.db"))
        let taken = try #require(await first.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil))
        _ = try await first.save([7], as: key, by: "a", after: taken.position, now: 2, idle: nil)
        let next = try await second.take(key, by: "b", known: nil, creates: false, now: 3, idle: nil)
        #expect(next?.session.document == [7])
        #expect(try await first.save([8], as: key, by: "a", after: taken.position, now: 4, idle: nil) == nil)
    }

    @Test func onlyTheOwnerOfTheFileReadsIt() throws {
        _ = try SQLiteStore(path: path("sessions.db"))
        let mode = try FileManager.default.attributesOfItem(atPath: path("sessions.db"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func aDatabaseOfAnotherProgramIsLeftAlone() throws {
        let other = try DatabaseQueue(path: path("other.db"))
        try other.write { try $0.execute(sql: "CREATE TABLE person (name TEXT)") }
        let failure = try #require(throws: StoreFailure.self) { try SQLiteStore(path: path("other.db")) }
        #expect(failure.message.hasSuffix("is a database of another program"))
        #expect(try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") } == 1)
    }

    @Test func whatALaterVersionWroteIsRefused() throws {
        _ = try SQLiteStore(path: path("sessions.db"))
        let database = try DatabaseQueue(path: path("sessions.db"))
        try database.write { try $0.execute(sql: "PRAGMA user_version = 99") }
        try database.close()
        let failure = try #require(throws: StoreFailure.self) { try SQLiteStore(path: path("sessions.db")) }
        #expect(failure.message.contains("later version (tables 99; this one knows 2)"))
    }

    @Test func tablesWithoutJournalsGetThem() async throws {
        _ = try SQLiteStore(path: path("sessions.db"))
        let database = try DatabaseQueue(path: path("sessions.db"))
        try await database.write { try $0.execute(sql: "DROP TABLE journal; PRAGMA user_version = 1") }
        try database.close()
        let (store, key) = (try SQLiteStore(path: path("sessions.db")), SessionKey(contract: "shop", session: "zoe"))
        _ = try await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil)
        try await store.tell([[7]], of: key, by: "a", limit: 9)
        #expect(try await store.told(of: key, after: 0, notBy: "b", limit: 9).map(\.document) == [[7]])
    }

    @Test func whatIsNoDatabaseIsRefused() throws {
        try Data("SQLite? No, a letter.".utf8 + Array(repeating: 65, count: 4_096)).write(
            to: folder.appending(path: "letter.txt"))
        let failure = try #require(throws: StoreFailure.self) { try SQLiteStore(path: path("letter.txt")) }
        #expect(failure.remedy.hasPrefix("Name another file"))
    }

    @Test func aFolderThatIsNotThereIsTold() throws {
        let failure = try #require(throws: StoreFailure.self) { try SQLiteStore(path: path("none/sessions.db")) }
        #expect(failure.remedy.contains("folder"))
    }
}
