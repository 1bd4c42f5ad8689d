// Contracts that would make a generator hang, crash or write forever.

import SourceDocuments
import OpenAPIContract
import Testing

@testable import SwiftGeneration

struct HostileContractTests {
    private func contract(
        version: String = "1", choice: String = #"{"type": "string"}"#, _ schemas: String
    ) throws -> Contract {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Some", "version": "\(version)"}, "paths": {"/": {"get": {"operationId": "get", "responses":
            {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Process"}}}}}}}},
            "components": {"schemas": {"Process": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/Choice"}}},
            "Choice": \(choice)\(schemas)}}}
            """
        return try #require(Contract.load(files: ["openapi.json": text], root: "openapi.json").contract)
    }

    @Test func aSchemaThatNothingLeadsToIsANote() throws {
        let contract = try contract(#", "Lonely": {"type": "string"}"#)
        let client = ClientGenerator.generate(contract, ClientSettings(name: "Some"))
        #expect(client.diagnostics.map(\.code) == [.clientLeftOut])
        #expect(client.diagnostics.first?.message.contains("Lonely") == true)
    }

    @Test func aTypeOfTheFileHidesNothingOfFoundation() throws {
        func text(isNamespaced: Bool) throws -> String {
            let settings = ClientSettings(name: "Some", isNamespaced: isNamespaced)
            return ClientGenerator.generate(try contract(""), settings).files.map(\.text).joined()
        }
        #expect(try text(isNamespaced: false).contains("struct ProcessModel:"))
        #expect(try text(isNamespaced: true).contains("struct Process:"))
    }

    @Test func anotherVersionChangesOneFile() throws {
        let files = try ["1", "2"].map { version in
            ClientGenerator.generate(try contract(version: version, ""), ClientSettings(name: "Some")).files
        }
        let changed = zip(files[0], files[1]).filter { $0 != $1 }.map(\.0.path)
        #expect(changed == ["API.swift"])
    }

    private func generate(_ schema: String) throws -> GeneratedClient {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Hostile", "version": "1"}, "paths": {"/": {"get": {"operationId": "get", "responses":
            {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}}},
            "components": {"schemas": {"A": \(schema)}}}
            """
        let loaded = Contract.load(files: ["openapi.json": text], root: "openapi.json")
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        return ClientGenerator.generate(contract, ClientSettings(name: "Hostile"))
    }

    /// An enum of nothing but itself cannot be made, which the compiler refuses.
    @Test(arguments: [
        (
            ##"{"oneOf": [{"anyOf": [{"$ref": "#/components/schemas/A"}]}, {"oneOf": [{"$ref": "#/components/schemas/A"}], "discriminator": {"propertyName": "case"}}]}"##,
            1
        ),
        (
            ##"{"anyOf": [{"$ref": "#/components/schemas/B"}, {"$ref": "#/components/schemas/A"}]}, "B": {"anyOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]}"##,
            1
        ),
        (##"{"oneOf": [{"type": "string"}, {"anyOf": [{"$ref": "#/components/schemas/A"}]}]}"##, 0),
    ])
    func aUnionThatNeverEndsTakesAnything(_ schema: String, _ count: Int) throws {
        let text = try generate(schema).files.filter { $0.path.hasPrefix("Models") }.map(\.text).joined()
        #expect(text.contains("indirect enum A"))
        #expect(
            text.split(separator: "\n").count { $0.contains("case ") && $0.hasSuffix("(JSONValue)") } == count,
            "\(text)")
    }

    private func lines(_ client: GeneratedClient) -> Int {
        client.files.filter { $0.path != "Runtime.swift" }.reduce(0) { $0 + $1.text.utf8.count(where: { $0 == 10 }) }
    }

    @Test func choicesThatMultiply() throws {
        let choice = #"{"oneOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}, {"properties": {"c": {}}}]}"#
        let client = try generate(
            #"{"type": "object", "allOf": [\#(Array(repeating: choice, count: 30).joined(separator: ","))]}"#)
        #expect(client.diagnostics.map(\.code) == [.clientUnexpressed])
        #expect(lines(client) < 200)
    }

    /// Its example is no object, as its schema lets it be, and no form.
    @Test func aFormWithoutATypeHasNoExampleOfAnotherKind() throws {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Some", "version": "1"}, "paths": {"/": {"put": {"operationId": "put", "requestBody":
            {"required": true, "content": {"multipart/mixed": {"schema": {"properties": {"f": true, "s": {"type": "string"}},
            "required": ["f", "s"]}, "example": 1}}}, "responses": {"204": {"description": ""}}}}}}
            """
        let contract = try #require(Contract.load(files: ["openapi.json": text], root: "openapi.json").contract)
        let files = ClientGenerator.generate(contract, ClientSettings(name: "Some")).files
        let examples = try #require(files.first { $0.path == "Examples.swift" }).text
        #expect(!examples.contains("body: Example.value("), "\(examples)")
    }

    /// The text of the operations of a contract with one, which has a body.
    private func operation(_ parts: String) throws -> String {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Some", "version": "1"}, "paths": {"/": {"post": {"operationId": "post", \(parts),
            "responses": {"204": {"description": ""}}}}}}
            """
        let loaded = Contract.load(files: ["openapi.json": text], root: "openapi.json")
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        let files = ClientGenerator.generate(contract, ClientSettings(name: "Some")).files
        return files.filter { $0.path != "Runtime.swift" }.map(\.text).joined()
    }

    @Test func aParameterThatIsCalledLikeTheBodyHasATypeOfItsOwn() throws {
        let text = try operation(
            #"""
            "parameters": [{"name": "body", "in": "query", "schema": {}}], "requestBody": {"required": true, "content":
            {"application/json": {"schema": {"type": "integer"}}}}
            """#)
        let types = text.matches(of: /var body\w*: (\w+)/).map { String($0.1) }
        #expect(Set(types) == ["JSONValue", "Int"], "\(types)")
    }

    /// The compiler warns of a variable that nothing changes.
    @Test func aFormWhosePartsAreOnlyReadHasNone() throws {
        let text = try operation(
            #"""
            "requestBody": {"required": true, "content": {"multipart/form-data": {"schema": {"type": "object", "properties":
            {"a": {"type": "string", "readOnly": true}}}, "encoding": {"a": {"headers": {"X-A": {"schema": {"type": "string"}}}}}}}}
            """#)
        #expect(text.contains("func parts() throws -> [MultipartPart]"))
        #expect(!text.contains("var parts"))
    }

    @Test func alternativesThatAnEmptyEnumerationRulesOut() throws {
        let choice = #"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#
        let client = try generate(#"{"allOf": [\#(choice), {"enum": [], "type": "boolean"}]}"#)
        #expect(!client.files.contains { $0.text.contains("CaseIterable, Sendable {}") })
    }

    /// The cases of the alternatives of a choice, and the types in the file.
    private func choice(_ schemas: String, besides other: String) throws -> (cases: [String], types: Set<String>) {
        let own = #"{"type": "object", "required": ["b"], "properties": {"b": {}}}"#
        let contract = try contract(
            choice: ##"{"oneOf": [{"$ref": "#/components/schemas/\##(other)"}, \##(own)]}"##, ", \(schemas)")
        let files = ClientGenerator.generate(contract, ClientSettings(name: "Some")).files
        let models = try #require(files.first { $0.path == "Models.swift" }).text
        return (
            models.matches(of: /\n +case (\S+?)\(\S+\)/).map { String($0.1) },
            Set(models.matches(of: /(?:struct|enum) (\S+?):/).map { String($0.1) })
        )
    }

    @Test func aSchemaThatIsCalledLikeThePlaceOfAnotherAlternative() throws {
        let (cases, _) = try choice(
            #""1": {"type": "object", "required": ["a"], "properties": {"a": {}}}"#, besides: "1")
        #expect(cases.count == 2)
        #expect(Set(cases).count == 2, "\(cases)")
    }

    /// A combining accent alone, behind the line that makes it an identifier, is one character with it.
    @Test func aCaseThatHasNoLettersIsNotCalledLikeItsType() throws {
        let (cases, types) = try choice(
            #""\u0301": {"type": "object", "required": ["a"], "properties": {"a": {}}}"#, besides: #"\u0301"#)
        #expect(types.contains("_\u{301}"), "\(types)")
        #expect(cases.count == 2)
        #expect(types.isDisjoint(with: cases), "\(cases)")
    }

    @Test(arguments: [20, 150])
    func schemasWithinSchemas(_ depth: Int) throws {
        let open = String(repeating: #"{"type": "object", "properties": {"a": "#, count: depth)
        let client = try generate(open + #"{"type": "string"}"# + String(repeating: "}}", count: depth))
        #expect(lines(client) < 100 + depth * 17)
    }

    @Test func arraysWithinArrays() throws {
        let client = try generate(
            String(repeating: #"{"type": "array", "items": "#, count: 100) + "{}" + String(repeating: "}", count: 100))
        #expect(lines(client) < 100)
    }

    @Test(arguments: [
        ##"{"$ref": "#/components/schemas/A"}"##, ##"{"allOf": [{"$ref": "#/components/schemas/A"}]}"##,
        ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}]}"##,
        ##"{"anyOf": [{"$ref": "#/components/schemas/A"}, {"type": "string"}]}"##,
        ##"{"type": "array", "items": {"$ref": "#/components/schemas/A"}}"##,
        ##"{"type": "object", "additionalProperties": {"$ref": "#/components/schemas/A"}}"##,
        ##"{"properties": {"a": {"properties": {"b": {"$ref": "#/components/schemas/A/properties/a"}}}}}"##,
        ##"{"oneOf": [{"type": "array", "items": {"$ref": "#/components/schemas/A/oneOf/0"}}, {"type": "string"}]}"##,
        ##"{"not": {"$ref": "#/components/schemas/A"}}"##,
        ##"{"if": {"$ref": "#/components/schemas/A"}, "then": {"properties": {"x": {}}}}"##,
    ])
    func circlesOfEachKindEnd(_ schema: String) throws {
        #expect(lines(try generate(schema)) < 200)
    }

    @Test func namesThatWouldBreakOut() throws {
        let name = #"*/ } import Evil \"\n\\(1) \u0000 \u2028 // "#
        let client = try generate(
            #"{"type": "object", "description": "\#(name)", "properties": {"\#(name)": {"enum": ["\#(name)", "b"]}}}"#)
        let models = try #require(client.files.first { $0.path == "Models.swift" }).text
        #expect(!models.contains("\nimport Evil"))
        #expect(models.contains(#"= "*/ } import Evil \"\n\\(1) \0 \u{2028} // ""#))
    }

    @Test(arguments: [
        (
            ##"{"type": "object", "additionalProperties": {"$ref": "#/components/schemas/A"}}"##,
            "var additionalProperties: [String: A]"
        ),
        (##"{"type": "array", "items": {"$ref": "#/components/schemas/A"}}"##, "case array([A])"),
    ])
    func containersOfThemselves(_ schema: String, _ expected: String) throws {
        let client = try generate(schema)
        #expect(client.diagnostics.isEmpty)
        #expect(try #require(client.files.first { $0.path == "Models.swift" }).text.contains(expected))
    }

    /// A method would hide a type of the same name, an operation's types one of the file.
    @Test func namesThatWouldHideOthers() throws {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Hidden", "version": "1"}, "paths": {"/": {"put": {"operationId": "名前",
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Content"}}, "text/plain": {}}},
            "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Response"}}}}}}}},
            "components": {"schemas": {"Content": {"type": "object"}, "Response": {"type": "object", "properties": {"a": {}}}}}}
            """
        let contract = try #require(Contract.load(files: ["openapi.json": text], root: "openapi.json").contract)
        let source = ClientGenerator.generate(contract, ClientSettings(name: "Hidden")).files.map(\.text).joined()
        #expect(
            source.contains("func 名前(_ request: 名前Operation.Request) async throws(CallError) -> 名前Operation.Response"))
        #expect(source.contains("struct ResponseModel"))
        #expect(source.contains("case ok(ResponseModel)"))
    }

    /// Choices and conditions that a schema makes of itself are made once.
    @Test(arguments: [
        ##"{"oneOf": [{"allOf": [{"$ref": "#/components/schemas/A"}, {"properties": {"x": {}}}]}, {"type": "string"}]}"##,
        ##"{"properties": {"k": {"enum": ["a", "b"]}}, "if": {"properties": {"k": {"const": "a"}}}, "then": {"$ref": "#/components/schemas/A"}}"##,
        ##"{"anyOf": [{"type": "object", "oneOf": [{"$ref": "#/components/schemas/A"}, {"required": ["x"]}]}, {"properties": {"y": {}}}]}"##,
    ])
    func choicesOfThemselvesEnd(_ schema: String) throws {
        #expect(lines(try generate(schema)) < 300)
    }

    /// Lists of each other, all of which a value has to be at once, lead back to the same lists without an object between.
    @Test func listsOfEachOtherEnd() throws {
        let text = ##"""
            {"openapi": "3.1.0", "info": {"title": "Lists", "version": "1"}, "paths": {"/": {"get": {"operationId": "get", "responses": {"200": {"description": "",
            "content": {"application/json": {"schema": {"allOf": [{"$ref": "#/components/schemas/One"}, {"$ref": "#/components/schemas/Two"}]}}}}}}}},
            "components": {"schemas": {
            "One": {"oneOf": [{"$ref": "#/components/schemas/Three"}]}, "Two": {"items": {"$ref": "#/components/schemas/Three"}},
            "Three": {"items": {"$ref": "#/components/schemas/Two"}}}}}
            """##
        let contract = try #require(Contract.load(files: ["openapi.json": text], root: "openapi.json").contract)
        let client = ClientGenerator.generate(contract, ClientSettings(name: "Lists"))
        #expect(client.diagnostics.contains { $0.message.contains("contains itself without an object between") })
    }

    @Test(arguments: [
        (#"{"type": "string", "enum": []}"#, "var a: String?", 1), (#"{"enum": []}"#, "var a: JSONValue?", 1),
        (#"{"type": "string", "enum": [null]}"#, "var a: ", 0),
        (#"{"type": ["string", "integer"], "enum": ["x"]}"#, "enum AValue: OpenEnum", 0),
        (#"{"type": ["string", "integer"], "enum": [true]}"#, "var a: Bool?", 0),
    ])
    func anEnumerationWithoutValuesIsSaid(_ schema: String, _ expected: String, _ notes: Int) throws {
        let client = try generate(#"{"type": "object", "properties": {"a": \#(schema)}}"#)
        let models = try #require(client.files.first { $0.path == "Models.swift" }).text
        #expect(models.contains(expected), "\(models)")
        #expect(!models.contains("CaseIterable, Sendable {}"))
        #expect(client.diagnostics.count == notes)
    }

    @Test func anEnumerationOfManyValues() throws {
        let values = (0..<5_000).map { "\"value-\($0)\"" }.joined(separator: ",")
        #expect(lines(try generate(#"{"type": "object", "properties": {"a": {"enum": [\#(values)]}}}"#)) < 8_000)
    }
}
