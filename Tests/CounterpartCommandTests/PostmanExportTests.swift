// A contract as a Postman collection, and back.

import Foundation
import JSONValues
import Testing

@Suite(.timeLimit(.minutes(10))) struct PostmanExportTests {
    @Test(arguments: ["sneaker-shop", "golden-sewing", "selectable-catalog"])
    func importGivesTheOperationsBack(_ name: String) async throws {
        let folder = try TemporaryFolder.make()
        let postman = folder.appending(path: "postman").path
        let exported = try await Program.run("export", "Contracts/\(name)", "--postman", postman)
        #expect(exported.status == 0, "\(exported)")
        let again = folder.appending(path: "again").path
        let imported = try await Program.run("import", postman, "--output", again)
        #expect(imported.status == 0, "\(imported)")
        let wanted = try await operations("Contracts/\(name)")
        #expect(try await operations(again) == wanted)
        #expect(!wanted.isEmpty)

        let collection = try json("\(postman)/\(name).postman_collection.json")
        #expect(faults(collection) == [])
        let environment = try json("\(postman)/\(name).postman_environment.json")
        #expect(environment["values"]?[0]?["key"] == "baseUrl")
    }

    @Test func nothingIsOverwritten() async throws {
        let folder = try TemporaryFolder.make().path
        #expect(try await Program.run("export", "Contracts/sneaker-shop", "--postman", folder).status == 0)
        let again = try await Program.run("export", "Contracts/sneaker-shop", "--postman", folder)
        #expect(again.status == 2 && again.error.contains("--replace"), "\(again)")
        #expect(try await Program.run("export", "Contracts/sneaker-shop", "--postman", folder, "--replace").status == 0)
    }

    private func json(_ path: String) throws -> JSON {
        try JSON(parsing: [UInt8](Data(contentsOf: URL(filePath: path))))
    }

    /// Methods and paths on the wire, whatever their parameters are called.
    private func operations(_ contract: String) async throws -> Set<String> {
        let document = try JSON(parsing: try await Program.run("export", contract).output)
        let server = document["servers"]?[0]?["url"]?.string ?? ""
        let base = server.contains("://") ? URL(string: server)?.path ?? "" : server
        var found: Set<String> = []
        for (path, item) in document["paths"]?.object ?? JSONObject() {
            for (method, _) in item.object ?? JSONObject()
            where ["get", "post", "put", "patch", "delete"].contains(method) {
                let whole = (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
                found.insert("\(method) \(whole.replacing(#/\{[^}]*\}/#, with: "{}"))")
            }
        }
        return found
    }

    /// What a collection of version 2.1 must have, and has not.
    private func faults(_ collection: JSON) -> [String] {
        var faults: [String] = []
        if collection["info"]?["name"]?.string == nil { faults.append("info.name") }
        func check(_ items: JSON?) {
            for item in items?.array ?? [] {
                if item["item"] != nil { check(item["item"]); continue }
                for request in [item["request"]] + (item["response"]?.array ?? []).map({ $0["originalRequest"] }) {
                    let isWhole = request?["method"]?.string != nil && request?["url"]?["raw"]?.string != nil
                    if !isWhole { faults.append("request of \(item["name"]?.string ?? "")") }
                }
                for response in item["response"]?.array ?? []
                where response["code"]?.number == nil || response["header"]?.array == nil {
                    faults.append("response of \(item["name"]?.string ?? "")")
                }
            }
        }
        check(collection["item"])
        return faults
    }
}
