// Exchanges written as a pact: what is read back, merged and served.

import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import Testing

@testable import Pact

struct PactWriterTests {
    private static let read = Request(
        target: "/orders/7?fields=id&fields=total", headers: [.accept: "application/json", .authorization: "redacted"])
    private static let order = Response(
        status: 200, headers: [.contentType: "application/json"],
        body: Array(#"{"id": 7, "lines": [{"sku": "A"}]}"#.utf8))
    private static let place = Request(
        method: .post, target: "/orders", headers: [.contentType: "application/json"],
        body: Array(#"{"sku": "A"}"#.utf8))
    private static let placed = Response(status: 201, headers: [.location: "/orders/8"])
    private static let picture = Response(
        status: 200, headers: [.contentType: "image/png"], body: [0x89, 0x50, 0x4E, 0x47, 0])

    private func writer(_ exchanges: [(Request, Response, String)]) -> PactWriter {
        var writer = PactWriter(consumer: "app", provider: "orders")
        for (request, response, operation) in exchanges { writer.add(request, response, of: operation) }
        return writer
    }

    private var all: [(Request, Response, String)] {
        [
            (Self.read, Self.order, "readOrder"), (Self.place, Self.placed, "placeOrder"),
            (Request(target: "/logo"), Self.picture, "logo"),
        ]
    }

    @Test func whatIsWrittenIsReadAndServed() throws {
        let document = try writer(all).document(mergedInto: nil)
        let (pact, diagnostics) = Pact.read(Array(document.serialized().utf8), name: "x.json")
        #expect(diagnostics.isEmpty)
        let provider = ExpectedProvider([try #require(pact)], seed: 0) { DateTime(secondsSinceEpoch: 0) }
        for (request, response, _) in all {
            var request = request
            if request.headers[.authorization] != nil { request.headers[.authorization] = "Bearer another" }
            let (answer, _) = provider.answer(request, url: nil)
            #expect(answer.status == response.status)
            #expect(answer.headers[.contentType] == response.headers[.contentType])
            if response.headers[.contentType] == "application/json" {
                #expect(try JSON(parsing: answer.body) == JSON(parsing: response.body))
            } else {
                #expect(answer.body == response.body)
            }
        }
    }

    /// What the contract does not declare, no provider owes.
    @Test(arguments: [("headers: {Location: {schema: {type: string}}}, ", true), ("", false)])
    func aDeclaredLocationIsExpected(headers: String, isExpected: Bool) throws {
        let text = """
            openapi: 3.1.0
            info: {title: Orders, version: '1'}
            paths: {/orders: {post: {operationId: placeOrder, responses: {'201': {\(headers)description: Placed}}}}}
            """
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        var writer = PactWriter(consumer: "app", provider: "orders")
        writer.add(
            Self.place, Self.placed, of: "placeOrder", declared: contract.operations.first?.response(for: 201))
        let response = try writer.document(mergedInto: nil)["interactions"]?.array?.first?["response"]
        #expect((response?["headers"]?["Location"] != nil) == isExpected)
        #expect((response?["matchingRules"]?["header"] != nil) == isExpected)
    }

    /// Types are expected of an answer, not values.
    @Test func anotherAnswerOfTheSameTypesFits() throws {
        let document = try writer(all).document(mergedInto: nil)
        let pact = try #require(Pact.read(Array(document.serialized().utf8), name: "x.json").pact)
        let interaction = try #require(pact.interactions.first { $0.description.hasPrefix("readOrder") })
        func mismatches(_ body: String) -> [Mismatch] {
            var response = Self.order
            response.body = Array(body.utf8)
            return interaction.response.mismatches(of: PactResponse(response))
        }
        #expect(mismatches(#"{"id": 9, "lines": [{"sku": "B"}, {"sku": "C"}], "more": true}"#).isEmpty)
        #expect(mismatches(#"{"id": "9", "lines": []}"#).map(\.part) == [.body(path: "$.id")])
    }

    @Test func mergingIsTheSameInWhateverOrder() throws {
        let once = try writer(all).document(mergedInto: nil)
        let first = try writer([all[2], all[0]]).document(mergedInto: nil)
        #expect(try writer([all[1], all[0]]).document(mergedInto: first).serialized() == once.serialized())
        #expect(try writer(all).document(mergedInto: once).serialized() == once.serialized())
        #expect(once["interactions"]?.array?.count == 3)
    }

    @Test func failuresOfTheServerAreNoExpectation() throws {
        let document = try writer([(Self.read, Response(status: 503), "readOrder")]).document(mergedInto: nil)
        #expect(document["interactions"] == [])
    }

    @Test func otherPactsAreNotTouched() throws {
        let other = try PactWriter(consumer: "app", provider: "shop").document(mergedInto: nil)
        #expect(throws: PactWriter.Conflict.self) { try writer(all).document(mergedInto: other) }
        #expect(throws: PactWriter.Conflict.self) { try writer(all).document(mergedInto: ["openapi": "3.1.0"]) }
        var foreign = try writer([]).document(mergedInto: nil).object ?? JSONObject()
        foreign["interactions"] = [
            [
                "type": "Synchronous/HTTP", "description": "by hand", "providerStates": [["name": "s"]],
                "request": ["method": "GET", "path": "/"], "response": ["status": 200],
            ]
        ]
        let merged = try writer(all).document(mergedInto: .object(foreign))
        #expect(merged["interactions"]?.array?.count == 4)
    }
}
