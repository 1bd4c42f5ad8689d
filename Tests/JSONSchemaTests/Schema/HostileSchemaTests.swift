// Schemas and instances made to take too much time or stack: each ends, with an error or a violation that says so.

import Foundation
import OwnThread
import Testing

@testable import JSONValues
@testable import JSONSchema

@Suite struct HostileSchemaTests {
    /// Alternatives that all look at the same element double the work at each level of the instance.
    @Test func alternativesThatMultiply() throws {
        let schema = try Schema.compiled(
            ##"{"type": "array", "anyOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}, {"items": {"$ref": "#"}}]}"##
        )
        let instance = try JSON(parsing: String(repeating: "[", count: 60) + "1" + String(repeating: "]", count: 60))
        #expect(!schema.accepts(instance))
        #expect(schema.validate(instance).last?.keyword == "limit")
    }

    @Test func alternativesThatMultiplyUnderNot() throws {
        let schema = try Schema.compiled(
            ##"{"not": {"not": {"anyOf": [{"items": {"$ref": "#"}, "minItems": 2}, {"items": {"$ref": "#"}, "minItems": 2}]}}}"##
        )
        let instance = try JSON(parsing: String(repeating: "[1,", count: 40) + "[]" + String(repeating: "]", count: 40))
        #expect(!schema.accepts(instance))
    }

    @Test func aLongChainOfReferences() throws {
        let links = (0..<20_000).map { ##""a\##($0)": {"$ref": "#/$defs/a\##($0 + 1)"}"## }.joined(separator: ",")
        let schema = try Schema.compiled(
            ##"{"$ref": "#/$defs/a0", "$defs": {\##(links), "a20000": {"type": "string"}}}"##)
        #expect(schema.validate("text").map(\.keyword) == ["limit"])
    }

    /// On the smallest stack that threads are given, that of macOS.
    @Test(arguments: [##"{"items": {"$ref": "#"}}"##, ##"{"anyOf": [{"allOf": [{"items": {"$ref": "#"}}]}]}"##])
    func deepInstances(schema text: String) async throws {
        let schema = try Schema.compiled(text)
        let limits = JSONLimits(depth: JSONLimits.deepest)
        let depth = JSONLimits.deepest
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let document = try JSONDocument(parsing: Array(deep.utf8), limits: limits)
        let tree = JSON(document)
        let found = await onSmallStack {
            (schema.validate(document).map(\.keyword), schema.explanation(tree).map(\.keyword))
        }
        // How far the stack reaches depends on the build; what counts is to come back.
        #expect([[], ["limit"]].contains(found.0))
        #expect([[], ["limit"]].contains(found.1))
    }

    /// What a document may have without anyone meaning harm: a parent that lists its children, which extend it.
    @Test(arguments: [(#"{"kind": "Dog", "bark": 1}"#, true), (#"{"kind": "Dog"}"#, false), (#"{"bark": 1}"#, false)])
    func schemasThatComeBackToTheSameValue(instance: String, valid: Bool) throws {
        let schema = try Schema.compiled(
            """
            {"$defs": {
                "Pet": {"required": ["kind"], "oneOf": [{"$ref": "#/$defs/Dog"}, {"$ref": "#/$defs/Cat"}]},
                "Dog": {"allOf": [{"$ref": "#/$defs/Pet"}, {"required": ["bark"]}]},
                "Cat": {"allOf": [{"$ref": "#/$defs/Pet"}, {"required": ["lives"]}]}
            }}
            """, at: "/$defs/Pet")
        #expect(try schema.findings(instance).isEmpty == valid)
    }

    @Test func violationsAreBounded() throws {
        let schema = try Schema.compiled(#"{"items": {"anyOf": [{"required": ["a", "b", "c"]}, {"type": "string"}]}}"#)
        let violations = schema.validate(.array(Array(repeating: [:], count: 10_000)))
        #expect(violations.count == SchemaLimits.standard.violations)
        #expect(violations.allSatisfy { $0.nested.count <= 10 })
    }

    @Test func aLargeInstanceIsNoLongOne() throws {
        let schema = try Schema.compiled(
            #"{"items": {"anyOf": [{"type": "string"}, {"type": "null"}, {"type": "integer"}]}}"#)
        #expect(schema.accepts(.array(Array(repeating: 7, count: 400_000))))
    }

    @Test func aSchemaWithManyProperties() throws {
        let properties = (0..<20_000).map { #""p\#($0)": {"type": "integer"}"# }.joined(separator: ",")
        let schema = try Schema.compiled(#"{"properties": {\#(properties)}, "additionalProperties": false}"#)
        let instance = try JSON(parsing: "{" + (0..<20_000).map { #""p\#($0)": \#($0)"# }.joined(separator: ",") + "}")
        #expect(schema.accepts(instance))
    }
}
