// JSONPath's published suite (github.com/jsonpath-standard/jsonpath-compliance-test-suite), all of it.

import Expressions
import Foundation
import JSONValues
import Testing

/// Where the suite lies.
private enum SuiteFile {
    static let url: URL = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["COUNTERPART_CONFORMANCE"].map { URL(filePath: $0) }
        return (named ?? root.appending(path: "../shared/conformance")).appending(path: "jsonpath/cts.json")
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: url.path) }
}

@Suite(.enabled(if: SuiteFile.isPresent, "the suite's file is not there: set COUNTERPART_CONFORMANCE"))
struct JSONPathConformance {
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    @Test func cases() throws {
        let text = [UInt8](try Data(contentsOf: SuiteFile.url))
        let tests = try #require(try JSON(parsing: text)["tests"]?.array)
        var passed = 0
        for test in tests {
            do {
                try run(test)
                passed += 1
            } catch {
                Issue.record("\(test["name"]?.string ?? ""): \(test["selector"]?.string ?? ""): \(error)")
            }
        }
        print("conformance: JSONPath \(passed)/\(tests.count)")
        #expect(passed == tests.count && !tests.isEmpty)
    }

    private func run(_ test: JSON) throws {
        let selector = try #require(test["selector"]?.string)
        if test["invalid_selector"] == true {
            if (try? JSONPath(parsing: selector)) != nil { throw Mismatch(description: "is taken") }
            return
        }
        let nodes = try JSONPath(parsing: selector).nodes(in: try #require(test["document"]))
        let values = JSON.array(nodes.map(\.value))
        let paths = JSON.array(nodes.map { .string($0.path.description) })
        let wantedValues = test["results"]?.array ?? [test["result"] ?? []]
        let wantedPaths = test["results_paths"]?.array ?? [test["result_paths"] ?? []]
        guard let index = wantedPaths.firstIndex(of: paths) else {
            throw Mismatch(description: "selects \(paths.serialized()), not \(wantedPaths.map { $0.serialized() })")
        }
        guard values == wantedValues[index] else {
            throw Mismatch(description: "gives \(values.serialized()), not \(wantedValues[index].serialized())")
        }
    }
}
