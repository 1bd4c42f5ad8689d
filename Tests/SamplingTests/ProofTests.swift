// Which schemas prove by themselves that all their samples fit, so that the validator is not asked.

import JSONSchema
import Testing

@testable import Sampling

@Suite struct ProofTests {
    @Test(
        "A plan that draws what is asked proves its values",
        arguments: [
            #"{"type": "integer", "minimum": 3, "multipleOf": 2}"#,
            #"{"type": "string", "pattern": "^a+$", "maxLength": 9}"#,
            #"{"type": "string", "format": "uri"}"#,
            #"{"type": "string", "contentEncoding": "base64", "contentMediaType": "image/jpeg"}"#,
            #"{"enum": [1, "a", {"b": []}]}"#,
            #"{"type": "array", "items": {"type": "boolean"}, "minItems": 2, "maxItems": 3}"#,
            #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "null"}, "b": {"type": "number"}}}"#,
            #"{"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 4}"#,
            ##"{"type": "object", "properties": {"next": {"$ref": "#"}}}"##,
            #"{"allOf": [{"minimum": 3}, {"type": "integer"}, {"maximum": 9}]}"#,
            #"{"anyOf": [{"type": "string", "minLength": 3}, {"type": "null"}]}"#,
        ])
    func proven(text: String) throws {
        #expect(try isProven(text))
    }

    @Test(
        "Where another value than the one drawn has a say, the validator is asked",
        arguments: [
            #"{"oneOf": [{"type": "string", "minLength": 3}, {"type": "string", "maxLength": 5}]}"#,
            #"{"not": {"type": "string"}}"#,
            #"{"if": {"minimum": 3}, "then": {"multipleOf": 2}}"#,
            #"{"type": "array", "uniqueItems": true, "items": {"type": "boolean"}}"#,
            #"{"type": "array", "contains": {"type": "boolean"}}"#,
            #"{"type": "object", "propertyNames": {"maxLength": 3}}"#,
            #"{"type": "object", "patternProperties": {"^a": {"type": "null"}}}"#,
            #"{"type": "object", "properties": {"a": {"not": {"type": "string"}}}}"#,
            #"{"type": "object", "additionalProperties": {"enum": [1], "oneOf": [true, false]}}"#,
            #"{"type": "array", "items": {"type": "object", "properties": {"a": {"uniqueItems": true}}}}"#,
            #"{"type": "object", "dependentRequired": {"a": ["b"]}}"#,
            #"{"type": "object", "unevaluatedProperties": false}"#,
            #"{"anyOf": [{"type": "string"}, {"oneOf": [{"minimum": 3}, {"maximum": 1}]}]}"#,
            #"{"type": "string", "contentMediaType": "application/json"}"#,
            #"{"type": "string", "contentEncoding": "base64", "contentMediaType": "image/jpeg; q=1"}"#,
            #"{"type": "string", "contentEncoding": "base64", "pattern": "^a*$"}"#,
        ])
    func notProven(text: String) throws {
        #expect(try !isProven(text))
    }

    @Test("What is for one direction alone is checked in that one, and proven where nothing is said of any")
    func directions() throws {
        let schema = """
            {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/secret"}},
              "$defs": {"secret": {"type": "string", "writeOnly": true}}}
            """
        #expect(try isProven(schema, .request))
        #expect(try !isProven(schema, .response))
    }

    @Test("A schema with more parts than are looked at is checked")
    func largeSchema() throws {
        let members = (0..<600).map { #""p\#($0)": {"type": "string", "maxLength": \#($0)}"# }
        #expect(try !isProven(#"{"type": "object", "properties": {\#(members.joined(separator: ", "))}}"#))
    }

    /// Of the second value: the first is always checked.
    private func isProven(_ text: String, _ direction: Direction? = nil) throws -> Bool {
        let schema = try compiled(text)
        let sampler = Sampler(schema, direction: direction)
        #expect(!sampler.isProven)
        let isProven = sampler.isProven
        for seed in 0..<200 {
            guard case .value(let value) = sampler.sample(seed: UInt64(seed)) else { continue }
            #expect(schema.accepts(value, direction: direction), "\(value)")
        }
        return isProven
    }
}
