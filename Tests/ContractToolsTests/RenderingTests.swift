// Contracts and operations as people read them.

import HTTPExchange
import ContractSamples
import JSONValues
@testable import OpenAPIContract
@testable import ContractTools
import Testing

@Suite struct RenderingTests {
    private static let library = """
        openapi: 3.1.0
        info: {title: Library, version: '2'}
        servers: [{url: 'https://books.example/v1', description: the only one}]
        security: [{key: []}]
        paths:
          /books:
            get:
              operationId: listBooks
              summary: All books
              parameters:
                - {name: author, in: query, schema: {type: string, minLength: 1}, description: Whose}
                - {name: page, in: query, schema: {type: integer, minimum: 1, default: 1}, x-invalid-status: 400}
              responses:
                '200':
                  description: Some books
                  headers: {X-Total: {required: true, schema: {type: integer, format: uint64, minimum: 0, maximum: 18446744073709551615}}}
                  content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Book'}}}}
                4XX: {description: No books}
          /books/{isbn}:
            put:
              operationId: putBook
              deprecated: true
              parameters: [{name: isbn, in: path, required: true, schema: {type: string}}]
              requestBody:
                required: true
                content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}
              responses: {'204': {description: Done}}
        components:
          securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
          schemas:
            Book:
              type: object
              required: [isbn, title]
              properties:
                isbn: {type: string, pattern: '^[0-9]{13}$', examples: ['9780000000000']}
                title: {type: string}
                kind: {enum: [novel, poem]}
                pages: {type: [integer, 'null'], exclusiveMinimum: 0}
                cover: {type: string, contentEncoding: base64, contentMediaType: image/png}
                parts: {type: array, items: {$ref: '#/components/schemas/Book'}, maxItems: 9}
                extra: {type: object, additionalProperties: {type: number}}
                either: {oneOf: [{type: string}, {type: boolean}]}
                pair: {type: array, prefixItems: [{type: string}, {type: integer}], items: false}
                added: {type: string, format: date, readOnly: true}
              additionalProperties: false
        """

    @Test func aContractIsATable() throws {
        #expect(
            ContractPage(try Contract.sample(Self.library)).text == """
                Library 2 (OpenAPI 3.1)
                  https://books.example/v1  the only one

                  GET  /books         listBooks  200 4XX  All books
                  PUT  /books/{isbn}  putBook    204      deprecated.

                Collections
                  books: list, replace; {isbn} is its 'isbn'

                Credentials
                  key: an API key in the header 'X-Key'

                """)
    }

    @Test func anOperationIsAPage() throws {
        let contract = try Contract.sample(Self.library)
        let operation = try #require(contract.operation(id: "listBooks"))
        #expect(
            OperationPage(operation, of: contract, origin: "http://127.0.0.1:8080").text == """
                GET /books  listBooks
                  All books

                Credentials
                  an API key in the header 'X-Key'

                Parameters
                  author  query  string (at least 1 character)  optional                          Whose
                  page    query  integer (≥ 1)                  optional, by default 1, else 400

                Answers
                  200  Some books
                    X-Total: uint64
                    application/json: [Book]
                  4XX  No books

                Where
                  Book = {
                    isbn: string (like /^[0-9]{13}$/)
                    title: string
                    kind?: "novel" | "poem"
                    pages?: null | integer (> 0)
                    cover?: base64 image/png
                    parts?: [Book] (at most 9)
                    extra?: {
                      [any name]: number
                    }
                    either?: (string | boolean)
                    pair?: [string, integer]
                    added?: date (read only)
                    nothing else
                  }

                Example
                  curl -H 'X-Key: KEY' http://127.0.0.1:8080/v1/books

                """)
    }

    @Test func anExampleIsMadeWhereNoneIsGiven() throws {
        let contract = try Contract.sample(Self.library)
        let operation = try #require(contract.operation(id: "putBook"))
        let request = contract.exampleRequest(of: operation)
        #expect(request.target == "/v1/books/isbn")
        #expect(try JSON(parsing: request.body) == ["isbn": "9780000000000", "title": "title"])
    }

    @Test func bothAreJSONToo() throws {
        let contract = try Contract.sample(Self.library)
        #expect(ContractPage(contract).json["operations"]?[1]?["id"] == "putBook")
        let operation = try #require(contract.operation(id: "listBooks"))
        let page = OperationPage(operation, of: contract, origin: "http://127.0.0.1:8080").json
        #expect(page["parameters"]?[1]?["invalidStatus"] == 400)
        #expect(page["responses"]?[0]?["content"]?[0]?["shape"] == "[Book]")
    }

    @Test(.enabled(if: Corpus.folder != nil, "the corpus is not there"), arguments: Corpus.documents)
    func everyPublishedOperationHasAPage(_ name: String) throws {
        let contract = try #require(Corpus.loaded(name).contract)
        #expect(!ContractPage(contract).text.isEmpty)
        for operation in contract.operations.prefix(60) {
            let text = OperationPage(operation, of: contract, origin: "http://127.0.0.1:8080").text
            #expect(text.contains("Answers"))
            #expect(text.utf8.count < 2_000_000, "\(operation.id)")
        }
    }

    /// Schemas that are no components are told once all the same where references lead to them.
    @Test func whatRefersToItselfIsToldOnce() throws {
        let text = document(
            "/a: {get: {operationId: a, responses: {'200': {description: x, content: {application/json: {schema: {$ref: 'parts.yaml#/tree'}}}}}}}"
        )
        let parts = """
            tree: {type: object, properties: {left: {$ref: '#/tree'}, right: {$ref: '#/tree', minProperties: 1}, leaf: {$ref: 'more.yaml#/tree'}}}
            """
        let loaded = Contract.load(files: [
            "openapi.yaml": text, "parts.yaml": parts, "more.yaml": "tree: {type: array, items: {$ref: '#/tree'}}",
        ])
        let contract = try #require(loaded.contract)
        let operation = try #require(contract.operations.first)
        let page = OperationPage(operation, of: contract, origin: "http://h").text
        #expect(
            page.contains(
                """
                    application/json: tree

                Where
                  tree = {
                    left?: tree
                    right?: tree (at least 1 member)
                    leaf?: tree_2
                  }
                  tree_2 = [tree_2]
                """))
    }

    /// Each step refers to the next twice.
    @Test func manyWaysToTheSameShapeEnd() throws {
        let steps = (0..<60).map {
            "s\($0): {type: object, properties: {a: {$ref: '#/s\($0 + 1)'}, b: {$ref: '#/s\($0 + 1)'}}}"
        }
        let loaded = Contract.load(files: [
            "openapi.yaml": document(
                "/a: {get: {responses: {'200': {description: x, content: {application/json: {schema: {$ref: 'steps.yaml#/s0'}}}}}}}"
            ),
            "steps.yaml": (steps + ["s60: {}"]).joined(separator: "\n"),
        ])
        let contract = try #require(loaded.contract)
        let operation = try #require(contract.operations.first)
        #expect(OperationPage(operation, of: contract, origin: "http://h").text.utf8.count < 10_000)
    }
}
