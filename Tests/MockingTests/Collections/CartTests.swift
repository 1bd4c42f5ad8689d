// A cart, and a shelf that is searched by limits: what is left out of a request is as it was, or as the contract says.

import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct CartTests {
    private static let text = """
        openapi: 3.0.3
        info: {title: Shop, version: "1"}
        paths:
          /cart/items:
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Item'}}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, required: [sku], properties: {sku: {type: string}, quantity: {type: integer, default: 1}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}
            delete: {responses: {'204': {description: Emptied.}}}
          /cart/items/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}, '404': {description: None.}}}
            put:
              requestBody: {content: {application/json: {schema: {type: object, properties: {quantity: {type: integer}}}}}}
              responses: {'200': {description: Changed., content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}
          /shoes:
            get:
              parameters: [{name: minPrice, in: query, schema: {type: number}}, {name: price_max, in: query, schema: {type: number}}, {name: made_after, in: query, schema: {type: string, format: date}}]
              responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Shoe'}}, example: [{id: 1, price: 10, made_on: '2024-01-01'}, {id: 2, price: 20, made_on: '2024-02-01'}, {id: 3, price: 30, made_on: '2024-03-01'}]}}}}
          /notes:
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}
            delete:
              parameters: [{name: ids, in: query, schema: {type: string}}]
              responses: {'204': {description: Some are gone.}}
        components:
          schemas:
            Item: {type: object, required: [id, sku, quantity], properties: {id: {type: integer, readOnly: true}, sku: {type: string}, quantity: {type: integer}}}
            Note: {type: object, required: [id, text], properties: {id: {type: integer, readOnly: true}, text: {type: string}}}
            Shoe: {type: object, required: [id, price], properties: {id: {type: integer}, price: {type: number}, made_on: {type: string, format: date}}}
        """

    private func client() throws -> MockClient {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        return MockClient(Mock(contract, clock: MockClock { .zero }))
    }

    @Test func whatARequestCannotSayStaysAsItWas() throws {
        let client = try client()
        let made = try client.send(.post, "/cart/items", ["sku": "A1"]).body
        #expect(made?["quantity"] == 1, "the default of the body")
        let id = try #require(made?["id"]?.number?.int64)
        let changed = try client.send(.put, "/cart/items/\(id)", ["quantity": 4]).body
        #expect(changed == .object(JSONObject([("id", made?["id"] ?? .null), ("sku", "A1"), ("quantity", 4)])))
        #expect(try client.send(.get, "/cart/items/\(id)").body == changed)
    }

    @Test func aListIsEmptied() throws {
        let client = try client()
        let made = try client.send(.post, "/cart/items", ["sku": "A1"]).body
        let id = try #require(made?["id"]?.number?.int64)
        #expect(try client.send(.delete, "/cart/items").status == 204)
        #expect(try client.send(.get, "/cart/items").body == [])
        #expect(try client.send(.get, "/cart/items/\(id)").status == 404)
        try client.send(.post, "/cart/items", ["sku": "B2"])
        #expect(try client.send(.get, "/cart/items").body?.array?.map { $0["sku"] ?? .null } == ["B2"])
        // What may name some of them does not remove all.
        #expect(try client.send(.delete, "/notes?ids=1").status == 204)
        #expect(try client.send(.get, "/notes").body?.array?.count == 5)
    }

    @Test(arguments: [
        ("?minPrice=20", [2, 3]), ("?price_max=20", [1, 2]), ("?minPrice=15&price_max=25", [2]),
        ("?minPrice=99", []), ("?made_after=2024-02-01", [3]),
    ])
    func limitsOfAPropertyChoose(_ query: String, _ ids: [Int64]) throws {
        #expect(try client().send(.get, "/shoes" + query).ids == ids)
    }
}
