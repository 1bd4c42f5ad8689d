// A small contract, and a backend that keeps to it until it is told to break it in one way.

import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

enum SmallShop {
    static let document = """
        openapi: 3.1.0
        info: {title: Small shop, version: 1.0.0}
        paths:
          /login:
            post:
              operationId: login
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {type: object, required: [email], properties: {email: {type: string}}}
                    examples:
                      member: {value: {email: a@shop.example}}
                      stranger: {value: {email: b@shop.example}}
              responses:
                '200':
                  description: Who it is.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [logged_in]
                        properties:
                          logged_in: {type: boolean}
                          user_id: {$ref: '#/components/schemas/ID'}
                        if: {properties: {logged_in: {const: true}}}
                        then: {required: [user_id]}
                      examples:
                        member: {value: {logged_in: true, user_id: 18446744073709551615}}
                        stranger: {value: {logged_in: false}}
          /items/{id}:
            get:
              operationId: getItem
              parameters:
                - name: id
                  in: path
                  required: true
                  schema: {$ref: '#/components/schemas/ID'}
                  examples:
                    cup: {value: 7}
                    nothing: {value: 8}
              responses:
                '200':
                  description: The item.
                  headers:
                    ETag: {required: true, schema: {type: string}}
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [id, name, tags]
                        properties:
                          id: {$ref: '#/components/schemas/ID'}
                          name: {type: string}
                          tags: {type: array, items: {type: string}}
                          note: {type: string}
                      examples:
                        cup: {value: {id: 7, name: Cup, tags: [red, small], note: fragile}}
                '404':
                  description: No such item.
                  x-counterpart-examples: [nothing]
        components:
          schemas:
            ID: {type: integer, format: uint64, minimum: 0, maximum: 18446744073709551615}
        """

    static func contract() throws -> Contract {
        let loaded = Contract.load(files: ["openapi.yaml": document])
        try #require(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
        return try #require(loaded.contract)
    }

    /// What a backend without a fault answers.
    static func answer(_ request: Request) -> Response {
        func json(_ text: String, headers: HTTPFields = [:]) -> Response {
            var headers = headers
            headers[.contentType] = "application/json"
            return Response(status: 200, headers: headers, body: Array(text.utf8))
        }
        switch (request.method, request.path) {
        case (.post, "/login"):
            let isMember = String(decoding: request.body, as: UTF8.self).contains("a@shop.example")
            return json(
                isMember ? #"{"logged_in": true, "user_id": 18446744073709551615}"# : #"{"logged_in": false}"#)
        case (.get, "/items/7"):
            return json(
                #"{"id": 7, "name": "Cup", "tags": ["red", "small"], "note": "fragile"}"#, headers: [.eTag: "\"1\""])
        default: return Response(status: 404)
        }
    }
}

extension Response {
    /// The response with a piece of its body written otherwise.
    func replacing(_ text: String, with other: String) -> Response {
        var response = self
        let body = String(decoding: body, as: UTF8.self)
        response.body = Array(
            body.split(separator: text, omittingEmptySubsequences: false).joined(separator: other).utf8)
        return response
    }
}
