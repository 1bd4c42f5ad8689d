// The same cart through a generated client: operations, bodies and states by their names and types.

import CounterpartTesting
import ReferenceClient
import Testing

@Suite(.mockBackend("Contracts/sneaker-shop"))
struct TypedCartTests {
    @Test func aProductGoesIntoTheCart() async throws {
        let backend = try MockBackend.current
        let client = SneakerShop.Client(url: try backend.url)
        try backend.setState(\.cart, to: [SneakerShop.CartLine]())
        _ = try await client.addToCart(.init(body: .init(userID: 1, productID: 1001, amount: 2)))

        let sent = try await backend.received(.addToCart)
        #expect(sent.body.productID == 1001 && sent.body.amount == 2 && sent.status == 200)
        #expect(try backend.state(\.cart[0]["number"], as: Int.self) == 2)
    }

    @Test func aBackendThatIsAwayIsNoSuccess() async throws {
        let backend = try MockBackend.current
        let client = SneakerShop.Client(url: try backend.url)
        try backend.answer(.addToCart, .status(503))
        let answer = try await client.addToCart(.init(body: .init(userID: 1, productID: 1001)))
        #expect(answer.status == 503)
    }

    @Test func anAnswerThatBreaksOffIsAnError() async throws {
        let backend = try MockBackend.current
        let client = SneakerShop.Client(url: try backend.url)
        try backend.setFault(.reset(after: .bytes(10)), of: .getPromotions, .getProductsInCart)
        try backend.setLatency(.lognormal(median: .milliseconds(2), p95: .milliseconds(6)), of: .getPromotions)
        await #expect(throws: CallError.self) { try await client.getPromotions(.init(userID: 1)) }
        try backend.receivedNone(of: .login)
    }
}
