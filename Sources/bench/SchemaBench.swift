// `bench schema`: judging a small response by its schema, from bytes, against orjson with jsonschema-rs.

import ArgumentParser
import Foundation
import JSONValues
import JSONSchema

struct SchemaBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Validate a response of 7 items from its bytes, against Python's orjson with jsonschema-rs.")

    @OptionGroup var options: BenchOptions

    @Option(help: "A folder with stripe-2022-04.json, as COUNTERPART_CORPUS names it.")
    var corpus = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"] ?? "../shared/corpus"

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-schema-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try [SearchPage.schema, SearchPage.valid, SearchPage.invalid].enumerated().map { index, text in
            let file = folder.appending(path: "\(index).json")
            try Data(text.utf8).write(to: file)
            return file.path
        }
        let peer = try PythonPeer(
            script: "schema_peer.py", packages: ["orjson==3.13.0", "jsonschema-rs==0.60.3"], arguments: files)
        let comparisons = [try verdicts(peer), try violations(peer), try compilation()]
        print(options.json ? Report.json(comparisons) : Report.table(comparisons))
    }

    private func verdicts(_ peer: PythonPeer) throws -> Comparison {
        let schema = try schema()
        let bytes = Array(SearchPage.valid.utf8)
        let document = try JSONDocument(parsing: bytes)
        guard schema.accepts(document), try peer.ask("check 1") == "True" else {
            throw ValidationError("the response should be valid")
        }
        return try Comparison(
            "the verdict on a valid response of \(bytes.count) bytes", rounds: options.rounds,
            [
                Implementation("bytes to verdict (JSONDocument)") {
                    _ = schema.accepts(try JSONDocument(parsing: bytes))
                },
                Implementation("bytes to verdict (tree)") { _ = schema.accepts(try JSON(parsing: bytes)) },
                Implementation("document to verdict") { _ = schema.accepts(document) },
                peer.implementation("orjson + jsonschema-rs", job: "verdict 1"),
                peer.implementation("jsonschema-rs alone", job: "object 1"),
            ])
    }

    private func violations(_ peer: PythonPeer) throws -> Comparison {
        let schema = try schema()
        let bytes = Array(SearchPage.invalid.utf8)
        let found = schema.validate(try JSONDocument(parsing: bytes)).count
        guard found > 0, try peer.ask("count 2") == "\(found)" else {
            throw ValidationError("both should find the same number of violations, not \(found)")
        }
        return try Comparison(
            "all \(found) violations of an invalid response of \(bytes.count) bytes", rounds: options.rounds,
            [
                Implementation("bytes to violations (JSONDocument)") {
                    _ = schema.validate(try JSONDocument(parsing: bytes))
                },
                peer.implementation("orjson + jsonschema-rs", job: "errors 2"),
            ])
    }

    private func schema() throws -> Schema {
        var library = SchemaLibrary()
        library.add(try JSON(parsing: SearchPage.schema), uri: "search.json")
        return try library.compile("search.json")
    }

    /// Every schema of a document of 4.2 MB, as a mock compiles them when it starts.
    private func compilation() throws -> Comparison {
        let document = try JSON(parsing: Data(contentsOf: URL(filePath: corpus).appending(path: "stripe-2022-04.json")))
        let schemas = document["components"]?["schemas"]?.object?.keys.map { "stripe#/components/schemas/\($0)" } ?? []
        return try Comparison(
            "compiling the \(schemas.count) components of stripe-2022-04.json", rounds: options.rounds,
            [
                Implementation("compile") {
                    var library = SchemaLibrary()
                    library.add(document, uri: "stripe")
                    for schema in schemas { _ = try library.compile(schema) }
                }
            ])
    }
}

/// A page of search results and its schema, with the keywords that contracts mostly use.
private enum SearchPage {
    static let schema = #"""
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object", "required": ["total", "page", "items"], "additionalProperties": false,
            "properties": {
                "total": {"type": "integer", "minimum": 0},
                "page": {"type": "integer", "minimum": 1, "maximum": 1000},
                "items": {"type": "array", "maxItems": 50, "items": {"$ref": "#/$defs/product"}}
            },
            "$defs": {
                "product": {
                    "type": "object", "additionalProperties": false,
                    "required": ["id", "name", "sku", "price", "currency", "liked", "sizes", "updated"],
                    "properties": {
                        "id": {"type": "integer", "minimum": 1},
                        "name": {"type": "string", "minLength": 1, "maxLength": 120},
                        "sku": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$"},
                        "price": {"type": "number", "exclusiveMinimum": 0},
                        "currency": {"enum": ["EUR", "USD", "GBP"]},
                        "liked": {"type": "boolean"},
                        "sizes": {"type": "array", "minItems": 1, "items": {"type": "string"}},
                        "updated": {"type": "string", "format": "date-time"},
                        "note": {"type": ["string", "null"]}
                    }
                }
            }
        }
        """#

    static let valid = page(prices: ["149.9", "89.5", "120", "64.99", "75.25", "210", "99.95"])
    static let invalid = page(prices: ["149.9", "-89.5", "\"free\"", "64.99", "75.25", "210", "0"])

    private static func page(prices: [String]) -> String {
        let items = prices.enumerated().map { index, price in
            #"{"id":\#(4711 + index),"name":"Runner \#(index) suede","sku":"AB-\#(1000 + index)","price":\#(price),"#
                + #""currency":"EUR","liked":\#(index % 2 == 0),"sizes":["41","42","43"],"#
                + #""updated":"2026-11-2\#(index)T09:30:00Z"}"#
        }
        return #"{"total":7,"page":1,"items":[\#(items.joined(separator: ","))]}"#
    }
}
