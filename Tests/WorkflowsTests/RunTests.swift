// Running workflows: what is sent, what is awaited, where a run goes, and how it ends.

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing
import Workflows

@Suite struct RunTests {
    // MARK: - Requests

    @Test func parametersGoWhereTheyAreToldTo() async throws {
        let library = try Shop.library(
            """
            workflows:
              - workflowId: w
                inputs: {type: object, properties: {id: {type: integer}, trace: {type: string, default: t-1}}}
                parameters:
                  - {name: X-Trace, in: header, value: 'trace {$inputs.trace}'}
                  - {name: fields, in: query, value: [a]}
                steps:
                  - stepId: one
                    operationId: getItem
                    parameters:
                      - {name: id, in: path, value: $inputs.id}
                      - reference: $components.parameters.fields
                        value: [name, price]
                      - {name: Authorization, in: header, value: 'Bearer {$inputs.id}'}
                      - {name: Cookie, in: header, value: session=s1}
            components:
              parameters:
                fields: {name: fields, in: query, value: [id]}
            """)
        let backend = Backend([])
        let run = try await backend.run(library, "w", inputs: ["id": .number(JSONNumber(UInt64.max))])
        #expect(run.failure == nil)
        let request = try #require(backend.requests.first)
        #expect(request.target == "/v1/items/18446744073709551615?fields=name&fields=price")
        #expect(request.headers[try #require(HTTPField.Name("X-Trace"))] == "trace t-1")
        #expect(request.headers[.authorization] == "Bearer 18446744073709551615")
        #expect(request.headers[.cookie] == "session=s1")
    }

    struct Body: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: String
        let operation: String
        let type: String
        let bytes: String

        init(_ name: String, _ fields: String, _ type: String, _ bytes: String, to operation: String = "login") {
            testDescription = name
            self.fields = fields
            self.operation = operation
            self.type = type
            self.bytes = bytes
        }
    }

    @Test(arguments: [
        Body(
            "a value with its types", "payload: {id: $inputs.id, note: 'no {$inputs.id}', deep: [$inputs.user, true]}",
            "application/json", #"{"id":7,"note":"no 7","deep":[{"name":"Ann"},true]}"#),
        Body("an expression alone", "payload: $inputs.user", "application/json", #"{"name":"Ann"}"#),
        Body(
            "JSON as a text", "payload: '{\"user\": \"{$inputs.user}\", \"text\": \"id {$inputs.id}\"}'",
            "application/json", #"{"user":{"name":"Ann"},"text":"id 7"}"#),
        Body(
            "JSON only once it is filled in", "payload: '{\"id\": {$inputs.id}}'", "application/json", #"{"id":7}"#),
        Body(
            "a form", "contentType: application/x-www-form-urlencoded\npayload: {a: $inputs.id, b: 'x y&z'}",
            "application/x-www-form-urlencoded", "a=7&b=x%20y%26z"),
        Body(
            "a form as a text", "contentType: application/x-www-form-urlencoded\npayload: 'a={$inputs.id}&b=2'",
            "application/x-www-form-urlencoded", "a=7&b=2"),
        Body("text", "payload: 'Dear {$inputs.user}'", "text/plain", #"Dear {"name":"Ann"}"#, to: "addNote"),
        Body(
            "a type that the contract does not know", "contentType: application/xml\npayload: '<id>{$inputs.id}</id>'",
            "application/xml", "<id>7</id>"),
        Body(
            "replacements",
            "payload: {a: {b: [1, 2]}, c: 3}\nreplacements:\n  - {target: /a/b/1, value: $inputs.id}\n"
                + "  - {target: /a/b/-, value: last}\n  - {target: /d, value: $inputs.user}",
            "application/json", #"{"a":{"b":[1,7,"last"]},"c":3,"d":{"name":"Ann"}}"#),
    ])
    func bodiesAreMadeOf(_ body: Body) async throws {
        let fields = body.fields.split(separator: "\n").map { "          \($0)\n" }.joined()
        let loaded = Shop.load(
            Shop.header
                + "workflows:\n  - workflowId: w\n    inputs: {type: object, properties: {id: {}, user: {}}}\n    steps:\n"
                + "      - stepId: s\n        operationId: \(body.operation)\n        requestBody:\n" + fields)
        #expect(!loaded.hasErrors, "\(DiagnosticReport(loaded.diagnostics).text)")
        let backend = Backend([])
        let run = try await backend.run(
            try #require(loaded.library), "w", inputs: ["id": 7, "user": ["name": "Ann"]])
        #expect(run.failure == nil)
        let request = try #require(backend.requests.first)
        #expect(request.headers[.contentType] == body.type)
        #expect(String(decoding: request.body, as: UTF8.self) == body.bytes)
    }

    @Test func aReplacementNeedsItsPlace() async throws {
        let library = try Shop.library(
            """
            workflows:
              - workflowId: w
                steps:
                  - stepId: s
                    operationId: login
                    requestBody: {payload: {a: 1}, replacements: [{target: /b/c, value: 2}]}
            """)
        let backend = Backend([])
        let failure = try await backend.run(library, "w").failure
        #expect(failure?.kind == .expression)
        #expect(failure?.message == "the payload has no place '/b/c'")
        #expect(backend.requests.isEmpty)
    }

    @Test func aPathWithoutItsValueIsNotAskedFor() async throws {
        let loaded = Shop.load(Shop.header + "workflows: [{workflowId: w, steps: [{stepId: s, operationId: getItem}]}]")
        #expect(!loaded.hasErrors)
        let backend = Backend([])
        let failure = try await backend.run(try #require(loaded.library), "w").failure
        #expect(failure?.message == "the path parameter 'id' of 'getItem' has no value")
        #expect(backend.requests.isEmpty)
    }

    // MARK: - Inputs and outputs

    @Test func outputsOfStepsAndWorkflows() async throws {
        let library = try Shop.library(
            """
            workflows:
              - workflowId: outer
                dependsOn: [first]
                steps:
                  - stepId: call
                    workflowId: inner
                    parameters: [{name: id, value: $workflows.first.outputs.id}]
                    successCriteria: [{condition: $statusCode == 200 && $outputs.name == 'x'}]
                    outputs: {name: $outputs.name, id: $workflows.inner.inputs.id}
                outputs: {name: $steps.call.outputs.name, id: $steps.call.outputs.id, text: 'no {$steps.call.outputs.id}'}
              - workflowId: first
                steps: [{stepId: log.in, operationId: login, outputs: {id: $response.body#/id, gone: $response.body#/gone}}]
                outputs: {id: $steps.log.in.outputs.id}
              - workflowId: inner
                inputs: {type: object, required: [id], properties: {id: {type: integer}}}
                steps:
                  - stepId: s
                    operationId: getItem
                    parameters: [{name: id, in: path, value: $inputs.id}]
                    outputs: {name: $response.body#/name}
                outputs: {name: $steps.s.outputs.name}
            """)
        let backend = Backend([.json(#"{"id":5}"#), .json(#"{"name":"x"}"#)])
        let run = try await backend.run(library, "outer")
        #expect(run.failure == nil)
        #expect(backend.lines == [Self.login, "GET /v1/items/5"])
        #expect(run.outputs == ["name": "x", "id": 5, "text": "no 5"])
    }

    @Test func anOutputThatIsNotThereFailsWhereItIsUsed() async throws {
        let library = try Shop.library(
            """
            workflows:
              - workflowId: w
                steps:
                  - {stepId: one, operationId: login, outputs: {id: $response.body#/id}}
                  - {stepId: two, operationId: getItem, parameters: [{name: id, in: path, value: $steps.one.outputs.id}]}
            """)
        let backend = Backend([.json("{}")])
        let failure = try #require(try await backend.run(library, "w").failure)
        #expect(failure.kind == .expression)
        #expect(failure.message == "'$steps.one.outputs.id' refers to nothing")
        #expect(failure.trail.description == "[w/two]")
        #expect(failure.place?.line == 8)
        #expect(backend.requests.count == 1)
    }

    @Test func inputsMustFit() async throws {
        let library = try Shop.library(
            """
            workflows:
              - workflowId: w
                inputs: {$ref: '#/components/inputs/both'}
                steps: [{stepId: s, operationId: login}]
            components:
              inputs:
                both:
                  type: object
                  required: [name, count]
                  properties: {name: {type: string}, count: {type: integer, default: 2}}
            """)
        let workflow = library.workflows[0]
        #expect(workflow.defaultInputs == ["count": 2])
        #expect(workflow.missingInput([:]) != nil)
        #expect(workflow.missingInput(["name": "a", "other": 1]) == nil)
        let backend = Backend([])
        #expect(try await backend.run(library, "w", inputs: ["name": 7]).failure?.kind == .inputs)
        #expect(backend.requests.isEmpty)
        let run = try await backend.run(library, "w", inputs: ["name": "a"])
        #expect(run.failure == nil && run.inputs == ["name": "a", "count": 2])
    }

    @Test func aDependencyIsDoneOnceAndItsFailureIsTheRuns() async throws {
        let library = try Shop.library(
            """
            workflows:
              - {workflowId: c, dependsOn: [a, b], steps: [{stepId: s, operationId: addNote}]}
              - {workflowId: b, dependsOn: [a], steps: [{stepId: s, operationId: addNote}]}
              - workflowId: a
                inputs: {type: object, properties: {user: {type: string, default: u}}}
                steps: [{stepId: s, operationId: login, requestBody: {payload: {user: $inputs.user}}}]
            """)
        let backend = Backend([])
        #expect(try await backend.run(library, "c", inputs: ["user": "me", "else": 1]).failure == nil)
        #expect(backend.lines == [Self.login, Self.note, Self.note])
        #expect(backend.requests.first.map { String(decoding: $0.body, as: UTF8.self) } == #"{"user":"me"}"#)
        let broken = Backend([Response(status: 500)])
        #expect(try await broken.run(library, "c").failure?.trail.description == "[a/s]")
        #expect(broken.requests.count == 1)
    }

    @Test func workflowsOfOtherDocuments() async throws {
        let library = try Shop.library(
            """
            workflows:
              - {workflowId: w, dependsOn: [$sourceDescriptions.more.prepare], steps: [{stepId: s, operationId: addNote}]}
            """,
            more: [
                "more.yaml": """
                arazzo: 1.0.0
                info: {title: More, version: '1'}
                sourceDescriptions: [{name: self, url: ./workflows.arazzo.yaml, type: arazzo}, {name: api, url: openapi.yaml}]
                workflows:
                  - {workflowId: prepare, steps: [{stepId: s, operationId: login}]}
                """
            ],
            sources: ", {name: more, url: more.yaml, type: arazzo}")
        let backend = Backend([])
        #expect(try await backend.run(library, "w").failure == nil)
        #expect(backend.lines == [Self.login, Self.note])
    }

    /// The standard's own examples run, where their sources are there.
    @Test func aStepByItsPath() async throws {
        let library = try Shop.library(
            """
            workflows:
              - workflowId: w
                steps:
                  - stepId: s
                    operationPath: '{$sourceDescriptions.shop.url}#/paths/~1items~1{id}/delete'
                    parameters: [{name: id, in: path, value: 3}]
                  - {stepId: t, operationPath: './openapi.yaml#/paths/~1notes/post'}
            """)
        let backend = Backend([])
        #expect(try await backend.run(library, "w").failure == nil)
        #expect(backend.lines == ["DELETE /v1/items/3", Self.note])
    }
}
