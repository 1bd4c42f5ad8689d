// What an older contract called otherwise stays as deprecated aliases: old calls compile, with a warning that has the new name.

import Foundation
import OpenAPIContract
import SourceDocuments
import Testing

@testable import SwiftGeneration

struct FormerNamesTests {
    /// - Parameters:
    ///   - operation: the id of the one that reads.
    ///   - schema: the name of what it answers.
    private static func contract(
        _ operation: String, _ schema: String, _ list: String, besides: String = ""
    ) throws -> Contract {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("former-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("openapi.yaml")
        let text = """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            paths:
              /people/{\(operation)}:
                get:
                  operationId: \(operation)
                  parameters: [{name: \(operation), in: path, required: true, schema: {type: string}}]
                  responses: {'200': {description: OK, content: {application/json: {schema: {$ref: '#/components/schemas/\(schema)'}}}}}
              /people:
                get:
                  operationId: \(list)
                  parameters: [{name: q, in: query, schema: {type: string}}]
                  responses: {'200': {description: OK, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/\(schema)'}}}}}}
              /ping: {get: {operationId: ping\(list), responses: {'204': {description: none}}}}
              \(besides)
            components:
              schemas:
                \(schema): {type: object, properties: {name: {type: string}, home: {$ref: '#/components/schemas/\(schema)Home'}}}
                \(schema)Home: {type: object, properties: {town: {type: string}}}
            """
        try Data(text.utf8).write(to: file)
        let loaded = Contract.load(path: file.path)
        return try #require(loaded.contract, "\(loaded.diagnostics)")
    }

    private static func typecheck(_ files: [(name: String, text: String)]) throws -> (status: Int32, text: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("former-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var paths: [String] = []
        for file in files {
            let url = folder.appendingPathComponent(file.name)
            try Data(file.text.utf8).write(to: url)
            paths.append(url.path)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "App"] + paths
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test(arguments: [false, true])
    func oldCallsCompileWithAWarning(isNamespaced: Bool) throws {
        let old = try Self.contract(
            "getUser", "User", "listUsers",
            besides: "/old: {get: {operationId: gone, responses: {'204': {description: none}}}}")
        let new = try Self.contract("fetchPerson", "Person", "listPeople")
        var settings = ClientSettings(name: "Shop")
        settings.isNamespaced = isNamespaced
        let client = ClientGenerator.generate(new, settings, keeping: old)
        #expect(client.files.contains { $0.path.hasSuffix("Deprecated.swift") })
        #expect(client.diagnostics.contains { $0.message.hasPrefix("the contract no longer has gone:") })
        let prefix = isNamespaced ? "Shop." : ""
        let app = """
            func old(_ api: any ShopAPI) async throws {
                let request = \(prefix)GetUser.Request(fetchPerson: "5")
                let user: \(prefix)User = try await api.getUser(request).ok
                let home: \(prefix)UserHome? = user.home
                let answer = try await api.listUsers()
                if case .ok(let users) = answer { print(users, home as Any) }
                if case .noContent = try await api.pinglistUsers() {}
            }
            func fake() -> \(prefix)Fake {
                var fake = \(prefix)Fake()
                fake.onGetUser = { _ in .ok(\(prefix)User(name: "Ada")) }
                return fake
            }
            """
        // Alone the client has no warning: only whoever uses an old name has.
        let files = client.files.map { (name: $0.path.replacing("/", with: "-"), text: $0.text) }
        let alone = try Self.typecheck(files)
        #expect(alone.status == 0 && alone.text.isEmpty, "\(alone.text.prefix(3_000))")
        let used = try Self.typecheck(files + [("App.swift", app)])
        #expect(used.status == 0, "\(used.text.prefix(3_000))")
        for (former, current) in [
            ("GetUser", "FetchPerson"), ("User", "Person"), ("UserHome", "PersonHome"), ("getUser", "fetchPerson"),
            ("listUsers()", "listPeople"), ("pinglistUsers()", "pinglistPeople"), ("onGetUser", "onFetchPerson"),
        ] {
            #expect(used.text.contains("is deprecated: renamed to '\(current)'"), "\(former)")
        }
    }

    @Test func withoutAChangeThereIsNoFile() throws {
        let contract = try Self.contract("getUser", "User", "listUsers")
        let client = ClientGenerator.generate(contract, ClientSettings(name: "Shop"), keeping: contract)
        #expect(!client.files.contains { $0.path.contains("Deprecated") })
        #expect(client.files == ClientGenerator.generate(contract, ClientSettings(name: "Shop")).files)
    }

    /// A name that means something else today is not taken from it.
    @Test func aNameThatIsUsedAnewIsNoAlias() throws {
        let old = try Self.contract("getUser", "User", "listUsers")
        let new = try Self.contract(
            "fetchPerson", "Person", "listPeople",
            besides: "/users: {get: {operationId: getUser, responses: {'204': {description: none}}}}")
        let client = ClientGenerator.generate(new, ClientSettings(name: "Shop"), keeping: old)
        let text = try #require(client.files.first { $0.path == "Deprecated.swift" }?.text)
        #expect(!text.contains("func getUser") && !text.contains("typealias GetUser"))
        #expect(text.contains("typealias User = Person"))
    }
}
