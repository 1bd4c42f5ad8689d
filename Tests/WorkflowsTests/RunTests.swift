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

    // MARK: - Criteria

    @Test(arguments: [
        ("condition: $statusCode == 200", true),
        ("condition: $statusCode != 200", false),
        ("condition: $response.body#/name == 'STRIDE runner'", true),
        ("condition: $response.body#/name == 'Stride'", false),
        ("condition: $response.body#/gone == null", true),
        ("condition: $response.header.x-total >= 3 && $request.path.id == 1", true),
        ("condition: $url == 'https://shop.example/v1/items/1' && $method == 'GET'", true),
        ("{context: $response.body#/name, type: regex, condition: '^Str.de\\b'}", true),
        ("{context: $response.body#/name, type: regex, condition: '^stride'}", false),
        ("{context: $response.body#/gone, type: regex, condition: '.*'}", false),
        ("{context: $statusCode, type: regex, condition: '^20[0-4]$'}", true),
        ("{context: $response.body, type: jsonpath, condition: '$.sizes[?@ > 41]'}", true),
        ("{context: $response.body, type: jsonpath, condition: '$.sizes[?@ > 50]'}", false),
        ("{context: $response.body, type: jsonpath, condition: '$[?count(@.*) == 2]'}", true),
        (
            "{context: $response.body, condition: '$.name', type: {type: jsonpath, version: draft-goessner-dispatch-jsonpath-00}}",
            true
        ),
    ])
    func criteria(_ criterion: String, _ holds: Bool) async throws {
        let library = try Shop.library(
            """
            workflows:
              - workflowId: w
                steps:
                  - stepId: s
                    operationId: getItem
                    parameters: [{name: id, in: path, value: 1}]
                    successCriteria:
                      - \(criterion)
            """)
        let total = try #require(HTTPField.Name("X-Total"))
        let backend = Backend([.json(#"{"name":"Stride Runner","sizes":[40,42]}"#, headers: [total: "3"])])
        let run = try await backend.run(library, "w")
        #expect((run.failure == nil) == holds)
        #expect(run.failure.map { $0.kind == .criterion && !$0.found.isEmpty } ?? true)
    }

    @Test(arguments: [(200, true), (302, true), (404, false), (500, false)])
    func withoutCriteriaAnErrorIsAFailure(_ status: Int, _ isFine: Bool) async throws {
        let library = try Shop.library("workflows: [{workflowId: w, steps: [{stepId: s, operationId: login}]}]")
        #expect(try await Backend([Response(status: status)]).run(library, "w").failure == nil ? isFine : !isFine)
    }

    // MARK: - Actions

    /// Three steps in a row; the second has the actions given.
    private func threeSteps(_ actions: String, more: String = "") throws -> WorkflowLibrary {
        let fields = actions.split(separator: "\n").map { "        \($0)\n" }.joined()
        return try Shop.library(
            """
            workflows:
              - workflowId: w
                steps:
                  - {stepId: one, operationId: login}
                  - stepId: two
                    operationId: getItem
                    parameters: [{name: id, in: path, value: 2}]
                    successCriteria: [{condition: $statusCode == 200}]

            """ + fields + """
                      - {stepId: three, operationId: addNote}
                  - workflowId: other
                    steps: [{stepId: only, operationId: deleteItem, parameters: [{name: id, in: path, value: 9}]}]

                """ + more)
    }

    private static let login = "POST /v1/login"
    private static let item = "GET /v1/items/2"
    private static let note = "POST /v1/notes"
    private static let other = "DELETE /v1/items/9"

    struct Path: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let actions: String
        let statuses: [Int]
        let lines: [String]
        let pauses: [Duration]
        let failure: WorkflowFailure.Kind?

        init(
            _ name: String, _ actions: String, _ statuses: [Int], _ lines: [String], pauses: [Duration] = [],
            failure: WorkflowFailure.Kind? = nil
        ) {
            testDescription = name
            self.actions = actions
            self.statuses = statuses
            self.lines = lines
            self.pauses = pauses
            self.failure = failure
        }
    }

    @Test(arguments: [
        Path("no actions, success", "", [200, 200], [login, item, note]),
        Path("no actions, failure", "", [200, 404], [login, item], failure: .criterion),
        Path("end after success", "onSuccess: [{name: a, type: end}]", [], [login, item]),
        Path(
            "the first action whose criteria hold",
            "onSuccess:\n  - {name: a, type: end, criteria: [{condition: $statusCode == 201}]}\n"
                + "  - {name: b, type: goto, workflowId: other}", [], [login, item, other]),
        Path(
            "end after failure is a failure", "onFailure: [{name: a, type: end}]", [200, 500], [login, item],
            failure: .criterion),
        Path(
            "on after failure", "onFailure: [{name: a, type: goto, stepId: three}]", [200, 500], [login, item, note]),
        Path(
            "to a workflow, and not back", "onFailure: [{name: a, type: goto, workflowId: other}]", [200, 500],
            [login, item, other]),
        Path("one retry", "onFailure: [{name: a, type: retry}]", [200, 503, 200], [login, item, item, note]),
        Path(
            "one retry and no more", "onFailure: [{name: a, type: retry, retryAfter: 0.5}]", [200, 503, 503],
            [login, item, item], pauses: [.milliseconds(500)], failure: .criterion),
        Path(
            "as many retries as there may be", "onFailure: [{name: a, type: retry, retryAfter: 2, retryLimit: 3}]",
            [200, 503, 503, 503, 200], [login, item, item, item, item, note],
            pauses: [.seconds(2), .seconds(2), .seconds(2)]),
        Path(
            "no retry at all", "onFailure: [{name: a, type: retry, retryLimit: 0}]", [200, 503], [login, item],
            failure: .criterion),
        Path(
            "only what may be retried",
            "onFailure: [{name: a, type: retry, criteria: [{condition: $statusCode == 503}]}]", [200, 500],
            [login, item], failure: .criterion),
        Path(
            "after the retries the next action",
            "onFailure: [{name: a, type: retry, retryLimit: 2}, {name: b, type: goto, stepId: three}]",
            [200, 503, 503, 503], [login, item, item, item, note]),
        Path(
            "another step before the retry", "onFailure: [{name: a, type: retry, stepId: one}]", [200, 401, 200, 200],
            [login, item, login, item, note]),
        Path(
            "another workflow before the retry", "onFailure: [{name: a, type: retry, workflowId: other}]",
            [200, 401, 200, 200], [login, item, other, item, note]),
        Path(
            "what comes before the retry fails", "onFailure: [{name: a, type: retry, stepId: one}]", [200, 401, 500],
            [login, item, login], failure: .criterion),
    ])
    func goes(_ path: Path) async throws {
        let backend = Backend(path.statuses.map { Response(status: $0) })
        let run = try await backend.run(try threeSteps(path.actions), "w")
        #expect(backend.lines == path.lines)
        #expect(backend.pauses == path.pauses)
        #expect(run.failure?.kind == path.failure, "\(run.failure.map { "\($0)" } ?? "")")
    }

    @Test(arguments: [("7", Duration.seconds(7)), ("0", .zero), ("soon", .seconds(2))])
    func theServersWordOnWaitingWins(_ value: String, _ pause: Duration) async throws {
        let library = try threeSteps("onFailure: [{name: a, type: retry, retryAfter: 2}]")
        let retryAfter = try #require(HTTPField.Name("Retry-After"))
        let backend = Backend([Response(status: 200), Response(status: 503, headers: [retryAfter: value])])
        let run = try await backend.run(library, "w")
        #expect(run.failure == nil)
        #expect(backend.pauses == (pause == .zero ? [] : [pause]))
    }

    @Test func nobodyWaitsForAnHour() async throws {
        let library = try threeSteps("onFailure: [{name: a, type: retry}]")
        let retryAfter = try #require(HTTPField.Name("Retry-After"))
        let backend = Backend([Response(status: 200), Response(status: 503, headers: [retryAfter: "3600"])])
        let run = try await backend.run(library, "w")
        #expect(run.failure?.kind == .limit)
        #expect(backend.pauses.isEmpty && backend.requests.count == 2)
    }

    @Test func anEndlessLoopEnds() async throws {
        let library = try threeSteps("onSuccess: [{name: a, type: goto, stepId: one}]")
        var limits = WorkflowRunner.Limits()
        limits.steps = 50
        let backend = Backend([])
        let run = try await backend.run(library, "w", limits: limits)
        #expect(run.failure?.kind == .limit)
        #expect(backend.requests.count == 50)
    }

    @Test func workflowsThatRunEachOtherEnd() async throws {
        let library = try Shop.library(
            """
            workflows:
              - {workflowId: a, steps: [{stepId: s, workflowId: b}]}
              - {workflowId: b, steps: [{stepId: s, workflowId: a}]}
            """)
        #expect(try await Backend([]).run(library, "a").failure?.kind == .limit)
    }

    @Test func aBackendThatIsNotThereIsAFailureThatCanBeRetried() async throws {
        let library = try threeSteps("onFailure: [{name: a, type: retry}]")
        let refused = NoResponse(kind: .refused, message: "nothing listens", remedy: "Start it.")
        let backend = Backend(results: [.success(Response(status: 200)), .failure(refused)])
        #expect(try await backend.run(library, "w").failure == nil)
        let gone = Backend(results: [.failure(refused)])
        let run = try await gone.run(library, "w")
        #expect(run.failure?.kind == .noResponse)
        #expect(run.failure?.message == "nothing listens. Start it.")
        #expect(run.exchanges.count == 1)
    }

    @Test func theActionsOfTheWorkflowAreThoseOfItsSteps() async throws {
        let library = try Shop.library(
            """
            workflows:
              - workflowId: w
                failureActions: [{reference: $components.failureActions.again}, {name: skip, type: goto, stepId: last}]
                steps:
                  - {stepId: one, operationId: login}
                  - {stepId: two, operationId: login, onFailure: [{name: again, type: end}]}
                  - {stepId: last, operationId: addNote}
            components:
              failureActions: {again: {name: again, type: retry, retryLimit: 2}}
            """)
        let patient = Backend([500, 500, 500].map { Response(status: $0) })
        #expect(try await patient.run(library, "w").failure == nil)
        #expect(patient.lines == [Self.login, Self.login, Self.login, Self.note])
        // The step's own action of that name stands in for the workflow's.
        let ended = Backend([200, 500].map { Response(status: $0) })
        #expect(try await ended.run(library, "w").failure?.trail.description == "[w/two]")
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
