// Postman: saved responses are examples, and the mock answers with them.

import HTTPExchange
import JSONValues
import Testing

@testable import Importing
@testable import Mocking

@Suite struct PostmanTests {
    @Test(arguments: [
        "sample-collection", "request-chaining-test.postman_collection", "dynamic-var-replacement.postman_collection",
        "multiple-form-values.postman_collection", "bom-in-collection-file.postman_collection",
        "cookie-jar.postman_collection", "multi-level-folders-v2.postman_collection",
    ])
    func samplesLoad(name: String) throws {
        let server = try ImportedMockServer(samples: "postman/\(name).json")
        #expect(server.result.tool == .postman)
        // None of them has saved responses: what each request would be answered is told to be unknown.
        #expect(server.result.losses.contains { $0.what.hasPrefix("an answer to") })
    }

    @Test func requestsOfTheSample() throws {
        let server = try ImportedMockServer(samples: "postman/sample-collection.json")
        try ExpectedAnswer("GET /get?source=newman-sample-github-collection", 200, "").check(server)
        try ExpectedAnswer("POST /post", ["Content-Type": "text/plain"], body: "Duis", 200).check(server)
        try ExpectedAnswer("POST /post", ["Content-Type": "application/json"], body: #"{"text": "x"}"#, 200).check(
            server)
        let scripts = server.result.losses.filter { $0.what.contains("script") }
        #expect(scripts.map(\.place) == ["postman/sample-collection.json#/item/0/event/0"])
    }

    @Test func environmentsCountBeforeTheCollection() throws {
        let result = try Import(
            ImportFiles([
                try ImportedMockServer.sample("postman/inherited-entities.postman_collection.json"),
                try ImportedMockServer.sample("postman/inherited-entities.postman_environment.json"),
            ]), named: "inherited")
        let text = String(decoding: result.folder.files[0].bytes, as: UTF8.self)
        #expect(text.contains("https://postman-echo.com"))
        #expect(text.contains("scheme: basic"))
        #expect(!text.contains("cG9zdG1hbjpwYXNzd29yZA"), "no password goes into the contract")
        // Set by a script alone.
        #expect(result.losses.contains { $0.what.contains("{{collectionScriptURL}}") })
        #expect(result.losses.contains { $0.what.contains("'digest'") })
    }

    @Test func headersThatCannotBeSentAreTold() throws {
        let text = """
            {"info": {"name": "n", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
             "item": [{"name": "a", "request": {"method": "GET", "url": "https://h.example/a", "header": [{"key": "no name", "value": "1"}]},
              "response": [{"name": "r", "code": 200, "header": [{"key": "also none", "value": "2"}], "body": "x"}]}]}
            """
        let result = try Import(ImportFiles([("c.json", Array(text.utf8))]), named: "n")
        for name in ["no name", "also none"] {
            #expect(result.losses.contains { $0.what.contains("'\(name)'") })
        }
    }

    @Test func controlCharactersOfNamesAndScriptsAreNoneOfTheContract() throws {
        let text = #"""
            {"info": {"name": "n", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": [
             {"name": "a\u0000\u001bb", "request": {"method": "GET", "url": "https://x.example/a"},
              "event": [{"listen": "test", "script": {"exec": ["one\u0007", "two\r\nthree"]}}]}]}
            """#
        let server = try ImportedMockServer([("c.json", Array(text.utf8))])
        #expect(try server.ask("GET /a").status == 200)
    }

    @Test func itemsWithoutARequestAreTold() throws {
        let text = """
            {"info": {"name": "n", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
             "item": [{"name": "a", "request": {"method": "GET", "url": "https://h.example/a"}}, null, {"name": "b"},
              {"name": "f", "item": [{"name": "c", "request": null}]}]}
            """
        let losses = try Import(ImportFiles([("c.json", Array(text.utf8))]), named: "n").losses.map(\.what)
        for name in ["''", "'b'", "'f / c'"] { #expect(losses.contains("the item \(name), which has no request")) }
    }

    private static let shop = """
        {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
         "variable": [{"key": "base", "value": "https://shop.example/api"}, {"key": "id", "value": "7"}],
         "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "very-secret-token"}]},
         "item": [
          {"name": "Orders", "item": [
           {"name": "One", "request": {"method": "GET", "url": {"raw": "{{base}}/orders/:order?expand=lines",
              "host": ["{{base}}"], "path": ["orders", ":order"], "query": [{"key": "expand", "value": "lines"}, {"key": "off", "value": "1", "disabled": true}],
              "variable": [{"key": "order", "value": "{{id}}"}]}},
            "response": [
             {"name": "found", "originalRequest": {"method": "GET", "url": {"raw": "{{base}}/orders/:order?expand=lines", "variable": [{"key": "order", "value": "7"}]}},
              "code": 200, "header": [{"key": "Content-Type", "value": "application/json"}], "body": "{\\"id\\": 7, \\"total\\": 12.5}"},
             {"name": "missing", "originalRequest": {"method": "GET", "url": {"raw": "{{base}}/orders/:order", "variable": [{"key": "order", "value": "8"}]}},
              "code": 404, "header": [{"key": "Content-Type", "value": "application/json"}], "body": "{\\"error\\": \\"no order 8\\"}"}]},
           {"name": "Create", "request": {"method": "POST", "url": "{{base}}/orders", "body": {"mode": "raw", "raw": "{\\"sku\\": \\"{{$guid}}\\"}", "options": {"raw": {"language": "json"}}}},
            "response": [{"name": "created", "code": 201, "header": [{"key": "Content-Type", "value": "application/json"}, {"key": "Location", "value": "/orders/9"}], "body": "{\\"id\\": 9}"}]}]}]}
        """

    @Test func savedResponsesAreAnswered() throws {
        let server = try ImportedMockServer([("shop.json", Array(Self.shop.utf8))])
        let bearer = ["Authorization": "Bearer x"]
        let found = try server.ask("GET /api/orders/7?expand=lines", bearer)
        #expect(found.status == 200)
        #expect(try found.json == JSON(parsing: #"{"id": 7, "total": 12.5}"#))
        let missing = try server.ask("GET /api/orders/8", bearer)
        #expect(missing.status == 404)
        #expect(missing.json == ["error": "no order 8"])
        let made = try server.ask(
            "POST /api/orders", bearer.merging(["Content-Type": "application/json"]) { $1 },
            #"{"sku": "5f2d3a8e-4c1b-4f6a-9d7e-2b8c1a0f3e4d"}"#)
        #expect(made.status == 201)
        #expect(made.json == ["id": 9])
        #expect(try server.ask("GET /api/orders/7").status == 401)
        #expect(server.result.losses.isEmpty)
        let text = String(decoding: server.result.folder.files[0].bytes, as: UTF8.self)
        #expect(!text.contains("very-secret-token"))
        #expect(!text.contains("name: off"))
    }
}
