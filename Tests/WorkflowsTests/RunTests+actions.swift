// Where a run goes: criteria, actions, retries.

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing
import Workflows

extension RunTests {
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

    static let login = "POST /v1/login"
    private static let item = "GET /v1/items/2"
    static let note = "POST /v1/notes"
    static let other = "DELETE /v1/items/9"

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
}
