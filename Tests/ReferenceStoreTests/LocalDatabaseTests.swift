// One suite for both local databases, and what only a file can do: outlive its process.

import Foundation
import GRDB
import ReferenceClient
import Testing

@testable import ReferenceStore

@Suite struct LocalDatabaseTests {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case memory, sqlite
        var testDescription: String { rawValue }

        func open() throws -> any LocalDatabase {
            switch self {
            case .memory: MemoryDatabase()
            case .sqlite: try SQLiteDatabase(path: temporaryFile())
            }
        }
    }

    static func post(_ id: UInt64, _ title: String, day: Double = 0, in categories: [UInt64] = [1]) -> WorkshopPost {
        WorkshopPost(
            id: id, title: title, text: "Текст", modifiedAt: Date(timeIntervalSince1970: day * 86_400 + 0.125),
            categories: categories, link: URL(string: "https://golden-sewing.example/\(id)"), isBestOffer: id % 2 == 0,
            attributes: [.init(name: "cloth", values: ["льон"])])
    }

    @Test(arguments: Kind.allCases) func itemsAreStoredAndOverwrittenExactly(kind: Kind) async throws {
        let database = try kind.open()
        var item = CatalogItem(
            id: .max, name: "Cup", price: try #require(Decimal(string: "89.95")),
            photos: [try #require(URL(string: "https://shop.example/cup.png"))],
            attributes: [.init(name: "Size", value: "S", updatedAt: Date(timeIntervalSince1970: 1.5))],
            updatedAt: Date(timeIntervalSince1970: 1_789_000_000.123), isContiguous: true,
            contiguousItemsIds: [1, .max - 1])
        try await database.save([item])
        #expect(try await database.item(.max) == item)
        #expect(try await database.item(0) == nil)
        item.name = "Mug"
        try await database.save([item])
        #expect(try await database.item(.max)?.name == "Mug")
    }

    @Test(arguments: Kind.allCases) func theUserAndTheImagesBeforeLogin(kind: Kind) async throws {
        let database = try kind.open()
        #expect(try await database.user() == nil)
        #expect(try await database.images() == [])
        try await database.save(ShopUser(id: .max, name: "Анна"))
        try await database.save(ShopUser(id: 0, name: "Boris"))
        try await database.save(images: [Data([2]), Data(), Data([1])])
        #expect(try await database.user() == ShopUser(id: 0, name: "Boris"))
        #expect(try await database.images() == [Data([2]), Data(), Data([1])])
        try await database.save(nil as ShopUser?)
        try await database.save(images: [Data([3])])
        #expect(try await database.user() == nil)
        #expect(try await database.images() == [Data([3])])
    }

    @Test(arguments: Kind.allCases) func categoriesAreReplacedAndKeepTheirProgress(kind: Kind) async throws {
        let database = try kind.open()
        let icons = WorkshopCategory(id: 12, name: "Ікони", count: 9)
        let towels = WorkshopCategory(id: .max, name: "рушники", count: 5)
        try await database.save([towels, icons])
        #expect(
            try await database.categories()
                == [icons, towels].sorted { WorkshopSearch.fold($0.name) < WorkshopSearch.fold($1.name) })
        let progress = LoadProgress(
            category: 12, nextPage: 3, checkedAt: Date(timeIntervalSince1970: 10),
            startedAt: Date(timeIntervalSince1970: 20), changedAfter: Date(timeIntervalSince1970: 5), total: 21)
        try await database.save([Self.post(1, "a")], progress: progress)
        try await database.save([], progress: LoadProgress(category: .max, nextPage: nil))
        try await database.save([icons])
        #expect(try await database.categories() == [icons])
        #expect(try await database.progress(of: 12) == progress)
        #expect(try await database.progress(of: .max) == nil)
        #expect(try await database.post(1) == Self.post(1, "a"))
    }

    @Test(arguments: Kind.allCases) func postsOfACategoryComeLastChangedFirst(kind: Kind) async throws {
        let database = try kind.open()
        try await database.save(
            [Self.post(1, "a", day: 1), Self.post(2, "b", day: 3, in: [1, 2]), Self.post(3, "c", day: 3, in: [2])],
            progress: LoadProgress(category: 1, nextPage: 2))
        #expect(try await database.posts(in: 1).map(\.id) == [2, 1])
        #expect(try await database.posts(in: nil).map(\.id) == [3, 2, 1])
        try await database.save(
            [Self.post(2, "b", day: 4, in: [2, 2])], progress: LoadProgress(category: 2, nextPage: nil))
        #expect(try await database.posts(in: 1).map(\.id) == [1])
        #expect(try await database.posts(in: 2).map(\.id) == [2, 3])
        #expect(try await database.progress(of: 1)?.nextPage == 2)
    }

    @Test(
        arguments: Kind.allCases,
        [
            ("вишиванка", nil, [1]), ("ВИШИВАНКА", nil, [1]), ("їжак", nil, [2]), ("ІЖАК", nil, []), ("ЁЛКА", 1, [3]),
            ("елка", nil, []), ("й", nil, [4]), ("100%", nil, [5]), ("%", nil, [5]), ("_", nil, []), ("4", nil, [4]),
            ("4", 2, []), ("004", nil, [4]), ("18446744073709551615", nil, [UInt64.max]),
            ("18446744073709551616", nil, []),
        ] as [(String, UInt64?, [UInt64])])
    func searchesByArticleOrTitle(kind: Kind, test: (typed: String, category: UInt64?, found: [UInt64])) async throws {
        let database = try kind.open()
        try await database.save(
            [
                Self.post(1, "Вишиванка чоловіча"), Self.post(2, "Їжак"), Self.post(3, "ёлка"),
                Self.post(4, "чаи\u{306}"), Self.post(5, "100% льон", in: [2]), Self.post(.max, "Last"),
            ], progress: LoadProgress(category: 1))
        let search = try #require(WorkshopSearch(test.typed))
        #expect(try await database.posts(matching: search, in: test.category).map(\.id) == test.found)
    }

    @Test func nothingTypedIsNoSearch() {
        #expect(WorkshopSearch(" \n") == nil)
    }

    @Test(arguments: Kind.allCases) func ratingsAndViewings(kind: Kind) async throws {
        let database = try kind.open()
        try await database.save(
            (1...4).map { Self.post($0, "p", day: Double($0)) }, progress: LoadProgress(category: 1, nextPage: nil))
        for (post, stars) in [(1, 5), (2, 3), (3, 5), (4, 1), (9, 5)] as [(UInt64, Int)] {
            try await database.rate(post, Rating(stars: stars))
        }
        try await database.rate(4, nil)
        #expect(try await database.ratedPosts().map(\.post.id) == [3, 1, 2])
        #expect(try await database.ratedPosts().map(\.rating.stars) == [5, 5, 3])
        #expect(Rating(stars: 0) == nil && Rating(stars: 6) == nil)
        for (post, second) in [(1, 10), (2, 20), (1, 30), (9, 40)] as [(UInt64, Double)] {
            try await database.recordViewing(of: post, at: Date(timeIntervalSince1970: second))
        }
        #expect(try await database.viewings().map(\.post.id) == [1, 2])
        #expect(try await database.viewings().map(\.moment.timeIntervalSince1970) == [30, 20])
    }

    @Test func aFileIsReopenedWithWhatItHeld() async throws {
        let path = try temporaryFile()
        try await SQLiteDatabase(path: path).save([Self.post(7, "p")], progress: LoadProgress(category: 1, nextPage: 2))
        let again = try SQLiteDatabase(path: path)
        #expect(try await again.post(7) == Self.post(7, "p"))
        #expect(try await again.progress(of: 1)?.nextPage == 2)
        let mode = try await DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        #expect(mode == "wal")
    }

    /// The first version of the app knew neither user nor images, and less of a category's progress.
    @Test func aFileOfTheFirstVersionIsBroughtUpToDate() async throws {
        let path = try temporaryFile()
        let first = try DatabaseQueue(path: path)
        try SQLiteDatabase.migrations.migrate(first, upTo: "catalog and workshop")
        try await first.write {
            try $0.execute(
                sql: "INSERT INTO progress (category, json) VALUES (?, ?)",
                arguments: [Int64.min + 7, #"{"category":7,"nextPage":3}"#])
        }
        try first.close()
        let database = try SQLiteDatabase(path: path)
        #expect(try await database.progress(of: 7) == LoadProgress(category: 7, nextPage: 3))
        try await database.save(ShopUser(id: 1, name: "Anna"))
        #expect(try await database.user()?.id == 1)
    }

    @Test func aFileThatIsNoDatabaseIsRefused() throws {
        let path = try temporaryFile()
        try Data(repeating: 0x41, count: 4_096).write(to: URL(fileURLWithPath: path))
        #expect(throws: DatabaseError.self) { try SQLiteDatabase(path: path) }
    }

    @Test func aFileOfANewerVersionIsRefused() async throws {
        let path = try temporaryFile()
        _ = try SQLiteDatabase(path: path)
        try await DatabaseQueue(path: path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('of the future')")
        }
        #expect(throws: DatabaseError.self) { try SQLiteDatabase(path: path) }
    }
}

/// A file that goes, with those that SQLite lays beside it, when the process of the tests ends.
func temporaryFile() throws -> String {
    try FileManager.default.createDirectory(at: temporaryFolder, withIntermediateDirectories: true)
    return temporaryFolder.appendingPathComponent("\(UUID().uuidString).sqlite").path
}

private let temporaryFolder: URL = {
    atexit { removeTemporaryFolder() }
    return FileManager.default.temporaryDirectory.appendingPathComponent("reference-store-\(UUID().uuidString)")
}()

private func removeTemporaryFolder() {
    do {
        try FileManager.default.removeItem(at: temporaryFolder)
    } catch {
        // The tests have ended: there is nobody left to tell.
    }
}
