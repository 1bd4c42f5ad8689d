// Links to the API that answers show lead to the mock, and no header leads to a page that is not there.

import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct ServerLinkTests {
    private static func text(_ server: String) -> String {
        """
        openapi: 3.0.3
        info: {title: Links, version: "1"}
        servers: [{url: '\(server)'}]
        paths:
          /things:
            get:
              parameters: [{name: page, in: query, schema: {type: integer}}, {name: per_page, in: query, schema: {type: integer}}]
              responses: {'200': {description: All., headers: {Link: {schema: {type: string}, example: '<https://api.vendor.test/v1/things?page=2>; rel="next"'}}, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}, example: [EXAMPLE]}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}, example: EXAMPLE}}}}
          /things/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}, example: EXAMPLE}}}}}
          /things/{id}/parts/{path}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}, {name: path, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {type: object}}}}}}
        components:
          schemas:
            Thing: {type: object, required: [id, name, url], properties: {id: {type: integer}, name: {type: string}, url: {type: string}, parts_url: {type: string}, archive_url: {type: string}, page: {type: string}, help: {type: string}}}
        """
        .replacing(
            "EXAMPLE",
            with: """
                {id: 1, name: One, url: 'https://api.vendor.test/v1/things/1', parts_url: 'https://api.vendor.test/v1/things/1/parts/{+path}', \
                archive_url: 'https://api.vendor.test/v1/things/1/archive', page: 'https://vendor.test/things/1', help: 'https://api.vendor.test/help'}
                """)
    }

    private func client(_ server: String) throws -> MockClient {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text(server)]).contract)
        return MockClient(Mock(contract, clock: MockClock { .zero }), host: "mock.test")
    }

    @Test(arguments: ["https://api.vendor.test/v1", "/v1", "http://localhost:3000/v1"])
    func whatIsMadeLeadsToTheMock(_ server: String) throws {
        let client = try client(server)
        let made = try client.send(.post, "/v1/things", ["name": "Two"]).body
        #expect(made?["url"] == "http://mock.test/v1/things/2")
        #expect(made?["parts_url"] == "http://mock.test/v1/things/2/parts/{+path}")
        #expect(made?["page"] == "https://vendor.test/things/2")
        #expect(made?["help"] == "https://api.vendor.test/help")
        #expect(try client.send(.get, "/v1/things/2").body == made)
        #expect(try client.send(.get, "/v1/things").body?[1] == made)
    }

    @Test func allOfAFolderThatIsTheAPIsLeadsToTheMock() throws {
        let shown = try client("https://api.vendor.test/v1").send(.get, "/v1/things/1").body
        #expect(shown?["archive_url"] == "http://mock.test/v1/things/1/archive")
        #expect(shown?["help"] == "https://api.vendor.test/help")
    }

    @Test func aLinkLeadsToAPageOrIsNotThere() throws {
        let client = try client("https://api.vendor.test/v1")
        #expect(try client.send(.get, "/v1/things").header("Link") == nil)
        try client.send(.post, "/v1/things", ["name": "Two"])
        let first = try client.send(.get, "/v1/things?per_page=1")
        #expect(first.header("Link")?.contains("<http://mock.test/v1/things?per_page=1&page=2>; rel=\"next\"") == true)
    }
}
