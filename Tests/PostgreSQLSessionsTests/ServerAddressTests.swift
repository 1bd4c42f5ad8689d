// URLs of servers: what is told of them, and what never is.

#if PostgreSQL
import SessionStores
import Testing

@testable import PostgreSQLSessions

struct ServerAddressTests {
    @Test(arguments: [
        ("postgresql://anna@db.example:5433/shop", "db.example:5433, database shop"),
        ("postgresql://anna:s3cret@db.example/shop", "db.example, database shop"),
        ("postgres://anna:s3cret@a,b:5432/", "a,b:,5432"),
        ("postgresql:///shop?host=/run/postgresql&password=s3cret", "/run/postgresql, database shop"),
        ("postgresql://", "the host that libpq takes"),
    ])
    func tellsWhichServerIsMeant(url: String, text: String) throws {
        #expect(try ServerAddress(url).description == text)
    }

    @Test(arguments: [
        ("postgresql://anna:s3cret@s3cret@db.example/shop", "the URL of the server has an @ too many"),
        ("postgresql://anna:s3cret/s3cret@db.example/shop", "the URL of the server has an @ too many"),
        (
            "postgresql://anna:s3cret/s3?cret@db.example/shop",
            #"the URL of the server: missing key/value separator "…" in URI query parameter: "…""#
        ),
        ("postgresql://anna:s3cret%zz@db.example/shop", #"the URL of the server: invalid percent-encoded token: "…""#),
        (
            "postgresql://anna:s3cret@[::1/shop",
            #"the URL of the server: end of string reached when looking for matching "…" in IPv6 host address in URI: "…""#
        ),
        ("postgresql://db.example:s3cret/shop", "the port in the URL of the server is no number up to 65535"),
        ("postgresql://db.example/shop?pasword=s3cret@", #"the URL of the server: invalid URI query parameter: "…""#),
        (
            "postgresql://db.example/shop?sslmod=require",
            #"the URL of the server: invalid URI query parameter: "sslmod""#
        ),
        ("postgres:anna:s3cret@db.example", "the URL of a server begins with postgresql://"),
        ("postgresq://anna:s3cret@db.example", "the URL of a server begins with postgresql://"),
    ])
    func saysWhatIsWrongWithoutThePassword(url: String, message: String) throws {
        let failure = try #require(throws: StoreFailure.self) { try ServerAddress(url) }
        #expect(failure.message == message)
        #expect(!"\(failure)".contains("s3"))
    }

    @Test(arguments: [
        "postgresql://counterpart:s3cret@127.0.0.1:1/shop", "postgresql://counterpart:s3cret@host.invalid/shop",
        "postgresql://counterpart:s3cret@127.0.0.1:1/shop?sslmode=verify-full&sslrootcert=/s/none&sslpassword=s3cret",
    ])
    func whatCannotConnectTellsNoPassword(url: String) async throws {
        let failure = try await #require(throws: StoreFailure.self) { try await PostgreSQLStore.open(url) }
        #expect(failure.message.hasPrefix("PostgreSQL: "))
        #expect(!"\(failure)".contains("s3cret"))
    }

    @Test func storesHaveNoPasswordInTheirNames() {
        let url = StoreURL("postgresql://anna:s3cret@db.example")
        #expect(url == .postgresql("postgresql://anna:s3cret@db.example"))
        #expect(url.map { "\($0)" } == "postgresql://…")
        #expect(StoreURL("postgrse://anna:s3cret@db.example") != nil)
        #expect(StoreURL("file.db") == nil)
    }
}
#endif
