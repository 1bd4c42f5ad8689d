// Pact's published test cases (github.com/pact-foundation/pact-specification, versions 2 to 4): all of requests and responses.

import Foundation
import JSONValues
import SourceDocuments
import Testing

@testable import Pact

/// Where the cases lie: below `COUNTERPART_INTEROP`, or below `../shared/interop` from the package's root.
private enum CaseFiles {
    static let folder: URL = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["COUNTERPART_INTEROP"].map { URL(filePath: $0) }
        return (named ?? root.appending(path: "../shared/interop")).appending(path: "pact").standardizedFileURL
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func all(of version: Pact.Version, _ side: String) throws -> [URL] {
        let cases = folder.appending(path: "v\(version.rawValue)/testcases/\(side)")
        let paths = FileManager.default.enumerator(atPath: cases.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".json") }.sorted().map { cases.appending(path: $0) }
    }
}

@Suite(.enabled(if: CaseFiles.isPresent, "Pact's test cases are not there: set COUNTERPART_INTEROP"))
struct PactConformance {
    @Test(arguments: [Pact.Version.v2, .v3, .v4])
    func requests(_ version: Pact.Version) throws {
        try grade(version, "request") { reader, test in
            guard let expected = test["expected"], let actual = test["actual"] else { return nil }
            return reader.request(expected).mismatches(of: reader.request(actual))
        }
    }

    @Test(arguments: [Pact.Version.v2, .v3, .v4])
    func responses(_ version: Pact.Version) throws {
        try grade(version, "response") { reader, test in
            guard let expected = test["expected"], let actual = test["actual"] else { return nil }
            return reader.response(expected).mismatches(of: reader.response(actual))
        }
    }

    private func grade(
        _ version: Pact.Version, _ side: String, _ mismatches: (inout PactReader, Located) -> [Mismatch]?
    ) throws {
        let files = try CaseFiles.all(of: version, side)
        var passed = 0
        for file in files {
            let name = "v\(version.rawValue) \(side)/\(file.pathComponents.suffix(2).joined(separator: "/"))"
            let document = DocumentReader.read([UInt8](try Data(contentsOf: file)), name: name, uri: name)
            let test = Located(try #require(document.file, "\(name): \(document.diagnostics)"))
            var reader = PactReader(version: version)
            let found = try #require(mismatches(&reader, test), "\(name): no case")
            let faults = reader.diagnostics.filter { $0.severity == .error }
            if found.isEmpty == test["match"]?.json.bool, faults.isEmpty {
                passed += 1
            } else {
                Issue.record("\(name): \(test["comment"]?.json.string ?? ""): \(found) \(faults)")
            }
        }
        print("conformance: Pact v\(version.rawValue) \(side)s \(passed)/\(files.count)")
        #expect(passed == files.count && !files.isEmpty)
    }
}
