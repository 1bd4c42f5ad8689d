// Collections that nobody wrote rules for, read and written as state.

@testable import MockRules
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct CollectionStateTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Library, version: "1"}
        paths:
          /books:
            get:
              operationId: listBooks
              parameters: [{name: author, in: query, schema: {type: string}}]
              responses:
                '200':
                  description: All.
                  content:
                    application/json:
                      schema: {type: array, items: {$ref: '#/components/schemas/Book'}}
                      examples: {two: {value: [{id: 1, title: Emma, author: Austen}, {id: 2, title: Persuasion, author: Austen}]}}
            post:
              operationId: addBook
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
              responses: {'201': {description: Added., content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
          /books/{id}:
            get:
              operationId: readBook
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses:
                '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
                '404': {description: None.}
          /members/{member}/loans:
            get:
              operationId: listLoans
              parameters: [{name: member, in: path, required: true, schema: {type: string}}]
              responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Loan'}}}}}}
            post:
              operationId: lend
              parameters: [{name: member, in: path, required: true, schema: {type: string}}]
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}
              responses: {'201': {description: Lent., content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}}
          /members/{member}/loans/{loanId}:
            get:
              operationId: readLoan
              parameters:
                - {name: member, in: path, required: true, schema: {type: string}}
                - {name: loanId, in: path, required: true, schema: {type: integer}}
              responses:
                '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Loan'}}}}
                '404': {description: None.}
        components:
          schemas:
            Book: {type: object, required: [id, title], properties: {id: {type: integer, readOnly: true}, title: {type: string}, author: {type: string}}}
            Loan: {type: object, required: [id, book], properties: {id: {type: integer, readOnly: true}, book: {type: integer}}}
        """

    private struct Library {
        let mock: Mock
        let client: MockClient

        init(mockFile: String? = nil) throws {
            let contract = try #require(Contract.load(files: ["openapi.yaml": CollectionStateTests.contract]).contract)
            var behaviour = Behaviour.plain
            if let mockFile {
                behaviour = try #require(
                    Behaviour.load(from: ContractFolder(files: ["mock.yaml": mockFile]), for: contract).behaviour)
            }
            mock = Mock(contract, behaviour: behaviour, options: .init(seedSize: 0))
            client = MockClient(mock)
        }

        func control(
            _ method: HTTPRequest.Method = .get, _ pointer: String = "", _ body: JSON? = nil
        ) throws -> (status: Int, json: JSON) {
            let request = ControlledMock.request(method, "/_counterpart/state?pointer=\(pointer)", body)
            guard case .now(let response)? = Control(mock: mock).answer(request, isLoopback: true) else {
                return (0, .null)
            }
            return (response.status, response.body.isEmpty ? .null : try JSON(parsing: response.body))
        }
    }

    private static let shown: JSON = [
        ["id": 1, "title": "Emma", "author": "Austen"], ["id": 2, "title": "Persuasion", "author": "Austen"],
    ]

    @Test func showsWhatCollectionsHold() throws {
        let library = try Library()
        #expect(try library.control().json == ["books": Self.shown, "loans": [:]])
        #expect(try library.client.send(.post, "/books", ["title": "Ulysses"]).status == 201)
        #expect(try library.client.send(.post, "/members/7/loans", ["book": 1]).status == 201)
        #expect(try library.control(.get, "/books/2").json == ["id": 3, "title": "Ulysses"])
        #expect(try library.control(.get, "/loans").json == ["7": [["id": 1, "book": 1]]])
        #expect(try library.control(.get, "/loans/7/0/book").json == 1)
    }

    @Test func whatIsWrittenIsAnswered() throws {
        let library = try Library()
        #expect(
            try library.control(.put, "/books/-", ["id": 9, "title": "Dubliners", "author": "Joyce"]).status == 204)
        #expect(try library.client.send(.get, "/books/9").body?["title"] == "Dubliners")
        #expect(try library.client.send(.get, "/books?author=Joyce").body?.array?.count == 1)
        #expect(try library.control(.put, "/books/0/title", "Emma (2nd edition)").status == 204)
        #expect(try library.client.send(.get, "/books/1").body?["title"] == "Emma (2nd edition)")
        #expect(try library.control(.put, "/loans/7", [["id": 4, "book": 9]]).status == 204)
        #expect(try library.client.send(.get, "/members/7/loans/4").body == ["id": 4, "book": 9])
        #expect(try library.client.send(.get, "/members/8/loans/4").body?["book"] != 9)
        // What is left out is gone, as after a delete.
        #expect(try library.control(.put, "/books", []).status == 204)
        #expect(try library.client.send(.get, "/books/1").status == 404)
        #expect(try library.client.send(.get, "/books").body == [])
        #expect(try library.client.send(.post, "/books", ["title": "New"]).body?["id"] == 10)
    }

    @Test func theWholeGoesBackAsItCame() throws {
        let library = try Library()
        _ = try library.client.send(.post, "/members/7/loans", ["book": 1])
        _ = try library.client.send(.post, "/books", ["title": "Ulysses"])
        let whole = try library.control().json
        let other = try Library()
        #expect(try other.control(.put, "", whole).status == 204)
        #expect(try other.control().json == whole)
        #expect(try other.client.send(.get, "/members/7/loans/1").body == ["id": 1, "book": 1])
        other.mock.session(nil).reset()
        #expect(try other.control().json == ["books": Self.shown, "loans": [:]])
    }

    @Test(
        arguments: [
            ("/books", 7, 409, "found a number, expected a list"),
            ("/books/0", "Emma", 409, "At /books/0: found text, expected an object"),
            ("/books/0", ["title": "Emma"], 409, "At /books/0"), ("/books/0/title", 7, 409, "At /books/0/title"),
            ("/books/-", ["id": 1, "title": "Emma"], 409, "found 1 once more"),
            ("/books/9", ["id": 1, "title": "Emma"], 404, "Nothing can stand at /books/9"),
            ("/book", [], 404, "Did you mean 'books'?"), ("/loans", [], 409, "found a list, expected an object"),
            ("/loans/7~18", [], 409, "expected values of member"),
        ] as [(String, JSON, Int, String)])
    func whatDoesNotFitIsRefused(pointer: String, value: JSON, status: Int, detail: String) throws {
        let library = try Library()
        let before = try library.control().json
        let refused = try library.control(.put, pointer, value)
        #expect(refused.status == status)
        #expect(refused.json["detail"]?.string?.contains(detail) == true, "\(refused.json.serialized())")
        #expect(try library.control().json == before)
    }

    @Test func rulesKeepTheirNames() throws {
        let library = try Library(
            mockFile: """
                state: {books: [{id: 5, title: Mine}], total: 0}
                operations:
                  readLoan: [{respond: 404}]
                """)
        // `books` is the file's, so the collection goes by its path; a collection that a rule speaks for is not shown.
        #expect(
            try library.control().json == ["books": [["id": 5, "title": "Mine"]], "total": 0, "/books": Self.shown])
    }
}
