// The local database in a SQLite file, through GRDB.

public import Foundation
import GRDB
public import ReferenceClient

/// A `LocalDatabase` in a SQLite file with a write-ahead log: what a method has returned from outlives the process.
///
/// Ids are kept in rising order although SQLite's integers have a sign: 0 is stored as the smallest.
// The protocol documents its methods.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public struct SQLiteDatabase: LocalDatabase {
    private let pool: DatabasePool

    /// Opens the file, or makes it, and brings its schema up to date.
    ///
    /// - Throws: `DatabaseError` where the file is no database, is of a newer version of the app, or cannot be written.
    public init(path: String) throws {
        pool = try DatabasePool(path: path)
        try Self.migrations.migrate(pool)
        guard try pool.read({ try !Self.migrations.hasBeenSuperseded($0) }) else {
            throw DatabaseError(message: "The database \(path) was written by a newer version of the app.")
        }
    }

    public func save(_ user: ShopUser?) async throws {
        try await pool.write { database in
            try database.execute(sql: "DELETE FROM shopUser")
            guard let user else { return }
            try database.execute(
                sql: "INSERT INTO shopUser (id, name) VALUES (?, ?)", arguments: [key(user.id), user.name])
        }
    }

    public func user() async throws -> ShopUser? {
        try await pool.read { database in
            try Row.fetchOne(database, sql: "SELECT id, name FROM shopUser")
                .map { ShopUser(id: id($0["id"]), name: $0["name"]) }
        }
    }

    public func save(images: [Data]) async throws {
        try await pool.write { database in
            try database.execute(sql: "DELETE FROM deviceImage")
            for image in images {
                try database.execute(sql: "INSERT INTO deviceImage (bytes) VALUES (?)", arguments: [image])
            }
        }
    }

    public func images() async throws -> [Data] {
        try await pool.read { database in
            try Data.fetchAll(database, sql: "SELECT bytes FROM deviceImage ORDER BY id")
        }
    }

    public func save(_ items: [CatalogItem]) async throws {
        try await pool.write { database in
            for item in items {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO catalogItem (id, json) VALUES (?, ?)",
                    arguments: [key(item.id), try encoded(item)])
            }
        }
    }

    public func item(_ id: UInt64) async throws -> CatalogItem? {
        try await pool.read { database in
            try String.fetchOne(database, sql: "SELECT json FROM catalogItem WHERE id = ?", arguments: [key(id)])
                .map(decoded)
        }
    }

    public func save(_ categories: [WorkshopCategory]) async throws {
        try await pool.write { database in
            try database.execute(sql: "DELETE FROM category")
            for category in categories {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO category (id, name, foldedName, count) VALUES (?, ?, ?, ?)",
                    arguments: [key(category.id), category.name, WorkshopSearch.fold(category.name), category.count])
            }
            try database.execute(sql: "DELETE FROM progress WHERE category NOT IN (SELECT id FROM category)")
        }
    }

    public func categories() async throws -> [WorkshopCategory] {
        try await pool.read { database in
            try Row.fetchAll(database, sql: "SELECT id, name, count FROM category ORDER BY foldedName, id")
                .map { WorkshopCategory(id: id($0["id"]), name: $0["name"], count: $0["count"]) }
        }
    }

    public func save(_ posts: [WorkshopPost], progress: LoadProgress) async throws {
        try await pool.write { database in
            for post in posts {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO post (id, foldedTitle, modifiedAt, json) VALUES (?, ?, ?, ?)",
                    arguments: [
                        key(post.id), WorkshopSearch.fold(post.title), post.modifiedAt.timeIntervalSince1970,
                        try encoded(post),
                    ])
                try database.execute(sql: "DELETE FROM postCategory WHERE post = ?", arguments: [key(post.id)])
                for category in Set(post.categories) {
                    try database.execute(
                        sql: "INSERT INTO postCategory (category, post) VALUES (?, ?)",
                        arguments: [key(category), key(post.id)])
                }
            }
            try database.execute(
                sql: "INSERT OR REPLACE INTO progress (category, json) VALUES (?, ?)",
                arguments: [key(progress.category), try encoded(progress)])
        }
    }

    public func progress(of category: UInt64) async throws -> LoadProgress? {
        try await pool.read { database in
            try String.fetchOne(
                database, sql: "SELECT json FROM progress WHERE category = ?", arguments: [key(category)]
            )
            .map(decoded)
        }
    }

    public func post(_ id: UInt64) async throws -> WorkshopPost? {
        try await posts("WHERE id = ?", [key(id)]).first
    }

    public func posts(in category: UInt64?) async throws -> [WorkshopPost] {
        try await posts(category.map(Self.inCategory) ?? "", [])
    }

    public func posts(matching search: WorkshopSearch, in category: UInt64?) async throws -> [WorkshopPost] {
        let scope = category.map { Self.inCategory($0) + " AND" } ?? "WHERE"
        return switch search {
        case .article(let number): try await posts("\(scope) id = ?", [key(number)])
        case .title(let folded): try await posts("\(scope) instr(foldedTitle, ?) > 0", [folded])
        }
    }

    public func rate(_ post: UInt64, _ rating: Rating?) async throws {
        try await pool.write { database in
            if let rating {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO rating (post, stars) VALUES (?, ?)",
                    arguments: [key(post), rating.stars])
            } else {
                try database.execute(sql: "DELETE FROM rating WHERE post = ?", arguments: [key(post)])
            }
        }
    }

    public func ratedPosts() async throws -> [RatedPost] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT json, stars FROM post JOIN rating ON rating.post = post.id
                    ORDER BY stars DESC, modifiedAt DESC, id DESC
                    """
            ).compactMap { row in
                try Rating(stars: row["stars"]).map { RatedPost(post: try decoded(row["json"]), rating: $0) }
            }
        }
    }

    public func recordViewing(of post: UInt64, at moment: Date) async throws {
        try await pool.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO viewing (post, moment) VALUES (?, ?)",
                arguments: [key(post), moment.timeIntervalSince1970])
        }
    }

    public func viewings() async throws -> [Viewing] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql:
                    "SELECT json, moment FROM post JOIN viewing ON viewing.post = post.id ORDER BY moment DESC, id DESC"
            ).map { row in
                Viewing(post: try decoded(row["json"]), moment: Date(timeIntervalSince1970: row["moment"]))
            }
        }
    }

    private func posts(_ condition: String, _ arguments: StatementArguments) async throws -> [WorkshopPost] {
        try await pool.read { database in
            try String.fetchAll(
                database, sql: "SELECT json FROM post \(condition) ORDER BY modifiedAt DESC, id DESC",
                arguments: arguments
            ).map(decoded)
        }
    }

    private static func inCategory(_ category: UInt64) -> String {
        "WHERE id IN (SELECT post FROM postCategory WHERE category = \(key(category)))"
    }
}

/// SQLite's integers are signed: the offset keeps the order of ids.
private func key(_ id: UInt64) -> Int64 { Int64(bitPattern: id ^ (1 << 63)) }

private func id(_ key: Int64) -> UInt64 { UInt64(bitPattern: key) ^ (1 << 63) }

private func encoded(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
}

private func decoded<Value: Decodable>(_ json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
}
