// The schemas of the published JSON Schema test suite, as something to make values for.

import Foundation
import JSONValues
import JSONSchema

/// A schema of the suite, by the name of its file and its own.
struct SuiteSchema {
    let name: String
    /// As the suite writes it.
    let document: JSON
    let schema: Schema
    let assertsFormats: Bool
    /// Instances that the suite calls valid.
    let valid: [JSON]
}

enum SuiteSchemas {
    /// Below `COUNTERPART_CONFORMANCE`, or below `../shared/conformance` from the package's root.
    static let folder: URL = {
        let given = ProcessInfo.processInfo.environment["COUNTERPART_CONFORMANCE"].map { URL(fileURLWithPath: $0) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        return (given ?? root.appendingPathComponent("../shared/conformance")).appendingPathComponent("json-schema")
            .standardizedFileURL
    }()

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// The parts of the suite, each with its dialect.
    static let parts: [(folder: String, dialect: Dialect)] = [
        ("draft2020-12", .draft202012), ("draft2020-12/optional", .draft202012),
        ("draft2020-12/optional/format", .draft202012), ("draft4", .draft4), ("draft4/optional", .draft4),
        ("draft4/optional/format", .draft4),
    ]

    static func all(in part: (folder: String, dialect: Dialect)) throws -> [SuiteSchema] {
        let assertions: SchemaAssertions = part.folder.hasSuffix("format") ? .all : .none
        var base = SchemaLibrary(dialect: part.dialect, assertions: assertions)
        for file in try files(below: folder.appendingPathComponent("remotes")) {
            base.add(try json(file.url), uri: "http://localhost:1234/\(file.path)")
        }
        let tests = folder.appendingPathComponent("tests").appendingPathComponent(part.folder)
        return try files(below: tests).filter { !$0.path.contains("/") }.flatMap { file in
            try (json(file.url).array ?? []).compactMap { group -> SuiteSchema? in
                guard let document = group["schema"] else { return nil }
                // A copy for each schema, so that none sees another.
                var library = base
                library.add(document, uri: "https://suite.invalid/schema.json")
                let schema = try library.compile("https://suite.invalid/schema.json")
                let tests = group["tests"]?.array ?? []
                return SuiteSchema(
                    name: "\(part.folder)/\(file.path): \(group["description"]?.string ?? "")", document: document,
                    schema: schema, assertsFormats: assertions == .all,
                    valid: tests.filter { $0["valid"] == true }.compactMap { $0["data"] })
            }
        }
    }

    private static func files(below folder: URL) throws -> [(path: String, url: URL)] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".json") }.sorted().map { ($0, folder.appendingPathComponent($0)) }
    }

    private static func json(_ url: URL) throws -> JSON { try JSON(parsing: [UInt8](Data(contentsOf: url))) }
}
