// The contract of the lending library.

extension LendingLibrary {
    package static let document = """
        openapi: 3.1.0
        info: {title: Lending library, version: 1.0.0}
        servers: [{url: /api}]
        security: [{token: []}]
        paths:
          /books:
            get:
              operationId: listBooks
              parameters:
                - {$ref: '#/components/parameters/limit'}
                - {$ref: '#/components/parameters/offset'}
                - {name: genre, in: query, schema: {$ref: '#/components/schemas/Genre'}}
                - {name: q, in: query, schema: {type: string, minLength: 2, maxLength: 30}}
                - {name: in_print, in: query, schema: {type: boolean}}
                - {name: max_price, in: query, schema: {type: number, minimum: 0, maximum: 1000}}
              responses:
                '200':
                  description: Books.
                  headers: {X-Total-Count: {required: true, schema: {type: integer, minimum: 0}}}
                  content:
                    application/json:
                      schema: {type: array, maxItems: 20, items: {$ref: '#/components/schemas/Book'}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
            post:
              operationId: createBook
              requestBody: {$ref: '#/components/requestBodies/Book'}
              responses:
                '201':
                  description: The book.
                  headers: {Location: {required: true, schema: {type: string}}}
                  content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '415': {$ref: '#/components/responses/Problem'}
          /books/{book_id}:
            parameters: [{name: book_id, in: path, required: true, schema: {type: integer, minimum: 1}}]
            get:
              operationId: getBook
              responses:
                '200': {description: The book., content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '404': {$ref: '#/components/responses/Problem'}
            put:
              operationId: replaceBook
              requestBody: {$ref: '#/components/requestBodies/Book'}
              responses:
                '200': {description: The book., content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '404': {$ref: '#/components/responses/Problem'}
                '415': {$ref: '#/components/responses/Problem'}
            patch:
              operationId: changeBook
              requestBody:
                required: true
                content: {application/json: {schema: {$ref: '#/components/schemas/BookChange'}}}
              responses:
                '200': {description: The book., content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '404': {$ref: '#/components/responses/Problem'}
                '415': {$ref: '#/components/responses/Problem'}
            delete:
              operationId: deleteBook
              responses:
                '204': {description: It is gone.}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '404': {$ref: '#/components/responses/Problem'}
          /books/{book_id}/reviews:
            parameters: [{name: book_id, in: path, required: true, schema: {type: integer, minimum: 1}}]
            get:
              operationId: listReviews
              parameters:
                - {$ref: '#/components/parameters/limit'}
                - {name: page, in: query, schema: {type: integer, minimum: 1, maximum: 1000}}
              responses:
                '200':
                  description: Reviews.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [items, total]
                        properties:
                          items: {type: array, items: {$ref: '#/components/schemas/Review'}}
                          total: {type: integer, minimum: 0}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '404': {$ref: '#/components/responses/Problem'}
            post:
              operationId: createReview
              requestBody:
                required: true
                content: {application/json: {schema: {$ref: '#/components/schemas/Review'}}}
              responses:
                '201': {description: The review., content: {application/json: {schema: {$ref: '#/components/schemas/Review'}}}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '404': {$ref: '#/components/responses/Problem'}
                '415': {$ref: '#/components/responses/Problem'}
          /members:
            get:
              operationId: listMembers
              parameters:
                - {$ref: '#/components/parameters/limit'}
                - {$ref: '#/components/parameters/offset'}
                - {name: level, in: query, schema: {$ref: '#/components/schemas/Level'}}
              responses:
                '200':
                  description: Members.
                  headers: {X-Total-Count: {required: true, schema: {type: integer, minimum: 0}}}
                  content:
                    application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Member'}}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
            post:
              operationId: createMember
              requestBody:
                required: true
                content: {application/json: {schema: {$ref: '#/components/schemas/NewMember'}}}
              responses:
                '201': {description: The member., content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '415': {$ref: '#/components/responses/Problem'}
          /members/{member_id}:
            parameters: [{name: member_id, in: path, required: true, schema: {type: string, format: uuid}}]
            get:
              operationId: getMember
              responses:
                '200': {description: The member., content: {application/json: {schema: {$ref: '#/components/schemas/Member'}}}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '404': {$ref: '#/components/responses/Problem'}
            delete:
              operationId: deleteMember
              responses:
                '204': {description: Gone.}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '404': {$ref: '#/components/responses/Problem'}
          /loans:
            post:
              operationId: createLoan
              requestBody:
                required: true
                content: {application/json: {schema: {$ref: '#/components/schemas/NewLoan'}}}
              responses:
                '201': {description: The loan., content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '415': {$ref: '#/components/responses/Problem'}
                '422': {$ref: '#/components/responses/Problem'}
          /loans/{loan_id}:
            get:
              operationId: getLoan
              parameters: [{name: loan_id, in: path, required: true, schema: {type: integer, minimum: 1}}]
              responses:
                '200': {description: The loan., content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}
                '400': {$ref: '#/components/responses/Problem'}
                '401': {$ref: '#/components/responses/Problem'}
                '403': {$ref: '#/components/responses/Problem'}
                '404': {$ref: '#/components/responses/Problem'}
          /stats:
            get:
              operationId: getStats
              security: []
              parameters:
                - {name: X-Region, in: header, required: true, schema: {type: string, enum: [north, south]}}
                - {name: days, in: query, schema: {type: integer, minimum: 1, maximum: 365}}
              responses:
                '200':
                  description: Numbers.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [region, books, loans, average_days]
                        properties:
                          region: {type: string, enum: [north, south]}
                          books: {type: integer, minimum: 0}
                          loans: {type: integer, minimum: 0}
                          average_days: {type: number}
                '400': {$ref: '#/components/responses/Problem'}
        components:
          securitySchemes: {token: {type: http, scheme: bearer}}
          parameters:
            limit: {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 20, default: 10}}
            offset: {name: offset, in: query, schema: {type: integer, minimum: 0}}
          requestBodies:
            Book: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
          responses:
            Problem:
              description: What is wrong.
              content:
                application/problem+json:
                  schema:
                    type: object
                    required: [title, status]
                    properties: {title: {type: string}, status: {type: integer}, detail: {type: string}}
          schemas:
            Genre: {type: string, enum: [fiction, science, history, comics]}
            Level: {type: string, enum: [basic, silver, gold]}
            Book:
              allOf:
                - {$ref: '#/components/schemas/BookChange'}
                - type: object
                  required: [id, title, isbn, genre, price, pages, dimensions, created_at]
                  properties:
                    id: {type: integer, minimum: 1, readOnly: true}
                    created_at: {type: string, format: date-time, readOnly: true}
            BookChange:
              type: object
              minProperties: 1
              properties:
                title: {type: string, minLength: 1, maxLength: 80}
                subtitle: {type: [string, 'null'], maxLength: 80}
                isbn: {type: string, pattern: '^97[89][0-9]{10}$'}
                genre: {$ref: '#/components/schemas/Genre'}
                price: {type: number, minimum: 0, maximum: 1000}
                pages: {type: integer, minimum: 1, maximum: 5000}
                published: {type: string, format: date}
                in_print: {type: boolean}
                stock: {type: integer, minimum: 0, maximum: 10000}
                tags: {type: array, maxItems: 5, uniqueItems: true, items: {type: string, minLength: 1, maxLength: 20}}
                purchase_note: {type: string, maxLength: 100, writeOnly: true}
                dimensions:
                  type: object
                  required: [width, height]
                  properties:
                    width: {type: number, exclusiveMinimum: 0, maximum: 200}
                    height: {type: number, exclusiveMinimum: 0, maximum: 200}
                publisher:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string, minLength: 1, maxLength: 60}
                    country: {type: string, pattern: '^[A-Z]{2}$'}
                    email: {type: string, format: email}
            Review:
              type: object
              required: [id, rating, text, at]
              properties:
                id: {type: integer, minimum: 1, readOnly: true}
                at: {type: string, format: date-time, readOnly: true}
                rating: {type: integer, minimum: 1, maximum: 5}
                text: {type: string, minLength: 1, maxLength: 500}
                author: {type: string, minLength: 1, maxLength: 40}
                recommended: {type: boolean}
            NewMember:
              type: object
              additionalProperties: false
              required: [name, email, level]
              properties: &member
                name: {type: string, minLength: 2, maxLength: 50}
                email: {type: string, format: email}
                level: {$ref: '#/components/schemas/Level'}
                birthday: {type: string, format: date}
                phone: {type: [string, 'null'], pattern: '^[+][0-9]{7,15}$'}
                address:
                  type: object
                  required: [street, city, zip]
                  properties:
                    street: {type: string, minLength: 1, maxLength: 60}
                    city: {type: string, minLength: 1, maxLength: 60}
                    zip: {type: string, pattern: '^[0-9]{5}$'}
            Member:
              type: object
              required: [id, name, email, level]
              properties:
                id: {type: string, format: uuid}
                <<: *member
            NewLoan:
              type: object
              required: [book_id, member_id, days]
              properties:
                book_id: {type: integer, minimum: 1}
                member_id: {type: string, format: uuid}
                days: {type: integer, minimum: 1, maximum: 60}
                note: {type: string, maxLength: 100}
            Loan:
              type: object
              required: [id, book_id, member_id, days, status]
              properties:
                id: {type: integer, minimum: 1}
                book_id: {type: integer, minimum: 1}
                member_id: {type: string, format: uuid}
                days: {type: integer, minimum: 1, maximum: 60}
                note: {type: string, maxLength: 100}
                status: {type: string, enum: [open, returned]}
        """
}
