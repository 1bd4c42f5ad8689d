// All that a request says of the order of a list is obeyed, in whichever of the many ways it is said.

import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct ListOrderTests {
    private static let text = """
        openapi: 3.0.3
        info: {title: Order, version: "1"}
        paths:
          /shoes:
            get:
              parameters:
                - {name: sort, in: query, schema: {type: string}}
                - {name: order_by, in: query, schema: {type: string}}
                - {name: order, in: query, schema: {type: string}}
                - {name: direction, in: query, schema: {type: string, enum: [asc, desc]}}
                - {name: descending, in: query, schema: {type: boolean}}
              responses: &shoes {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Shoe'}}, example: [
                {id: 1, price: 30, name: b, created_at: '2024-05-03T10:00:00Z', brand: {title: z}},
                {id: 2, price: 10, name: c, created_at: '2024-05-01T10:00:00Z', brand: {title: y}},
                {id: 3, price: 30, name: a, created_at: '2024-05-02T10:00:00Z', brand: {title: x}}]}}}}
          /latest:
            get:
              parameters:
                - {name: sort, in: query, schema: {type: string, enum: [price, name], default: price}}
                - {name: direction, in: query, schema: {type: string, enum: [asc, desc], default: desc}}
              responses: *shoes
          /found:
            get:
              parameters:
                - {name: sort, in: query, schema: {type: string, enum: [asc, desc]}}
                - {name: orderBy, in: query, style: form, explode: true, schema: {type: array, items: {type: string}}}
              responses: *shoes
          /ranked:
            get:
              parameters:
                - {name: sort, in: query, style: deepObject, explode: true, schema: {type: object, additionalProperties: {type: string}}}
              responses: *shoes
        components:
          schemas:
            Shoe: {type: object, required: [id, price], properties: {id: {type: integer}, price: {type: integer}, name: {type: string}, created_at: {type: string, format: date-time}, brand: {type: object, properties: {title: {type: string}}}}}
        """

    @Test(arguments: [
        ("/shoes", [1, 2, 3]),
        // One wish.
        ("/shoes?sort=price", [2, 1, 3]), ("/shoes?sort=-price", [1, 3, 2]), ("/shoes?order_by=name", [3, 1, 2]),
        ("/shoes?order=name", [3, 1, 2]), ("/shoes?order=desc", [1, 3, 2]), ("/shoes?direction=asc", [2, 3, 1]),
        ("/shoes?descending=true", [1, 3, 2]),
        // By what, and which way.
        ("/shoes?sort=name&order=desc", [2, 1, 3]), ("/shoes?order_by=name&direction=desc", [2, 1, 3]),
        ("/shoes?direction=desc&order=name", [2, 1, 3]), ("/shoes?order=desc&order_by=name", [2, 1, 3]),
        ("/shoes?sort=desc&order_by=name", [2, 1, 3]), ("/shoes?sort=name&descending=true", [2, 1, 3]),
        ("/shoes?sort=name&descending=false", [3, 1, 2]),
        // Two wishes: the first counts before the second.
        ("/shoes?sort=price&order_by=name", [2, 3, 1]), ("/shoes?order_by=name&sort=price", [3, 1, 2]),
        ("/shoes?order_by=-price&sort=name", [3, 1, 2]), ("/shoes?sort=price,name", [2, 3, 1]),
        ("/shoes?sort=price,-name", [2, 1, 3]), ("/shoes?sort=price,name&order=desc,asc", [3, 1, 2]),
        ("/shoes?sort=-price&order_by=name&order=desc", [1, 3, 2]),
        // Many ways to say it.
        ("/shoes?sort=name,desc", [2, 1, 3]), ("/shoes?sort=name:desc", [2, 1, 3]),
        ("/shoes?sort=name%20desc", [2, 1, 3]), ("/shoes?sort=name.desc", [2, 1, 3]),
        ("/shoes?sort=desc(name)", [2, 1, 3]), ("/shoes?sort=name_desc", [2, 1, 3]),
        ("/shoes?sort=nameDesc", [2, 1, 3]), ("/shoes?sort=NAME_ASC", [3, 1, 2]), ("/shoes?sort=created", [2, 3, 1]),
        ("/shoes?sort=newest", [1, 3, 2]), ("/shoes?sort=oldest", [2, 3, 1]), ("/shoes?sort=brand.title", [3, 2, 1]),
        // What resources do not have says nothing, and takes nothing from what does.
        ("/shoes?sort=relevance", [1, 2, 3]), ("/shoes?sort=relevance&order=desc", [1, 2, 3]),
        ("/shoes?sort=relevance&order_by=name", [3, 1, 2]),
        // What is said in part is for the rest as the contract says.
        ("/latest", [1, 2, 3]), ("/latest?sort=name", [2, 1, 3]), ("/latest?direction=asc", [2, 1, 3]),
        ("/latest?sort=name&direction=asc", [3, 1, 2]),
        ("/found?orderBy=price&orderBy=name", [2, 3, 1]), ("/found?sort=desc&orderBy=name", [2, 1, 3]),
        ("/ranked?sort[price]=desc&sort[name]=asc", [3, 1, 2]),
    ])
    func aListIsInTheOrderThatIsAskedFor(_ target: String, _ ids: [Int]) throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        let client = MockClient(Mock(contract, clock: MockClock { .zero }))
        let listed = try client.send(.get, target)
        #expect(listed.status == 200)
        #expect(listed.ids == ids.map { Int64($0) })
    }
}
