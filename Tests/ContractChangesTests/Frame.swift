// The smallest contracts around a schema, a path or a member of the root.

import SourceDocuments
import OpenAPIContract
import Testing

/// Where in a contract a piece of YAML stands.
enum Frame {
    case requestParameter, requestBody, requestProperty, requestHeader
    case responseBody, responseProperty, responseHeader
    /// All of `paths`, less the braces.
    case paths
    /// A member of the root.
    case document

    func text(_ piece: String) -> String {
        let head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"
        let schemes =
            "components: {securitySchemes: {key: {type: apiKey, in: header, name: K}, oauth: {type: oauth2, flows: "
            + "{clientCredentials: {tokenUrl: 'https://a.example/t', scopes: {read: r, write: w}}}}}}\n"
        let answer = "responses: {'200': {description: d}}"
        let paths =
            switch self {
            case .requestParameter:
                "/a: {get: {parameters: [{name: p, in: query, schema: \(piece)}], \(answer)}}"
            case .requestHeader:
                "/a: {get: {parameters: [{name: P, in: header, schema: \(piece)}], \(answer)}}"
            case .requestBody:
                "/a: {post: {requestBody: {content: {application/json: {schema: \(piece)}}}, \(answer)}}"
            case .requestProperty:
                "/a: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {p: \(piece)}}}}}, \(answer)}}"
            case .responseBody:
                "/a: {get: {responses: {'200': {description: d, content: {application/json: {schema: \(piece)}}}}}}"
            case .responseProperty:
                "/a: {get: {responses: {'200': {description: d, content: {application/json: {schema: {type: object, properties: {p: \(piece)}}}}}}}}"
            case .responseHeader:
                "/a: {get: {responses: {'200': {description: d, headers: {P: {schema: \(piece)}}}}}}"
            case .paths: piece
            case .document: "/a: {get: {\(answer)}}"
            }
        return head + (self == .document ? piece + "\n" : "") + schemes + "paths: {\(paths)}\n"
    }

    func contract(_ piece: String) throws -> Contract { try load(text(piece)) }
}

func load(_ text: String) throws -> Contract {
    let loaded = Contract.load(files: ["openapi.yaml": text])
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    return try #require(errors.isEmpty ? loaded.contract : nil, "\(errors.map(\.message))")
}
