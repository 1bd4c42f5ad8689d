// An app's cart, tested against the mock of its backend.

import CounterpartTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What is tested: the part of an app that talks to the shop.
struct CartClient {
    struct Refused: Error { let status: Int }

    let server: URL

    func add(product: Int, amount: Int, user: Int) async throws {
        let change = ["user_id": user, "product_id": product, "amount": amount]
        var request = URLRequest(url: server.appending(path: "api/cart/add_to_cart"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(change)
        // A backend that is not there for a moment is asked once more.
        for attempt in 1...2 {
            let (_, response) = try await URLSession.shared.data(for: request)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            if status == 200 { return }
            if status != 503 || attempt == 2 { throw Refused(status: status) }
        }
    }
}

@Suite(.mockBackend("Contracts/sneaker-shop"))
struct CartTests {
    @Test func aProductGoesIntoTheCart() async throws {
        let backend = try MockBackend.current
        try backend.setState("/cart", to: "[]")
        try await CartClient(server: backend.url).add(product: 1001, amount: 2, user: 1)

        let request = try await backend.received("addToCart", json: #"{"product_id": 1001, "amount": 2}"#)
        #expect(request.status == 200)
        let cart = try backend.state("/cart")
        #expect(String(decoding: cart, as: UTF8.self) == #"[{"user_id":1,"product_id":1001,"number":2}]"#)
    }

    @Test func aBackendThatIsAwayForAMomentIsAskedAgain() async throws {
        let backend = try MockBackend.current
        try backend.answer("addToCart", .status(503, headers: ["Retry-After": "0"]))
        try await CartClient(server: backend.url).add(product: 1001, amount: 1, user: 1)

        try await backend.received(.post, "/api/cart/add_to_cart", count: 2)
        #expect(backend.requests.map(\.status) == [503, 200])
    }

    @Test func anAnswerThatIsNoneIsAnError() async throws {
        let backend = try MockBackend.current
        try backend.answer("addToCart", .fault("garbage"))
        await #expect(throws: URLError.self) {
            try await CartClient(server: backend.url).add(product: 1001, amount: 1, user: 1)
        }
    }

    @Test func aMainItemIsRefused() async throws {
        let backend = try MockBackend.current
        let refused = await #expect(throws: CartClient.Refused.self) {
            try await CartClient(server: backend.url).add(product: 5000, amount: 1, user: 1)
        }
        #expect(refused?.status == 400)
    }
}
