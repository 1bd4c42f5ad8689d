// What can be wrong with components, servers, links and references to schemas by their own URIs.

import ContractSamples

extension DiagnosticCase {
    private static func schemaByURI(_ pointer: String) -> String {
        document(
            "/a: {get: {responses: {'200': {description: x, content: {application/json: {schema: {$ref: 'https://h/s#\(pointer)'}}}}}}}",
            components: "components: {schemas: {S: {$id: 'https://h/s', $defs: {x: {type: integer}}}}}")
    }

    static let components: [DiagnosticCase] = [
        DiagnosticCase(
            "a parameter that nothing refers to",
            document("/a: {get: {}}", components: "components: {parameters: {p: {name: p, in: body, schema: {}}}}"),
            [#"openapi.yaml:5:44: error: 'in: body' is no place for a parameter [invalid-value]"#]),
        DiagnosticCase(
            "a header that leads back to itself",
            document("/a: {get: {}}", components: "components: {headers: {h: {$ref: '#/components/headers/h'}}}"),
            [#"openapi.yaml:5:24: error: '#/components/headers/h' leads back to itself [ref-circular]"#]),
        DiagnosticCase(
            "schemas that are none",
            document("/a: {get: {}}", components: "components: {schemas: {a: 1, b: []}}"),
            [
                #"openapi.yaml:5:27: error: 2 schemas are no schemas: 'a' on line 5 is a number, 'b' on line 5 is a list [invalid-schema]"#
            ]),
        DiagnosticCase(
            "server variables",
            document(
                "/a: {get: {}}",
                components: "servers: [{url: 'https://{a}.b/{c}', variables: {a: {default: x, enum: [y]}}}]"),
            [
                #"openapi.yaml:5:11: warning: the server's URL has '{c}', which is no variable of it [missing-field]"#,
                #"openapi.yaml:5:63: warning: the default of the server variable 'a' is none of its values [invalid-value]"#,
            ]),
        DiagnosticCase(
            "link without an operation",
            document("/a: {get: {operationId: a, responses: {'200': {description: x, links: {l: {}}}}}}"),
            [
                #"openapi.yaml:4:74: warning: the link 'l' must have 'operationId' or 'operationRef', and not both [invalid-value]"#
            ]),
        DiagnosticCase(
            "a media type left empty",
            document("/a: {get: {responses: {'200': {description: x, content: {text/plain: }}}}}"),
            [
                #"openapi.yaml:4:72: warning: the media type 'text/plain' is left empty; any content is taken [wrong-type]"#
            ]),
        DiagnosticCase("a schema by its own URI", schemaByURI("/$defs/x"), []),
        DiagnosticCase(
            "nothing under a schema's own URI", schemaByURI("/$defs/y"),
            [
                #"openapi.yaml:4:94: error: 'https://h/s#/$defs/y' leads nowhere: the schema of that URI has nothing there [ref-unresolved]"#
            ]),
    ]
}
