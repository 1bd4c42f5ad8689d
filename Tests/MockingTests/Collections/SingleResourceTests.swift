// Resources that no list shows, and operations that tell only whether one is there: what is removed, put and changed is so afterwards.

import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct SingleResourceTests {
    private static let text = """
        openapi: 3.0.3
        info: {title: Single, version: "1"}
        paths:
          /repos/{owner}/{repo}:
            parameters: &repo [{name: owner, in: path, required: true, schema: {type: string}, example: octo}, {name: repo, in: path, required: true, schema: {type: string}, example: hello}]
            get:
              responses:
                '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Repo'}, example: {id: 7, name: hello, private: false}}}}
                '404': {description: None.}
            patch:
              requestBody: {content: {application/json: {schema: {type: object, properties: {private: {type: boolean}}}}}}
              responses: {'200': {description: Changed., content: {application/json: {schema: {$ref: '#/components/schemas/Repo'}, example: {id: 7, name: hello, private: true}}}}}
            delete: {responses: {'204': {description: Gone.}, '404': {description: None.}}}
          /repos/{owner}/{repo}/notes:
            parameters: *repo
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}, '404': {description: None.}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}
          /repos/{owner}/{repo}/notes/{id}:
            parameters: [{name: owner, in: path, required: true, schema: {type: string}}, {name: repo, in: path, required: true, schema: {type: string}}, {name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}, '404': {description: None.}}}
          /repos/{owner}/{repo}/tags:
            parameters: *repo
            get: {responses: {'200': {description: "All, and no word of a repository that is none.", content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
          /people/{login}/repos:
            parameters: [{name: login, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Repo'}}}}}}}
          /repos/{owner}/{repo}/members:
            parameters: *repo
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Person'}}, example: [{login: octo, id: 1}]}}}}}
          /repos/{owner}/{repo}/members/{username}:
            parameters: [{name: owner, in: path, required: true, schema: {type: string}}, {name: repo, in: path, required: true, schema: {type: string}}, {name: username, in: path, required: true, schema: {type: string}}]
            get: {responses: {'204': {description: It is.}, '404': {description: It is not.}}}
            put:
              requestBody: {content: {application/json: {schema: {type: object, properties: {permission: {type: string}}}}}}
              responses:
                '201': {description: Invited., content: {application/json: {schema: {type: object, required: [id, invitee, note], properties: {id: {type: integer}, invitee: {$ref: '#/components/schemas/Person'}, note: {type: string}}}, example: {id: 1, invitee: {login: octo, id: 1}, note: Welcome}}}}
                '204': {description: It is one already.}
            delete: {responses: {'204': {description: Gone.}}}
          /starred/{owner}/{repo}:
            parameters: *repo
            get: {responses: {'204': {description: It is.}, '404': {description: It is not.}}}
            put: {responses: {'204': {description: Done.}}}
            delete: {responses: {'204': {description: Done.}}}
          /settings:
            get: {responses: {'200': {description: All., content: {application/json: {schema: {$ref: '#/components/schemas/Settings'}}}}}}
            put: &change
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Settings'}}}}
              responses: {'200': {description: Changed., content: {application/json: {schema: {$ref: '#/components/schemas/Settings'}}}}}
            patch: *change
          /repos/{owner}/{repo}/site:
            parameters: *repo
            get: &site {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Settings'}}}}, '404': {description: None.}}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Settings'}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Settings'}}}}}
            delete: {responses: {'204': {description: Gone.}}}
          /cart:
            get: {responses: {'200': {description: What is in it., content: {application/json: {schema: {type: object, required: [items], properties: {items: {type: array, maxItems: 0, items: {type: string}}}}}}}}}
            delete: {responses: {'204': {description: Emptied.}}}
          /logo:
            get: {responses: {'200': {description: A picture., content: {image/png: {schema: {type: string, format: binary}}}}, '404': {description: None.}}}
            put: {requestBody: {content: {application/json: {schema: {type: object}}}}, responses: {'204': {description: Done.}}}
            delete: {responses: {'204': {description: Done.}}}
        components:
          schemas:
            Repo: {type: object, required: [id, name, private], properties: {id: {type: integer}, name: {type: string}, private: {type: boolean}}}
            Note: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
            Person: {type: object, required: [login, id], properties: {login: {type: string}, id: {type: integer}, email: {type: string}}}
            Settings: {type: object, required: [theme], properties: {theme: {type: string}, size: {type: integer}}}
        """

    private func client() throws -> MockClient {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        return MockClient(Mock(contract, clock: MockClock { .zero }))
    }

    @Test(arguments: ["octo/hello", "zoe/other"])
    func whatNoListShowsIsGoneOnceItIsRemovedAndAllBelowIt(_ name: String) throws {
        let client = try client()
        let read = try client.send(.get, "/repos/\(name)")
        #expect(read.status == 200)
        #expect(read.body?["name"] == "hello")
        #expect(try client.send(.get, "/repos/\(name)/notes").status == 200)
        #expect(try client.send(.delete, "/repos/\(name)").status == 204)
        for path in ["", "/notes", "/notes/1", "/site"] {
            #expect(try client.send(.get, "/repos/\(name)\(path)").status == 404, "\(path)")
        }
        #expect(try client.send(.get, "/repos/\(name)/tags").body == [])
        #expect(try client.send(.delete, "/repos/\(name)").status == 404)
        #expect(try client.send(.get, "/repos/bo/third").status == 200)
        #expect(try client.send(.get, "/people/octo/repos").status == 200)
    }

    @Test func whatNoListShowsStaysChanged() throws {
        let client = try client()
        let changed = try client.send(.patch, "/repos/zoe/other", ["private": true])
        #expect(changed.body?["private"] == true)
        #expect(changed.body?["id"] == 7)
        #expect(try client.send(.get, "/repos/zoe/other").body == changed.body)
        #expect(try client.send(.get, "/repos/octo/hello").body?["private"] == false)
    }

    @Test func whetherOneIsThereIsWhatTheListSays() throws {
        let client = try client()
        let members = "/repos/octo/hello/members"
        func listed() throws -> [String] {
            try client.send(.get, members).body?.array?.compactMap { $0["login"]?.string } ?? []
        }
        #expect(try client.send(.get, members + "/octo").status == 204)
        #expect(try client.send(.get, members + "/zoe").status == 404)
        for _ in 0..<2 {
            let put = try client.send(.put, members + "/zoe", ["permission": "push"])
            #expect(put.body?["note"] == "Welcome")
            #expect(try client.send(.get, members + "/zoe").status == 204)
            #expect(try listed() == ["octo", "zoe"])
            #expect(try client.send(.delete, members + "/zoe").status == 204)
            #expect(try client.send(.get, members + "/zoe").status == 404)
            #expect(try listed() == ["octo"])
        }
        #expect(try client.send(.delete, members + "/octo").status == 204)
        #expect(try client.send(.get, members + "/octo").status == 404)
    }

    @Test func whetherOneIsThereIsKeptWithoutAList() throws {
        let client = try client()
        for (method, status) in [(.get, 204), (.delete, 204), (.get, 404), (.put, 204), (.get, 204)]
            as [(HTTPRequest.Method, Int)]
        {
            #expect(try client.send(method, "/starred/octo/hello").status == status)
        }
    }

    @Test func theOnlyOneThereIsStaysAsItWasPut() throws {
        let client = try client()
        let first = try client.send(.get, "/settings").body
        #expect(try client.send(.get, "/settings").body == first)
        let changed = try client.send(.patch, "/settings", ["theme": "dark"]).body
        #expect(changed?["theme"] == "dark")
        #expect(changed?["size"] == first?["size"])
        #expect(try client.send(.get, "/settings").body == changed)
        #expect(try client.send(.put, "/settings", ["theme": "light", "size": 3]).status == 200)
        #expect(try client.send(.get, "/settings").body == ["theme": "light", "size": 3])
    }

    @Test func theOnlyOneIsMadeAgain() throws {
        let client = try client()
        let site = "/repos/octo/hello/site"
        #expect(try client.send(.get, site).status == 200)
        #expect(try client.send(.delete, site).status == 204)
        #expect(try client.send(.get, site).status == 404)
        #expect(try client.send(.post, site, ["theme": "dark", "size": 2]).status == 201)
        #expect(try client.send(.get, site).body == ["theme": "dark", "size": 2])
    }

    @Test func whatCannotBeNoneIsEmptied() throws {
        let client = try client()
        #expect(try client.send(.delete, "/cart").status == 204)
        #expect(try client.send(.get, "/cart").body == ["items": []])
        #expect(try client.send(.delete, "/cart").status == 204)
    }

    @Test func whatIsNoJSONIsRemovedAndPutToo() throws {
        let client = try client()
        for (method, status) in [(.get, 200), (.delete, 204), (.get, 404), (.put, 204), (.get, 200)]
            as [(HTTPRequest.Method, Int)]
        {
            #expect(
                try client.send(method, "/logo", method == .put ? .object(JSONObject()) : nil).status == status)
        }
    }
}
