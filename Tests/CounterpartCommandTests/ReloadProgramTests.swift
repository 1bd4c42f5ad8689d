// A contract or mock file that is saved while the built program serves it.

import Foundation
import JSONValues
import JSONSchema
import Testing

@Suite(.timeLimit(.minutes(10))) struct ReloadProgramTests {
    private struct Served {
        let folder: URL
        let program: RunningProgram
        let port: UInt16

        func file(_ name: String) -> URL { folder.appending(path: name) }

        func save(_ name: String, _ change: (String) -> String) throws {
            let text = try String(contentsOf: file(name), encoding: .utf8)
            try change(text).write(to: file(name), atomically: true, encoding: .utf8)
        }

        /// What the server answers a request.
        func told(_ method: String, _ target: String, _ body: String = "") throws -> String {
            let connection = try Connection(port: port)
            let length = body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            try connection.send("\(method) \(target) HTTP/1.1\r\nHost: h\r\n\(length)Connection: close\r\n\r\n\(body)")
            let answer = connection.receiveAll()
            let content = answer.firstRange(of: "\r\n\r\n").map { answer[$0.upperBound...] } ?? ""
            return "\(answer.dropFirst(9).prefix(3)) \(content)"
        }

        /// The next line of the log that tells of this event, and how long it took to come.
        func event(_ name: String) throws -> (line: JSON, after: Duration) {
            let clock = ContinuousClock()
            let start = clock.now
            while let text = program.line() {
                let line = try JSON(parsing: text)
                if line["event"]?.string == name { return (line, clock.now - start) }
            }
            throw Ended(expected: name)
        }
    }

    private struct Ended: Error { let expected: String }

    private func serving(_ body: (Served) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reload-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: Program.root.appending(path: "Contracts/sneaker-shop"), to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try RunningProgram(["serve", folder.path, "--port", "0", "--json"])
        let start = try JSON(parsing: try #require(program.line()))
        try body(
            Served(folder: folder, program: program, port: UInt16(try #require(start["port"]?.number?.int64))))
        program.send()
        #expect(program.end().status == 0)
    }

    /// Two contracts in one server, of which one is saved with the base path of the other.
    @Test func aBasePathThatAnotherHasIsToldAndTheOldOneGoesOn() throws {
        let folder = try TemporaryFolder.make()
        var names: [String] = []
        for version in ["v1", "v2"] {
            let copy = folder.appending(path: "shop-\(version)")
            try FileManager.default.copyItem(at: Program.root.appending(path: "Contracts/sneaker-shop"), to: copy)
            names.append(copy.path)
        }
        func server(_ path: String) -> String { "http://127.0.0.1:8080\(path)\n" }
        func save(_ name: String, from old: String, to new: String) throws {
            let file = folder.appending(path: "\(name)/openapi.yaml")
            let text = try String(contentsOf: file, encoding: .utf8)
            try text.replacing(server(old), with: server(new)).write(to: file, atomically: true, encoding: .utf8)
        }
        try save("shop-v1", from: "", to: "/v1")
        try save("shop-v2", from: "", to: "/v2")
        let program = try RunningProgram(["serve"] + names + ["--port", "0", "--json"])
        let start = try JSON(parsing: try #require(program.line()))
        let port = UInt16(try #require(start["port"]?.number?.int64))
        let served = Served(folder: folder, program: program, port: port)
        func statuses() throws -> [String] {
            try ["/v1", "/v2", "/v3"].map {
                String(try served.told("GET", "\($0)/api/home/get_promotions?user_id=1").prefix(3))
            }
        }
        #expect(try statuses() == ["200", "200", "404"])
        try save("shop-v2", from: "/v2", to: "/v1")
        let failed = try served.event("reload-failed").line
        #expect(failed["contract"] == "shop-v2")
        #expect(failed["summary"]?.string == "its paths are others' too")
        #expect(failed["findings"]?.string?.contains("shop-v1 and shop-v2 cannot share a server") == true, "\(failed)")
        #expect(try statuses() == ["200", "200", "404"])
        try save("shop-v2", from: "/v1", to: "/v3")
        #expect(try served.event("reloaded").line["contract"] == "shop-v2")
        #expect(try statuses() == ["200", "404", "200"])
        program.send()
        #expect(program.end().status == 0)
    }

    private static let cart = "/api/cart/get_products_in_cart?user_id=2"

    @Test func aSavedFileIsLiveAndSessionsGoOn() throws {
        try serving { served in
            let line = #"{"user_id": 2, "product_id": 1001, "amount": 3}"#
            #expect(try served.told("POST", "/api/cart/add_to_cart", line).hasPrefix("200"))
            // A rule.
            try served.save("mock.yaml") {
                $0.replacing("  exit:\n    - respond: 200", with: "  exit:\n    - when: call > 1\n      respond: 200")
            }
            let (reloaded, after) = try served.event("reloaded")
            #expect(reloaded["sessions_restarted"] == 0)
            // It is to be live within a second; a busy machine gets more.
            #expect(after < .seconds(30))
            #expect(try served.told("GET", Self.cart).contains(#""number":3"#))
            // What the state starts with, as far as nobody has changed it.
            try served.save("data/users.json") { $0.replacing("Anna", with: "Anneliese") }
            _ = try served.event("reloaded")
            let login = #"{"email": "anna@shop.example", "passwd": "correct-horse"}"#
            #expect(try served.told("POST", "/api/login/login", login).contains("Anneliese"))
            // The contract.
            try served.save("openapi.yaml") { $0.replacing("/api/login/exit:", with: "/api/login/leave:") }
            _ = try served.event("reloaded")
            #expect(try served.told("POST", "/api/login/exit").hasPrefix("404"))
            #expect(try served.told("POST", "/api/login/leave").hasPrefix("200"))
            #expect(try served.told("GET", Self.cart).contains(#""number":3"#))
        }
    }

    @Test(arguments: [
        ("mock.yaml", "state.likes.filter", "state.liks.filter", "state has no field 'liks'"),
        ("mock.yaml", "operations:", "operations: [", "not YAML"),
        ("openapi.yaml", "openapi: 3", "openapi: 9", "openapi.yaml:"),
        ("data/users.json", "[", "[[[", "users.json"),
    ])
    func aBrokenFileIsToldAndTheOldOneGoesOn(name: String, text: String, broken: String, told: String) throws {
        try serving { served in
            try served.save(name) { $0.replacing(text, with: broken, maxReplacements: 1) }
            let (failed, _) = try served.event("reload-failed")
            #expect(failed["findings"]?.string?.contains(told) == true, "\(failed)")
            #expect(try served.told("GET", "/api/home/get_promotions?user_id=1").hasPrefix("200"))
            try served.save(name) { $0.replacing(broken, with: text, maxReplacements: 1) }
            _ = try served.event("reloaded")
        }
    }
}
