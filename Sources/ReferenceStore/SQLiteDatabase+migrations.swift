// The schema of the database file, as the steps that lead to it. A step that has shipped is never changed.

import GRDB

extension SQLiteDatabase {
    static var migrations: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("catalog and workshop") { database in
            try database.create(table: "catalogItem") { table in
                table.primaryKey("id", .integer)
                table.column("json", .text).notNull()
            }
            try database.create(table: "category") { table in
                table.primaryKey("id", .integer)
                table.column("name", .text).notNull()
                table.column("foldedName", .text).notNull()
                table.column("count", .integer).notNull()
            }
            try database.create(table: "progress") { table in
                table.primaryKey("category", .integer)
                table.column("json", .text).notNull()
            }
            try database.create(table: "post") { table in
                table.primaryKey("id", .integer)
                table.column("foldedTitle", .text).notNull()
                table.column("modifiedAt", .double).notNull().indexed()
                table.column("json", .text).notNull()
            }
            try database.create(table: "postCategory", options: .withoutRowID) { table in
                table.primaryKey {
                    table.column("category", .integer)
                    table.column("post", .integer)
                }
            }
            try database.create(table: "rating") { table in
                table.primaryKey("post", .integer)
                table.column("stars", .integer).notNull()
            }
            try database.create(table: "viewing") { table in
                table.primaryKey("post", .integer)
                table.column("moment", .double).notNull()
            }
        }
        migrator.registerMigration("session and images before login") { database in
            try database.create(table: "shopUser") { table in
                table.primaryKey("id", .integer)
                table.column("name", .text).notNull()
            }
            try database.create(table: "deviceImage") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("bytes", .blob).notNull()
            }
        }
        return migrator
    }
}
