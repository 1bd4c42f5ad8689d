// Contracts as large APIs have them, where a mock may tell two stories of one thing and a verifier may take one thing for another.

import VerificationReports
import HTTPExchange
import OpenAPIContract
import Mocking
import OwnThread
import Testing
import Verification

@Suite(.ownThread) struct AwkwardContractTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let paths: String
        let schemas: String

        init(_ name: String, paths: String, schemas: String = "Nothing: {type: object}") {
            testDescription = name
            self.paths = paths
            self.schemas = schemas
        }
    }

    static let cases = [
        Case(
            "the path has a name, and the answer another thing with an id in it",
            paths: """
                /spaces:
                  post: {operationId: makeSpace, responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Space'}}}}}}
                /spaces/{space_name}:
                  parameters: [{name: space_name, in: path, required: true, schema: {type: string}}]
                  get:
                    operationId: getSpace
                    responses:
                      '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Space'}}}}
                      '404': {description: None.}
                  delete: {operationId: deleteSpace, responses: {'204': {description: Gone.}, '404': {description: None.}}}
                """,
            schemas: """
                Space:
                  type: object
                  required: [id, name, machine, owner]
                  properties:
                    id: {type: integer}
                    name: {type: string}
                    machine: {type: object, required: [id], properties: {id: {type: integer}}}
                    owner: {type: object, required: [id], properties: {id: {type: integer}}}
                """),
        Case(
            "a list is of one type, and another type is made",
            paths: """
                /methods:
                  get:
                    operationId: listMethods
                    parameters: [{name: type, in: query, required: true, schema: {type: string, enum: [card, cash]}}]
                    responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Method'}}}}}}
                  post:
                    operationId: makeMethod
                    requestBody: {content: {application/json: {schema: {type: object, properties: {type: {type: string, enum: [card, cash]}}}}}}
                    responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Method'}}}}}
                """,
            schemas:
                "Method: {type: object, required: [id, type], properties: {id: {type: string}, type: {type: string, enum: [card, cash]}}}"
        ),
        Case(
            "an example stands for every answer, and says another id than the path",
            paths: """
                /hooks:
                  get:
                    operationId: listHooks
                    responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Hook'}}, examples: {default: {value: [{id: 1, events: [push], active: true}]}}}}}}
                  post:
                    operationId: makeHook
                    requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Change'}}}}
                    responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Hook'}, examples: {default: {value: {id: 1, events: [push], active: true}}}}}}}
                /hooks/{hook_id}:
                  parameters: [{name: hook_id, in: path, required: true, schema: {type: integer}}]
                  get:
                    operationId: getHook
                    responses:
                      '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Hook'}, examples: {default: {value: {id: 1, events: [push], active: true}}}}}}
                      '404': {description: None.}
                  patch:
                    operationId: changeHook
                    requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Change'}}}}
                    responses:
                      '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Hook'}, examples: {default: {value: {id: 1, events: [push], active: true}}}}}}
                      '404': {description: None.}
                """,
            schemas: """
                Hook: {type: object, required: [id, events, active], properties: {id: {type: integer}, events: {type: array, items: {type: string}}, active: {type: boolean}, secure: {type: string}}}
                Change: {type: object, properties: {events: {type: array, items: {type: string}}, active: {type: boolean}, secure: {oneOf: [{type: string}, {type: number}]}}}
                """),
        Case(
            "a list is beside another array, and what is made may be of several kinds",
            paths: """
                /groups:
                  get:
                    operationId: listGroups
                    responses: {'200': {description: All., content: {application/json: {schema: {type: object, required: [schemas, Members], properties: {schemas: {type: array, items: {type: string}}, Members: {type: array, items: {$ref: '#/components/schemas/Group'}}}}, example: {schemas: [a], Members: [{id: g1}]}}}}}
                  post:
                    operationId: makeGroup
                    requestBody: {content: {application/json: {schema: {type: object, properties: {colour: {type: string}}}}}}
                    responses: {'200': {description: Made., content: {application/json: {schema: {anyOf: [{$ref: '#/components/schemas/Other'}, {$ref: '#/components/schemas/Group'}]}}}}}
                /groups/{group}:
                  parameters: [{name: group, in: path, required: true, schema: {type: string}}]
                  get:
                    operationId: getGroup
                    responses:
                      '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Group'}}}}
                      '404': {description: None.}
                """,
            schemas: """
                Group: {type: object, required: [id], properties: {id: {type: string}, label: {type: string}}}
                Other: {type: object, required: [id, weight], properties: {id: {type: string}, weight: {type: number}}}
                """),
        Case(
            "no answer fits the schema of the success",
            paths: """
                /riddle:
                  get:
                    operationId: getRiddle
                    responses: {'200': {description: None can be., content: {application/json: {schema: {type: 'null', oneOf: [{type: string}, {type: number}]}}}}, '400': {description: No.}}
                """),
        Case(
            "a code that the client may leave empty, and a path that is called like the thing",
            paths: """
                /promotion_codes:
                  post:
                    operationId: makeCode
                    requestBody: {content: {application/json: {schema: {type: object, properties: {code: {type: string, maxLength: 9}}}}}}
                    responses: {'200': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Code'}}}}}
                /promotion_codes/{promotion_code}:
                  parameters: [{name: promotion_code, in: path, required: true, schema: {type: string}}]
                  get:
                    operationId: getCode
                    responses:
                      '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Code'}}}}
                      '404': {description: None.}
                """,
            schemas:
                "Code: {type: object, required: [id, code], properties: {id: {type: string}, code: {type: string}}}"),
    ]

    @Test(arguments: cases) func theMockGivesNoFinding(_ contract: Case) async throws {
        let paths = contract.paths.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        let document = """
            openapi: 3.1.0
            info: {title: Awkward, version: '1'}
            paths:
            \(paths)
            components:
              schemas:
                \(contract.schemas.split(separator: "\n").joined(separator: "\n    "))
            """
        let loaded = Contract.load(files: ["openapi.yaml": document])
        let mock = Mock(try #require(loaded.contract, "\(loaded.diagnostics)"))
        for seed in 0..<2 as Range<UInt64> {
            let options = VerificationOptions(seed: seed, maxRequests: 250, isDestructive: true)
            let report = await Verifier(contract: mock.contract, options: options) {
                mock.answer($0).response.response
            }.run()
            let text = report.text(backend: BackendURL(host: "mock", port: 80))
            #expect(report.findings.isEmpty, "\(text)")
            #expect(report.sent > 5)
        }
    }
}
