// Pacts as a user has them verified and served: the program on both sides.

import Foundation
import JSONValues
import Testing

@Suite(.timeLimit(.minutes(10))) struct PactProgramTests {
    static let pact = "Contracts/sneaker-shop/pacts/storefront-sneaker-shop.json"

    @Test func theMockOfAContractIsWhatTheConsumerExpects() async throws {
        let result = try await Program.serving("Contracts/sneaker-shop") { url in
            try await Program.run("verify", "--pact", Self.pact, "--backend", url, "--json")
        }
        #expect(result.status == 0, "\(result.output) \(result.error)")
        let report = try JSON(parsing: result.output)
        #expect(report["verdict"] == "conformant")
        #expect(report["contract"]?["title"] == "storefront → sneaker-shop")
    }

    @Test func whatAPactServesIsWhatItExpects() async throws {
        let result = try await Program.serving(Self.pact) { url in
            try await Program.run("verify", "--pact", Self.pact, "--backend", url)
        }
        #expect(result.status == 0 && result.output.hasPrefix("✓ conformant"), "\(result.output) \(result.error)")
    }

    @Test func anythingElseIsRefusedWithTheNearest() throws {
        let program = try RunningProgram(["serve", Self.pact, "--port", "0", "--json"])
        let start = try JSON(parsing: try #require(program.line()))
        let port = UInt16(try #require(start["port"]?.number?.int64))
        #expect(start["pacts"]?[0]?["consumer"] == "storefront")
        let connection = try Connection(port: port)
        try connection.send("GET /api/home/get_promotions HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(connection.receiveAll().hasPrefix("HTTP/1.1 500 "))
        let line = try JSON(parsing: try #require(program.line()))
        #expect(line["nearest"]?[0]?["interaction"] == "the promotions of a user, given the user 1 is registered")
        #expect(
            line["nearest"]?[0]?["mismatches"]?[0]
                == "query parameter user_id: missing: found nothing, expected '1'")
        program.send()
        let end = program.end()
        #expect(end.status == 0 && end.output.contains("not-asked"))
    }

    @Test func statesAreSetUpByACommand() async throws {
        let folder = try TemporaryFolder.make()
        let log = folder.appending(path: "states.txt").path
        let result = try await Program.serving("Contracts/sneaker-shop") { url in
            try await Program.run([
                "verify", "--pact", Self.pact, "--backend", url, "--provider-states-command",
                "cat >> \(log); echo >> \(log)",
            ])
        }
        #expect(result.status == 0, "\(result.output) \(result.error)")
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        #expect(lines.count % 2 == 0 && lines.count >= 2)
        #expect(try JSON(parsing: String(lines[0]))["action"] == "setup")
        #expect(try JSON(parsing: String(lines[1]))["action"] == "teardown")
    }

    @Test(arguments: [
        (["verify", "--pact", pact], "Say where the provider is"),
        (
            ["verify", "Contracts/sneaker-shop", "--pact", pact, "--backend", "http://127.0.0.1:1"],
            "leave out the contract"
        ),
        (
            ["verify", "--pact", pact, "--backend", "http://127.0.0.1:1", "--consumer", "nobody"],
            "The consumers are 'storefront'"
        ),
        (["verify", "--pact", "Contracts/sneaker-shop/openapi.yaml", "--backend", "http://127.0.0.1:1"], "not-pact"),
        (["verify", "--backend", "http://127.0.0.1:1"], "Name the contract"),
        (["serve", pact, "Contracts/sneaker-shop"], "served apart"),
        (["serve", pact, "--mode", "spy", "--backend", "http://127.0.0.1:1"], "served as it is"),
    ])
    func mistakesAreTold(arguments: [String], told: String) async throws {
        let result = try await Program.run(arguments)
        #expect(result.status == 2)
        #expect(result.error.contains(told), "\(result.error)")
    }
}
