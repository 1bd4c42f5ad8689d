// Sessions that mocks of one process share.

import SessionStoreSuite
import SessionStores
import Testing

struct MemoryStoreTests {
    @Test(arguments: StoreDemand.all) func meets(demand: StoreDemand) async throws {
        #expect(try await demand.unmet(by: MemoryStore(), contract: "shop") == [])
    }

    @Test(arguments: [
        ("memory", StoreURL.memory), ("sqlite:a b.db", .sqlite("a b.db")), ("sqlite:/var/x.db", .sqlite("/var/x.db")),
        ("postgresql://db", .postgresql("postgresql://db")), ("mysql://db", .postgresql("mysql://db")),
        ("host=db password=s3cret", .postgresql("host=db password=s3cret")),
    ])
    func storesAreNamed(text: String, store: StoreURL) { #expect(StoreURL(text) == store) }

    @Test(arguments: ["", "sqlite:", "sqlite", "Memory", "postgresql:db"])
    func otherTextsNameNone(text: String) { #expect(StoreURL(text) == nil) }
}
