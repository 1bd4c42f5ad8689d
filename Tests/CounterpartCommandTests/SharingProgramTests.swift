// Several contracts served by the built program.

import Foundation
import JSONValues
import Testing

@Suite(.timeLimit(.minutes(10))) struct SharingProgramTests {
    private static let contracts = ["golden-sewing", "selectable-catalog", "sneaker-shop"]

    private func told(_ port: UInt16, _ target: String) throws -> String {
        let connection = try Connection(port: port)
        try connection.send("GET \(target) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        return String(connection.receiveAll().dropFirst(9).prefix(3))
    }

    @Test func allContractsOfTheRepositoryShareAServer() throws {
        let folder = Program.root.appending(path: "Contracts").path
        let program = try RunningProgram(
            ["serve"] + Self.contracts.map { "\(folder)/\($0)" }
                + ["--port", "0", "--json", "--base-path", "golden-sewing=/blog"])
        let start = try JSON(parsing: try #require(program.line()))
        #expect(start["contracts"]?.array?.compactMap { $0["name"]?.string } == Self.contracts)
        let curls = start["contracts"]?.array?.first?["operations"]?.array?.compactMap { $0["curl"]?.string } ?? []
        #expect(curls.first?.contains("/blog/wp-json/wp/v2/categories") == true)
        let port = UInt16(try #require(start["port"]?.number?.int64))
        let expected = [
            ("/blog/wp-json/wp/v2/categories", "golden-sewing"), ("/static/catalog/items/9/", "selectable-catalog"),
            ("/api/home/get_promotions?user_id=1", "sneaker-shop"),
        ]
        for (target, name) in expected {
            #expect(try told(port, target) != "405")
            let line = try JSON(parsing: try #require(program.line()))
            #expect(line["contract"]?.string == name && line["operation"] != nil, "\(line)")
        }
        program.send()
        #expect(program.end().status == 0)
    }

    @Test(arguments: [
        (["Contracts/sneaker-shop", "Contracts/sneaker-shop"], "--base-path sneaker-shop-2=/sneaker-shop-2"),
        (["Contracts/sneaker-shop", "Contracts/golden-sewing", "--base-path", "/x"], "say whose it is"),
        (["Contracts/sneaker-shop", "--base-path", "shop=/x"], "no contract is called so, but sneaker-shop"),
        (["Contracts/sneaker-shop", "Contracts/nowhere", "/nowhere-else"], "nowhere-else"),
    ])
    func mistakesAreTold(arguments: [String], told: String) throws {
        let program = try RunningProgram(
            ["serve", "--port", "0"]
                + arguments.map { $0.hasPrefix("Contracts/") ? Program.root.appending(path: $0).path : $0 })
        let result = program.end()
        #expect(result.status == 2)
        #expect(result.error.contains(told), "\(result.error)")
    }
}
