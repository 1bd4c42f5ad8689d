// Names: the words of a wire name, scopes without two of one name, names that stay.

import Foundation
import JSONValues
import OpenAPIContract
import Testing

@testable import SwiftGeneration

struct WordsTests {
    @Test(arguments: [
        ("user_id", "userID", "UserID"), ("userId", "userID", "UserID"), ("UserID", "userID", "UserID"),
        ("user-ids", "userIDs", "UserIDs"), ("URLs", "urls", "URLs"), ("imageUrl", "imageURL", "ImageURL"),
        ("HTMLParser", "htmlParser", "HTMLParser"), ("X-RateLimit", "xRateLimit", "XRateLimit"),
        ("get /pets/{id}", "getPetsID", "GetPetsID"), ("price-usd", "priceUSD", "PriceUSD"),
        ("", "empty", "empty"), ("*", "star", "Star"), (">=", "greaterEqual", "GreaterEqual"),
        ("+1", "plus1", "Plus1"), ("-1", "minus1", "Minus1"), ("1", "_1", "_1"), ("2fa", "_2fa", "_2fa"),
        ("$ref", "ref", "Ref"), ("__typename", "typename", "Typename"), ("a.b.c", "aBC", "ABC"),
        ("ідентифікатор", "ідентифікатор", "Ідентифікатор"), ("名前", "名前", "名前"), ("🎉", "symbol", "Symbol"),
        ("sha256", "sha256", "Sha256"), ("v2Beta", "v2Beta", "V2Beta"), ("ISBN", "isbn", "ISBN"),
        ("UPPER_CASE", "upperCase", "UpperCase"), ("already", "already", "Already"),
    ])
    func becomesIdiomatic(_ wire: String, lower: String, upper: String) {
        #expect(Words(wire).lowerCamel == lower)
        #expect(Words(wire).upperCamel == upper)
    }

    @Test(arguments: [
        ("variants", "variant"), ("categories", "category"), ("boxes", "box"), ("addresses", "address"),
        ("status", "status"), ("userIds", "userID"), ("order-items", "orderItem"), ("SKUs", "sku"),
    ])
    func hasASingular(_ plural: String, singular: String) {
        #expect(Words(plural).singular.lowerCamel == singular)
    }
}

struct ScopeTests {
    private func resolve(
        _ wires: [String], reserved: Set<String> = [], previous: NameRegistry = NameRegistry()
    ) -> (names: [String: String], book: NameRegistry) {
        var naming = Naming(previous: previous)
        let entries = wires.map { Scope.Entry(wire: $0, candidates: [Words($0).lowerCamel]) }
        return (Scope(path: "Test", reserved: reserved).resolve(entries, &naming), naming.given)
    }

    @Test func twinsGetNamesThatDoNotDependOnTheirOrder() {
        let wires = ["price-usd", "price_usd", "priceUSD", "a_b", "a-b", "x1", "x-1"]
        let names = resolve(wires).names
        #expect(names == resolve(wires.reversed()).names)
        #expect(Set(names.values).count == wires.count)
        // What is called so already keeps its name.
        #expect(names["priceUSD"] == "priceUSD")
        #expect(names["price-usd"] == "priceUSD2")
        #expect(names["x1"] == "x1")
        #expect(names["x-1"] == "x1_2")
    }

    @Test func reservedNamesGetASuffix() {
        #expect(resolve(["none", "some"], reserved: ["none"]).names == ["none": "noneValue", "some": "some"])
    }

    @Test func namesStayWhenTheContractGrows() {
        let before = resolve(["price_usd"])
        let after = resolve(["price-usd", "price_usd"], previous: before.book)
        #expect(before.names["price_usd"] == "priceUSD")
        #expect(after.names == ["price_usd": "priceUSD", "price-usd": "priceUSD2"])
    }

    @Test func aNameOfTheFileIsTaken() throws {
        let book = NameRegistry(try JSON(parsing: #"{"Test": {"price_usd": "dollars", "other": "not a name"}}"#))
        let (names, given) = resolve(["price_usd", "other"], previous: book)
        #expect(names == ["price_usd": "dollars", "other": "other"])
        #expect(given.text == "{\n  \"Test\": {\"price_usd\":\"dollars\"}\n}\n")
    }

    @Test(arguments: ["[]", "{\"a\": 1}", "{\"a\": {\"b\": 2}}", "null"])
    func aFileOfAnotherFormSaysNothing(_ text: String) throws {
        #expect(NameRegistry(try JSON(parsing: text)) == NameRegistry())
    }
}

struct RuntimeSourceTests {
    /// A file that is not listed would be missing in every client.
    @Test func everyFileOfTheRuntimeIsInIt() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/ClientRuntime")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        #expect(names.sorted() == RuntimeSource.files.map { "\($0.name).swift" }.sorted())
        #expect(!RuntimeSource.text.contains("import "))
        for file in RuntimeSource.files { #expect(String(decoding: file.source, as: UTF8.self).hasSuffix("\n")) }
    }
}

struct ReservedTests {
    /// A schema of such a name would hide what the runtime declares.
    @Test func everyTypeOfTheRuntimeIsReserved() {
        let declared = RuntimeSource.text.split(separator: "\n").compactMap { line -> String? in
            guard !line.hasPrefix(" "), !line.hasPrefix("//") else { return nil }
            let words = line.split(whereSeparator: { " :<{".contains($0) }).map(String.init)
            guard let keyword = words.firstIndex(where: { ["struct", "enum", "class", "protocol"].contains($0) }) else {
                return nil
            }
            return words.indices.contains(keyword + 1) ? words[keyword + 1] : nil
        }
        #expect(declared.count > 40)
        for name in declared { #expect(ReservedWords.clientTypes.contains(name), "\(name)") }
    }

    /// A client whose schemas are called by these names.
    private func client(_ schemas: some Collection<String>, hasRuntime: Bool = true) throws -> [GeneratedFile] {
        let properties = schemas.map { ##""\##($0)": {"$ref": "#/components/schemas/\##($0)"}"## }
        let models = schemas.map {
            #""\#($0)": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}"#
        }
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": {"/": {"get": {"operationId": "get", "responses":
            {"200": {"description": "", "content": {"application/json": {"schema": {"type": "object",
            "properties": {\(properties.joined(separator: ","))}}}}}}}}},
            "components": {"schemas": {\(models.joined(separator: ","))}}}
            """
        let loaded = Contract.load(files: ["openapi.json": text], root: "openapi.json")
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        return ClientGenerator.generate(contract, ClientSettings(name: "Shop", hasRuntime: hasRuntime)).files
    }

    /// Whatever the runtime names without saying where it stands, a schema may be called.
    @Test func schemasThatAreCalledLikeAWordOfTheRuntimeHideNothing() throws {
        let code = RuntimeSource.text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            .joined(separator: "\n")
        let words = Set(code.matches(of: /\b[A-Z]\w+/).map { String($0.0) })
        #expect(words.count > 150)
        var module = try CompiledClient()
        try module.add(client(words.sorted(), hasRuntime: false))
        let imports = "import Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n"
        try module.add("Runtime.swift", imports + RuntimeSource.text)
        let result = try module.typecheck(["-swift-version", "6", "-warnings-as-errors"])
        #expect(result.status == 0, "\(result.text.prefix(4_000))")
    }

    private static let app = """
        struct Failure: Error {}
        func use(_ notification: Notification, _ operation: Operation, _ order: SortOrder) async throws -> Result<Data, any Error> {
            let length = Measurement<UnitLength>(value: 2, unit: .meters)
            let task = Task { Date() }
            _ = (Locale.current, length, await task.value, URL(string: "http://a"), SortDescriptor<Int>.self, Expression<Int, Int>.self)
            return .failure(Failure())
        }
        func use(_ client: Client, _ fake: Fake, _ data: DataModel, _ error: ErrorModel, _ call: HTTPCall) async throws -> NotificationModel? {
            try await client.get().ok.notification
        }
        """

    /// In the app's own module a type would hide that of Foundation, in another it would be as good as that: an error.
    @Test(arguments: [true, false])
    func anAppNamesTypesOfFoundationWithoutTheirModule(isInModule: Bool) throws {
        let files = try client([
            "Data", "Date", "URL", "Error", "Result", "Task", "Client", "Fake", "Notification", "Operation", "Locale",
            "Measurement", "Transport", "HTTPCall", "UnitLength", "SortOrder", "SortDescriptor", "Expression",
        ])
        var shop = try CompiledClient()
        try shop.add(files)
        let flags = ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library"]
        if isInModule {
            try shop.add("App.swift", "import Foundation\n" + Self.app)
            let result = try shop.typecheck(flags)
            #expect(result.status == 0, "\(result.text.prefix(4_000))")
        } else {
            let interface = shop.folder.appendingPathComponent("Shop.swiftmodule").path
            let compiled = try shop.compile(["-emit-module", "-emit-module-path", interface] + flags, module: "Shop")
            #expect(compiled.status == 0, "\(compiled.text.prefix(4_000))")
            var app = try CompiledClient()
            try app.add("App.swift", "import Foundation\nimport Shop\n" + Self.app)
            let result = try app.typecheck(flags + ["-I", shop.folder.path])
            #expect(result.status == 0, "\(result.text.prefix(4_000))")
        }
    }
}
