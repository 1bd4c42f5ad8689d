// The objects of the specification with the names of their fields.

/// A kind of object whose fields are fixed; all editions together, since a newer field in an older document harms nobody.
package enum ObjectKind: String {
    case document = "the document"
    case info = "info"
    case components = "components"
    case pathItem = "a path"
    case operation = "an operation"
    case parameter = "a parameter"
    case header = "a header"
    case requestBody = "a request body"
    case mediaType = "a media type"
    case encoding = "an encoding"
    case response = "a response"
    case example = "an example"
    case link = "a link"
    case server = "a server"
    case securityScheme = "a security scheme"
    /// Its fields are paths with expressions in them.
    case callback = "a callback"
    /// Its fields are the schema compiler's matter.
    case schema = "a schema"

    /// The names of its fields; none of what is not checked by them.
    package var fields: [String] {
        switch self {
        case .document:
            [
                "openapi", "$self", "info", "jsonSchemaDialect", "servers", "paths", "webhooks", "components",
                "security", "tags", "externalDocs",
            ]
        case .info:
            ["title", "summary", "description", "termsOfService", "contact", "license", "version"]
        case .components:
            [
                "schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes",
                "links", "callbacks", "pathItems", "mediaTypes",
            ]
        case .pathItem:
            [
                "$ref", "summary", "description", "servers", "parameters", "get", "put", "post", "delete", "options",
                "head", "patch", "trace", "query", "additionalOperations",
            ]
        case .operation:
            [
                "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody",
                "responses", "callbacks", "deprecated", "security", "servers",
            ]
        case .parameter:
            [
                "$ref", "name", "in", "description", "required", "deprecated", "allowEmptyValue", "style", "explode",
                "allowReserved", "schema", "example", "examples", "content", "summary",
            ]
        case .header:
            [
                "$ref", "description", "required", "deprecated", "style", "explode", "schema", "example", "examples",
                "content", "allowEmptyValue", "allowReserved", "summary",
            ]
        case .requestBody:
            ["$ref", "description", "content", "required", "summary"]
        case .mediaType:
            ["$ref", "schema", "itemSchema", "example", "examples", "encoding", "prefixEncoding", "itemEncoding"]
        case .encoding:
            [
                "contentType", "headers", "style", "explode", "allowReserved", "encoding", "prefixEncoding",
                "itemEncoding",
            ]
        case .response:
            ["$ref", "summary", "description", "headers", "content", "links"]
        case .example:
            ["$ref", "summary", "description", "value", "externalValue", "dataValue", "serializedValue"]
        case .link:
            ["$ref", "operationRef", "operationId", "parameters", "requestBody", "description", "server", "summary"]
        case .server:
            ["url", "name", "description", "variables"]
        case .securityScheme:
            [
                "$ref", "type", "description", "name", "in", "scheme", "bearerFormat", "flows", "openIdConnectUrl",
                "oauth2MetadataUrl", "deprecated", "summary",
            ]
        case .callback, .schema: []
        }
    }
}
