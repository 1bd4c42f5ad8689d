// Two hundred clients of one server at once, each with a session of its own.

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import HTTPWire
import SecureWire
import Testing

@testable import Mocking

@Suite(.timeLimit(.minutes(10))) struct SessionSocketTests {
    /// Each fills the cart of the same user with products and amounts of its own, and sees nothing else in it.
    @Test func twoHundredReadNothingOfEachOther() async throws {
        let mock = try AppContract.load("sneaker-shop").mock()
        let listener = try await HTTPListener.start(.init()) { request in
            let answer = mock.answer(request)
            return .now(OutgoingResponse(answer.response, delivery: answer.delivery))
        }
        let sender = HTTPSender(timeout: .seconds(60))
        let products = [1001, 1002, 1101, 1102, 1103, 1104, 2001, 2002, 2003, 2101]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let product = products[number % products.count]
                    for added in 1...3 {
                        let body = #"{"user_id":2,"product_id":\#(product),"amount":\#(number + 1)}"#
                        let add = Request(
                            method: .post, target: "/_counterpart/sessions/s\(number)/api/cart/add_to_cart",
                            headers: [.contentType: "application/json"], body: Array(body.utf8))
                        #expect(try await sender.send(add, to: listener.address).status == 200)
                        let read = Request(
                            target: "/_counterpart/sessions/s\(number)/api/cart/get_products_in_cart?user_id=2")
                        let cart = try await JSON(parsing: sender.send(read, to: listener.address).body)
                        #expect(cart.array?.count == 1)
                        #expect(cart[0]?["id"] == .number(JSONNumber(product)))
                        #expect(cart[0]?["number"] == .number(JSONNumber((number + 1) * added)))
                    }
                }
            }
            try await group.waitForAll()
        }
        await sender.shutdown()
        await listener.shutdown()
        #expect(mock.sessionIDs.count == 200)
    }
}
