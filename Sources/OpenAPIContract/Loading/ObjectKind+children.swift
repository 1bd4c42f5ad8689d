// Which kinds of object stand in which fields of the specification's objects.

extension ObjectKind {
    /// How a field holds what is in it.
    package enum Holding {
        case one, list
        /// Under names of the author's choice.
        case map
    }

    /// What stands in a field; nil for plain data.
    package func child(_ field: String) -> (kind: ObjectKind, holding: Holding)? {
        switch self {
        case .callback: field.hasPrefix("x-") ? nil : (.pathItem, .one)
        case .schema: ObjectKind.schemaFields[field].map { (.schema, $0) }
        case .document, .components, .pathItem, .operation, .parameter, .header, .requestBody, .mediaType, .encoding,
            .response,
            .example, .link, .info, .server, .securityScheme:
            ObjectKind.children[self]?[field]
        }
    }

    /// The name of the kind's map under `components`.
    package var componentsField: String? {
        switch self {
        case .schema: "schemas"
        case .response: "responses"
        case .parameter: "parameters"
        case .example: "examples"
        case .requestBody: "requestBodies"
        case .header: "headers"
        case .securityScheme: "securitySchemes"
        case .link: "links"
        case .callback: "callbacks"
        case .mediaType: "mediaTypes"
        case .pathItem: "pathItems"
        case .document, .info, .components, .operation, .encoding, .server: nil
        }
    }

    private static let children: [ObjectKind: [String: (kind: ObjectKind, holding: Holding)]] = {
        let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]
        var pathItem: [String: (kind: ObjectKind, holding: Holding)] = [
            "parameters": (.parameter, .list), "additionalOperations": (.operation, .map),
        ]
        for method in methods { pathItem[method] = (.operation, .one) }
        let valued: [String: (kind: ObjectKind, holding: Holding)] = [
            "schema": (.schema, .one), "content": (.mediaType, .map), "examples": (.example, .map),
        ]
        return [
            .document: [
                "paths": (.pathItem, .map), "webhooks": (.pathItem, .map), "components": (.components, .one),
                "info": (.info, .one),
                "servers": (.server, .list),
            ],
            .components: [
                "schemas": (.schema, .map), "responses": (.response, .map), "parameters": (.parameter, .map),
                "examples": (.example, .map), "requestBodies": (.requestBody, .map), "headers": (.header, .map),
                "securitySchemes": (.securityScheme, .map), "links": (.link, .map), "callbacks": (.callback, .map),
                "pathItems": (.pathItem, .map), "mediaTypes": (.mediaType, .map),
            ],
            .pathItem: pathItem,
            .operation: [
                "parameters": (.parameter, .list), "requestBody": (.requestBody, .one), "responses": (.response, .map),
                "callbacks": (.callback, .map),
            ],
            .parameter: valued,
            .header: valued,
            .requestBody: ["content": (.mediaType, .map)],
            .mediaType: [
                "schema": (.schema, .one), "itemSchema": (.schema, .one), "examples": (.example, .map),
                "encoding": (.encoding, .map),
            ],
            .encoding: ["headers": (.header, .map)],
            .response: ["headers": (.header, .map), "content": (.mediaType, .map), "links": (.link, .map)],
        ]
    }()

    private static let schemaFields: [String: Holding] = {
        var fields: [String: Holding] = [:]
        for name in ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"] {
            fields[name] = .map
        }
        for name in ["allOf", "anyOf", "oneOf", "prefixItems"] { fields[name] = .list }
        for name in [
            "items", "additionalItems", "not", "if", "then", "else", "additionalProperties", "contains",
            "propertyNames",
            "unevaluatedItems", "unevaluatedProperties", "contentSchema",
        ] { fields[name] = .one }
        return fields
    }()
}
