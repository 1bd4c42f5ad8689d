// Requests that find no operation, and what each is told.

import ContractSamples
import HTTPExchange
@testable import SourceDocuments
@testable import OpenAPIContract
import HTTPTypes
import Testing

@Suite struct NearMissTests {
    private static let shop = document(
        """
        /shop/items:
          get:
            operationId: listItems
            parameters: [{name: user_id, in: query, required: true, schema: {type: integer}}, {name: limit, in: query, schema: {type: integer, maximum: 9}}]
            responses: {'200': {description: Items.}}
        /shop/items/{id}/photos:
          get:
            operationId: listPhotos
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            responses: {'200': {description: Photos.}}
        /login:
          post:
            operationId: login
            requestBody: {required: true, content: {application/json: {schema: {type: object, required: [email]}}}}
            responses: {'200': {description: In.}}
        """, components: "servers: [{url: /api}]")

    struct Miss: CustomTestStringConvertible {
        let testDescription: String
        let request: Request
        let operation: String
        let reasons: [String]
        let fix: String
    }

    static let misses = [
        Miss(
            testDescription: "a misspelt segment", request: Request(target: "/api/shop/itmes?user_id=1"),
            operation: "listItems", reasons: ["'itmes' stands where 'items' should"],
            fix: "send GET /api/shop/items?user_id=1"),
        Miss(
            testDescription: "a misspelt base path", request: Request(target: "/apii/shop/items?user_id=1"),
            operation: "listItems", reasons: ["'apii' stands where 'api' should"],
            fix: "send GET /api/shop/items?user_id=1"),
        Miss(
            testDescription: "a segment too much in the middle",
            request: Request(target: "/api/shop/v2/items?user_id=1"),
            operation: "listItems", reasons: ["'/v2' is too much"], fix: "send GET /api/shop/items?user_id=1"),
        Miss(
            testDescription: "a segment that is missing in the middle", request: Request(target: "/api/items/7/photos"),
            operation: "listPhotos", reasons: ["'/shop' is missing before '/items'"],
            fix: "send GET /api/shop/items/7/photos"),
        Miss(
            testDescription: "a parameter without a value", request: Request(target: "/api/shop/items//photos"),
            operation: "listPhotos", reasons: ["no value for '{id}'"], fix: "send GET /api/shop/items/{id}/photos"),
        Miss(
            testDescription: "path and parameters both wrong",
            request: Request(target: "/api/shop/item?userid=1&limit=10"),
            operation: "listItems",
            reasons: [
                "'item' stands where 'items' should",
                "query parameter 'user_id': found nothing, expected a value ('userid' is no parameter)",
                "query parameter 'limit': found 10, expected at most 9",
            ],
            fix: "send GET /api/shop/items?userid=1&limit=10, with query parameter 'user_id': a value (and 1 more)"),
        Miss(
            testDescription: "path, method and body all wrong", request: Request(target: "/api/logn"),
            operation: "login",
            reasons: [
                "'logn' stands where 'login' should", "the method is POST, not GET",
                "body: found no body, expected application/json",
            ],
            fix: "send POST /api/login, with body: application/json"),
        Miss(
            testDescription: "a path value that does not fit", request: Request(target: "/api/shop/items/seven/photo"),
            operation: "listPhotos",
            reasons: [
                "'photo' stands where 'photos' should", "path parameter 'id': found \"seven\", expected integer",
            ],
            fix: "send GET /api/shop/items/seven/photos, with path parameter 'id': integer"),
    ]

    @Test(arguments: misses) func theCauseComesFirstAndTheFixIsOneLine(_ miss: Miss) throws {
        let nearest = try Contract.sample(Self.shop).nearest(to: miss.request)
        let first = try #require(nearest.first)
        #expect(first.operation.id == miss.operation)
        #expect(first.reasons == miss.reasons)
        #expect(first.fix == miss.fix)
        #expect(nearest.map(\.score) == nearest.map(\.score).sorted(by: >))
        #expect(nearest.allSatisfy { (0...1).contains($0.score) })
    }

    /// The same path serves two operations: what else was sent tells which was meant.
    @Test func everyFieldCounts() throws {
        let contract = try Contract.sample(
            document(
                """
                /a/{id}:
                  get: {operationId: read, parameters: &id [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: d}}}
                  put:
                    operationId: write
                    parameters: *id
                    requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
                    responses: {'200': {description: d}}
                """))
        let body = Request(
            method: .patch, target: "/a/1", headers: [.contentType: "application/json"], body: Array("{}".utf8))
        #expect(contract.nearest(to: body).map(\.operation.id) == ["write", "read"])
        #expect(contract.nearest(to: Request(method: .patch, target: "/a/1")).map(\.operation.id) == ["read", "write"])
    }

    @Test(arguments: ["/", "/%zz", "//", "?", "/zebra", String(repeating: "/a", count: 10_000), "*"])
    func whatIsLikeNothingEnds(target: String) throws {
        let nearest = try Contract.sample(Self.shop).nearest(to: Request(target: target))
        #expect(nearest.count <= 3)
    }
}
