// Each mistake of a contract is told in its words, in every format.

import ContractSamples
import Foundation
import JSONValues
@testable import SourceDocuments
@testable import OpenAPIContract
import Testing

@Suite struct DiagnosticTests {
    @Test(
        arguments: DiagnosticCase.reading + DiagnosticCase.references + DiagnosticCase.structure
            + DiagnosticCase.components + DiagnosticCase.slips)
    func says(_ row: DiagnosticCase) {
        let report = DiagnosticReport(Contract.load(files: row.files).diagnostics)
        let heads = report.diagnostics.map {
            "\($0.place.map { "\($0): " } ?? "")\($0.severity.rawValue): \($0.message) [\($0.code.rawValue)]"
        }
        #expect(heads == row.expected)
        #expect(report.diagnostics.filter { $0.remedy == nil }.map(\.message) == [])
    }

    /// One finding in every format.
    private var report: DiagnosticReport {
        let text = document("/a: {get: {sumary: 50%, responses: {'200': {description: x}}}}")
        return DiagnosticReport(Contract.load(files: ["openapi.yaml": text]).diagnostics)
    }

    @Test func showsTheLineWithACaret() {
        #expect(
            report.rendered(.text) == """
                openapi.yaml:4:14: warning: an operation has no field 'sumary' [unknown-field]
                  4 |   /a: {get: {sumary: 50%, responses: {'200': {description: x}}}}
                    |              ^
                  remedy: Did you mean 'summary'?

                """)
        #expect(report.summary == "1 warning")
    }

    @Test func isJSONForPrograms() throws {
        #expect(
            try JSON(parsing: report.rendered(.json)) == [
                [
                    "severity": "warning", "code": "unknown-field", "message": "an operation has no field 'sumary'",
                    "remedy": "Did you mean 'summary'?", "file": "openapi.yaml", "line": 4, "column": 14,
                    "pointer": "/paths/~1a/get/sumary",
                ]
            ])
    }

    @Test func isSARIFForCodeScanning() throws {
        #expect(
            try JSON(parsing: report.rendered(.sarif)) == [
                "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
                "version": "2.1.0",
                "runs": [
                    [
                        "tool": [
                            "driver": [
                                "name": "counterpart",
                                "rules": [["id": "unknown-field", "defaultConfiguration": ["level": "warning"]]],
                            ]
                        ],
                        "columnKind": "unicodeCodePoints",
                        "results": [
                            [
                                "ruleId": "unknown-field", "ruleIndex": 0, "level": "warning",
                                "message": ["text": "an operation has no field 'sumary'. Did you mean 'summary'?"],
                                "locations": [
                                    [
                                        "physicalLocation": [
                                            "artifactLocation": ["uri": "openapi.yaml"],
                                            "region": ["startLine": 4, "startColumn": 14],
                                        ]
                                    ]
                                ],
                            ]
                        ],
                    ]
                ],
            ])
    }

    @Test func isAnAnnotationOnGitHub() {
        #expect(
            report.rendered(.github)
                == "::warning file=openapi.yaml,line=4,col=14,title=unknown-field::an operation has no field 'sumary'. Did you mean 'summary'?\n"
        )
        let odd = Diagnostic(.invalidValue, "100%\nof it", at: nil)
        #expect(DiagnosticReport([odd]).github == "::warning title=invalid-value::100%25%0Aof it.\n")
    }

    /// A minified document is one line; terminal escapes are not passed on.
    @Test func excerptsAreShortAndPlain() throws {
        let text =
            #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"x-a":"\#(String(repeating: "é", count: 5000))","paths":[]}"#
        let long = DiagnosticReport(Contract.load(files: ["openapi.yaml": text]).diagnostics).text
        #expect(long.split(separator: "\n").allSatisfy { $0.count < 120 })
        #expect(long.contains("\"paths\":[]"))
        let escape = DiagnosticReport(
            Contract.load(files: ["openapi.yaml": "openapi: 3.1.0 # \u{1B}[31m\ninfo: ["]).diagnostics
        ).text
        #expect(!escape.contains("\u{1B}"))
    }

    /// The part of a line around a column is that which a walk from the line's start finds, of whatever bytes its characters are.
    @Test(arguments: [0, 1, 100, 101, 256, 257, 511, 512, 513, 1_500])
    func excerptsAreFoundInLinesOfAnyLength(length: Int) throws {
        let alphabet = Array("aé漢🎉".unicodeScalars)
        let scalars = (0..<length).map { alphabet[($0 / 3) % alphabet.count] }
        let text = "# first\n" + String(String.UnicodeScalarView(scalars)) + "\nlast: 1\n"
        let source = SourceFile(name: "a", uri: "a", notation: .yaml, bytes: Array(text.utf8), root: .null)
        for column in 1...length + 2 {
            let excerpt = try #require(
                SourceExcerpt(Place(source: source, mark: Position(line: 2, column: column))))
            let before = min(column - 1, length)
            let start = length > 100 && before > 66 ? before - 66 : 0
            let end = min(length, start + 100)
            let expected = String(String.UnicodeScalarView(scalars[start..<end]))
            #expect(excerpt.text == (start > 0 ? "…" : "") + expected + (end < length ? "…" : ""))
            #expect(excerpt.padding == String(repeating: " ", count: before - start + (start > 0 ? 1 : 0)))
        }
    }
}

@Suite struct DiagnosticDocumentationTests {
    /// The article says what every code and check means, and with which severity.
    @Test func everyCodeIsExplained() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let article = root.appending(path: "Sources/CounterpartCommand/Counterpart.docc/Contracts.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
        for code in DiagnosticCode.allCases {
            let row = try #require(rows.first { $0.contains("`\(code.rawValue)`") }, "\(code.rawValue)")
            #expect(row.contains("| \(code.severity.rawValue) |"), "\(code.rawValue)")
        }
        for check in Violation.Check.allCases {
            #expect(rows.contains { $0.contains("`\(check.rawValue)`") }, "\(check.rawValue)")
        }
    }
}
