// The mock file from the command line: served, checked, its schema printed.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import HTTPTypes
import SecureWire
import Testing

@Suite(.timeLimit(.minutes(10))) struct MockFileProgramTests {
    /// A folder with the sneaker shop, whose mock file is changed.
    private func folder(_ change: (String) -> String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: Program.root.appending(path: "Contracts/sneaker-shop"), to: folder)
        let file = folder.appending(path: "mock.yaml")
        try change(String(contentsOf: file, encoding: .utf8)).write(to: file, atomically: true, encoding: .utf8)
        return folder
    }

    @Test func theSchemaIsPrinted() async throws {
        let result = try await Program.run("schema", "mock")
        #expect(result.status == 0)
        #expect(try JSON(parsing: result.output)["title"] == "Counterpart mock file")
    }

    @Test func aBrokenFileIsNotServed() async throws {
        let folder = try folder { $0.replacing("state.likes.filter", with: "state.liks.filter") }
        defer { try? FileManager.default.removeItem(at: folder) }
        for command in ["serve", "check"] {
            let result = try await Program.run(command, folder.path)
            #expect(result.status == (command == "serve" ? 2 : 1))
            let text = result.error + result.output
            #expect(text.contains("mock.yaml:"))
            #expect(text.contains("error: state has no field 'liks'"))
            #expect(text.contains("remedy: Did you mean 'likes'?"))
        }
    }

    @Test func theMockRemembers() async throws {
        try await Program.serving("Contracts/sneaker-shop") { url in
            let sender = HTTPSender(timeout: .seconds(60))
            func told(_ method: HTTPRequest.Method, _ target: String, _ body: String = "") async throws -> Response {
                let headers: HTTPFields = body.isEmpty ? [:] : [.contentType: "application/json"]
                let request = Request(method: method, target: target, headers: headers, body: Array(body.utf8))
                return try await sender.send(request, to: BackendURL(parsing: url))
            }
            let cart = "/_counterpart/sessions/a/api/cart/get_products_in_cart?user_id=2"
            #expect(try await JSON(parsing: told(.get, cart).body) == [])
            let line = #"{"user_id": 2, "product_id": 1001, "amount": 3}"#
            #expect(try await told(.post, "/_counterpart/sessions/a/api/cart/add_to_cart", line).status == 200)
            #expect(try await JSON(parsing: told(.get, cart).body)[0]?["number"] == 3)
            let other = try await told(.get, "/_counterpart/sessions/b/api/cart/get_products_in_cart?user_id=2")
            #expect(try JSON(parsing: other.body) == [])
            await sender.shutdown()
        }
    }
}
