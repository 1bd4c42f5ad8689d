// Tags: those of operations, which name files, and those of unions, which stand in objects alone.

import Foundation
import OpenAPIContract
import Testing

@testable import SwiftGeneration

struct TagTests {
    private func files(_ paths: String, _ schemas: String = "{}") throws -> [GeneratedFile] {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Some", "version": "1"}, "paths": {\(paths)}, "components": {"schemas": \(schemas)}}
            """
        let loaded = Contract.load(files: ["openapi.json": text], root: "openapi.json")
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        return Golden.generate(contract, ClientSettings(name: "Some")).files
    }

    /// The file of what has no tag, and one that a file system takes for another.
    @Test func tagsOfOneFileShareIt() throws {
        let paths = ["", "other", "fooBar", "foobar", "FooBar"].enumerated().map { index, tag in
            """
            "/\(index)": {"get": {"operationId": "get\(index)", "tags": [\(tag.isEmpty ? "" : "\"\(tag)\"")],
            "responses": {"204": {"description": ""}}}}
            """
        }
        let files = try files(paths.joined(separator: ","))
        let operations = files.filter { $0.path.hasPrefix("Operations/") }
        #expect(operations.map(\.path) == ["Operations/FooBarOperations.swift", "Operations/OtherOperations.swift"])
        let text = operations.map(\.text).joined()
        for index in 0..<5 { #expect(text.contains("enum Get\(index): Endpoint")) }
    }

    /// An encoder stops the process where an array has a member.
    @Test func onlyObjectsAreTagged() throws {
        let schemas = #"""
            {"Shape": {"oneOf": [{"$ref": "#/components/schemas/Amounts"}, {"$ref": "#/components/schemas/Dates"}, {"$ref": "#/components/schemas/Names"}],
            "discriminator": {"propertyName": "kind"}},
            "Amounts": {"type": "array", "items": {"type": "integer"}},
            "Dates": {"type": "object", "additionalProperties": {"type": "string", "format": "date-time"}},
            "Names": {"type": "object", "additionalProperties": {"type": "string"}}}
            """#
        let path = #"""
            "/": {"get": {"operationId": "shape", "responses": {"200": {"description": "",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Shape"}}}}}}}
            """#
        var client = try CompiledClient()
        try client.add(files(path, schemas))
        try client.add(
            "main.swift",
            """
            import Foundation
            for shape in [Shape.amounts([1]), .dates(["a": Date(timeIntervalSince1970: 0)]), .names(["a": "b"])] {
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                print(String(decoding: try encoder.encode(shape), as: UTF8.self), shape == shape, shape == .amounts([]))
            }
            """)
        let result = try client.run()
        #expect(
            result.output == """
                [1] true false
                {"a":"1970-01-01T00:00:00Z","kind":"Dates"} true false
                {"a":"b","kind":"Names"} true false

                """, "\(result.compiler.prefix(2_000))")
    }
}
