// Opening an item of the catalog: what is asked for, what is stored, and what is left alone.

import Foundation
import Testing

@testable import ReferenceClient

@Suite struct CatalogTests {
    static func item(_ id: UInt64, contiguous: Bool, size: String, status: Int = 200) -> String {
        """
        {"id":\(id),"name":"Cup &amp; saucer","description":"d","price":9.90,"contiguous":\(contiguous),"photos":[],
        "attributes":[{"name":"Size","value":"\(size)","updated_at":"2026-09-01T10:00:00Z"}],
        "updated_at":"2026-09-01T10:00:00.5+02:00"}
        """
    }
    static let main = item(1, contiguous: false, size: "Choose a size")
    static let variations = [item(2, contiguous: true, size: "S"), item(3, contiguous: true, size: "M")]

    /// A shop with one group: 1 is the main item, 2 and 3 its variations; 9 is alone.
    static let shop: [String: HTTPReply] = [
        "/static/catalog/items/1/": HTTPReply(200, json: main),
        "/static/catalog/items/1/contiguous/": HTTPReply(200, json: "[\(variations.joined(separator: ","))]"),
        "/static/catalog/items/2/": HTTPReply(200, json: variations[0]),
        "/static/catalog/items/2/contiguous/": HTTPReply(200, json: "[\(main)]"),
        "/static/catalog/items/9/": HTTPReply(200, json: item(9, contiguous: false, size: "S")),
        "/static/catalog/items/9/contiguous/": HTTPReply(200, json: "[]"),
    ]

    static func server(_ answers: [String: HTTPReply]) -> StagedServer {
        StagedServer { call, _ in answers[call.target] ?? HTTPReply(404) }
    }

    static func catalog(_ server: StagedServer, _ database: MemoryDatabase = MemoryDatabase()) -> Catalog {
        Catalog(api: SelectableCatalog.Client(transport: server), database: database)
    }

    @Test func bothRequestsAreUnderWayAtTheSameTime() async throws {
        let (both, arrived) = AsyncStream<Void>.makeStream()
        let meeting = Meeting(of: 2) { arrived.finish() }
        let server = StagedServer { call, _ in
            // Each waits for the other: one after the other would never end.
            await meeting.arrive()
            for await _ in both {}
            return Self.shop[call.target] ?? HTTPReply(404)
        }
        let choice = try await Self.catalog(server).open(1)
        #expect(choice.shown.id == 1)
    }

    @Test func aMainItemLeadsToItsGroupWhichIsLinkedAndStored() async throws {
        let database = MemoryDatabase()
        let choice = try await Self.catalog(Self.server(Self.shop), database).open(1)
        guard case .variations(let card) = choice else {
            Issue.record("no group")
            return
        }
        #expect(card.group.items.map(\.id) == [1, 2, 3])
        #expect(choice.orderableID == nil)
        for (id, others, isContiguous) in [(1, [2, 3], false), (2, [1, 3], true), (3, [1, 2], true)]
            as [(UInt64, [UInt64], Bool)]
        {
            let stored = try #require(await database.item(id))
            #expect(stored.contiguousItemsIds == others)
            #expect(stored.isContiguous == isContiguous)
        }
        #expect(await database.item(1)?.name == "Cup & saucer")
        #expect(await database.item(1)?.price == Decimal(string: "9.9"))
        #expect(await database.item(1)?.updatedAt == Date(timeIntervalSince1970: 1_788_249_600.5))
    }

    @Test func aVariationLeadsToItsMainItemFirst() async throws {
        let server = Self.server(Self.shop)
        let choice = try await Self.catalog(server).open(2)
        #expect(choice.shown.id == 2 && choice.orderableID == 2)
        let sent = server.calls.map(\.target)
        #expect(Set(sent[..<2]) == ["/static/catalog/items/2/", "/static/catalog/items/2/contiguous/"])
        #expect(Set(sent[2...]) == ["/static/catalog/items/1/", "/static/catalog/items/1/contiguous/"])
    }

    @Test func anItemWithoutVariationsIsOrderedAsItIs() async throws {
        let database = MemoryDatabase()
        let choice = try await Self.catalog(Self.server(Self.shop), database).open(9)
        #expect(choice.orderableID == 9)
        #expect(await database.item(9) == nil)
    }

    @Test(arguments: [
        "/static/catalog/items/1/", "/static/catalog/items/1/contiguous/", "/static/catalog/items/2/",
        "/static/catalog/items/2/contiguous/",
    ])
    func aFailureOfAnyRequestLeavesWhatIsStoredUntouched(failing: String) async throws {
        let database = MemoryDatabase()
        _ = try await Self.catalog(Self.server(Self.shop), database).open(1)
        let before = [await database.item(1), await database.item(2), await database.item(3)]
        for reply in [HTTPReply(500), HTTPReply(404), HTTPReply(200, json: "{}")] {
            var answers = Self.shop.mapValues { reply in
                HTTPReply(reply.status, json: String(decoding: reply.body, as: UTF8.self).replacing("9.90", with: "1"))
            }
            answers[failing] = reply
            await #expect(throws: ClientError.self) { try await Self.catalog(Self.server(answers), database).open(2) }
            #expect([await database.item(1), await database.item(2), await database.item(3)] == before)
        }
    }

    @Test(arguments: [
        ("/static/catalog/items/1/", HTTPReply(200, json: variations[0])),
        ("/static/catalog/items/2/contiguous/", HTTPReply(200, json: "[]")),
        ("/static/catalog/items/2/contiguous/", HTTPReply(200, json: "[\(variations[1])]")),
        ("/static/catalog/items/2/contiguous/", HTTPReply(200, json: "[\(main),\(main)]")),
        ("/static/catalog/items/1/contiguous/", HTTPReply(200, json: "[\(variations[1])]")),
    ])
    func aGroupThatDoesNotHangTogetherIsAnError(path: String, reply: HTTPReply) async throws {
        var answers = Self.shop
        answers[path] = reply
        do throws(ClientError) {
            _ = try await Self.catalog(Self.server(answers)).open(2)
            Issue.record("expected an error")
        } catch {
            guard case .contractBroken = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func theStoredGroupIsThereWithoutANetwork() async throws {
        let database = MemoryDatabase()
        _ = try await Self.catalog(Self.server(Self.shop), database).open(1)
        let offline = Self.catalog(StagedServer { _, _ in throw URLError(.notConnectedToInternet) }, database)
        await #expect(throws: ClientError.noNetwork) { try await offline.open(3) }
        let stored = try #require(try await offline.stored(3))
        #expect(stored.shown.id == 3 && stored.group.items.map(\.id) == [1, 2, 3])
        #expect(try await offline.stored(4)?.shown.id == nil)
    }

    @Test(arguments: [
        (404, ClientError.refused(.unknownItem)), (500, .serverFailed(status: 500)),
        (418, .undocumented(operation: "getItem", status: 418)),
    ])
    func eachStatus(status: Int, expected: ClientError) async throws {
        await #expect(throws: expected) { try await Self.catalog(StagedServer(HTTPReply(status))).open(1) }
    }

    @Test func theCardShowsPlaceholdersUntilAllIsChosen() async throws {
        let choice = try await Self.catalog(Self.server(Self.shop)).open(1)
        #expect(
            try VariationContent(choice: choice).lines == [
                ["Cup & saucer", "9.90 | № 1", "Choose a variation to order", "d"],
                ["Size", "M", "S", "Choose a size"],
            ])
        guard case .variations(var card) = choice else { return }
        card.choose("M", of: "Size")
        let content = VariationContent(choice: .variations(card))
        #expect(
            try content.lines == [["Cup & saucer", "9.90 | № 3", "Put № 3 into the cart", "d"], ["Size", "M", "S"]])
        #expect(try content.tree().items[1].items.map(\.row?.cellIdentifier) == ["radio-on", "radio-off"])
        #expect(try content.tree().isValid)
        #expect(try VariationContent(choice: choice).tree().isValid == false)
    }
}

/// Tells once so many have arrived.
private actor Meeting {
    private var missing: Int
    private let complete: @Sendable () -> Void

    init(of count: Int, _ complete: @escaping @Sendable () -> Void) {
        missing = count
        self.complete = complete
    }

    func arrive() {
        missing -= 1
        if missing == 0 { complete() }
    }
}
