// The smallest values that break one keyword each.

import JSONValues
import JSONSchema
import Testing

@testable import Sampling

@Suite struct NegativeTests {
    private func rows(_ schema: String) throws -> [String] {
        try Sampler(compiled(schema)).negatives().map { "\($0.instance) \($0.keyword) \($0.value.serialized())" }
    }

    @Test func ofAnObject() throws {
        let schema = """
            {"type": "object", "required": ["id", "name"], "additionalProperties": false, "properties": {
              "id": {"type": "integer", "minimum": 1}, "name": {"type": "string", "minLength": 1, "maxLength": 3, "pattern": "^[a-z]+$"},
              "tags": {"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1, "uniqueItems": true}}}
            """
        #expect(
            try rows(schema) == [
                " type 0", #" required {"name":"a"}"#, #" required {"id":1}"#, #"/id type {"id":"","name":"a"}"#,
                #"/id minimum {"id":0,"name":"a"}"#, #"/name type {"id":1,"name":0}"#,
                // What is too short for the pattern breaks it too.
                #"/name minLength {"id":1,"name":""}"#, #"/name maxLength {"id":1,"name":"aaaa"}"#,
                #"/name pattern {"id":1,"name":"?"}"#, #"/tags type {"id":1,"name":"a","tags":0}"#,
                #"/tags maxItems {"id":1,"name":"a","tags":["a","b"]}"#,
                #"/x additionalProperties {"id":1,"name":"a","x":0}"#,
                #"/tags/0 enum {"id":1,"name":"a","tags":[0]}"#,
            ])
    }

    /// A schema, and where, by which keyword and by which value it is broken.
    @Test(arguments: [
        (#"{"type": "integer"}"#, [#" type """#]), (#"{"minimum": 5}"#, [" minimum 4.99"]),
        (#"{"type": "integer", "exclusiveMaximum": 5}"#, [#" type """#, " exclusiveMaximum 5"]),
        (#"{"multipleOf": 0.5}"#, [" multipleOf 0.01"]), (#"{"const": {"a": 1}}"#, [" const 0"]),
        (#"{"minLength": 4}"#, [#" minLength "aaa""#]), (#"{"format": "ipv4"}"#, [#" format """#]),
        (#"{"format": "int64"}"#, [" format 9223372036854775808"]), (#"{"minItems": 3}"#, [" minItems [0,0]"]),
        (#"{"uniqueItems": true}"#, [" uniqueItems [0,0]"]), (#"{"contains": {"const": 1}}"#, [" contains []"]),
        (#"{"contains": {"const": 1}, "minContains": 0, "maxContains": 1}"#, [" maxContains [1,1]"]),
        (#"{"prefixItems": [{"type": "integer"}], "items": {"type": "string"}}"#, [#"/0 type [""]"#, "/1 type [0,0]"]),
        (#"{"minProperties": 1, "maxProperties": 1}"#, [" minProperties {}", #" maxProperties {"x":0,"extra":0}"#]),
        (#"{"propertyNames": {"maxLength": 2}}"#, [#" propertyNames {"aaa":0}"#]),
        (
            #"{"dependentRequired": {"a": ["b", "c"]}}"#,
            [#" dependentRequired {"c":0,"a":0}"#, #" dependentRequired {"b":0,"a":0}"#]
        ),
        (
            #"{"patternProperties": {"^x": {"type": "null"}}, "unevaluatedProperties": false}"#,
            [#"/x type {"x":0}"#, #"/extra unevaluatedProperties {"extra":0}"#]
        ),
        (#"{"if": {"required": ["a"]}, "then": {"required": ["b"]}}"#, [#" required {"a":0}"#]),
        (#"{"not": {"type": "integer"}}"#, [" not 0"]),
        (#"{"anyOf": [{"type": "string"}, {"minimum": 3}]}"#, [" anyOf 2.99", " type 0", " minimum 2.99"]),
        (#"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, [" oneOf {}", " required {}", " required {}"]),
        (#"{"contentEncoding": "base64"}"#, [#" contentEncoding "x""#]),
    ])
    func ofOneKeyword(schema: String, expected: [String]) throws { #expect(try rows(schema) == expected) }

    @Test func nothingBreaksWhatAsksNothing() throws {
        for schema in [
            "true", "{}", #"{"minLength": 0, "minItems": 0, "propertyNames": true, "required": []}"#,
            #"{"format": "no-such"}"#,
        ] {
            #expect(try rows(schema) == [])
        }
    }

    @Test func theLimitIsKept() throws {
        let properties = (0..<50).map { #""p\#($0)": {"type": "string", "maxLength": 5}"# }.joined(separator: ",")
        let sampler = Sampler(try compiled(#"{"properties": {\#(properties)}}"#))
        #expect(sampler.negatives(atMost: 10).count == 10)
        #expect(sampler.negatives().count == 100)
    }

    @Test func recursiveSchemasEnd() throws {
        let schema = try compiled(
            ##"{"type": "object", "properties": {"next": {"$ref": "#"}, "n": {"type": "integer"}}}"##)
        #expect(Sampler(schema).negatives().map(\.keyword) == ["type", "type"])
    }
}
