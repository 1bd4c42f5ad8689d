// A small contract with a case for every row of the decision table.

@testable import MockRules
import SourceDocuments
import OpenAPIContract
import Recordings
import Testing

@testable import Mocking

enum ShopContract {
    static let text = """
        openapi: 3.1.0
        info: {title: Shop, version: "1"}
        servers: [{url: https://shop.example/v1}]
        paths:
          /items:
            get:
              operationId: listItems
              parameters:
                - {name: limit, in: query, schema: {type: integer, maximum: 10}, examples: {two: {value: 2}, many: {value: 11}}}
                - {name: user, in: query, x-invalid-status: 401, schema: {type: integer}, examples: {bad-user: {value: nobody}}}
              responses:
                '200':
                  description: Items.
                  headers: {X-Total: {required: true, schema: {type: integer}, example: 7}}
                  content:
                    application/json:
                      schema: {type: array, items: {type: integer}}
                      examples: {two: {value: [1, 2]}, all: {value: [1, 2, 3]}}
                    text/csv: {schema: {type: string}, example: "1,2,3"}
                '400': {description: Bad., x-counterpart-examples: [many]}
                '401': {description: Nobody., x-counterpart-examples: [bad-user]}
            post:
              operationId: addItem
              deprecated: true
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {type: object, required: [id], properties: {id: {type: integer}}}
                    examples: {first: {value: {id: 1}}, taken: {value: {id: 2}}}
              responses:
                '201':
                  description: Added.
                  content: {application/json: {examples: {first: {value: {added: 1}}}}}
                '409':
                  description: Taken.
                  content: {application/json: {examples: {taken: {value: {reason: taken}}}}}
                '422':
                  description: Wrong.
                  content:
                    application/json:
                      schema: {type: object, required: [reason], properties: {reason: {type: string}}}
                      example: {reason: wrong}
          /items/{id}:
            get:
              operationId: getItem
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses:
                2XX: {description: Item., content: {application/json: {example: {id: 1}}}}
                default:
                  description: Problem.
                  content:
                    application/problem+json: {schema: {type: object, required: [title, violations]}}
          /secret:
            get:
              security: [{key: []}]
              responses:
                '204': {description: Known.}
                '403': {description: Unknown.}
          /clear:
            post: {operationId: clear, responses: {'204': {description: Cleared.}}}
          /bare:
            get:
              operationId: bare
              responses:
                '200': {description: No example., content: {application/json: {schema: {type: object, properties: {n: {type: integer}, m: {type: integer}}}}}}
          /notes:
            get:
              operationId: listNotes
              responses:
                '200':
                  description: Notes.
                  content:
                    application/json:
                      schema: {type: array, items: {$ref: '#/components/schemas/Note'}}
                      examples: {all: {value: [{id: 1, text: first}]}}
            post:
              operationId: addNote
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
              responses:
                '201': {description: Added., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
          /notes/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get:
              operationId: getNote
              responses:
                '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
                '404': {description: None.}
            delete: {operationId: deleteNote, responses: {'204': {description: Gone.}, '404': {description: None.}}}
        components:
          securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
          schemas:
            Note:
              type: object
              required: [id, text]
              properties: {id: {type: integer, readOnly: true}, text: {type: string}}
        """

    /// Faults and rules that a request asks for with a header, so that they are in nobody's way.
    static let mockFile = """
        faults:
          - {when: "'x-fail' in request.headers", fault: {status: 503, retryAfter: 2s}}
          - {operations: [clear], quota: {limit: 1, window: 60s}}
          - {operations: [getItem], when: "'x-cut' in request.headers", fault: truncate}
        operations:
          clear:
            - respond: 204
          bare:
            - when: "'x-rule' in request.headers && call == 1"
              respond: {status: 200, body: {by: "'rule'"}}
            - when: "'x-rule' in request.headers"
              respond: {status: 200, body: {by: "1 / (call - 2)"}}
        """

    static func load() throws -> Contract {
        let loaded = Contract.load(files: ["openapi.yaml": text])
        #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
        return try #require(loaded.contract)
    }

    static func mock(_ file: String = mockFile, recordings: RecordedTraffic? = nil) throws -> Mock {
        let contract = try load()
        let (behaviour, found) = Behaviour.load(from: ContractFolder(files: ["mock.yaml": file]), for: contract)
        #expect(DiagnosticReport(found).text == "")
        return Mock(
            contract, behaviour: try #require(behaviour), recordings: recordings,
            clock: MockClock { .seconds(1_795_253_400) })
    }
}
