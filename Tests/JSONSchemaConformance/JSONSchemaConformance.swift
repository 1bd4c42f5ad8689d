// Grades the validator by the JSON Schema Test Suite, on a tree and on a document in place alike.

import Foundation
import Testing

@testable import JSONValues
@testable import JSONSchema

/// A part of the suite, with a total of its own.
enum SuitePart: String, CaseIterable, CustomTestStringConvertible {
    case draft202012 = "draft2020-12"
    case draft202012Optional = "draft2020-12 optional"
    case draft202012Format = "draft2020-12 format"
    case draft4
    case draft4Optional = "draft4 optional"
    case draft4Format = "draft4 format"

    var testDescription: String { rawValue }

    var dialect: Dialect {
        switch self {
        case .draft202012, .draft202012Optional, .draft202012Format: .draft202012
        case .draft4, .draft4Optional, .draft4Format: .draft4
        }
    }

    var folder: String {
        switch self {
        case .draft202012: "tests/draft2020-12"
        case .draft202012Optional: "tests/draft2020-12/optional"
        case .draft202012Format: "tests/draft2020-12/optional/format"
        case .draft4: "tests/draft4"
        case .draft4Optional: "tests/draft4/optional"
        case .draft4Format: "tests/draft4/optional/format"
        }
    }

    /// A library that knows what the tests refer to: a copy of it for each schema, so that none sees another.
    func library() throws -> SchemaLibrary {
        let isFormat = self == .draft202012Format || self == .draft4Format
        var library = SchemaLibrary(dialect: dialect, assertions: isFormat ? .all : .none)
        for (path, document) in try SuiteData.remotes() {
            library.add(document, uri: "http://localhost:1234/\(path)")
        }
        return library
    }
}

// Skipped where the published suite is not at hand: see SuiteData.folder.
@Suite(.enabled(if: SuiteData.isThere, "the JSON Schema Test Suite is not at \(SuiteData.folder.path)"))
struct JSONSchemaConformance {
    @Test(arguments: SuitePart.allCases)
    func passes(part: SuitePart) throws {
        let library = try part.library()
        var total = 0
        var failed: [(test: String, fault: String)] = []
        for file in try SuiteData.files(in: part.folder) {
            for test in try SuiteCase.all(in: file) {
                total += 1
                if let fault = try fault(in: test, library) { failed.append((test.name, fault)) }
            }
        }
        print("conformance: JSON Schema \(part.rawValue) \(total - failed.count)/\(total)")
        let excluded = Set(exclusions.filter { $0.part == part }.map(\.test))
        for failure in failed where !excluded.contains(failure.test) {
            Issue.record("\(failure.test): \(failure.fault)")
        }
        let passing = excluded.subtracting(failed.map(\.test))
        #expect(passing.isEmpty, "these pass: take them off the list")
    }

    /// What went wrong, nil if the verdict is right on both forms of the instance.
    private func fault(in test: SuiteCase, _ library: SchemaLibrary) throws -> String? {
        var library = library
        library.add(test.schema, uri: "https://suite.invalid/schema.json")
        do {
            let schema = try library.compile("https://suite.invalid/schema.json")
            let document = try JSONDocument(parsing: Array(test.instance.serialized().utf8))
            if schema.accepts(test.instance) != test.valid {
                return "the tree is called \(test.valid ? "invalid" : "valid")"
            }
            if schema.explanation(test.instance).isEmpty != test.valid { return "verdict and violations differ" }
            if schema.accepts(document) != test.valid {
                return "the document is called \(test.valid ? "invalid" : "valid")"
            }
            if schema.validate(document) != schema.validate(test.instance) { return "tree and document differ" }
            return nil
        } catch {
            return "\(error)"
        }
    }
}
