// Rule by rule: what oasdiff calls an error is breaking here too; what says the same in other words is no change.

import Foundation
import JSONValues
import OpenAPIContract
import Testing

@testable import ContractChanges

@Suite struct ChangeRuleTests {
    private func changes(_ frame: Frame, _ before: String, _ after: String) throws -> [ContractChange] {
        try ContractComparison.changes(
            from: frame.contract(before), to: frame.contract(after), today: "2026-11-21")
    }

    /// Nothing else is breaking about it, and the way back is not breaking by the same rule.
    @Test(arguments: OasdiffRule.all) func isBreaking(_ rule: OasdiffRule) throws {
        let found = try changes(rule.frame, rule.before, rule.after)
        #expect(found.filter { $0.severity == .breaking }.map(\.rule.id) == [rule.ours])
        #expect(found.allSatisfy { $0.before != nil || $0.after != nil })
        let back = try changes(rule.frame, rule.after, rule.before)
        if rule.frame != .document, !rule.ours.hasSuffix("changed"), !rule.ours.hasSuffix("restructured") {
            #expect(!back.contains { $0.severity == .breaking && $0.rule.id == rule.ours } || rule.id.contains("const"))
        }
    }

    @Test func everyRuleHasOneName() {
        let ids = ChangeRule.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        let known = Set(ids)
        #expect(OasdiffRule.all.filter { !known.contains($0.ours) }.map(\.ours) == [])
    }

    /// The article lists each of oasdiff's ids beside ours.
    @Test func theArticleNamesThem() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(path: "Sources/CounterpartCommand/Counterpart.docc/Breaking-changes.md"),
            encoding: .utf8)
        #expect(OasdiffRule.all.map { "| `\($0.id)` | `\($0.ours)` |" }.filter { !article.contains($0) } == [])
    }

    static let same: [(String, Frame, String, String)] = [
        ("a property's order", .requestBody, "{properties: {a: {}, b: {}}}", "{properties: {b: {}, a: {}}}"),
        ("an enum's order", .requestBody, "{enum: [a, b]}", "{enum: [b, a]}"),
        ("a constant and an enum of one", .requestBody, "{const: a}", "{enum: [a]}"),
        ("a choice of constants and an enum", .responseBody, "{oneOf: [{const: a}, {const: b}]}", "{enum: [a, b]}"),
        (
            "allOf and what it says", .requestBody,
            "{allOf: [{type: object, required: [a]}, {properties: {a: {type: string}}}]}",
            "{type: object, required: [a], properties: {a: {type: string}}}"
        ),
        ("a choice of one", .responseBody, "{oneOf: [{type: string}]}", "{type: string}"),
        (
            "null in two spellings", .responseBody, "{type: [string, 'null']}",
            "{anyOf: [{type: string}, {type: 'null'}]}"
        ),
        ("above 0 and from 1 on", .requestBody, "{type: integer, exclusiveMinimum: 0}", "{type: integer, minimum: 1}"),
        (
            "bytes in a string, as 3.1 and as 3.0 say it", .responseProperty, "{type: string, contentEncoding: base64}",
            "{type: string, format: byte}"
        ),
        (
            "bytes as they are, as 3.0 and as 3.1 say it", .requestProperty, "{type: string, format: binary}",
            "{type: string, contentMediaType: application/octet-stream}"
        ),
        ("a length of at least 0", .requestBody, "{type: string, minLength: 0}", "{type: string}"),
        ("numbers in two spellings", .requestBody, "{type: number, maximum: 10}", "{type: number, maximum: 10.0}"),
        ("limits of other types", .requestBody, "{type: string, maximum: 10}", "{type: string, maximum: 5}"),
        ("texts for people", .requestBody, "{type: string, description: a, title: b}", "{type: string, examples: [c]}"),
        (
            "what may only be read, in a request", .requestBody,
            "{type: object, properties: {a: {readOnly: true, type: string}}}",
            "{type: object, required: [a], properties: {a: {readOnly: true, type: integer}}}"
        ),
        (
            "what may only be written, in a response", .responseBody,
            "{type: object, properties: {a: {writeOnly: true, type: string}}}",
            "{type: object, properties: {a: {writeOnly: true, type: integer}}}"
        ),
        (
            "a path parameter's name", .paths,
            "'/a/{id}': {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: d}}}}",
            "'/a/{number}': {get: {parameters: [{name: number, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: d}}}}"
        ),
        (
            "a header's case", .paths,
            "/a: {get: {parameters: [{name: X-A, in: header, schema: {type: integer}}], responses: {'200': {description: d}}}}",
            "/a: {get: {parameters: [{name: x-a, in: header, schema: {type: integer}}], responses: {'200': {description: d}}}}"
        ),
        (
            "the order of security's alternatives", .document, "security: [{key: []}, {oauth: [read]}]",
            "security: [{oauth: [read]}, {key: []}]"
        ),
        (
            "the order of a choice", .responseBody, "{oneOf: [{type: string}, {type: object, title: A}]}",
            "{oneOf: [{type: object, title: A}, {type: string}]}"
        ),
    ]

    @Test(arguments: same) func isNoChange(_ name: String, frame: Frame, before: String, after: String) throws {
        #expect(try changes(frame, before, after).map { "\($0.rule.id): \($0.message)" } == [])
    }

    static let others: [(String, Frame, String, String, [String])] = [
        (
            "a request is widened", .requestBody, "{type: string, maxLength: 5, enum: [a]}",
            "{type: string, enum: [a, b]}",
            ["note request-body-enum-value-added", "note request-body-max-length-removed"]
        ),
        (
            "an answer is narrowed", .responseBody, "{type: [string, 'null']}", "{type: string, maxLength: 5}",
            ["note response-body-became-not-nullable", "note response-body-max-length-added"]
        ),
        (
            "an optional property is gone from an answer", .responseBody, "{type: object, properties: {a: {}}}",
            "{type: object}", ["warning response-property-removed-optional"]
        ),
        (
            "a property is gone from a request that takes no others", .requestBody,
            "{type: object, additionalProperties: false, properties: {a: {}}}",
            "{type: object, additionalProperties: false}", ["breaking request-property-removed-and-forbidden"]
        ),
        (
            "a required property is no longer read only", .requestBody,
            "{type: object, required: [a], properties: {a: {readOnly: true}}}",
            "{type: object, required: [a], properties: {a: {}}}",
            ["breaking request-property-became-required", "note request-property-became-not-read-only"]
        ),
        (
            "a property no longer comes", .responseBody, "{type: object, properties: {a: {}}}",
            "{type: object, properties: {a: {writeOnly: true}}}", ["breaking response-property-became-write-only"]
        ),
        (
            "a pattern is another", .requestBody, "{type: string, pattern: a}", "{type: string, pattern: b}",
            ["warning request-body-pattern-changed"]
        ),
        (
            "any text in a query takes in a number", .requestParameter, "{type: integer}", "{type: string}",
            ["note request-parameter-type-widened"]
        ),
        (
            "int32 takes in less than int64", .requestBody, "{type: integer, format: int64}",
            "{type: integer, format: int32}", ["breaking request-body-format-narrowed"]
        ),
        (
            "what was one thing is one of two", .responseBody, "{type: string}",
            "{oneOf: [{type: string}, {type: boolean}]}", ["breaking response-body-one-of-added"]
        ),
        (
            "the same, in a request", .requestBody, "{type: string}", "{anyOf: [{type: string}, {type: boolean}]}",
            ["note request-body-any-of-added"]
        ),
        (
            "a callback is gone", .paths,
            "/a: {get: {callbacks: {c: {'{$request.query.u}': {post: {responses: {'200': {description: d}}}}}}, responses: {'200': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}", ["breaking callback-removed"]
        ),
        (
            "a status falls under a range", .paths, "/a: {get: {responses: {'201': {description: d}}}}",
            "/a: {get: {responses: {'2XX': {description: d}}}}", ["note response-success-status-added"]
        ),
        (
            "an error is gone", .paths, "/a: {get: {responses: {'200': {description: d}, '404': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}", ["warning response-error-status-removed"]
        ),
        (
            "removed after deprecation", .paths,
            "/a: {get: {responses: {'200': {description: d}}}}, /b: {get: {deprecated: true, x-sunset: '2026-11-20', responses: {'200': {description: d}}}}",
            "/a: {get: {responses: {'200': {description: d}}}}", ["note path-removed-after-deprecation"]
        ),
        (
            "a list is written otherwise", .paths,
            "/a: {get: {parameters: [{name: p, in: query, schema: {type: array}}], responses: {'200': {description: d}}}}",
            "/a: {get: {parameters: [{name: p, in: query, explode: false, schema: {type: array}}], responses: {'200': {description: d}}}}",
            ["breaking request-parameter-serialization-changed"]
        ),
        (
            "credentials for the first time", .document, "security: []", "security: [{key: []}]",
            ["breaking security-added"]
        ),
        (
            "credentials or none", .document, "security: [{key: []}]", "security: [{key: []}, {}]",
            ["note security-removed"]
        ),
        (
            "an operation's id", .paths, "/a: {get: {operationId: a, responses: {'200': {description: d}}}}",
            "/a: {get: {operationId: b, responses: {'200': {description: d}}}}", ["warning operation-id-changed"]
        ),
    ]

    @Test(arguments: others) func isTold(
        _ name: String, frame: Frame, before: String, after: String, expected: [String]
    ) throws {
        #expect(try changes(frame, before, after).map { "\($0.severity) \($0.rule.id)" } == expected)
    }
}
