// A client has the parts of the runtime that it uses, and no others.

import Foundation
import OpenAPIContract
import Testing

@testable import SwiftGeneration

struct RuntimePartsTests {
    /// A contract of one operation.
    private func client(path: String = "/motto", _ operation: String) throws -> GeneratedClient {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Some", "version": "1"}, "paths": {"\(path)": {"post": {"operationId": "send", \(operation)}}}}
            """
        let loaded = Contract.load(files: ["openapi.json": text], root: "openapi.json")
        return Golden.generate(try #require(loaded.contract, "\(loaded.diagnostics)"), ClientSettings(name: "Some"))
    }

    private func answering(_ schema: String) -> String {
        #""responses": {"200": {"description": "", "content": {"application/json": {"schema": \#(schema)}}}}"#
    }

    private func types(_ client: GeneratedClient) throws -> Set<String> {
        let runtime = try #require(client.files.first { $0.path == "Runtime.swift" }).text
        let lines = runtime.split(separator: "\n").filter { !$0.hasPrefix(" ") && !$0.hasPrefix("//") }
        return Set(
            lines.joined(separator: "\n").matches(of: /(?:struct|enum|class|actor|protocol) (\w+)/).map { String($0.1) }
        )
    }

    private let always: Set<String> = [
        "Transport", "ClosureTransport", "Middleware", "Endpoint", "Answer", "Channel", "HTTPCall", "HTTPBody",
        "HTTPReply",
        "HTTPStream", "HTTPHeaders", "CallError", "WireFailure", "URLSessionTransport", "Exchanges",
        "URLSessionRequest", "Wire",
        "CallBuilder", "CallPath", "Example", "Locked", "AnswerModel", "CaseModel", "ValueVisitor", "AnyKey",
        "FakeAnswers",
    ]

    @Test func aTextAloneNeedsNothingOfWhatCodesValues() throws {
        let client = try client(answering(#"{"type": "string"}"#))
        #expect(try types(client) == always)
        let runtime = try #require(client.files.first { $0.path == "Runtime.swift" }).text
        #expect(!runtime.contains("mutating func query("))
        #expect(!runtime.contains("TaskLocal"))
        #expect(!client.files.contains { $0.text.contains("Leniency") })
    }

    private static let values: [(schema: String, present: Set<String>, absent: Set<String>)] = [
        (#"{"type": "string", "format": "date"}"#, ["CalendarDate"], ["Timestamp"]),
        (#"{"type": "string", "format": "date-time"}"#, ["Timestamp", "Leniency", "WireCoded"], ["JSONValue"]),
        ("{}", ["JSONValue"], ["CalendarDate", "Timestamp", "Leniency"]),
        (
            #"{"type": "object", "properties": {"a": {"type": "string"}}}"#, [],
            ["Timestamp", "CalendarDate", "Leniency"]
        ),
    ]

    @Test(arguments: values)
    func aValueHasItsPartsOfTheRuntime(_ schema: String, _ present: Set<String>, _ absent: Set<String>) throws {
        let types = try types(client(answering(schema)))
        #expect(present.subtracting(types).isEmpty)
        #expect(absent.intersection(types).isEmpty)
    }

    private static let bodies = [
        #""requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}}"#,
        #""requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object", "properties": {"a": {"type": "integer"}}}}}}"#,
        #""requestBody": {"content": {"multipart/form-data": {"schema": {"type": "object", "properties": {"a": {"type": "string", "format": "binary"}}}}}}"#,
        #""requestBody": {"content": {"application/jsonl": {"schema": {"type": "array", "items": {"type": "string", "format": "date-time"}}}}}"#,
        #""parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]"#,
        #""parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string", "format": "date-time"}}, {"name": "since", "in": "query", "schema": {"type": "string", "format": "date"}}]"#,
        #""parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}, {"name": "a", "in": "cookie", "schema": {"enum": ["a", "b"]}}]"#,
        #""parameters": [{"name": "id", "in": "path", "required": true, "schema": {}}, {"name": "a", "in": "header", "schema": {"type": "array", "items": {"type": "number"}}}]"#,
        // An example that is none of its type.
        #""parameters": [{"name": "text", "in": "query", "required": true, "example": {"\u007f": 1}, "schema": {}}, {"name": "since", "in": "query", "required": true, "example": -5, "schema": {"type": "integer", "format": "uint64"}}]"#,
    ]
    private static let answers = [
        #""200": {"description": "", "content": {"text/plain": {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "integer"}}}}"#,
        #""200": {"description": "", "headers": {"A": {"schema": {"type": "string", "format": "uuid"}}}}"#,
        #""200": {"description": "", "content": {"text/event-stream": {"schema": {"type": "string"}}}}"#,
        #""200": {"description": "", "content": {"image/png": {}}}"#,
        #""200": {"description": "", "content": {"application/json": {"schema": {"type": "object", "properties": {"a": {"type": ["string", "null"], "format": "uri"}}}}}}"#,
        #""200": {"description": "", "content": {"application/json": {"schema": {"type": "object", "required": ["a"], "properties": {"a": {"type": ["integer", "null"]}, "b": {"type": ["number", "null"]}}}}}}"#,
        #""200": {"description": "", "content": {"application/json": {"schema": {"oneOf": [{"type": "string"}, {"type": "number", "format": "decimal"}]}}}}"#,
        #""200": {"description": "", "content": {"application/json": {"schema": {"type": "object", "properties": {"a": {"const": 1}}, "additionalProperties": {"type": "string", "format": "byte"}, "dependentRequired": {"a": ["b"]}}}}}"#,
        #""204": {"description": ""}"#,
    ]

    /// What one part needs of another shows where nothing else needs it.
    @Test(arguments: Array(zip(bodies, answers)) + zip(bodies, answers.reversed()))
    func thePartsOfOneOperationCompile(_ sent: String, _ received: String) throws {
        var module = try CompiledClient()
        let path = sent.contains(#""in": "path""#) ? "/things/{id}" : "/things"
        try module.add(client(path: path, #"\#(sent), "responses": {\#(received)}"#).files)
        let result = try module.typecheck(["-swift-version", "6", "-warnings-as-errors"])
        #expect(result.status == 0, "\(result.text.prefix(4_000))")
    }

    @Test(arguments: Golden.names)
    func aClientAloneCompiles(_ name: String) throws {
        var module = try CompiledClient()
        try module.add(Golden.generate(Golden.contract(name), ClientSettings(name: "Alone")).files)
        let result = try module.typecheck(["-swift-version", "6", "-warnings-as-errors"])
        #expect(result.status == 0, "\(result.text.prefix(4_000))")
    }
}
