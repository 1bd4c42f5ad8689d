// A resource is found by another key than its id where a path or a query asks for it by one.

import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct SecondKeyTests {
    private static let text = """
        openapi: 3.0.3
        info: {title: Keys, version: "1"}
        paths:
          /repos/{repo}/releases:
            parameters: &repo [{name: repo, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Release'}}, example: [{id: 1, tag_name: v1, name: First}]}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, required: [tag_name], properties: {tag_name: {type: string}, name: {type: string}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Release'}}}}}
          /repos/{repo}/releases/{id}:
            parameters: [{name: repo, in: path, required: true, schema: {type: string}}, {name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Release'}}}}, '404': {description: None.}}}
            delete: {responses: {'204': {description: Gone.}}}
          /repos/{repo}/releases/tags/{tag}:
            parameters: [{name: repo, in: path, required: true, schema: {type: string}}, {name: tag, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Release'}, example: {id: 2, tag_name: v2, name: Second}}}}, '404': {description: None.}}}
          /labels:
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Label'}}, example: [{id: 7, name: bug}]}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}, id: {type: integer}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Label'}, example: {id: 7, name: bug}}}}}
          /labels/{name}:
            parameters: [{name: name, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Label'}, example: {id: 7, name: bug}}}}, '404': {description: None.}}}
            put:
              requestBody: {content: {application/json: {schema: {type: object, properties: {colour: {type: string}}}}}}
              responses: {'200': {description: Put., content: {application/json: {schema: {$ref: '#/components/schemas/Label'}, example: {id: 7, name: bug}}}}, '201': {description: Made.}}
          /users:
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/User'}}}}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/User'}}}}}}}
          /users/{userId}:
            parameters: [{name: userId, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/User'}}}}}}, '404': {description: None.}}}
          /users/by-email/{value}:
            parameters: [{name: value, in: path, required: true, schema: {type: string}}]
            get: &one {responses: {'200': {description: One., content: {application/json: {schema: {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/User'}}}}}}, '404': {description: None.}}}
            patch:
              requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
              responses: {'200': {description: Changed., content: {application/json: {schema: {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/User'}}}}}}, '404': {description: None.}}
            delete: {responses: {'204': {description: Gone.}, '404': {description: None.}}}
          /user-by-handle/{handle}:
            parameters: [{name: handle, in: path, required: true, schema: {type: string}}]
            get: *one
          /users/lookup:
            get:
              parameters: [{name: email, in: query, required: true, schema: {type: string}}]
              responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}, '404': {description: None.}}
          /users/avatars/{name}:
            parameters: [{name: name, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: Another thing., content: {application/json: {schema: {type: object, required: [name, width], properties: {name: {type: string}, width: {type: integer}}}}}}, '404': {description: None.}}}
        components:
          schemas:
            Label: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, colour: {type: string}}}
            Release: {type: object, required: [id, tag_name], properties: {id: {type: integer, readOnly: true}, tag_name: {type: string}, name: {type: string}}}
            User: {type: object, required: [id, email, handle], properties: {id: {type: string, readOnly: true}, email: {type: string, format: email}, handle: {type: string}, name: {type: string}}}
        """

    @Test func whatIsNamedByItsClientHasAnIDOfItsOwn() throws {
        let client = try client()
        for name in ["one", "two", "three"] { try client.send(.post, "/labels", ["name": .string(name)]) }
        try client.send(.put, "/labels/four", ["colour": "red"])
        let ids = try client.send(.get, "/labels").ids
        #expect(ids.count == 5)
        #expect(Set(ids).count == 5, "\(ids)")
        // What the client says itself stays.
        #expect(try client.send(.post, "/labels", ["name": "five", "id": 7]).body?["id"] == 7)
        #expect(try client.send(.get, "/labels/two").body?["id"].flatMap(\.number?.int64) == ids[2])
        // What is made again under its name keeps the id that it had.
        try client.send(.post, "/labels", ["name": "two", "colour": "blue"])
        #expect(try client.send(.get, "/labels/two").body?["id"].flatMap(\.number?.int64) == ids[2])
        #expect(try client.send(.get, "/labels/two").body?["colour"] == "blue")
    }

    private func client() throws -> MockClient {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        return MockClient(Mock(contract, clock: MockClock { .zero }))
    }

    @Test func aReleaseIsFoundByItsTag() throws {
        let client = try client()
        #expect(try client.send(.get, "/repos/a/releases/tags/v1").body?["id"] == 1)
        // As the document's own example has it.
        #expect(try client.send(.get, "/repos/a/releases/tags/v2").body?["name"] == "Second")
        #expect(try client.send(.get, "/repos/a/releases/tags/v9").status == 404)
        let made = try client.send(.post, "/repos/a/releases", ["tag_name": "v9", "name": "Ninth"])
        #expect(try client.send(.get, "/repos/a/releases/tags/v9").body == made.body)
        #expect(try client.send(.get, "/repos/b/releases/tags/v9").status == 404)
        let id = try #require(made.body?["id"]?.number?.int64)
        #expect(try client.send(.delete, "/repos/a/releases/\(id)").status == 204)
        #expect(try client.send(.get, "/repos/a/releases/tags/v9").status == 404)
    }

    @Test func aUserIsFoundChangedAndRemovedByWhateverTellsThemApart() throws {
        let client = try client()
        let listed = try #require(try client.send(.get, "/users").body?["data"]?.array)
        for user in listed {
            let email = Percent.encoded(user["email"]?.string ?? "")
            #expect(try client.send(.get, "/users/by-email/\(email)").body?["data"] == user)
            #expect(try client.send(.get, "/users/lookup?email=\(email)").body == user)
            let handle = Percent.encoded(user["handle"]?.string ?? "")
            #expect(try client.send(.get, "/user-by-handle/\(handle)").status == 200)
        }
        let made = try client.send(.post, "/users", ["email": "zoe@shop.example", "handle": "zoe", "name": "Zoe"])
        let id = try #require(made.body?["data"]?["id"]?.string)
        #expect(try client.send(.get, "/user-by-handle/zoe").body == made.body)
        #expect(try client.send(.get, "/users/by-email/bo@shop.example").status == 404)
        #expect(try client.send(.get, "/users/lookup?email=bo@shop.example").status == 404)
        let changed = try client.send(.patch, "/users/by-email/zoe@shop.example", ["name": "Zoë"])
        #expect(changed.body?["data"]?["name"] == "Zoë")
        #expect(try client.send(.get, "/users/\(id)").body == changed.body)
        #expect(try client.send(.delete, "/users/by-email/zoe@shop.example").status == 204)
        #expect(try client.send(.get, "/users/\(id)").status == 404)
        #expect(try client.send(.get, "/user-by-handle/zoe").status == 404)
    }

    @Test func whatIsNoneOfThemIsNotLookedFor() throws {
        #expect(try client().send(.get, "/users/avatars/zoe").status == 200)
    }

    @Test func whatIsPrintedForAKeyIsThere() throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        let mock = Mock(contract, clock: MockClock { .zero })
        for operation in contract.operations where operation.method == .get {
            let request = mock.typicalRequest(of: operation)
            #expect(mock.answer(request).response.response.status == 200, "\(request.target)")
        }
    }
}
