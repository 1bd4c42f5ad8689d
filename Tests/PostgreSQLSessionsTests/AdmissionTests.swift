// Whom a server lets in: passwords and TLS.

#if PostgreSQL
import Foundation
import SessionStores
import Testing

@testable import PostgreSQLSessions

struct AdmissionTests {
    private let server: TestServer
    private let plain: String

    init() throws {
        server = try TestServer.guarded()
        plain = String(server.url.prefix { $0 != "?" })
    }

    @Test func passwords() async throws {
        let password = try String(contentsOfFile: server.file("password"), encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        await (try PostgreSQLStore.open(plain.replacing("counterpart@", with: "counterpart:\(password)@"))).close()
        await (try PostgreSQLStore.open("\(plain)?password=\(password)")).close()
        await (try PostgreSQLStore.open("\(plain)?passfile=\(server.file("pgpass"))")).close()
        let wrong = try await #require(throws: StoreFailure.self) {
            try await PostgreSQLStore.open(plain.replacing("counterpart@", with: "counterpart:s3cret@"))
        }
        #expect(wrong.message.contains("password authentication failed for user"))
        #expect(wrong.remedy == "See whether user and password are right.")
        #expect(!"\(wrong)".contains("s3cret"))
        let missing = try await #require(throws: StoreFailure.self) {
            try await PostgreSQLStore.open("\(plain)?passfile=/dev/null")
        }
        #expect(missing.remedy.contains("PGPASSFILE"))
    }

    @Test(arguments: [("require", "t"), ("verify-ca", "t"), ("disable", "f")])
    func isSecureAsTheURLSays(mode: String, isSecure: String) async throws {
        let name = "tls-\(mode)"
        let url =
            try server.url("sslmode", mode) + "&sslrootcert=\(server.file("certificate"))&application_name=\(name)"
        let store = try await PostgreSQLStore.open(url)
        let found = try server.psql(
            "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = '\(name)'")
        #expect(found == isSecure)
        await store.close()
    }

    @Test func aCertificateOfAnotherAuthorityIsRefused() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try TestServer.output(
            "/usr/bin/env",
            [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=other", "-keyout",
                "\(folder)/key", "-out", "\(folder)/certificate",
            ])
        let url = server.url("sslmode", "verify-ca") + "&sslrootcert=\(folder)/certificate"
        let failure = try await #require(throws: StoreFailure.self) { try await PostgreSQLStore.open(url) }
        #expect(failure.message.contains("certificate verify failed"))
    }
}
#endif
