// `check`, `show`, `export` and `init` as a user runs them.

import Foundation
import JSONValues
import JSONSchema
import OpenAPIContract
import Testing

@Suite(.timeLimit(.minutes(10))) struct ContractProgramTests {
    static let shop = "Contracts/sneaker-shop"

    private func temporaryFolder() throws -> String {
        let folder = try TemporaryFolder.make()
        return folder.path
    }

    private func file(_ text: String, named name: String = "openapi.yaml") throws -> String {
        let path = "\(try temporaryFolder())/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func theAppContractsHaveNothingWrong() async throws {
        let result = try await Program.run(
            "check", Self.shop, "Contracts/selectable-catalog", "Contracts/golden-sewing")
        #expect(result == Program.Result(status: 0, output: "nothing wrong\n", error: ""))
    }

    /// Exit 1 for errors, 2 where there is no contract, whatever else is named beside.
    @Test func everyContractIsChecked() async throws {
        let path = try file(
            Self.head + "  /a: {get: {responses: {'200': {description: d, headers: {X: {schema: 5}}}}}}\n")
        let wrong = try await Program.run("check", Self.shop, path)
        #expect(
            wrong
                == Program.Result(
                    status: 1,
                    output: """
                        \(path):4:72: error: a schema must be an object or a boolean, not 5 [invalid-schema]
                          4 |   /a: {get: {responses: {'200': {description: d, headers: {X: {schema: 5}}}}}}
                            |                                                                        ^
                          found: 5
                          expected: an object or a boolean
                          remedy: Write an object or a boolean.

                        1 error

                        """, error: ""))
        let none = try await Program.run("check", path, "Contracts/no-such-shop")
        #expect(none.status == 2)
        #expect(none.output.hasSuffix("2 errors\n"))
    }

    /// What is in `Recordings/<api>` beside `Contracts/<api>` is checked with it.
    @Test func recordingsOfTheContractAreChecked() async throws {
        let root = URL(fileURLWithPath: try temporaryFolder())
        defer { try? FileManager.default.removeItem(at: root) }
        let contracts = root.appending(path: "Contracts")
        let recordings = root.appending(path: "Recordings/sneaker-shop")
        try FileManager.default.createDirectory(at: contracts, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
        let shop = contracts.appending(path: "sneaker-shop").path
        try FileManager.default.copyItem(atPath: "\(Program.root.path)/\(Self.shop)", toPath: shop)
        let entry = """
            {"startedDateTime":"2026-01-01T00:00:00Z","time":1,"cache":{},"timings":{"send":0,"wait":1,"receive":0},
             "request":{"method":"GET","url":"http://h/api/home/get_promotions?user_id=1","httpVersion":"HTTP/1.1",
              "cookies":[],"headers":[],"queryString":[{"name":"user_id","value":"1"}],"headersSize":-1,"bodySize":0},
             "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],
              "headers":[{"name":"Content-Type","value":"application/json"}],"redirectURL":"","headersSize":-1,"bodySize":5,
              "content":{"size":5,"mimeType":"application/json","text":"[{\\"id\\":\\"x\\"}]"}}}
            """
        let har = #"{"log":{"version":"1.2","creator":{"name":"t","version":"1"},"entries":["# + entry + "]}}"
        try Data(har.utf8).write(to: recordings.appending(path: "drifted.har"))
        let drifted = try await Program.run("check", shop)
        #expect(drifted.status == 0)
        #expect(drifted.output.contains("entry 1 of drifted.har"), "\(drifted)")
        #expect(
            drifted.output.contains("breaks the contract: getPromotions")
                && drifted.output.contains("[drifted-recording]"))
        try Data(har.utf8.dropLast()).write(to: recordings.appending(path: "torn.har"))
        let torn = try await Program.run("check", shop)
        #expect(torn.status == 1)
        #expect(torn.output.contains("torn.har cannot be read") && torn.output.contains("[unreadable-recording]"))
    }

    struct Bad: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let status: Int32
        let pieces: [String]
    }

    static let head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n"

    static let bad = [
        Bad(testDescription: "not YAML", text: "openapi: [3.1.0\npaths: {}", status: 2, pieces: ["openapi.yaml:2:"]),
        Bad(testDescription: "not OpenAPI", text: "name: a\n", status: 2, pieces: ["'openapi: 3.1.0'"]),
        Bad(
            testDescription: "Swagger 1", text: "swagger: '1.2'\n", status: 2,
            pieces: ["openapi.yaml:1:", "Swagger 1.2", "Swagger 2.0 is read"]),
        Bad(
            testDescription: "a reference to nowhere",
            text: head + "  /a:\n    get:\n      responses:\n        '200': {$ref: '#/components/responses/Gone'}\n",
            status: 1, pieces: ["openapi.yaml:7:", "#/components/responses/Gone"]),
        Bad(
            testDescription: "an example that does not fit",
            text: head
                + "  /a:\n    get:\n      responses:\n        '200':\n          description: A\n          content:\n"
                + "            application/json: {schema: {type: integer}, example: one}\n",
            status: 0, pieces: ["openapi.yaml:10:", "\"one\"", "integer"]),
    ]

    @Test(arguments: bad) func whatIsWrongHasAPlace(_ test: Bad) async throws {
        let path = try file(test.text)
        let result = try await Program.run("check", path)
        #expect(result.status == test.status, "\(result.output)")
        for piece in test.pieces { #expect(result.output.contains(piece), "\(result.output)") }
        let json = try JSON(parsing: try await Program.run("check", path, "--report", "json=-").output)
        #expect(json.array?.isEmpty == false)
    }

    /// Half of a contract is no contract: nothing but `check` takes one with errors.
    @Test(arguments: ["serve", "show", "export", "verify"]) func aContractWithErrorsIsRefused(command: String)
        async throws
    {
        let path = try file(Self.head + "  /a: {get: {responses: {'200': {$ref: '#/components/responses/Gone'}}}}\n")
        let options = command == "verify" ? ["--backend", "http://127.0.0.1:9"] : []
        let result = try await Program.run([command, path] + options)
        #expect(result.status == 2)
        #expect(
            result.error == """
                \(path):4:40: error: '#/components/responses/Gone' leads nowhere [ref-unresolved]
                  4 |   /a: {get: {responses: {'200': {$ref: '#/components/responses/Gone'}}}}
                    |                                        ^
                  remedy: Add what it names, or mend the reference.
                error: \(path) cannot be used: 1 error

                """)
    }

    @Test func workflowsAreCheckedWithTheContractAndByThemselves() async throws {
        let folder = URL(fileURLWithPath: try temporaryFolder())
        let texts = [
            "openapi.yaml": Self.head
                + "  /a: {get: {operationId: readAll, responses: {'200': {description: A}}}}\n",
            "workflows.arazzo.yaml": "arazzo: 1.0.1\ninfo: {title: T, version: '1'}\n"
                + "sourceDescriptions: [{name: api, url: ./openapi.yaml}]\nworkflows:\n  - workflowId: w\n"
                + "    steps: [{stepId: s, operationId: raedAll}]\n",
        ]
        for (name, text) in texts { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        for path in [folder.path, folder.appendingPathComponent("workflows.arazzo.yaml").path] {
            let result = try await Program.run("check", path)
            #expect(result.status == 1)
            let expected = "workflows.arazzo.yaml:6:38: error: there is no operation 'raedAll' [unknown-name]"
            #expect(result.output.contains(expected), "\(result.output)")
            #expect(result.output.contains("Did you mean 'readAll'?"))
        }
    }

    @Test(arguments: ["check", "serve", "show", "export"]) func aContractThatIsNotThereIsNamed(command: String)
        async throws
    {
        let result = try await Program.run(command, "Contracts/no-such-shop")
        #expect(result.status == 2)
        #expect((result.output + result.error).contains("Contracts/no-such-shop"))
    }

    @Test func showListsTheOperations() async throws {
        let result = try await Program.run("show", Self.shop)
        #expect(result.status == 0)
        #expect(result.output.contains("/api/cart/add_to_cart"))
        #expect(
            try JSON(parsing: try await Program.run("show", Self.shop, "--json").output)["operations"]?.array?.count
                == 14)
    }

    @Test func showTellsOneOperation() async throws {
        let result = try await Program.run("show", Self.shop, "addToCart")
        #expect(result.status == 0)
        for piece in ["POST /api/cart/add_to_cart", "401", "curl", "amount"] { #expect(result.output.contains(piece)) }
        let misspelt = try await Program.run("show", Self.shop, "addToCard")
        #expect(misspelt.status == 2)
        #expect(misspelt.error.contains("Did you mean addToCart?"))
    }

    @Test(arguments: ["3.0", "3.1"]) func anExportLoadsAgain(edition: String) async throws {
        let exported = try await Program.run("export", Self.shop, "--openapi", edition)
        #expect(exported.status == 0)
        let path = try file(exported.output, named: "openapi.json")
        let shown = try await Program.run("show", path, "--json")
        let original = try await Program.run("show", Self.shop, "--json")
        #expect(try JSON(parsing: shown.output)["operations"] == JSON(parsing: original.output)["operations"])
    }

    @Test func aNewContractIsReadyToCheck() async throws {
        let folder = try temporaryFolder() + "/book-shop"
        let made = try await Program.run("init", folder)
        #expect(
            made
                == Program.Result(
                    status: 0,
                    output:
                        "Made \(folder)/openapi.yaml, \(folder)/mock.yaml, \(folder)/counterpart.yaml. Next: counterpart serve \(folder)\n",
                    error: ""))
        #expect(try await Program.run("check", folder, "--no-config").output == "nothing wrong\n")
        #expect(
            try await Program.run("check", folder) == Program.Result(status: 0, output: "nothing wrong\n", error: ""))
        let again = try await Program.run("init", folder)
        #expect(again.status == 2)
        #expect(again.error.contains("has a contract already"))
        let shown = try await Program.run("show", folder)
        #expect(
            shown.output == """
                book shop 0.1.0 (OpenAPI 3.1)
                  https://api.example.com/v1

                  GET     /notes       listNotes   200 400  All notes, newest first
                  POST    /notes       addNote     201 422  Write a note
                  GET     /notes/{id}  getNote     200 404  One note
                  DELETE  /notes/{id}  deleteNote  204 404  Throw a note away

                Collections
                  notes: list, create, read, delete; {id} is its 'id'

                """)
        for name in ["listNotes", "GET /notes"] {
            #expect(try await Program.run("show", folder, name).output == Self.listNotes)
        }
    }

    private static let listNotes = """
        GET /notes  listNotes
          All notes, newest first

        Parameters
          limit  query  integer (≥ 1, ≤ 100)  optional, by default 20, else 400  How many at most.

        Answers
          200  The notes.
            application/json: [Note]
          400  The limit is none.

        Where
          Note = {
            id: int64 (≥ 1)
            text: string (at least 1 character)
            done: boolean
          }

        Example
          curl 'http://127.0.0.1:8080/v1/notes?limit=2'
          200  (example 'two-notes')
          [
            {
              "id": 2,
              "text": "Buy milk",
              "done": false
            },
            {
              "id": 1,
              "text": "Call Anna",
              "done": true
            }
          ]

        """
}
