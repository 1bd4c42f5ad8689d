// A small contract with a case for every row of the decision table.

import OpenAPIContract
import Testing

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
          /bare:
            get:
              responses:
                '200': {description: No example., content: {application/json: {schema: {type: object}}}}
        components:
          securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
        """

    static func load() throws -> Contract {
        let loaded = Contract.load(files: ["openapi.yaml": text])
        #expect(loaded.diagnostics.filter { $0.severity == .error } == [])
        return try #require(loaded.contract)
    }
}
