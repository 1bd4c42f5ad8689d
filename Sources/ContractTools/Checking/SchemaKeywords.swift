// The words that schemas are written in: those that were misspelt, and those of another edition.

import JSONValues
import OpenAPIContract
import SourceDocuments

/// A member of a schema object that says nothing to its edition of OpenAPI.
struct SchemaKeywordFault {
    let name: String
    let message: String
    let remedy: String

    /// - Parameter schema: an object that is a schema.
    static func faults(in schema: JSONObject, of version: SpecificationVersion) -> [SchemaKeywordFault] {
        // Beside a reference 3.0 looks at nothing.
        if version == .v3_0, schema["$ref"] != nil { return [] }
        return schema.keys.compactMap { $0.hasPrefix("x-") ? nil : fault($0, version) }
    }

    private static func fault(_ name: String, _ version: SpecificationVersion) -> SchemaKeywordFault? {
        switch version {
        case .v3_0:
            guard !SchemaKeywords.of30.contains(name), !ofEveryEdition.contains(name) else { return nil }
            if ofJSONSchema.contains(name) {
                return SchemaKeywordFault(
                    name: name, message: "'\(name)' is no keyword of OpenAPI 3.0",
                    remedy: name == "const"
                        ? "Write 'enum' with the one value, or 'openapi: 3.1.0'."
                        : "Write 'openapi: 3.1.0', or say it in keywords of 3.0.")
            }
            let nearest = nearestName(to: name, among: SchemaKeywords.of30.sorted())
            return SchemaKeywordFault(
                name: name, message: "a schema has no keyword '\(name)'",
                remedy: nearest.map { "Did you mean '\($0)'?" } ?? "Remove it, or start its name with 'x-'.")
        case .v3_1, .v3_2:
            if name == "nullable" {
                return SchemaKeywordFault(
                    name: name, message: "'nullable' says nothing since OpenAPI 3.1",
                    remedy: "Write 'null' among the types: 'type: [string, 'null']'.")
            }
            guard !SchemaKeywords.of30.contains(name), !ofEveryEdition.contains(name), !ofJSONSchema.contains(name),
                let nearest = nearestName(to: name, among: (SchemaKeywords.of30.union(ofJSONSchema)).sorted()),
                // JSON Schema allows unknown keywords: only what is nearly a known one is reported.
                similarity(of: name, to: nearest) >= 0.75
            else { return nil }
            return SchemaKeywordFault(
                name: name, message: "a schema has no keyword '\(name)'", remedy: "Did you mean '\(nearest)'?")
        }
    }

    /// Keywords that generators leave in documents of every edition, and that do no harm there.
    private static let ofEveryEdition: Set<String> = ["$schema", "$id", "id", "$comment", "definitions", "$defs"]

    /// The keywords of JSON Schema 2020-12 that 3.0 does not have.
    private static let ofJSONSchema: Set<String> = [
        "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "const", "if", "then", "else", "prefixItems",
        "contains", "minContains", "maxContains", "patternProperties", "propertyNames", "dependentSchemas",
        "dependentRequired", "dependencies", "additionalItems", "unevaluatedItems", "unevaluatedProperties",
        "contentEncoding", "contentMediaType", "contentSchema", "examples",
    ]
}

/// The words of schemas by edition.
enum SchemaKeywords {
    /// The fields of a schema in OpenAPI 3.0 ([OpenAPI 3.0.4, section 4.7.24](https://spec.openapis.org/oas/v3.0.4.html#schema-object)).
    static let of30: Set<String> = [
        "$ref", "title", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
        "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required",
        "enum", "type", "allOf", "oneOf", "anyOf", "not", "items", "properties", "additionalProperties", "description",
        "format", "default", "nullable", "discriminator", "readOnly", "writeOnly", "example", "externalDocs",
        "deprecated", "xml",
    ]
}
