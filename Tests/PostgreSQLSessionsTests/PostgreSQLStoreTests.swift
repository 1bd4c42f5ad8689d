// Sessions in a database of PostgreSQL.

#if PostgreSQL
import PostgreSQLSessions
import SessionStoreSuite
import SessionStores
import Testing

/// Without a server they fail: a check that is skipped silently is none.
struct PostgreSQLStoreTests {
    @Test(arguments: StoreDemand.all) func meets(demand: StoreDemand) async throws {
        let store = try await PostgreSQLStore.open(TestServer.common().url)
        // Another contract in each run: the server may be one that others use.
        #expect(try await demand.unmet(by: store, contract: "shop-\(UInt64.random(in: 0...UInt64.max))") == [])
        await store.close()
    }
}
#endif
