// What each keyword says when it fails: where, what was found, what was expected.

import Testing

@testable import JSONValues
@testable import JSONSchema

private struct Row: CustomTestStringConvertible {
    let schema: String
    let instance: String
    let dialect: Dialect
    /// Of each violation the keyword's place in the schema and the message.
    let violations: [String]

    var testDescription: String { "\(schema) \(instance)" }

    init(_ schema: String, _ instance: String, _ violations: String..., dialect: Dialect = .draft202012) {
        (self.schema, self.instance, self.violations, self.dialect) = (schema, instance, violations, dialect)
    }
}

private let rows: [Row] = [
    Row("false", "1", " The value: found 1, expected nothing."),
    Row(#"{"properties": {"a": false}}"#, #"{"a": 1}"#, "/properties/a /a: found 1, expected nothing."),
    Row(
        #"{"type": ["string", "null"]}"#, "[1, 2]", "/type The value: found an array of 2, expected null or string."),
    Row(#"{"enum": [1, "a", null]}"#, "true", #"/enum The value: found true, expected one of 1, "a", null."#),
    Row(#"{"const": {"a": 1}}"#, "{}", #"/const The value: found an empty object, expected {"a":1}."#),
    Row(#"{"multipleOf": 0.01}"#, "1.005", "/multipleOf The value: found 1.005, expected a multiple of 0.01."),
    Row(#"{"minimum": 1.5}"#, "1", "/minimum The value: found 1, expected at least 1.5."),
    Row(#"{"exclusiveMaximum": 1}"#, "1", "/exclusiveMaximum The value: found 1, expected less than 1."),
    Row(
        #"{"maximum": 1, "exclusiveMaximum": true}"#, "1", "/maximum The value: found 1, expected less than 1.",
        dialect: .draft4),
    Row(#"{"minLength": 3}"#, #""é𝄞""#, #"/minLength The value: found "é𝄞" of 2, expected at least 3 characters."#),
    Row(#"{"maxLength": 1}"#, #""ab""#, #"/maxLength The value: found "ab" of 2, expected at most 1 character."#),
    Row(#"{"pattern": "^a"}"#, #""b""#, #"/pattern The value: found "b", expected a match of ^a."#),
    Row(
        #"{"format": "uuid"}"#, #""b""#,
        #"/format The value: found "b", expected a UUID, like 2eb8aa08-aa98-11ea-b4aa-73b441d16380."#),
    Row(#"{"minItems": 2}"#, "[1]", "/minItems The value: found 1, expected at least 2 elements."),
    Row(
        #"{"uniqueItems": true}"#, "[1, 2, 1.0]",
        "/uniqueItems The value: found the same at 0 and 2, expected elements that all differ."),
    Row(
        #"{"prefixItems": [{}], "items": false}"#, "[1, 2, 3]", "/items The value: found 3, expected at most 1 element."
    ),
    Row(
        #"{"items": [{}], "additionalItems": false}"#, "[1, 2]",
        "/additionalItems The value: found 2, expected at most 1 element.", dialect: .draft4),
    Row(
        #"{"contains": {"type": "null"}}"#, "[1]",
        "/contains The value: found 0, expected at least 1 element that is of type null."),
    Row(
        #"{"contains": {"title": "Even"}, "maxContains": 1}"#, "[2, 4]",
        "/maxContains The value: found 2, expected at most 1 element that satisfies Even."),
    Row(
        #"{"required": ["a", "b"]}"#, #"{"c": 1}"#, "/required The value: found an object with c, expected a member a.",
        "/required The value: found an object with c, expected a member b."),
    Row(
        #"{"properties": {"colour": {}}, "additionalProperties": false}"#, #"{"color": 1}"#,
        "/additionalProperties /color: found 1, expected no member color; the nearest that is declared is colour."),
    Row(
        #"{"unevaluatedProperties": false}"#, #"{"a": 1}"#, "/unevaluatedProperties /a: found 1, expected no member a."),
    Row(
        #"{"propertyNames": {"title": "A short name", "maxLength": 1}}"#, #"{"ab": 1}"#,
        #"/propertyNames The value: found "ab", expected a name that satisfies A short name."#),
    Row(
        #"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#,
        "/dependentRequired The value: found an object with a, expected a member b, since there is a."),
    Row(
        #"{"not": {"type": "integer"}}"#, "1", "/not The value: found 1, expected no value that is of type integer."),
    Row(
        #"{"if": {"type": "integer"}, "then": {"minimum": 2}}"#, "1",
        "/then/minimum The value: found 1, expected at least 2."),
    Row(
        #"{"type": "null"}"#, "\"\(String(repeating: "y", count: 61))\"",
        "/type The value: found \"\(String(repeating: "y", count: 57))…\", expected null."),
]

@Suite struct SchemaViolationTests {
    @Test(arguments: rows)
    private func says(_ row: Row) throws {
        let schema = try Schema.compiled(row.schema, dialect: row.dialect)
        let violations = schema.validate(try JSON(parsing: row.instance))
        #expect(violations.map { "\($0.schema.dropFirst("schema.json#".count)) \($0.message)" } == row.violations)
    }
}
