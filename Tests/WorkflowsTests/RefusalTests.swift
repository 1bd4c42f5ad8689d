// What is refused, and in which words: each row a document with one mistake, and what is said of it.

import SourceDocuments
import OpenAPIContract
import Testing
import Workflows

@Suite struct RefusalTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let document: String
        /// `line:column code: message`, and what else must be in the text.
        let finding: String
        let also: [String]

        init(_ name: String, _ document: String, _ finding: String, _ also: String...) {
            testDescription = name
            self.document = document
            self.finding = finding
            self.also = also
        }
    }

    /// A workflow with one step, `login` unless something else is said. Its first line is line 4 of the document.
    private static func step(_ fields: String, more: String = "") -> String {
        Shop.header
            + "workflows:\n  - workflowId: w\n    inputs: {type: object, properties: {email: {type: string}}}\n"
            + "    steps:\n      - stepId: one\n        operationId: login\n        outputs: {token: $response.body#/token}\n"
            + "      - stepId: two\n" + fields.split(separator: "\n").map { "        \($0)\n" }.joined() + more
    }

    static let rows: [Row] = [
        // Documents
        Row("an empty file", "", "1:1 not-arazzo: this is no Arazzo document: it is empty"),
        Row("a list", "- 1", "1:1 not-arazzo: this is no Arazzo document: it holds a list"),
        Row("an OpenAPI document", "openapi: 3.1.0", "1:1 not-arazzo: this is an OpenAPI document, not Arazzo"),
        Row("no version", "info: {}", "1:1 not-arazzo: this is no Arazzo document: it has no 'arazzo' field"),
        Row("a version to come", "arazzo: 2.0.0", "1:9 unsupported-version: Arazzo 2.0.0 is not known"),
        Row("YAML that is none", "arazzo: [", "yaml-syntax:"),
        Row("no workflows", Shop.header, "1:1 missing-field: an Arazzo document has no 'workflows'"),
        Row("an empty list of workflows", Shop.header + "workflows: []", "4:1 missing-field: there are no workflows"),
        Row(
            "an AsyncAPI source",
            "arazzo: 1.0.1\ninfo: {title: T, version: '1'}\nsourceDescriptions:\n  - {name: a, url: a.yaml, type: asyncapi}\n"
                + "workflows: [{workflowId: w, steps: [{stepId: s, operationId: x}]}]",
            "4:34 unsupported-arazzo: sources of AsyncAPI and steps that send messages (Arazzo 1.1) are not supported"),
        // Workflows
        Row(
            "two workflows of one name",
            Shop.header + "workflows:\n  - {workflowId: w, steps: [{stepId: s, operationId: login}]}\n"
                + "  - {workflowId: w, steps: [{stepId: s, operationId: login}]}",
            "6:5 duplicate-name: there are two of the name 'w'"),
        Row(
            "a dependency that is not there",
            Shop.header + "workflows:\n  - workflowId: sign-in\n    dependsOn: [sing-in]\n"
                + "    steps: [{stepId: s, operationId: login}]",
            "6:17 unknown-name: there is no workflow 'sing-in'", "Did you mean 'sign-in'?"),
        Row(
            "a workflow that waits for itself",
            Shop.header
                + "workflows:\n  - workflowId: a\n    dependsOn: [b]\n    steps: [{stepId: s, operationId: login}]\n"
                + "  - workflowId: b\n    dependsOn: [a]\n    steps: [{stepId: s, operationId: login}]",
            "6:5 circular-workflows: the workflow 'a' waits for itself"),
        Row(
            "inputs that are no schema",
            Shop.header
                + "workflows:\n  - workflowId: w\n    inputs: {type: objekt}\n    steps: [{stepId: s, operationId: login}]",
            "invalid-schema:", "workflows.arazzo.yaml:6:"),
        Row(
            "an output with a misspelt step",
            step("operationId: login", more: "    outputs: {x: $steps.oen.outputs.token}\n"),
            "13:18 unknown-name: there is no step 'oen'", "Did you mean 'one'?"),
        // Steps
        Row(
            "a step that calls nothing", step("description: x"),
            "11:9 missing-field: the step 'two' does not say what it calls"),
        Row(
            "a step that calls two things", step("operationId: login\nworkflowId: w"),
            "11:9 invalid-value: the step 'two' calls several things at once"),
        Row(
            "two steps of one name", step("operationId: login", more: "      - {stepId: two, operationId: login}\n"),
            "13:9 duplicate-name: there are two of the name 'two'"),
        Row(
            "a misspelt operation", step("operationId: logn"), "12:22 unknown-name: there is no operation 'logn'",
            "Did you mean 'login'?", "12 |         operationId: logn", "   |                      ^"),
        Row(
            "an operation in other letters", step("operationId: LogIn"),
            "12:22 unknown-name: there is no operation 'LogIn', but 'login', which is taken", "Write 'login'."),
        Row(
            "a misspelt source", step("operationId: $sourceDescriptions.shup.login"),
            "12:22 unknown-name: there is no source description 'shup'", "Did you mean 'shop'?"),
        Row(
            "a path that is not there", step("operationPath: '{$sourceDescriptions.shop.url}#/paths/~1logim/post'"),
            "12:24 unknown-name: there is no path '/logim'", "Did you mean '/login'?"),
        Row(
            "a path without a pointer", step("operationPath: '{$sourceDescriptions.shop.url}'"),
            "12:24 invalid-value: an operation's path has a JSON Pointer after '#'"),
        Row("a misspelt workflow", step("workflowId: v"), "12:21 unknown-name: there is no workflow 'v'"),
        Row(
            "a misspelt field", step("operationId: login\nsuccesCriteria: []"),
            "13:9 unknown-field: a step has no field 'succesCriteria'", "Did you mean 'successCriteria'?"),
        Row(
            "a message step of 1.1", step("operationId: login\nchannelPath: x"),
            "13:9 unsupported-arazzo: steps that send or await messages (Arazzo 1.1) are not supported: 'channelPath'"),
        // Parameters
        Row(
            "a parameter that is nowhere", step("operationId: getItem\nparameters: [{name: id, value: 1}]"),
            "missing-field: the parameter 'id' of an operation says where it is"),
        Row(
            "a path without its parameter", step("operationId: getItem"),
            "11:9 missing-field: the path parameter 'id' of 'getItem' has no value"),
        Row(
            "a misspelt parameter",
            step(
                "operationId: getItem\nparameters:\n  - {name: id, in: path, value: 1}\n  - {name: feilds, in: query, value: a}"
            ),
            "unknown-name: there is no query parameter of 'getItem' 'feilds'", "Did you mean 'fields'?"),
        Row(
            "a component that is not there",
            step("operationId: login\nparameters: [{reference: $components.parameters.page}]"),
            "13:34 unknown-name: there is no component 'page'"),
        Row(
            "a component of another kind",
            step("operationId: login\nonSuccess: [{reference: $components.parameters.page}]"),
            "13:33 invalid-expression: a reference here leads to '$components.successActions.…'"),
        Row(
            "a replacement by XPath",
            step("operationId: login\nrequestBody: {payload: {}, replacements: [{target: //item, value: 1}]}"),
            "unsupported-arazzo: a replacement's target is a JSON Pointer; XPath is not supported"),
        // Expressions
        Row(
            "a misspelt input", step("operationId: login\nrequestBody:\n  payload: {e: $inputs.emial}"),
            "14:24 unknown-name: there is no input 'emial'", "Did you mean 'email'?"),
        Row(
            "a misspelt output", step("operationId: login\nrequestBody:\n  payload: 'a {$steps.one.outputs.tokn} b'"),
            "14:24 unknown-name: there is no output of the step 'one' 'tokn'", "Did you mean 'token'?"),
        Row(
            "a misspelt root", step("operationId: login\nrequestBody:\n  payload: {e: $input.email}"),
            "14:24 invalid-expression: a runtime expression does not start so", "Did you mean '$inputs'?"),
        Row(
            "a workflow that there is not", step("operationId: login\noutputs: {x: $workflows.v.outputs.y}"),
            "13:22 unknown-name: there is no workflow 'v'"),
        Row(
            "a source that there is not", step("operationId: login\noutputs: {x: $sourceDescriptions.shap.url}"),
            "13:22 unknown-name: there is no source description 'shap'", "Did you mean 'shop'?"),
        // Criteria
        Row(
            "an assignment", step("operationId: login\nsuccessCriteria:\n  - condition: $statusCode = 200"),
            "14:36 invalid-expression: this does not belong here", "Did you mean '=='?"),
        Row(
            "a regular expression that is none",
            step("operationId: login\nsuccessCriteria:\n  - {context: $response.body, type: regex, condition: 'a(b'}"),
            "invalid-expression: this is no regular expression"),
        Row(
            "a JSONPath that is none",
            step(
                "operationId: login\nsuccessCriteria:\n  - {context: $response.body, type: jsonpath, condition: '$[?'}"),
            "invalid-expression:"),
        Row(
            "a regular expression about nothing",
            step("operationId: login\nsuccessCriteria:\n  - {type: regex, condition: a}"),
            "14:13 missing-field: a criterion of this type has a context"),
        Row(
            "XPath",
            step("operationId: login\nsuccessCriteria:\n  - {context: $response.body, type: xpath, condition: //a}"),
            "14:45 unsupported-arazzo: XPath criteria are not supported"),
        Row(
            "XPath with a version",
            step(
                "operationId: login\nsuccessCriteria:\n  - context: $response.body\n    condition: //a\n"
                    + "    type: {type: xpath, version: xpath-30}"),
            "16:26 unsupported-arazzo: XPath criteria are not supported"),
        Row(
            "a misspelt type",
            step("operationId: login\nsuccessCriteria:\n  - {context: $response.body, type: regexp, condition: a}"),
            "14:45 invalid-value: there are no criteria of type 'regexp'", "Did you mean 'regex'?"),
        // Actions
        Row(
            "going nowhere", step("operationId: login\nonSuccess: [{name: a, type: goto}]"),
            "13:21 missing-field: this does not say where to go"),
        Row(
            "going to a step that is not there",
            step("operationId: login\nonFailure: [{name: a, type: goto, stepId: on}]"),
            "unknown-name: there is no step of this workflow 'on'"),
        Row(
            "going to two places at once",
            step("operationId: login\nonFailure: [{name: a, type: goto, stepId: one, workflowId: w}]"),
            "invalid-value: an action goes to a step or to a workflow, not to both"),
        Row(
            "a retry after success", step("operationId: login\nonSuccess: [{name: a, type: retry}]"),
            "invalid-value: there is no success action of type 'retry'"),
        Row(
            "a negative wait", step("operationId: login\nonFailure: [{name: a, type: retry, retryAfter: -1}]"),
            "invalid-value: 'retryAfter' is a number from 0 up"),
        Row(
            "half a try", step("operationId: login\nonFailure: [{name: a, type: retry, retryLimit: 1.5}]"),
            "invalid-value: 'retryLimit' is a whole number from 0 up"),
        Row(
            "two actions of one name",
            step("operationId: login\nonFailure: [{name: a, type: end}, {name: a, type: end}]"),
            "duplicate-name: there are two of the name 'a'"),
    ]

    @Test(arguments: rows) func refuses(_ row: Row) {
        let loaded = Shop.load(row.document)
        let errors = DiagnosticReport(loaded.diagnostics.filter { $0.severity == .error })
        let said = errors.diagnostics.map {
            "\($0.place.map { "\($0.line):\($0.column)" } ?? "-") \($0.code.rawValue): \($0.message)"
        }
        // Fields that are not there are warnings: the rest of the document is read all the same.
        let all =
            said
            + DiagnosticReport(loaded.diagnostics).diagnostics.map {
                "\($0.place.map { "\($0.line):\($0.column)" } ?? "-") \($0.code.rawValue): \($0.message)"
            }
        #expect(all.contains { $0.contains(row.finding) }, "\(DiagnosticReport(loaded.diagnostics).text)")
        let text = DiagnosticReport(loaded.diagnostics).text
        for part in row.also { #expect(text.contains(part), "\(text)") }
    }

    /// Odd, but no reason not to run the rest.
    @Test func warns() {
        let loaded = Shop.load(
            """
            arazzo: 1.1.0
            info: {title: T, version: '1'}
            sourceDescriptions:
              - {name: shop, url: ./openapi.yaml, type: openapi}
              - {name: away, url: 'https://away.example/openapi.yaml', type: openapi}
              - {name: gone, url: ./gone.yaml}
            workflows:
              - workflowId: w
                steps:
                  - stepId: one
                    operationId: $sourceDescriptions.away.anything
                  - stepId: two
                    operationId: login
                    parameters: [{name: x, in: query, value: $steps.three.outputs.x}]
                    requestBody: {contentType: text/csv, payload: a}
                  - stepId: three
                    operationPath: '{$sourceDescriptions.shop.url}#/paths/~1notes'
                    outputs: {x: $response.body#/x, y: $outputs.z}
                    x-of-our-own: {a: 1}
                outputs: {status: $statusCode, x: $steps.three.x}
            """)
        #expect(loaded.library != nil)
        #expect(
            DiagnosticReport(loaded.diagnostics).diagnostics.map {
                "\($0.place?.line ?? 0) \($0.severity) \($0.code.rawValue)"
            } == [
                "1 warning unsupported-arazzo", "5 warning missing-source", "6 warning missing-source",
                "14 warning unknown-name", "14 warning value-not-known-yet", "15 warning invalid-value",
                "17 warning invalid-value", "18 warning value-not-known-yet", "20 warning value-not-known-yet",
                "20 warning unknown-name",
            ])
    }
}
