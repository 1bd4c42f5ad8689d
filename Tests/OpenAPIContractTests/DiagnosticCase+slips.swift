// What is easily written wrong in objects that are right otherwise.

import ContractSamples

extension DiagnosticCase {
    /// One path with one operation, which has these fields too.
    private static func operation(_ fields: String) -> String {
        document("/a: {get: {\(fields), responses: {'200': {description: x}}}}")
    }

    static let slips: [DiagnosticCase] = [
        DiagnosticCase(
            "yes of YAML 1.1", operation("deprecated: yes"),
            [#"openapi.yaml:4:26: warning: 'deprecated' is the text 'yes', which is taken for true [wrong-type]"#]),
        DiagnosticCase(
            "a flag that is a number", operation("deprecated: 1"),
            [#"openapi.yaml:4:26: error: 'deprecated' must be true or false [wrong-type]"#]),
        DiagnosticCase(
            "schema and content",
            operation("parameters: [{name: b, in: query, schema: {}, content: {text/plain: {}}}]"),
            [#"openapi.yaml:4:60: warning: the parameter 'b' has both 'schema' and 'content' [invalid-value]"#]),
        DiagnosticCase(
            "content twice", operation("parameters: [{name: b, in: query, content: {a/b: {}, c/d: {}}}]"),
            [#"openapi.yaml:4:67: warning: the parameter 'b' has 2 media types; the first is taken [invalid-value]"#]),
        DiagnosticCase(
            "example and examples",
            operation("parameters: [{name: b, in: query, schema: {}, example: 1, examples: {c: {value: 2}}}]"),
            [#"openapi.yaml:4:72: warning: the object has both 'example' and 'examples' [invalid-value]"#]),
        DiagnosticCase(
            "value and externalValue",
            operation("parameters: [{name: b, in: query, schema: {}, examples: {c: {value: 2, externalValue: d}}}]"),
            [#"openapi.yaml:4:85: warning: the example 'c' has both 'value' and 'externalValue' [invalid-value]"#]),
        DiagnosticCase(
            "a whole query before 3.2", operation("parameters: [{name: b, in: querystring, content: {a/b: {}}}]"),
            [#"openapi.yaml:4:41: warning: 'in: querystring' came with OpenAPI 3.2 [invalid-value]"#]),
        DiagnosticCase(
            "callback without an expression",
            operation("callbacks: {b: {'{$reqest.body#/url}': {post: {}}, '{$steps.c.outputs.url}': {post: {}}}}"),
            [
                #"openapi.yaml:4:30: warning: the callback 'b' has no runtime expression for its URL: a runtime expression does not start so [invalid-value]"#,
                #"openapi.yaml:4:65: warning: the callback 'b' has no runtime expression for its URL: '$steps.c.outputs.url' asks for what a workflow knows [invalid-value]"#,
            ]),
        DiagnosticCase(
            "callback to an address", operation("callbacks: {b: {'https://b.example/{$method}?c=1': {post: {}}}}"), []),
        DiagnosticCase(
            "links of a callback",
            operation(
                "callbacks: {b: {$url: {post: {responses: {'200': {description: x, links: {c: {operationId: d}}}}}}}}"),
            [
                #"openapi.yaml:4:88: warning: the link 'c' leads to the operation 'd', which is not there [unresolved-link]"#
            ]),
        DiagnosticCase(
            "links of a webhook",
            head
                + "webhooks: {a: {post: {responses: {'200': {description: x, links: {b: {operationRef: '#/webhooks/a/post', parameters: {c: '{$d}'}}}}}}}}\n",
            [
                #"openapi.yaml:3:122: warning: 'parameters/c' of the link 'b' is no runtime expression: a runtime expression does not start so [invalid-value]"#
            ]),
        DiagnosticCase(
            "braces around nothing", document("/a/{}: {get: {}}"),
            [#"openapi.yaml:4:3: warning: the path '/a/{}' has a '{}' without a name [path-template]"#]),
        DiagnosticCase(
            "name of a component", document("/a: {}", components: "components: {schemas: {'A<B>': {}, A.b_C-1: {}}}"),
            [
                #"openapi.yaml:5:24: warning: 'A<B>' is no name for a component [invalid-value]"#,
                #"openapi.yaml:1:1: note: the document declares no operation [no-operations]"#,
            ].reversed()),
        DiagnosticCase(
            "security schemes",
            document(
                "/a: {get: {}}",
                components: """
                    components:
                      securitySchemes:
                        a: {type: apikey}
                        b: {type: oauth2}
                        c: {type: oauth2, flows: {authorisationCode: {}, password: {scopes: {}}}}
                        d: {type: openIdConnect}
                    """),
            [
                #"openapi.yaml:7:15: warning: a security scheme has no type that is known [invalid-value]"#,
                #"openapi.yaml:8:5: warning: an OAuth 2 scheme has no 'flows' [missing-field]"#,
                #"openapi.yaml:9:31: warning: OAuth 2 has no flow 'authorisationCode' [unknown-field]"#,
                #"openapi.yaml:9:54: warning: the flow 'password' has no 'tokenUrl' [missing-field]"#,
                #"openapi.yaml:10:5: warning: an OpenID Connect scheme has no 'openIdConnectUrl' [missing-field]"#,
            ]),
        DiagnosticCase(
            "a mapping to a file",
            document(
                "/a: {get: {}}",
                components:
                    "components: {schemas: {A: {discriminator: {propertyName: k, mapping: {b: b.yaml, c: c.yaml#/D}}}}}"
            ),
            files: ["b.yaml": "{}"],
            [
                #"openapi.yaml:5:85: warning: 'c.yaml#/D' leads nowhere: there is no file 'c.yaml' [ref-unresolved]"#
            ]),
    ]
}
