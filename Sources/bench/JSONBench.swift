// `bench json`: reading and writing JSON, against Foundation and orjson.

import ArgumentParser
import Foundation
import JSONValues

struct JSONBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "json", abstract: "Reads and writes JSON, against Foundation and Python's orjson.")

    @OptionGroup var options: BenchOptions

    @Option(help: "A folder with stripe-2022-04.json, as COUNTERPART_CORPUS names it.")
    var corpus = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"] ?? "../shared/corpus"

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-json-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (few, many) = (folder.appending(path: "few.json"), folder.appending(path: "many.json"))
        try Data(ProductPreviews.text(bytes: 1_200)).write(to: few)
        try Data(ProductPreviews.text(bytes: 1_000_000)).write(to: many)
        let stripe = URL(filePath: corpus).appending(path: "stripe-2022-04.json")

        let inputs = [
            ("1.2 KB of product previews", few), ("1 MB of product previews", many), ("stripe-2022-04.json", stripe),
        ]
        let orjson = try PythonPeer(
            script: "json_peer.py", packages: ["orjson==3.13.0"], arguments: inputs.map(\.1.path))
        var comparisons: [Comparison] = []
        for (index, (name, file)) in inputs.enumerated() {
            comparisons += try self.comparisons(name, Data(contentsOf: file), orjson, index)
        }
        print(options.json ? Report.json(comparisons) : Report.table(comparisons))
    }

    private func comparisons(_ name: String, _ text: Data, _ orjson: PythonPeer, _ index: Int) throws -> [Comparison] {
        let bytes = [UInt8](text)
        let value = try JSON(parsing: bytes)
        let object = try JSONSerialization.jsonObject(with: text)
        return [
            try Comparison(
                "read \(name)", bytes: text.count, rounds: options.rounds,
                [
                    Implementation("tree") { _ = try JSON(parsing: bytes) },
                    Implementation("tape (JSONDocument)") { _ = try JSONDocument(parsing: bytes) },
                    Implementation("JSONSerialization") { _ = try JSONSerialization.jsonObject(with: text) },
                    Implementation("JSONDecoder into an enum") {
                        _ = try JSONDecoder().decode(DecodedJSON.self, from: text)
                    },
                    orjson.implementation("orjson.loads", job: "loads \(index)"),
                ]),
            try Comparison(
                "write \(name)", bytes: text.count, rounds: options.rounds,
                [
                    Implementation("writer, compact") {
                        var bytes: [UInt8] = []
                        value.write(into: &bytes)
                    },
                    Implementation("JSONSerialization") { _ = try JSONSerialization.data(withJSONObject: object) },
                    orjson.implementation("orjson.dumps", job: "dumps \(index)"),
                ]),
        ]
    }
}

/// What an app writes that wants any JSON from JSONDecoder.
private enum DecodedJSON: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([DecodedJSON])
    case object([String: DecodedJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([DecodedJSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: DecodedJSON].self))
        }
    }
}
