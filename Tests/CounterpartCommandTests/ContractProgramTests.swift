// `check`, `show`, `export` and `init` as a user runs them.

import Foundation
import JSONSchema
import OpenAPIContract
import Testing

@Suite(.timeLimit(.minutes(2))) struct ContractProgramTests {
    static let shop = "Contracts/sneaker-shop"

    private func temporaryFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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
        #expect(result.output == "nothing wrong\n")
        #expect(result.status == 0)
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
            testDescription: "Swagger 2", text: "swagger: '2.0'\n", status: 2,
            pieces: ["openapi.yaml:1:", "Swagger 2.0", "swagger2openapi"]),
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
        let json = try JSON(parsing: try await Program.run("check", path, "--format", "json").output)
        #expect(json.array?.isEmpty == false)
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
        #expect(made.status == 0, "\(made.error)")
        #expect(try await Program.run("check", folder).output == "nothing wrong\n")
        let again = try await Program.run("init", folder)
        #expect(again.status == 2)
        #expect(again.error.contains("has a contract already"))
    }
}
