// JSONTestSuite (github.com/nst/JSONTestSuite): which texts are JSON.

import Foundation
import Testing

@testable import JSONValues

/// Where the suite lies.
private enum SuiteFiles {
    static let folder: URL = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["COUNTERPART_CONFORMANCE"].map { URL(filePath: $0) }
        return (named ?? root.appending(path: "../shared/conformance")).appending(path: "json/test_parsing")
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }
}

@Suite(.enabled(if: SuiteFiles.isPresent, "the suite's files are not there: set COUNTERPART_CONFORMANCE"))
struct JSONTestSuite {
    /// What the suite's file names say of the text.
    enum Verdict: String, CaseIterable, CustomTestStringConvertible {
        case accepted = "y"
        case refused = "n"
        /// Up to the implementation, as long as it does not crash.
        case either = "i"

        var testDescription: String { "\(rawValue)_*.json are \(self)" }
    }

    static func files(_ verdict: Verdict) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: SuiteFiles.folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix(verdict.rawValue + "_") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// The suite goes by the grammar, which has nothing against two members of one name.
    static let limits = JSONLimits(duplicateKeys: .lastWins)

    @Test(arguments: Verdict.allCases)
    func parsing(verdict: Verdict) throws {
        let files = try Self.files(verdict)
        var passed = 0
        for file in files {
            let text = [UInt8](try Data(contentsOf: file))
            let value = try? JSON(parsing: text, limits: Self.limits)
            let holds =
                switch verdict {
                case .accepted: value != nil
                case .refused: value == nil
                case .either: true
                }
            #expect(holds, "\(file.lastPathComponent)")
            if let value {
                #expect(
                    try JSON(parsing: value.serialized()) == value, "\(file.lastPathComponent), written and read again")
                #expect(try JSON(parsing: value.serialized(.pretty)) == value, "\(file.lastPathComponent), pretty")
            }
            if holds { passed += 1 }
        }
        print("conformance: JSONTestSuite \(verdict.rawValue) \(passed)/\(files.count)")
        #expect(passed == files.count && !files.isEmpty)
    }

    /// What the standard leaves open (RFC 8259, sections 6, 8.1, 8.2 and 9), and how it is decided here.
    @Test func decisions() throws {
        let accepted = try Self.files(.either).filter { file in
            (try? JSON(parsing: [UInt8](Data(contentsOf: file)), limits: Self.limits)) != nil
        }
        #expect(
            accepted.map { $0.deletingPathExtension().lastPathComponent } == [
                "i_number_double_huge_neg_exp", "i_number_huge_exp", "i_number_neg_int_huge_exp",
                "i_number_pos_double_huge_exp", "i_number_real_neg_overflow", "i_number_real_pos_overflow",
                "i_number_real_underflow", "i_number_too_big_neg_int", "i_number_too_big_pos_int",
                "i_number_very_big_negative_int", "i_structure_500_nested_arrays", "i_structure_UTF-8_BOM_empty_object",
            ])
    }
}
