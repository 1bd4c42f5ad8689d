// Names and types in place of texts: what they read, what they refuse, and where their mistakes are shown.

import Foundation
import JSONValues
import ReferenceClient
import Testing

@testable import CounterpartTesting

@Suite(.timeLimit(.minutes(10))) struct TypedBackendTests {
    private static let shop = "Contracts/sneaker-shop"

    private struct Dated: Codable, Equatable { var at: Date }

    private func add(_ product: UInt64, to backend: MockBackend) async throws {
        _ = try await SneakerShop.Client(url: try backend.url)
            .addToCart(.init(body: .init(userID: 1, productID: product, amount: 3)))
    }

    @Test func aBodyIsWaitedForByItsValue() async throws {
        let backend = try await MockBackend.start(Self.shop)
        try await add(1001, to: backend)
        try await add(1002, to: backend)
        let first = try await backend.received(.addToCart, body: .init(userID: 1, productID: 1001))
        #expect(first.number == 1 && first.body.amount == 3)
        // Within a macro a call has the line of the macro.
        let line = #line + 2
        let ask = {
            try await backend.received(.addToCart, body: .init(userID: 1, productID: 1003), within: .milliseconds(1))
        }
        let missing = await #expect(throws: MockBackendError.self) { try await ask() }
        #expect(missing?.description.hasPrefix("TypedBackendTests.swift:\(line): addToCart was asked not at") == true)
        #expect(missing?.message.contains("product_id") == true)
    }

    @Test func aBodyThatIsNoneOfTheTypeSaysWhere() async throws {
        let backend = try await MockBackend.start(Self.shop)
        try await add(1001, to: backend)
        let other = MockOperation<SneakerShop.LikeChange>("addToCart", json: SneakerShop.LikeChange.self)
        let wrong = await #expect(throws: MockBackendError.self) { try await backend.received(other) }
        #expect(
            wrong?.message.hasPrefix("The body of request 1 is no LikeChange: $") == true, "\(wrong?.message ?? "")")
        let none = await #expect(throws: MockBackendError.self) {
            try await backend.received(MockOperation<Data>("addToBasket"))
        }
        #expect(none?.message.contains("The contract has no operation addToBasket. It has addToCart") == true)
    }

    @Test func statesAreOfATypeAndDatesAreRFC3339() async throws {
        let backend = try await MockBackend.start(Self.shop)
        try backend.setState(\.cart, to: [Row(user_id: 1, product_id: 1001, number: 4)])
        let cart = try await SneakerShop.Client(url: try backend.url).getProductsInCart(.init(userID: 1)).ok
        #expect(cart.map(\.number) == [4])
        let wrong = #expect(throws: MockBackendError.self) { try backend.state(\.cart, as: [Dated].self) }
        #expect(
            wrong?.message.hasPrefix("What is at /cart is no Array<Dated>: $[0]") == true, "\(wrong?.message ?? "")")
        #expect(throws: MockBackendError.self) { try backend.setState(\.cart, to: [1]) }
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"), (1_772_366_400.25, "2026-03-01T12:00:00.25Z"),
            (-0.5, "1969-12-31T23:59:59.5Z"),
        ] {
            let dated = Dated(at: Date(timeIntervalSince1970: seconds))
            #expect(try TestJSON.text(dated) == #"{"at":"\#(text)"}"#)
            #expect(try TestJSON.decoder.decode(Dated.self, from: Data(TestJSON.text(dated).utf8)) == dated)
        }
    }

    private struct Row: Codable { var user_id, product_id, number: Int }

    /// Whatever is told to the backend: an error is shown at the line that told it.
    @Test func everyMistakeSaysWhichLineItIsIn() async throws {
        let backend = try await MockBackend.start(Self.shop)
        let unknown = MockOperation<NoBody>("noSuchOperation")
        let first = #line + 2
        let mistakes: [() throws -> Void] = [
            { try backend.answer("noSuchOperation", .status(500)) },
            { try backend.answer(unknown, .status(500)) },
            { try backend.setFaults("[") },
            { try backend.setFault(.close, of: "noSuchOperation") },
            { try backend.setFault(.close, of: unknown) },
            { try backend.setLatency("{") },
            { try backend.setLatency(.fixed(.seconds(1)), operations: ["noSuchOperation": .fixed(.zero)]) },
            { try backend.setLatency(.fixed(.seconds(1)), of: unknown) },
            { try backend.setState("/cart", to: "[") },
            { try backend.setState("/cart", to: ["a"]) },
            { try backend.setState(\.cart, to: ["a"]) },
            { _ = try backend.state("/basket") },
            { _ = try backend.state("/cart", as: Int.self) },
            { try backend.receivedNone(of: "noSuchOperation") },
            { try backend.receivedNone(of: unknown) },
        ]
        for (index, mistake) in mistakes.enumerated() {
            let error = #expect(throws: MockBackendError.self, "\(index)", performing: mistake)
            #expect(error?.description.hasPrefix("TypedBackendTests.swift:\(first + index): ") == true, "\(index)")
        }
    }

    @Test func underTheTraitAnErrorIsAnIssueAtItsLine() async throws {
        let line = #line + 5
        try await withKnownIssue {
            let trait: MockBackendTrait = .mockBackend(Self.shop)
            let test = try #require(Test.current)
            try await trait.provideScope(for: test, testCase: nil) {
                try MockBackend.current.answer("noSuchOperation", .status(500))
            }
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.sourceLocation?.fileName == "TypedBackendTests.swift"
                && issue.error is MockBackendError
        }
    }
}
