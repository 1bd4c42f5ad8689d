// Contracts that are likely wrong: the patch that a run suggests is taken by git, and the next run is clean.

import Foundation
import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import SourceDocuments
import Synchronization
import Testing
import VerificationReports

@testable import Verification

@Suite struct SuggestionTests {
    /// The same contract, written in each of the ways that people write.
    private static let styles: [(name: String, files: [String: String])] = [
        ("blocks", ["openapi.yaml": blocks]),
        ("brackets", ["openapi.yaml": brackets]),
        ("JSON", ["openapi.json": json(pretty: true)]),
        ("JSON in one line", ["openapi.json": json(pretty: false)]),
        ("references", ["openapi.yaml": references, "paths/things.yaml": thingsPath, "shared.yaml": shared]),
    ]

    private static let blocks = """
        openapi: 3.1.0
        info: {title: Things, version: '1'}
        paths:
          /things:
            # All of them.
            get:
              operationId: list
              responses:
                '200':
                  description: Those that there are.
                  headers:
                    X-Total:
                      required: true
                      schema: {type: integer}
                  content:
                    application/json:
                      schema:
                        type: array
                        items:
                          $ref: '#/components/schemas/Thing'
          /page:
            get:
              operationId: page
              parameters: [{name: q, in: query, schema: {type: integer, maximum: 9}}]
              responses:
                '200':
                  description: A page.
                  content:
                    application/json: {}
        components:
          schemas:
            Thing:
              type: object
              required: [id, state, owner]
              additionalProperties: false
              properties:
                id: {type: integer} # of the row
                state:
                  type: string
                  enum:
                    - new
                    - old
                owner:
                  type: string
                note:
                  type: string
        """

    private static let brackets = """
        openapi: 3.1.0
        info: {title: Things, version: '1'}
        paths:
          /things: {get: {operationId: list, responses: {'200': {description: All., headers: {X-Total: {required: true, schema: {type: integer}}}, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}}}}}}}
          /page: {get: {operationId: page, parameters: [{name: q, in: query, schema: {type: integer, maximum: 9}}], responses: {'200': {description: A page., content: {application/json: {}}}}}}
        components: {schemas: {Thing: {type: object, required: [id, state, owner], additionalProperties: false, properties: {id: {type: integer}, state: {type: string, enum: [new, old]}, owner: {type: string}, note: {type: string}}}}}
        """

    private static func json(pretty: Bool) -> String {
        let contract = Contract.load(files: ["openapi.yaml": brackets]).contract
        return contract?.sources.first?.root.serialized(pretty ? .pretty : .compact) ?? ""
    }

    private static let references = """
        openapi: 3.1.0
        info: {title: Things, version: '1'}
        paths:
          /things: {$ref: 'paths/things.yaml'}
          /page: {get: {operationId: page, parameters: [{name: q, in: query, schema: {type: integer, maximum: 9}}], responses: {'200': {$ref: 'shared.yaml#/responses/Page'}}}}
        """
    private static let thingsPath = """
        get:
          operationId: list
          responses:
            '200': {$ref: '../shared.yaml#/responses/Things'}
        """
    private static let shared = """
        responses:
          Things:
            description: All.
            headers:
              X-Total: {$ref: '#/headers/Total'}
            content: {application/json: {schema: {type: array, items: {$ref: '#/schemas/Thing'}}}}
          Page:
            description: A page.
            content:
              application/json: {}
        headers:
          Total:
            required: true
            schema: {type: integer}
        schemas:
          Thing:
            type: object
            required: [id, state, owner]
            additionalProperties: false
            properties:
              id: {type: integer}
              state: {type: string, enum: [new, old]}
              owner: {type: string}
              note: {type: string}
        """

    /// A null, a value that is no word of the enum, a member of another type, one that nobody knows, none that is required; another
    /// type of media; a status that is declared nowhere.
    private static func answer(_ request: Request) -> Response {
        switch request.path {
        case "/things":
            Response(
                status: 200, headers: [.contentType: "application/json"],
                body: Array(#"[{"id": "a1", "state": "lost", "note": null, "extra": 1}]"#.utf8))
        default: Response(status: 200, headers: [.contentType: "text/html; charset=utf-8"], body: Array("<p>".utf8))
        }
    }

    private static func report(of folder: URL, _ root: String) async throws -> Report {
        let loaded = Contract.load(path: folder.appendingPathComponent(root).path)
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        let asked = Mutex(0)
        var options = VerificationOptions(phases: [.examples, .boundaries])
        options.checks = [.undeclaredStatus, .contentType, .missingHeader, .bodyShape]
        return await Verifier(contract: contract, options: options, sleep: { _ in }) { request throws(NoResponse) in
            // Every second answer has a status that is declared nowhere.
            let count = asked.withLock { count in
                count += request.path == "/page" ? 1 : 0
                return count
            }
            if request.path == "/page", count % 2 == 0 {
                return Response(status: 202, headers: [.contentType: "text/plain"], body: Array("later".utf8))
            }
            return answer(request)
        }.run()
    }

    @Test(arguments: styles.indices) func thePatchedContractIsClean(_ index: Int) async throws {
        let style = Self.styles[index]
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("suggest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in style.files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let root = try #require(style.files.keys.first { $0.hasPrefix("openapi") })
        let first = try await Self.report(of: folder, root)
        let checks = Set(first.findings.map(\.finding.check.rawValue))
        #expect(checks == ["undeclared-status", "content-type", "missing-header", "body-shape"])
        let suggestion = ContractSuggestion(first) { source in
            String(source.name.dropFirst(folder.path.count + 1))
        }
        #expect(suggestion.left == [], "\(style.name)")
        #expect(suggestion.mended.count >= 8)
        try Data(suggestion.patch.utf8).write(to: folder.appendingPathComponent("a.patch"))
        #expect(try Self.git(["apply", "a.patch"], in: folder) == 0, "\(suggestion.patch)")
        let second = try await Self.report(of: folder, root)
        #expect(second.findings.map(\.finding.message) == [], "\(suggestion.patch)")
    }

    private static func git(_ arguments: [String], in folder: URL) throws -> Int32 {
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        git.arguments = ["git"] + arguments
        git.currentDirectoryURL = folder
        try git.run()
        git.waitUntilExit()
        return git.terminationStatus
    }

    /// What fails is the backend's mistake: no contract is to say so.
    @Test func aFailureIsNotSuggested() async throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.brackets]).contract)
        let report = await Verifier(contract: contract, options: VerificationOptions(), sleep: { _ in }) { _ in
            Response(status: 500)
        }.run()
        let suggestion = ContractSuggestion(report) { $0.name }
        #expect(suggestion.patch.isEmpty)
        #expect(suggestion.left.map(\.reason).allSatisfy { $0.contains("the backend's mistake") })
        #expect(!suggestion.left.isEmpty)
    }
}
