// Where the published JSON Schema test suite stands, and its cases as values.

import Foundation

@testable import JSONValues

/// The folder with the suite: below `COUNTERPART_CONFORMANCE`, or below `../shared/conformance` from the package's root.
enum SuiteData {
    static let folder: URL = {
        let conformance =
            ProcessInfo.processInfo.environment["COUNTERPART_CONFORMANCE"].map { URL(fileURLWithPath: $0) }
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
                "../../../shared/conformance")
        return conformance.appendingPathComponent("json-schema").standardizedFileURL
    }()

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func json(_ file: URL) throws -> JSON { try JSON(parsing: [UInt8](Data(contentsOf: file))) }

    /// The JSON files in a folder, not in those within it, by name.
    static func files(in path: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent(path), includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }

    /// All that the tests expect below `http://localhost:1234/`, by path.
    static func remotes() throws -> [(path: String, document: JSON)] {
        let root = folder.appendingPathComponent("remotes").path
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".json") }.sorted().map { path in
            (path, try json(URL(fileURLWithPath: root + "/" + path)))
        }
    }
}

/// One instance to be judged by one schema.
struct SuiteCase {
    /// File, schema and instance by the suite's descriptions, such as `ref / root pointer ref / match`.
    let name: String
    let schema: JSON
    let instance: JSON
    let valid: Bool

    static func all(in file: URL) throws -> [SuiteCase] {
        let fileName = file.deletingPathExtension().lastPathComponent
        return (try SuiteData.json(file).array ?? []).flatMap { group in
            (group["tests"]?.array ?? []).compactMap { test in
                guard let schema = group["schema"], let instance = test["data"], let valid = test["valid"]?.bool else {
                    return nil
                }
                let name = [JSON.string(fileName), group["description"], test["description"]]
                    .map { $0?.string ?? "" }.joined(separator: " / ")
                return SuiteCase(name: name, schema: schema, instance: instance, valid: valid)
            }
        }
    }
}
