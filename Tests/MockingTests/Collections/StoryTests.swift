// What SDKs of published APIs have asked for: lists, items and answers that tell one story where the contract says it in a roundabout way.

import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct StoryTests {
    private static let text = """
        openapi: 3.0.3
        info: {title: Story, version: "1"}
        paths:
          /users:
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/User'}}, example: [{login: zoe, id: 1, name: null}, {login: bo, id: 1, name: Bo}]}}}}}
          /users/{username}:
            parameters: [{name: username, in: path, required: true, schema: {type: string}}]
            get:
              responses:
                '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
                '404': {description: None.}
          /customers:
            get:
              parameters: [{name: state, in: query, schema: {type: string, enum: [open, closed, all]}}]
              responses: {'200': {description: All., content: {application/json: {schema: {type: object, required: [data], properties: {data: {type: array, items: {$ref: '#/components/schemas/Customer'}}}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/NewCustomer'}}}}
              responses: {'200': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Customer'}}}}}
          /customers/{customer}:
            parameters: [{name: customer, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {anyOf: [{$ref: '#/components/schemas/Deleted'}, {$ref: '#/components/schemas/Customer'}]}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, properties: {state: {type: string}, notify: {type: boolean}, reason: {type: string}, by: {type: string}, at: {type: integer}}}}}}
              responses: {'200': {description: Changed., content: {application/json: {schema: {$ref: '#/components/schemas/Customer'}}}}}
          /people/{person}/playlists:
            parameters: [{name: person, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: All., content: {application/json: {schema: {$ref: '#/components/schemas/Playlists'}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Playlist'}}}}}
          /me/playlists:
            get: {responses: {'200': {description: Mine., content: {application/json: {schema: {$ref: '#/components/schemas/Playlists'}}}}}}
          /playlists/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Playlist'}}}}}}
            put:
              requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
              responses: {'200': {description: Changed.}}
          /me/albums:
            get: {responses: {'200': {description: Saved., content: {application/json: {schema: {type: object, required: [items, total], properties: {total: {type: integer}, items: {type: array, items: {type: object, required: [album], properties: {added_at: {type: string, format: date-time}, album: {type: object, required: [id], properties: {id: {type: string, example: 2up3OPMp9Tb4dAKM2erWXQ}, title: {type: string}}}}}}}}}}}}}
          /machines:
            get: {responses: {'200': {description: Some., content: {application/json: {schema: {type: object, required: [total_count, machines], properties: {total_count: {type: integer, minimum: 0}, machines: {type: array, items: {type: object, required: [cpus], properties: {cpus: {type: integer}}}}}}}}}}}
          /payments:
            post:
              requestBody: {content: {application/json: {schema: {type: object, required: [amount], properties: {amount: {type: integer}}}}}}
              responses:
                '200': {description: Made.}
                default: {description: Refused., content: {application/json: {schema: {$ref: '#/components/schemas/Failure'}}}}
        components:
          schemas:
            User: {type: object, required: [login, id], properties: {name: {type: string, nullable: true}, login: {type: string}, id: {type: integer}}}
            NewCustomer: {type: object, properties: {email: {type: string}, state: {type: string}, metadata: {type: object, additionalProperties: {type: string}}, address: {type: object, properties: {city: {type: string}}}, locales: {type: array, items: {type: string}}}}
            Customer: {type: object, required: [id, created, metadata], properties: {id: {type: string}, created: {type: integer}, email: {type: string, nullable: true}, state: {type: string}, metadata: {type: object, additionalProperties: {type: string}}, address: {type: object, nullable: true, properties: {city: {type: string}}}, locales: {type: array, items: {type: string}}}}
            Deleted: {type: object, required: [id, deleted], properties: {id: {type: string}, deleted: {type: boolean, enum: [true]}}}
            Playlist: {type: object, required: [id, name, public], properties: {id: {type: string}, name: {type: string}, public: {type: boolean}, owner: {type: string}}}
            Playlists: {type: object, required: [items], properties: {items: {type: array, items: {type: object, required: [id, name], properties: {id: {type: string}, name: {type: string}, public: {type: boolean}, owner: {type: string}}}}}}
            Failure: {type: object, required: [error], properties: {error: {type: object, required: [message, payment], properties: {message: {type: string}, code: {type: string, pattern: '^[a-z_]+$'}, payment: {type: object, required: [status, description], properties: {status: {type: string, enum: [open]}, description: {type: string, maxLength: 8}}}}}}}
        """

    private func client() throws -> MockClient {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        return MockClient(Mock(contract, clock: MockClock { .zero }))
    }

    @Test func peopleAreAskedForByTheirLogin() throws {
        let client = try client()
        #expect(try client.send(.get, "/users/bo").body?["name"] == "Bo")
        #expect(try client.send(.get, "/users/Bo").status == 404)
        let users = try client.send(.get, "/users")
        #expect(users.ids == [1, 2], "an example that shows one id for all")
        #expect(users.body?[1]?["login"] == "bo")
    }

    @Test func whatIsMadeIsNotToldAsDeletedAndHasNothingThatNobodySent() throws {
        let client = try client()
        let made = try #require(try client.send(.post, "/customers", ["email": "zoe@shop.example"]).body?.object)
        let id = try #require(made["id"]?.string)
        #expect(made["metadata"] == .object(JSONObject()))
        #expect(made["address"] == .null)
        #expect(made["locales"] == [])
        #expect(try client.send(.get, "/customers/\(id)").body == .object(made))
        let listed = try client.send(.get, "/customers?state=all").body?["data"]?.array
        #expect(listed?.count == 6)
        #expect(listed?.last == .object(made))
        let changed = try client.send(.post, "/customers/\(id)", ["state": "closed", "notify": true]).body
        #expect(changed?["state"] == "closed")
        #expect(try client.send(.get, "/customers/\(id)").body?["state"] == "closed")
    }

    @Test func whatIsMadeUnderAPersonIsReadAndListedElsewhere() throws {
        let client = try client()
        let made = try client.send(.post, "/people/zoe/playlists", ["name": "Rain"])
        let id = try #require(made.body?["id"]?.string)
        #expect(made.location == "/playlists/\(id)")
        #expect(try client.send(.get, "/playlists/\(id)").body == made.body)
        #expect(try client.send(.put, "/playlists/\(id)", ["name": "Sun"]).status == 200)
        for list in ["/people/zoe/playlists", "/me/playlists"] {
            let items = try client.send(.get, list).body?["items"]?.array
            #expect(items?.first { $0["id"]?.string == id }?["name"] == "Sun", "\(list)")
        }
        let others = try client.send(.get, "/people/bo/playlists").body?["items"]?.array ?? []
        #expect(!others.contains { $0["id"]?.string == id })
    }

    @Test func whatStandsInAWrapperHasAnIDOfItsOwn() throws {
        let body = try client().send(.get, "/me/albums").body
        let ids = body?["items"]?.array?.compactMap { $0["album"]?["id"]?.string } ?? []
        #expect(ids.count == 5)
        #expect(Set(ids).count == 5)
        #expect(body?["total"] == 5)
    }

    @Test func listsOfWhatHasNoIDAreCounted() throws {
        let body = try #require(try client().send(.get, "/machines").body)
        #expect(body["total_count"]?.number?.int64 == body["machines"]?.array.map { Int64($0.count) })
    }

    @Test func anErrorSaysWhatIsWrongBesideWhatItIsAbout() throws {
        let body = try client().send(.post, "/payments", ["amount": "much"]).body
        #expect(body?["error"]?["message"]?.string == "body at /amount: found \"much\", expected integer.")
        #expect(body?["error"]?["payment"]?["status"] == "open")
    }
}
