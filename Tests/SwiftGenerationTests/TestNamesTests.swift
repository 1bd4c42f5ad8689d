// The file for tests: what operations and the state are called there, and what their bodies are read as.

import Foundation
import OpenAPIContract
import Testing

@testable import SwiftGeneration

struct TestNamesTests {
    private static func text(_ access: ClientSettings.Access = .public, isNamespaced: Bool = false) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(
            """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            paths:
              /notes:
                get: {operationId: get-notes, summary: All of them., responses: {'204': {description: none}}}
                post:
                  operationId: default
                  requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
                  responses: {'204': {description: none}}
                put:
                  operationId: putNotes
                  requestBody: {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}
                  responses: {'204': {description: none}}
              /days:
                put:
                  operationId: putDays
                  requestBody: {required: true, content: {application/json: {schema: {type: array, items: {type: string, format: date-time}}}}}
                  responses: {'204': {description: none}}
                post:
                  operationId: postDays
                  requestBody: {required: true, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}}}}}}
                  responses: {'204': {description: none}}
            components: {schemas: {Note: {type: object, required: [text], properties: {text: {type: string}}}}}
            """.utf8
        ).write(to: file)
        let loaded = Contract.load(path: file.path)
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        let client = ClientGenerator.testNames(
            contract, ClientSettings(name: "Shop", access: access, isNamespaced: isNamespaced),
            TestNames(module: "App", state: ["notes", "last-note", "lastNote"]), path: "Names.swift")
        #expect(client.files.map(\.path) == ["Names.swift"])
        return try #require(client.files.first).text
    }

    @Test(arguments: [
        ("Body == NoBody", #"/// All of them. `GET /notes`"#, #"static var getNotes: Self { Self("get-notes") }"#),
        ("Body == Note", #"/// `POST /notes`"#, #"static var `default`: Self { Self("default", json: Note.self) }"#),
        (
            "Body == [Note]?", #"/// `PUT /notes`"#,
            #"static var putNotes: Self { Self("putNotes", json: [Note]?.self) }"#
        ),
        // Foundation would read a number there.
        ("Body == Data", #"/// `PUT /days`"#, #"static var putDays: Self { Self("putDays") }"#),
        ("Body == Data", #"/// `POST /days`"#, #"static var postDays: Self { Self("postDays") }"#),
    ])
    func anOperationHasANameAndABody(_ condition: String, _ comment: String, _ name: String) throws {
        let text = try Self.text()
        let whole = "nonisolated extension MockOperation where \(condition) {\n    \(comment)\n    \(name)\n}\n"
        #expect(text.contains(whole), "\(text)")
    }

    @Test func membersOfTheStateHaveNamesThatNoOtherHas() throws {
        let text = try Self.text()
        for line in [
            #"var notes: MockPlace { MockPlace("notes") }"#, #"var lastNote: MockPlace { MockPlace("lastNote") }"#,
            #"var lastNote2: MockPlace { MockPlace("last-note") }"#,
        ] {
            #expect(text.contains("    \(line)\n"), "\(text)")
        }
    }

    @Test func theClientIsImportedAsFarAsItsAccessLetsTests() throws {
        #expect(try Self.text().contains("\nimport App\n"))
        #expect(try Self.text(.internal).contains("\n@testable import App\n"))
        #expect(try Self.text(.public, isNamespaced: true).contains("where Body == [Shop.Note]? {"))
    }
}
