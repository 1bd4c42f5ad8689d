// The published Arazzo examples (github.com/OAI/Arazzo-Specification): every one must load.

import Foundation
import SourceDocuments
import OpenAPIContract
import Testing
import Workflows

/// Where the examples lie.
private enum Examples {
    static let folder: URL = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["COUNTERPART_CONFORMANCE"].map { URL(filePath: $0) }
        return (named ?? root.appending(path: "../shared/conformance")).appending(path: "arazzo/examples")
    }()

    /// Paths from there.
    static let documents: [String] = {
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.contains("arazzo.y") || $0.hasSuffix("arazzo.json") }.sorted()
    }()
}

/// Counts over the cases of one test, which run side by side.
private actor Tally {
    private var passed = 0
    private var done = 0

    /// All counts so far once the last case is in.
    func add(_ isGood: Bool, of total: Int) -> Int? {
        done += 1
        passed += isGood ? 1 : 0
        return done == total ? passed : nil
    }
}

@Suite(.enabled(if: !Examples.documents.isEmpty, "the examples are not there: set COUNTERPART_CONFORMANCE"))
struct ArazzoConformance {
    private static let tally = Tally()

    @Test(arguments: Examples.documents)
    func loads(_ path: String) async throws {
        let file = Examples.folder.appending(path: path)
        let folder = ContractFolder(directory: file.deletingLastPathComponent().path)
        let loaded = WorkflowLibrary.load(file.lastPathComponent, in: folder)
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        #expect(loaded.library != nil && errors.isEmpty, "\(DiagnosticReport(errors).text)")
        let isGood = loaded.library.map { !$0.workflows.isEmpty } ?? false && errors.isEmpty
        if let passed = await Self.tally.add(isGood, of: Examples.documents.count) {
            print("conformance: Arazzo documents \(passed)/\(Examples.documents.count)")
        }
    }

    /// Each document is one that lacks a source, or makes a mistake that its authors left in.
    @Test func whatIsOddAboutThem() {
        var found: [String: [String]] = [:]
        for path in Examples.documents {
            let file = Examples.folder.appending(path: path)
            let folder = ContractFolder(directory: file.deletingLastPathComponent().path)
            let loaded = WorkflowLibrary.load(file.lastPathComponent, in: folder)
            found[file.lastPathComponent] = DiagnosticReport(loaded.diagnostics).diagnostics.map {
                "\($0.place?.line ?? 0) \($0.code.rawValue)"
            }
        }
        #expect(
            found == [
                "ExtendedParametersExample.arazzo.yaml": ["8 missing-source"],
                "FAPI-PAR.arazzo.yaml": ["102 unknown-name"],
                "LoginAndRetrievePets.arazzo.yaml": ["10 missing-source"],
                "bnpl-arazzo.yaml": [
                    "9 missing-source", "231 unknown-name", "242 unknown-name", "253 unknown-name", "260 unknown-name",
                ],
                "oauth.arazzo.yaml": [],
                "pet-coupons.arazzo.yaml": ["28 unknown-name", "36 missing-field", "42 unknown-name"],
            ])
    }
}
