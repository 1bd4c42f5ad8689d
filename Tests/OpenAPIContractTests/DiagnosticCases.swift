// What can be wrong with a contract, and the very words that are said about it.

import ContractSamples
import Testing

struct DiagnosticCase: CustomTestStringConvertible, Sendable {
    let name: String
    let files: [String: String]
    let expected: [String]

    init(_ name: String, _ text: String, files: [String: String] = [:], _ expected: [String]) {
        self.name = name
        self.files = files.merging(["openapi.yaml": text]) { $1 }
        self.expected = expected
    }

    var testDescription: String { name }

    static let head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"

    static let reading: [DiagnosticCase] = [
        DiagnosticCase(
            "empty", "", [#"openapi.yaml:1:1: error: this is no OpenAPI document: it is empty [not-openapi]"#]),
        DiagnosticCase(
            "only a comment", "# nothing\n",
            [#"openapi.yaml:1:1: error: this is no OpenAPI document: it is empty [not-openapi]"#]),
        DiagnosticCase(
            "a word", "hello\n", [#"openapi.yaml:1:1: error: this is no OpenAPI document: it holds text [not-openapi]"#]
        ),
        DiagnosticCase(
            "a list", "- 1\n", [#"openapi.yaml:1:1: error: this is no OpenAPI document: it holds a list [not-openapi]"#]
        ),
        DiagnosticCase(
            "JSON cut short", #"{"openapi": "3.1.0", "info": {"#,
            [#"openapi.yaml:1:31: error: not JSON: found the end of the text, expected a key or '}' [json-syntax]"#]),
        DiagnosticCase(
            "JSON with a duplicate key", "{\n \"openapi\": \"3.1.0\",\n \"openapi\": \"3.1.0\"}",
            [#"openapi.yaml:3:2: error: found a second "openapi", expected each key of an object once [duplicate-key]"#]
        ),
        DiagnosticCase(
            "HTML", "<!DOCTYPE html>\n<html><body>404: Not Found</body></html>\n",
            [#"openapi.yaml:1:1: error: this is HTML or XML, not an OpenAPI document [not-openapi]"#]),
        DiagnosticCase(
            "a tab", "openapi: 3.1.0\ninfo:\n\ttitle: T\n",
            [
                #"openapi.yaml:3:1: error: not YAML: while scanning for the next token: found character that cannot start any token [yaml-syntax]"#
            ]),
        DiagnosticCase(
            "bad indentation", "openapi: 3.1.0\ninfo:\n  title: T\n version: 1\n",
            [
                #"openapi.yaml:4:2: error: not YAML: while parsing a block mapping: did not find expected key [yaml-syntax]"#
            ]),
        DiagnosticCase(
            "colon in text", "openapi: 3.1.0\ninfo:\n  title: a: b\n",
            [#"openapi.yaml:3:11: error: not YAML: mapping values are not allowed in this context [yaml-syntax]"#]),
        DiagnosticCase(
            "open quote", "openapi: \"3.1.0\ninfo: {}\n",
            [
                #"openapi.yaml:1:10: error: not YAML: while scanning a quoted scalar: found unexpected end of stream [yaml-syntax]"#
            ]),
        DiagnosticCase(
            "open bracket", "openapi: 3.1.0\ninfo: {title: T\npaths: {}\n\n",
            [
                #"openapi.yaml:3:6: error: not YAML: while parsing a flow mapping: did not find expected ',' or '}' [yaml-syntax]"#
            ]),
        DiagnosticCase(
            "open bracket at the end", "openapi: 3.1.0\ninfo: {}\ntags: [a, {name: b}",
            [
                #"openapi.yaml:3:7: error: not YAML: while parsing a flow sequence: did not find expected ',' or ']' [yaml-syntax]"#
            ]),
        DiagnosticCase(
            "no colon", "openapi: 3.1.0\ninfo\n  title: T\npaths: {}\n",
            [
                #"openapi.yaml:2:1: error: not YAML: while scanning a simple key: could not find expected ':' [yaml-syntax]"#
            ]),
        DiagnosticCase(
            "cut short in a key", "openapi: 3.1.0\ninfo: {}\npat",
            [
                #"openapi.yaml:3:1: error: not YAML: while scanning a simple key: could not find expected ':' [yaml-syntax]"#
            ]),
        DiagnosticCase(
            "control character after a line separator", "openapi: 3.1.0 # \u{2028}\ninfo: {title: \"a\u{1}b\"}\n",
            [#"openapi.yaml:3:17: error: not text: control characters are not allowed [not-text]"#]),
        DiagnosticCase(
            "duplicate key", head + "paths: {}\npaths: {}\n",
            [
                #"openapi.yaml:4:1: error: a mapping has the key 'paths' more than once, first on line 3 [duplicate-key]"#
            ]),
        DiagnosticCase(
            "duplicate key, quoted and deeper",
            head + "x-a:\n  a: {paths: 1}\n\n  # b\n  b: 1\n  c:\n   a: 2\n  \"a\": 3\npaths: {}\n",
            [
                #"openapi.yaml:10:3: error: a mapping has the key 'a' more than once, first on line 4 [duplicate-key]"#
            ]),
        DiagnosticCase(
            "duplicate key in braces", head + "x-a: {b: 1, b: 2}\n",
            [
                #"openapi.yaml:3:13: error: a mapping has the key 'b' more than once, first on line 3 [duplicate-key]"#
            ]),
        DiagnosticCase(
            "JSON nested without end", #"{"openapi": "3.1.0", "x-a": "# + String(repeating: "[", count: 100_000),
            [
                #"openapi.yaml:1:540: error: found '[', expected at most 512 arrays and objects inside each other [too-deep]"#
            ]),
        DiagnosticCase(
            "YAML nested without end", head + "x-a: " + String(repeating: "[", count: 100_000),
            [#"openapi.yaml:3:7: error: values are nested more than 900 deep [too-deep]"#]),
        DiagnosticCase(
            "JSON with a comment", "{\"openapi\": \"3.1.0\", // newest\n \"paths\": {}}",
            [#"openapi.yaml:1:22: error: not JSON: found '/', expected a key [json-syntax]"#]),

        DiagnosticCase(
            "unknown alias", head + "paths: *nowhere\n",
            [#"openapi.yaml:3:8: error: not YAML: found undefined alias [yaml-syntax]"#]),
        DiagnosticCase(
            "control character", "openapi: 3.1.0\ninfo: {title: \"a\u{1}b\"}\n",
            [#"openapi.yaml:2:17: error: not text: control characters are not allowed [not-text]"#]),
        DiagnosticCase(
            "two documents", head + "paths: {/: {get: {}}}\n---\nopenapi: 3.0.0\n",
            [
                #"openapi.yaml:5:1: warning: a second YAML document follows; only the first is read [yaml-several-documents]"#
            ]),
        DiagnosticCase(
            "a key that is a list", head + "paths: {/: {get: {}}}\nx-a:\n  ? [1]\n  : 2\n",
            [
                #"openapi.yaml:5:5: warning: a mapping's key is itself a mapping or a list; it is left out [yaml-complex-key]"#
            ]),
        DiagnosticCase(
            "unknown tag", head + "paths: {/: {get: {}}}\nx-a: !Sub text\n",
            [#"openapi.yaml:4:6: warning: the tag '!Sub' means nothing here [yaml-unknown-tag]"#]),
        DiagnosticCase(
            "infinity", head + "paths: {/: {get: {}}}\nx-a: .inf\n",
            [#"openapi.yaml:4:6: warning: '.inf' is no number that JSON can say; it is read as text [yaml-not-json]"#]),
        DiagnosticCase(
            "Swagger 1", "swagger: '1.2'\ninfo: {}\n",
            [#"openapi.yaml:1:10: error: this is a Swagger 1.2 document [swagger-2]"#]),
        DiagnosticCase(
            "Swagger 2", "swagger: '2.0'\ninfo: {}\n",
            [
                "openapi.yaml:1:1: note: the document declares no operation [no-operations]",
                "openapi.yaml:2:1: warning: 'info' has no 'title' [missing-field]",
                "openapi.yaml:2:1: warning: 'info' has no 'version' [missing-field]",
            ]),
        DiagnosticCase(
            "AsyncAPI", "asyncapi: 2.0.0\n",
            [#"openapi.yaml:1:1: error: this is an AsyncAPI document, not OpenAPI [not-openapi]"#]),
        DiagnosticCase(
            "version 4", "openapi: 4.0.0\n",
            [#"openapi.yaml:1:10: error: OpenAPI 4.0.0 is not known [unsupported-version]"#]),
        DiagnosticCase(
            "version as a number", "openapi: 3.1\ninfo: {title: T, version: 1}\npaths: {/: {get: {}}}\n", []),
    ]

    static let references: [DiagnosticCase] = [
        DiagnosticCase(
            "nowhere",
            document(
                "/a:\n  get:\n    responses:\n      '200':\n        description: x\n        content: {application/json: {schema: {$ref: '#/components/schemas/Pte'}}}",
                components: "components: {schemas: {Pet: {}}}"),
            [#"openapi.yaml:9:55: error: '#/components/schemas/Pte' leads nowhere [ref-unresolved]"#]),
        DiagnosticCase(
            "no such file", document("/a: {$ref: 'paths/a.yaml'}"),
            [
                #"openapi.yaml:4:14: error: 'paths/a.yaml' leads nowhere: there is no file 'paths/a.yaml' [ref-unresolved]"#
            ]),
        DiagnosticCase(
            "network", document("/a: {$ref: 'https://example.com/a.yaml'}"),
            [
                #"openapi.yaml:4:14: error: 'https://example.com/a.yaml' leads to the network, which is never asked [ref-network]"#
            ]),
        DiagnosticCase(
            "circle",
            document(
                "/a: {get: {parameters: [{$ref: '#/components/parameters/a'}]}}",
                components:
                    "components: {parameters: {a: {$ref: '#/components/parameters/b'}, b: {$ref: '#/components/parameters/a'}}}"
            ), [#"openapi.yaml:5:27: error: '#/components/parameters/b' leads back to itself [ref-circular]"#]),
        DiagnosticCase(
            "in another file", document("/a: {$ref: 'a.yaml'}"),
            files: ["a.yaml": "get:\n  parameters:\n    - $ref: 'b.yaml#/nope'\n", "b.yaml": "{yes: 1}"],
            [#"a.yaml:3:13: error: 'b.yaml#/nope' leads nowhere [ref-unresolved]"#]),
        DiagnosticCase(
            "broken other file", document("/a: {$ref: 'a.yaml'}"), files: ["a.yaml": "get: [\n"],
            [
                #"a.yaml:2:1: error: not YAML: while parsing a flow node: did not find expected node content [yaml-syntax]"#
            ]),
    ]

    static let structure: [DiagnosticCase] = [
        DiagnosticCase(
            "paths is a list", head + "paths: []\n",
            [#"openapi.yaml:3:1: error: 'paths' must be an object [wrong-type]"#]),
        DiagnosticCase(
            "misspelt field", document("/a: {get: {sumary: x, responses: {'200': {description: x}}}}"),
            [#"openapi.yaml:4:14: warning: an operation has no field 'sumary' [unknown-field]"#]),
        DiagnosticCase(
            "duplicate operation id", document("/a:\n  get: {operationId: a}\n  put: {operationId: a}"),
            [
                #"openapi.yaml:6:24: warning: the operationId 'a' is taken; here it is replaced by 'put /a' [duplicate-operation-id]"#
            ]),
        DiagnosticCase(
            "parameter in body", document("/a: {post: {parameters: [{name: b, in: body, schema: {}}]}}"),
            [#"openapi.yaml:4:42: error: 'in: body' is no place for a parameter [invalid-value]"#]),
        DiagnosticCase(
            "parameter without name", document("/a: {post: {parameters: [{in: query, schema: {}}]}}"),
            [#"openapi.yaml:4:28: error: a parameter has no 'name' [missing-field]"#]),
        DiagnosticCase(
            "path parameter misspelt",
            document("/a/{petId}: {get: {parameters: [{name: petID, in: path, required: true, schema: {}}]}}"),
            [
                #"openapi.yaml:4:16: warning: '{petId}' of the path '/a/{petId}' is not declared; any text is taken [path-parameter]"#,
                #"openapi.yaml:4:35: warning: the path '/a/{petId}' has no '{petID}'; the parameter is left out [path-parameter]"#,
            ]),
        DiagnosticCase(
            "style of another place",
            document("/a: {get: {parameters: [{name: b, in: query, style: matrix, schema: {}}]}}"),
            [
                #"openapi.yaml:4:55: warning: 'style: matrix' is none for a query parameter; 'form' is taken [parameter-style]"#
            ]),
        DiagnosticCase(
            "status 600", document("/a: {get: {responses: {'600': {description: x}}}}"),
            [#"openapi.yaml:4:26: warning: '600' is no status [invalid-value]"#]),
        DiagnosticCase(
            "unknown security scheme",
            document(
                "/a: {get: {security: [{aipKey: []}]}}",
                components: "components: {securitySchemes: {apiKey: {type: apiKey, in: header, name: X}}}"),
            [#"openapi.yaml:4:26: warning: there is no security scheme 'aipKey' [unknown-security-scheme]"#]),
        DiagnosticCase(
            "bad schema",
            document("/a: {get: {parameters: [{name: b, in: query, schema: {type: strng, pattern: '['}}]}}"),
            [
                #"openapi.yaml:4:63: error: type must be one of null, boolean, integer, number, string, array, object, not "strng" [invalid-schema]"#,
                #"openapi.yaml:4:79: warning: `[`, character 1: a class without its `]`; close it, or escape the `[` as `\[` [invalid-schema]"#,
            ]),
        DiagnosticCase(
            "same on the wire",
            document(
                "/a/{x}: {get: {parameters: [{name: x, in: path, required: true, schema: {}}]}}\n/a/{y}: {get: {parameters: [{name: y, in: path, required: true, schema: {}}]}}"
            ),
            [
                #"openapi.yaml:5:12: warning: 'GET /a/{y}' and 'GET /a/{x}' are the same on the wire; the one whose parameters fit is taken [ambiguous-path]"#
            ]),
        DiagnosticCase(
            "link to nowhere",
            document("/a: {get: {operationId: a, responses: {'200': {description: x, links: {l: {operationId: b}}}}}}"),
            [
                #"openapi.yaml:4:74: warning: the link 'l' leads to the operation 'b', which is not there [unresolved-link]"#
            ]),
        DiagnosticCase(
            "link with no expression",
            document(
                "/a: {get: {operationId: a, responses: {'200': {description: x, links: {l: {operationId: a, parameters: {x: $response.boddy#/id}}}}}}}"
            ),
            [
                #"openapi.yaml:4:110: warning: 'parameters/x' of the link 'l' is no runtime expression: '$response' has no such part [invalid-value]"#
            ]),
    ]
}
