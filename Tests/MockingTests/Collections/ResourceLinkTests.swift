// URLs in resources lead to those resources, at the mock; and what is asked for by its name can get another one.

import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct ResourceLinkTests {
    private static let text = """
        openapi: 3.0.3
        info: {title: Keys, version: "1"}
        servers: [{url: https://api.hub.test/v3}]
        paths:
          /repos/{repo}/keys:
            parameters: [{name: repo, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Key'}}, example: [EXAMPLE]}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}, docs: {type: string}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Key'}, example: EXAMPLE}}}}
          /repos/{repo}/keys/{key_id}:
            parameters: [{name: repo, in: path, required: true, schema: {type: string}}, {name: key_id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Key'}, example: EXAMPLE}}}}}
            delete: {responses: {'204': {description: Gone.}}}
          /repos/{repo}/keys/{key_id}/uses:
            parameters: [{name: repo, in: path, required: true, schema: {type: string}}, {name: key_id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: Uses., content: {application/json: {schema: {type: array, items: {type: string}}}}}}}
          /labels:
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Label'}}, example: [{name: bug, color: red, url: 'https://api.hub.test/v3/labels/bug'}, {name: idea, color: blue, url: 'https://api.hub.test/v3/labels/idea'}]}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}, color: {type: string}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Label'}, example: {name: bug, color: red, url: 'https://api.hub.test/v3/labels/bug'}}}}}
          /labels/{name}:
            parameters: [{name: name, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Label'}}}}, '404': {description: None.}}}
            patch:
              requestBody: {content: {application/json: {schema: {type: object, properties: {new_name: {type: string}, color: {type: string}}}}}}
              responses: {'200': {description: Changed., content: {application/json: {schema: {$ref: '#/components/schemas/Label'}}}}}
          /notes:
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}
          /notes/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}}
        components:
          schemas:
            Note: {type: object, required: [id, self], properties: {id: {type: integer, readOnly: true}, self: {type: string, format: uri, readOnly: true}, url: {type: string, format: uri}}}
            Key:
              type: object
              required: [id, title, url]
              properties:
                id: {type: integer}
                title: {type: string}
                url: {type: string}
                uses_url: {type: string}
                html_url: {type: string}
                docs: {type: string}
                parent_url: {type: string}
                first: {type: string, enum: [/repos/shop/keys/1]}
                _links: {type: object, properties: {self: {type: object, properties: {href: {type: string}}}, next: {type: object, properties: {href: {type: string}}}}}
                owner: {type: object, properties: {id: {type: integer}, url: {type: string}}}
            Label: {type: object, required: [name], properties: {name: {type: string}, color: {type: string}, url: {type: string}}}
        """.replacing(
            "EXAMPLE",
            with: """
                {id: 1, title: ci, url: 'https://api.hub.test/v3/repos/shop/keys/1', \
                uses_url: 'https://api.hub.test/v3/repos/shop/keys/1/uses{?page}', html_url: 'https://hub.test/shop', \
                docs: 'https://api.hub.test/v3/repos/shop/keys/1', parent_url: /repos/shop/keys/7, first: /repos/shop/keys/1, \
                _links: {self: {href: /repos/shop/keys/1}, next: {href: /repos/shop/keys/2}}, \
                owner: {id: 9, url: 'https://api.hub.test/v3/repos/shop/keys/9'}}
                """)

    private func client() throws -> MockClient {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        return MockClient(Mock(contract, clock: MockClock { .zero }), host: "mock.test:8080")
    }

    @Test func whatIsMadeLeadsToItself() throws {
        let client = try client()
        let made = try client.send(.post, "/v3/repos/shoes/keys", ["title": "cd", "docs": "/repos/shop/keys/1"])
        let expected: JSON = [
            "id": 2, "title": "cd", "url": "http://mock.test:8080/v3/repos/shoes/keys/2",
            "uses_url": "http://mock.test:8080/v3/repos/shoes/keys/2/uses{?page}", "html_url": "https://hub.test/shop",
            // The client has said this, the schema the only value, and the others are of other keys.
            "docs": "/repos/shop/keys/1", "parent_url": "/repos/shop/keys/7", "first": "/repos/shop/keys/1",
            "_links": ["self": ["href": "/repos/shoes/keys/2"], "next": ["href": "/repos/shop/keys/2"]],
            "owner": ["id": 9, "url": "http://mock.test:8080/v3/repos/shop/keys/9"],
        ]
        #expect(made.body == expected)
        #expect(try client.send(.get, "/v3/repos/shoes/keys/2").body == expected)
        let listed = try client.send(.get, "/v3/repos/shoes/keys").body
        #expect(listed?[1] == expected)
        #expect(listed?[0]?["url"] == "http://mock.test:8080/v3/repos/shoes/keys/1")
        #expect(listed?[0] == (try client.send(.get, "/v3/repos/shoes/keys/1").body))
    }

    @Test(arguments: [
        (true, nil, "https"), (false, "https", "https"), (false, "HTTPS , http", "https"),
        (false, "http, https", "http"), (false, "", "http"), (false, nil, "http"),
    ])
    func linksHaveTheSchemeAndTheHostOfWhoAsks(isSecure: Bool, forwarded: String?, scheme: String) throws {
        let client = try client()
        for host in ["mock.test:8080", "10.0.2.2:8080", "mock.test:8080"] {
            var request = Request(target: "/v3/labels/bug")
            request.isSecure = isSecure
            let fields = [("Host", host)] + (forwarded.map { [("X-Forwarded-Proto", $0)] } ?? [])
            for (name, value) in fields { request.headers[try #require(HTTPField.Name(name))] = value }
            let body = try JSON(parsing: client.mock.answer(request).response.response.body)
            #expect(body["url"] == .string("\(scheme)://\(host)/v3/labels/bug"))
        }
    }

    /// What a client may say is not for the mock to say.
    @Test func aMadeUpSelfIsTheResource() throws {
        let client = try client()
        let made = try client.send(.post, "/v3/notes", ["url": "https://example.com/shoes/1"])
        let id = try #require(made.body?["id"]?.number?.int64)
        #expect(made.body?["self"] == .string("http://mock.test:8080/v3/notes/\(id)"))
        #expect(made.body?["url"] == "https://example.com/shoes/1")
        let listed = try #require(try client.send(.get, "/v3/notes").body?.array)
        #expect(listed.count == 6)
        for note in listed {
            let address = try #require(note["self"]?.string)
            #expect(address.hasPrefix("http://mock.test:8080/v3/notes/"))
            #expect(try client.send(.get, String(address.dropFirst("http://mock.test:8080".count))).body == note)
        }
    }

    @Test func whatIsRenamedIsKnownByItsNewName() throws {
        let client = try client()
        try client.send(.post, "/v3/labels", ["name": "weather"])
        let renamed = try client.send(.patch, "/v3/labels/weather", ["new_name": "climate", "color": "green"])
        #expect(renamed.body?["name"] == "climate")
        #expect(renamed.body?["url"] == "http://mock.test:8080/v3/labels/climate")
        #expect(try client.send(.get, "/v3/labels/climate").body?["color"] == "green")
        #expect(try client.send(.get, "/v3/labels/weather").status == 404)
        // The operation declares no 404, so that the former name is not unknown to it.
        let again = try client.send(.patch, "/v3/labels/weather", ["color": "grey"])
        #expect((again.status, again.body?["name"], again.body?["color"]) == (200, "climate", "grey"))
        let names = try client.send(.get, "/v3/labels").body?.array?.map { $0["name"] ?? .null }
        #expect(names == ["bug", "idea", "climate"])
        // What another has already stays with that.
        try client.send(.patch, "/v3/labels/climate", ["new_name": "bug"])
        #expect(try client.send(.get, "/v3/labels/bug").body?["color"] == "red")
        #expect(try client.send(.get, "/v3/labels/climate").status == 200)
    }
}
