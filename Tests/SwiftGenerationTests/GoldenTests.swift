// The clients in Tests/GeneratedClientTests are what the generator gives for the contracts beside them, byte for byte.

import Foundation
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract
import Sampling
import Testing

@testable import SwiftGeneration

enum Golden {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("GeneratedClientTests")

    static let names = [
        "bodies", "composition", "conditions", "naming", "operations", "presence", "recursion", "scalars", "unions",
        "bytes", "keeping", "orders",
    ]

    static func contract(_ name: String) throws -> Contract {
        let loaded = Contract.load(path: root.appendingPathComponent("Contracts/\(name)").path)
        return try #require(loaded.contract, "\(loaded.diagnostics)")
    }

    static func generate(
        _ contract: Contract, _ settings: ClientSettings, names: NameRegistry = NameRegistry()
    ) -> GeneratedClient {
        ClientGenerator.generate(contract, settings, names: names) { schema, direction in
            Sampler(schema, direction: direction).sample(seed: 0).value
        }
    }

    /// The files below a directory, by their paths in it.
    static func files(in directory: URL) throws -> [String: String] {
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory.path) {
            let url = directory.appendingPathComponent(path)
            guard path.hasSuffix(".swift") || path == GeneratedClient.namesPath else { continue }
            files[path] = try String(contentsOf: url, encoding: .utf8)
        }
        return files
    }
}

struct GoldenTests {
    @Test(arguments: Golden.names)
    func isUpToDate(_ name: String) throws {
        let folder = Golden.root.appendingPathComponent("Contracts/\(name)")
        let file = try ClientFile(JSON(parsing: Array(Data(contentsOf: folder.appendingPathComponent("client.json")))))
        let existing = try Golden.files(in: folder.appendingPathComponent(#require(file.output)))
        let names = NameRegistry(try JSON(parsing: existing[GeneratedClient.namesPath] ?? "{}"))
        let client = Golden.generate(try Golden.contract(name), file.settings, names: names)
        for change in client.drift(from: existing) {
            Issue.record(
                "\(change.diff)Run `counterpart generate --all Tests/GeneratedClientTests/Contracts` and look at what changed."
            )
        }
    }

    @Test func givesTheSameBytesTwice() throws {
        let settings = ClientSettings(name: "Twice")
        let clients = try (0..<2).map { _ in Golden.generate(try Golden.contract("naming"), settings) }
        #expect(clients[0].files == clients[1].files)
        #expect(clients[0].names == clients[1].names)
    }

    @Test(arguments: Golden.names, [true, false])
    func fixedFilesAreTheSameForAll(_ name: String, isNamespaced: Bool) throws {
        var settings = ClientSettings(name: "Fixed", isNamespaced: isNamespaced, hasRuntime: !isNamespaced)
        settings.hasFixedFiles = true
        let client = Golden.generate(try Golden.contract(name), settings)
        #expect(client.contents.map(\.path) == ClientSettings.fixedFiles)
        #expect(client.drift(from: [:]).count == ClientSettings.fixedFiles.count)
    }

    @Test(arguments: [
        ("conditions", ["client-unexpressed Tests/…/conditions/openapi.yaml:59:5"]),
        ("composition", ["client-left-out Tests/…/composition/openapi.yaml:25:48"]),
        (
            "bodies",
            ["client-left-out Tests/…/bodies/openapi.yaml:50:11", "client-left-out Tests/…/bodies/openapi.yaml:97:5"]
        ),
        (
            "bytes",
            [
                "client-unexpressed Tests/…/bytes/openapi.yaml:127:11",
                "client-left-out Tests/…/bytes/openapi.yaml:143:11",
            ]
        ), ("unions", []), ("naming", []),
        ("scalars", []), ("presence", []), ("operations", []),
        ("recursion", []),
    ])
    func saysWhatItLeavesOut(_ name: String, _ expected: [String]) throws {
        let client = Golden.generate(try Golden.contract(name), ClientSettings(name: "Said"))
        let found = client.diagnostics.map { diagnostic in
            let place = diagnostic.place.map { "\($0)" } ?? "nowhere"
            return "\(diagnostic.code.rawValue) Tests/…/\(place.split(separator: "/").suffix(2).joined(separator: "/"))"
        }
        #expect(found == expected)
    }
}
