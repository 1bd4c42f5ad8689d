// Insomnia and Bruno: saved answers are given again, and what a collection cannot say is told.

import JSONValues
import Testing

@testable import Importing
@testable import Mocking

@Suite struct InsomniaTests {
    private static let shop = """
        type: collection.insomnia.rest/5.0
        name: Shop
        meta: {id: wrk_1, created: 1, modified: 2}
        collection:
          - name: Orders
            meta: {id: fld_1}
            environment: {tenant: north}
            headers:
              - {name: X-Tenant, value: "{{ _.tenant }}"}
            authentication: {type: bearer, token: very-secret-token}
            scripts:
              preRequest: insomnia.environment.set('a', 1);
            children:
              - url: "{{ _.base }}/orders/:order"
                name: One
                meta: {id: req_1}
                method: GET
                parameters:
                  - {name: expand, value: lines}
                  - {name: off, value: "1", disabled: true}
                pathParameters:
                  - {name: order, value: "7"}
              - url: "{{ _.deep.url }}/orders"
                name: Create
                method: POST
                body: {mimeType: application/json, text: '{"sku": "{% uuid ''v4'' %}"}'}
                authentication: {type: apikey, key: X-Key, value: other-secret, addTo: header}
              - url: wss://shop.example/live
                name: Live
        environments:
          name: Base
          data: {base: https://shop.example/api, deep: {url: https://shop.example/api}}
          subEnvironments:
            - {name: Staging, data: {base: https://staging.example/api}}
            - {name: Live, data: {base: https://live.example/api}}
        """

    @Test func requestsOfVersion5() throws {
        let server = try ImportedMockServer([("shop.yaml", Array(Self.shop.utf8))])
        #expect(server.result.tool == .insomnia)
        let text = String(decoding: server.result.folder.files[0].bytes, as: UTF8.self)
        #expect(text.contains("/orders/{order}"))
        #expect(text.contains("https://staging.example"))
        #expect(text.contains("name: X-Tenant") && text.contains("name: expand") && !text.contains("name: off"))
        #expect(!text.contains("secret"))
        #expect(text.contains("# pre-request script of 'Orders':"))
        let losses = server.result.losses
        #expect(losses.contains { $0.place == "shop.yaml#/environments/subEnvironments/1" })
        #expect(losses.contains { $0.place == "shop.yaml#/collection/0/children/2" && $0.what.contains("no HTTP") })
        #expect(
            losses.contains {
                $0.what
                    == "an answer to 'Orders / One': no response is saved with it, so 200 without content is declared"
            })
        let asked = try server.ask(
            "GET /api/orders/7?expand=lines", ["Authorization": "Bearer x", "X-Tenant": "north"])
        #expect(asked.status == 200)
        #expect(try server.ask("GET /api/orders/7", ["X-Tenant": "north"]).status == 401)
    }

    @Test func routesOfMocksAnswer() throws {
        let text = """
            {"_type": "export", "__export_format": 4, "resources": [
              {"_id": "wrk_1", "_type": "workspace", "name": "Pets"},
              {"_id": "fld_1", "_type": "request_group", "parentId": "wrk_1", "name": "All"},
              {"_id": "req_1", "_type": "request", "parentId": "fld_1", "name": "Login", "method": "POST", "url": "https://pets.example/login",
               "body": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "user", "value": "a b"}]}},
              {"_id": "mr_1", "_type": "mock_route", "parentId": "mock_1", "name": "/pets/1", "method": "GET", "statusCode": 200,
               "mimeType": "application/json", "headers": [{"name": "X-Total", "value": "1"}], "body": "{\\"name\\": \\"Rex\\"}"},
              {"_id": "mr_2", "_type": "mock_route", "parentId": "mock_1", "name": "/broken", "method": "GET", "statusCode": 100}]}
            """
        let server = try ImportedMockServer([("pets.json", Array(text.utf8))])
        let pet = try server.ask("GET /pets/1")
        #expect(pet.status == 200)
        #expect(pet.json == ["name": "Rex"])
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(try server.ask("POST /login", form, "user=a%20b").status == 200)
        #expect(server.result.losses.contains { $0.place == "pets.json#/resources/4" && $0.what.contains("100") })
    }

    @Test(arguments: [
        "{\"_type\": \"export\", \"resources\": []}", "type: collection.insomnia.rest/5.0\n",
        "type: collection.insomnia.rest/5.0\ncollection: 7\n",
        "type: collection.insomnia.rest/5.0\ncollection: [null, 3, {name: x}, {method: GET}, {method: 7, url: []}]\n",
    ])
    func oddFilesEnd(text: String) throws {
        let result = try Import(ImportFiles([("a.yaml", Array(text.utf8))]), named: "a")
        #expect(result.tool == .insomnia)
    }
}

@Suite struct BrunoTests {
    private static let files: [(path: String, bytes: [UInt8])] = [
        ("shop/bruno.json", #"{"version": "1", "name": "Shop", "type": "collection"}"#),
        ("shop/collection.bru", "auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: very-secret-token\n}\n"),
        ("shop/environments/Live.bru", "vars {\n  base: https://live.example/api\n}\n"),
        (
            "shop/environments/Staging.bru",
            "vars {\n  base: https://staging.example/api\n  ~off: 1\n}\nvars:secret [\n  token\n]\n"
        ),
        ("shop/orders/folder.bru", "meta {\n  name: Orders\n}\n\nheaders {\n  x-tenant: north\n}\n"),
        (
            "shop/orders/one.bru",
            """
            meta {
              name: One
              type: http
              seq: 2
            }

            get {
              url: {{base}}/orders/:order?expand=lines
              body: none
              auth: inherit
            }

            params:query {
              expand: lines
              ~off: 1
            }

            params:path {
              order: 7
            }

            tests {
              test("is there", function() {
                expect(res.status).to.equal(200);
              });
            }

            example {
              name: found

              request: {
                url: {{base}}/orders/:order?expand=lines
                method: GET
                mode: none
                params:path: {
                  order: 7
                }
              }

              response: {
                headers: {
                  Content-Type: application/json
                  "x-note": a: b
                }

                status: {
                  code: 200
                  text: OK
                }

                body: {
                  type: json
                  content: '''
                    {
                      "id": 7,
                      "total": 12.5
                    }
                  '''
                }
              }
            }

            example {
              name: missing

              request: {
                url: {{base}}/orders/:order
                method: GET
                params:path: {
                  order: 8
                }
              }

              response: {
                status: {
                  code: 404
                }
                body: {
                  type: json
                  content: '''
                    {"error": "no order 8"}
                  '''
                }
              }
            }

            """
        ),
        (
            "shop/orders/create.bru",
            "meta {\r\n  name: Create\r\n  seq: 1\r\n}\r\n\r\npost {\r\n  url: {{base}}/orders\r\n  body: json\r\n  auth: none\r\n}\r\n\r\nbody:json {\r\n  {\r\n    \"sku\": \"a\"\r\n  }\r\n}\r\n"
        ),
        ("shop/live.bru", "meta {\n  name: Live\n  type: ws\n}\n\nws {\n  url: wss://shop.example\n}\n"),
        ("shop/data.json", "[1]"),
    ].map { ($0.0, Array($0.1.utf8)) }

    @Test func examplesAreAnswered() throws {
        let server = try ImportedMockServer(Self.files)
        #expect(server.result.tool == .bruno)
        let headers = ["Authorization": "Bearer x", "x-tenant": "north"]
        let found = try server.ask("GET /api/orders/7?expand=lines", headers)
        #expect(found.status == 200)
        #expect(try found.json == JSON(parsing: #"{"id": 7, "total": 12.5}"#))
        let missing = try server.ask("GET /api/orders/8", headers)
        #expect(missing.status == 404)
        #expect(missing.json == ["error": "no order 8"])
        let made = try server.ask(
            "POST /api/orders", ["x-tenant": "north", "Content-Type": "application/json"], #"{"sku": "a"}"#)
        #expect(made.status == 200)
        let text = String(decoding: server.result.folder.files[0].bytes, as: UTF8.self)
        #expect(text.contains("title: Shop") && text.contains("https://live.example"))
        #expect(!text.contains("secret") && !text.contains("name: off"))
        #expect(text.contains("# test script of 'One':"))
        let places = server.result.losses.map(\.place)
        #expect(places.contains("shop/environments/Staging.bru"))
        #expect(places.contains("shop/live.bru"))
        #expect(places.contains("shop/orders/create.bru"))
    }

    @Test func anEnvironmentThatIsNamedIsMeant() throws {
        let named = Self.files + Self.files.filter { $0.path.hasSuffix("Staging.bru") }
        let result = try Import(ImportFiles(named), named: "shop")
        #expect(String(decoding: result.folder.files[0].bytes, as: UTF8.self).contains("https://staging.example"))
    }

    @Test(arguments: [
        "", "get {", "get {\n  url: https://h.example/a\n", "}\n}\n",
        "example {\n}\nget {\n  url: https://h.example/a\n}\n",
        "get {\n  url: '''\n", "get {\n  \"url: x\n}\n", "\u{0}\n{ {\n",
        String(repeating: "example {\n", count: 5_000),
    ])
    func brokenFilesEnd(text: String) throws {
        let result = try Import(ImportFiles([("a.bru", Array(text.utf8))]), named: "a")
        #expect(result.tool == .bruno)
        #expect(!result.losses.isEmpty)
    }
}
