// The objects of the specification with the names of their fields.

/// A kind of object whose fields are fixed; all editions together, since a newer field in an older document harms nobody.
enum ObjectKind: String {
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

    var fields: Set<String> { ObjectKind.table[self] ?? [] }

    private static let table: [ObjectKind: Set<String>] = [
        .document: [
            "openapi", "$self", "info", "jsonSchemaDialect", "servers", "paths", "webhooks", "components", "security",
            "tags",
            "externalDocs",
        ],
        .info: ["title", "summary", "description", "termsOfService", "contact", "license", "version"],
        .components: [
            "schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes", "links",
            "callbacks",
            "pathItems", "mediaTypes",
        ],
        .pathItem: [
            "$ref", "summary", "description", "servers", "parameters", "get", "put", "post", "delete", "options",
            "head", "patch",
            "trace", "query", "additionalOperations",
        ],
        .operation: [
            "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody", "responses",
            "callbacks", "deprecated", "security", "servers",
        ],
        .parameter: [
            "$ref", "name", "in", "description", "required", "deprecated", "allowEmptyValue", "style", "explode",
            "allowReserved", "schema", "example", "examples", "content", "summary",
        ],
        .header: [
            "$ref", "description", "required", "deprecated", "style", "explode", "schema", "example", "examples",
            "content",
            "allowEmptyValue", "allowReserved", "summary",
        ],
        .requestBody: ["$ref", "description", "content", "required", "summary"],
        .mediaType: [
            "$ref", "schema", "itemSchema", "example", "examples", "encoding", "prefixEncoding", "itemEncoding",
        ],
        .encoding: [
            "contentType", "headers", "style", "explode", "allowReserved", "encoding", "prefixEncoding", "itemEncoding",
        ],
        .response: ["$ref", "summary", "description", "headers", "content", "links"],
        .example: ["$ref", "summary", "description", "value", "externalValue", "dataValue", "serializedValue"],
        .link: [
            "$ref", "operationRef", "operationId", "parameters", "requestBody", "description", "server", "summary",
        ],
        .server: ["url", "name", "description", "variables"],
        .securityScheme: [
            "$ref", "type", "description", "name", "in", "scheme", "bearerFormat", "flows", "openIdConnectUrl",
            "oauth2MetadataUrl", "deprecated", "summary",
        ],
    ]
}
