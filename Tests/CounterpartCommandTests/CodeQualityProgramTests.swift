// `--report codequality=FILE`: what GitLab shows beside a merge request.

import Foundation
import JSONSchema
import JSONValues
import Testing

@Suite struct CodeQualityProgramTests {
    /// What GitLab requires of an issue: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
    private static let shape: JSON = [
        "type": "array",
        "items": [
            "type": "object", "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "properties": [
                "description": ["type": "string", "minLength": 1], "check_name": ["type": "string", "minLength": 1],
                "fingerprint": ["type": "string", "pattern": "^[0-9a-f]{32}$"],
                "severity": ["enum": ["info", "minor", "major", "critical", "blocker"]],
                "location": [
                    "type": "object", "required": ["path", "lines"],
                    "properties": [
                        "path": ["type": "string", "minLength": 1, "not": ["pattern": "^\\./"]],
                        "lines": [
                            "type": "object", "required": ["begin"],
                            "properties": ["begin": ["type": "integer", "minimum": 1]],
                        ],
                    ],
                ],
            ],
        ],
    ]

    private static func issues(_ file: URL) throws -> [JSON] {
        let report = try JSON(parsing: Array(Data(contentsOf: file)))
        var library = SchemaLibrary()
        library.add(shape, uri: "shape.json")
        #expect(try library.compile("shape.json").validate(report) == [])
        let issues = try #require(report.array)
        #expect(Set(issues.map { $0["fingerprint"] }).count == issues.count)
        return issues
    }

    @Test func ofACheck() async throws {
        let folder = try TemporaryFolder.make()
        let contract = folder.appending(path: "openapi.yaml")
        try Data("openapi: 3.1.0\ninfo: {title: A, version: 1}\npaths:\n  a: {}\n  b: {}\n".utf8).write(to: contract)
        let report = folder.appending(path: "quality.json")
        let result = try await Program.run("check", contract.path, "--report", "codequality=\(report.path)")
        let issues = try Self.issues(report)
        #expect(issues.count >= 2)
        #expect(issues.contains { $0["location"]?["lines"]?["begin"] == 4 })
        #expect(issues.allSatisfy { $0["location"]?["path"]?.string == contract.path })
        #expect(result.output.contains("4:"))
        // The same file gives the same fingerprints.
        _ = try await Program.run("check", contract.path, "--report", "codequality=\(report.path)")
        #expect(try Self.issues(report) == issues)
    }

    @Test func ofARun() async throws {
        let folder = try TemporaryFolder.make()
        let report = folder.appending(path: "quality.json")
        let other = folder.appending(path: "openapi.yaml")
        let text = try String(
            contentsOf: Program.root.appending(path: "Contracts/sneaker-shop/openapi.yaml"), encoding: .utf8)
        // A backend that answers as another contract says.
        try Data(text.replacing("type: integer", with: "type: string").utf8).write(to: other)
        let status = try await Program.serving("Contracts/sneaker-shop") { url in
            try await Program.run(
                "verify", other.path, "--backend", url, "--phases", "examples", "--report",
                "codequality=\(report.path)"
            ).status
        }
        #expect(status == 1)
        let issues = try Self.issues(report)
        #expect(issues.contains { $0["severity"] == "critical" })
        #expect(issues.allSatisfy { $0["location"]?["path"]?.string == other.path })
    }
}
