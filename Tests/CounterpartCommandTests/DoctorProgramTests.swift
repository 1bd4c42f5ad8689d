// `counterpart doctor`: what it says of ports, contracts and counterpart.yaml, and its exit codes.

import Foundation
import JSONValues
import Testing

@Suite struct DoctorProgramTests {
    private static func observations(_ result: Program.Result) throws -> [String: (status: String, detail: String)] {
        let report = try JSON(parsing: result.output)
        var all: [String: (status: String, detail: String)] = [:]
        for observation in report["observations"]?.array ?? [] {
            all[observation["name"]?.string ?? ""] = (
                observation["status"]?.string ?? "", observation["detail"]?.string ?? ""
            )
        }
        return all
    }

    @Test func saysWhatIsHere() async throws {
        let result = try await Program.run("doctor", "--json", "--port", "0")
        #expect(result.status == 0)
        let found = try Self.observations(result)
        #expect(found["program"]?.detail.hasPrefix("0.1.0 for ") == true)
        #expect(found["port 0"]?.detail == "free")
        #expect(found["Contracts/sneaker-shop"]?.status == "ok")
        for name in ["swift", "openssl", "terminal", "memory", "processors"] { #expect(found[name] != nil, "\(name)") }
    }

    @Test func aTakenPortHasAnOwner() async throws {
        try await Program.serving("Contracts/sneaker-shop") { url in
            let port = try #require(url.split(separator: ":").last?.prefix { $0.isNumber })
            let result = try await Program.run("doctor", "--port", String(port))
            #expect(result.status == 0)
            #if os(Linux)
            let line = try #require(result.output.split(separator: "\n").first { $0.contains("port \(port) ") })
            #expect(line.hasPrefix("! port \(port)"))
            #expect(line.contains("taken by counterpart (pid "))
            #endif
            #expect(result.output.contains("--port 0 takes any free one"))
        }
    }

    @Test func whatIsBrokenFails() async throws {
        let folder = try TemporaryFolder.make()
        try Data("openapi: 3.1.0\npaths: 7\n".utf8).write(to: folder.appending(path: "openapi.yaml"))
        try Data("serve:\n  prt: 1\n".utf8).write(to: folder.appending(path: "counterpart.yaml"))
        let result = try await Program.run("doctor", folder.path, "--json", "--port", "0")
        #expect(result.status == 1)
        let found = try Self.observations(result)
        #expect(found[folder.path]?.status == "failure")
        #expect(found[folder.path + "/counterpart.yaml"]?.status == "failure")
        #expect(try JSON(parsing: result.output)["ok"] == false)
    }

    @Test func nothingIsFetched() async throws {
        let result = try await Program.run("doctor", "https://example.invalid/openapi.yaml", "--json")
        #expect(result.status == 0)
        let found = try Self.observations(result)
        #expect(found["https://example.invalid/openapi.yaml"]?.status == "warning")
    }
}
