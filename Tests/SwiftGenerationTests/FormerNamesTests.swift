// What an older contract called otherwise stays as deprecated aliases: old calls compile, with a warning that has the new name.

import ContractChanges
import OpenAPIContract
import SourceDocuments
import Testing

@testable import SwiftGeneration

/// A contract whose names are kept, compared as the command does.
func older(_ contract: Contract, names: NameRegistry? = nil) -> OlderContract {
    OlderContract(contract, names: names, renames: Renames.pairs)
}

struct FormerNamesTests {
    /// - Parameters:
    ///   - operation: the id of the one that reads.
    ///   - schema: the name of what it answers.
    private static func contract(
        _ operation: String, _ schema: String, _ list: String, besides: String = ""
    ) throws -> Contract {
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
        let loaded = Contract.load(files: ["openapi.yaml": text])
        return try #require(loaded.contract, "\(loaded.diagnostics)")
    }

    @Test(arguments: [false, true])
    func oldCallsCompileWithAWarning(isNamespaced: Bool) throws {
        let old = try Self.contract(
            "getUser", "User", "listUsers",
            besides: """
                /old: {get: {operationId: gone, responses: {'204': {description: none}}}}
                  /photo: {get: {operationId: photo, responses: {'200': {description: It., content: {image/png: {}}}}}}
                """)
        let new = try Self.contract(
            "fetchPerson", "Person", "listPeople",
            besides: """
                /photo: {get: {operationId: picture, responses: {'200': {description: It., content: {image/png: {}}}}}}
                """)
        var settings = ClientSettings(name: "Shop")
        settings.isNamespaced = isNamespaced
        let client = ClientGenerator.generate(new, settings, keeping: older(old))
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
            func stream(_ client: \(prefix)Client) async throws { _ = try await client.photo(streaming: .init()) }
            func fake() -> \(prefix)Fake {
                var fake = \(prefix)Fake()
                fake.onGetUser = { _ in .ok(\(prefix)User(name: "Ada")) }
                return fake
            }
            """
        // Alone the client has no warning: only whoever uses an old name has.
        var compiled = try CompiledClient()
        try compiled.add(client.files)
        let alone = try compiled.typecheck()
        #expect(alone.status == 0 && alone.text.isEmpty, "\(alone.text.prefix(3_000))")
        try compiled.add("App.swift", app)
        let used = try compiled.typecheck()
        #expect(used.status == 0, "\(used.text.prefix(3_000))")
        for (former, current) in [
            ("GetUser", "FetchPerson"), ("User", "Person"), ("UserHome", "PersonHome"), ("getUser", "fetchPerson"),
            ("listUsers()", "listPeople"), ("pinglistUsers()", "pinglistPeople"), ("onGetUser", "onFetchPerson"),
            ("photo(streaming:)", "picture(streaming:)"),
        ] {
            #expect(used.text.contains("is deprecated: renamed to '\(current)'"), "\(former)")
        }
    }

    @Test func withoutAChangeThereIsNoFile() throws {
        let contract = try Self.contract("getUser", "User", "listUsers")
        let client = ClientGenerator.generate(contract, ClientSettings(name: "Shop"), keeping: older(contract))
        #expect(!client.files.contains { $0.path.contains("Deprecated") })
        #expect(client.files == ClientGenerator.generate(contract, ClientSettings(name: "Shop")).files)
    }

    /// A name that means something else today is not taken from it.
    @Test func aNameThatIsUsedAnewIsNoAlias() throws {
        let old = try Self.contract("getUser", "User", "listUsers")
        let new = try Self.contract(
            "fetchPerson", "Person", "listPeople",
            besides: "/users: {get: {operationId: getUser, responses: {'204': {description: none}}}}")
        let client = ClientGenerator.generate(new, ClientSettings(name: "Shop"), keeping: older(old))
        let text = try #require(client.files.first { $0.path == "Deprecated.swift" }?.text)
        #expect(!text.contains("func getUser") && !text.contains("typealias GetUser"))
        #expect(text.contains("typealias User = Person"))
    }
}
