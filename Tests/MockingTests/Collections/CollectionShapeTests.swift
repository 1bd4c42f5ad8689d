// Collections of the shapes that APIs give them: searches beside the list, several made at once, things in envelopes, changes by POST.

import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct CollectionShapeTests {
    private static let text = """
        openapi: 3.0.3
        info: {title: Shapes, version: "1"}
        paths:
          /articles:
            get:
              parameters: [{name: limit, in: query, schema: {type: integer}}, {name: page, in: query, schema: {type: integer, minimum: 0}}]
              responses:
                '200':
                  description: Some.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [articles, articlesCount]
                        properties:
                          articles: {type: array, items: {$ref: '#/components/schemas/Article'}}
                          articlesCount: {type: integer}
                          meta: {type: object, required: [page, hasMore], properties: {page: {type: integer}, totalPages: {type: integer}, hasMore: {type: boolean}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, required: [article], properties: {article: {type: object, required: [title], properties: {title: {type: string}}}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/One'}}}}}
          /articles/{slug}:
            parameters: [{name: slug, in: path, required: true, schema: {type: string}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/One'}}}}}}
            put:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/One'}}}}
              responses: {'200': {description: Changed., content: {application/json: {schema: {$ref: '#/components/schemas/One'}}}}}
            delete: {responses: {'204': {description: Gone.}}}
          /pets:
            get:
              parameters:
                - {name: limit, in: query, schema: {type: integer}}
                - {name: status, in: query, schema: {type: string}}
              responses: {'200': {description: All., content: {application/json: {schema: {$ref: '#/components/schemas/Pets'}, example: [{id: 1, name: Rex, status: sold}, {id: 2, name: Tom, status: pending}, {id: 3, name: Bo, status: sold}]}}}}
            post:
              requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {PetName: {type: string}, Status: {type: string}}}}}}
              responses: {'200': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
          /pets/findByStatus:
            get:
              parameters: [{name: status, in: query, required: true, schema: {type: array, items: {type: string, enum: [sold, pending]}}}]
              responses: {'200': {description: Some., content: {application/json: {schema: {$ref: '#/components/schemas/Pets'}}}}}
          /pets/batch:
            post:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pets'}}}}
              responses: {'200': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Pets'}}}}}
          /pets/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, '404': {description: None., content: {application/json: {schema: {$ref: '#/components/schemas/Failure'}}}}}}
            post:
              parameters: [{name: name, in: query, schema: {type: string}}, {name: status, in: query, schema: {type: string}}]
              responses: {'200': {description: Changed., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
            patch:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
              responses: {'200': {description: Changed., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
          /visits:
            get:
              parameters: [{name: limit, in: query, schema: {type: integer}}, {name: cursor, in: query, schema: {type: string}}]
              responses: {'200': {description: All., content: {application/json: {schema: {type: object, required: [items], properties: {items: {type: array, items: {$ref: '#/components/schemas/Note'}}, next_cursor: {type: string}, next: {type: string, nullable: true, format: uri}}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}
          /pets/{id}/notes:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}
              responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}
        components:
          schemas:
            Note: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
            Failure: {type: object, required: [error], properties: {error: {type: object, required: [code, message], properties: {code: {type: integer}, message: {type: string}, trace: {type: string, minLength: 1}}}}}
            Article: {type: object, required: [slug, title], properties: {slug: {type: string}, title: {type: string}}}
            One: {type: object, required: [article], properties: {article: {$ref: '#/components/schemas/Article'}}}
            Pet: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}, pet_name: {type: string}, status: {type: string, enum: [sold, pending]}}}
            Pets: {type: array, items: {$ref: '#/components/schemas/Pet'}}
        """

    private func client() throws -> MockClient {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        return MockClient(Mock(contract, options: .init(seedSize: 0), clock: MockClock { .zero }))
    }

    @Test func thingsInEnvelopesAreMadeReadChangedListedAndRemoved() throws {
        let client = try client()
        let made = try client.send(.post, "/articles", ["article": ["title": "One"]])
        let slug = try #require(made.body?["article"]?["slug"]?.string)
        #expect(made.body?["article"]?["title"] == "One")
        #expect(made.location == "/articles/\(slug)")
        #expect(try client.send(.get, "/articles/\(slug)").body == made.body)
        let changed: JSON = ["article": ["slug": .string(slug), "title": "Two"]]
        #expect(try client.send(.put, "/articles/\(slug)", changed).body == changed)
        try client.send(.post, "/articles", ["article": ["title": "Three"]])
        let page = try client.send(.get, "/articles?limit=1&page=0").body
        #expect(page?["articles"] == [changed["article"] ?? .null])
        #expect(page?["articlesCount"] == 2)
        if let meta = page?["meta"] {
            #expect(meta["page"] == 0)
            #expect(meta["hasMore"] == true)
        }
        #expect(try client.send(.delete, "/articles/\(slug)").status == 204)
        #expect(try client.send(.get, "/articles").body?["articlesCount"] == 1)
    }

    /// The contract has no 404; an article that is gone is gone all the same.
    @Test func whatWasRemovedIsGoneWhereNo404IsDeclared() throws {
        let mock = try client().mock
        func send(_ method: HTTPRequest.Method) -> Answer {
            mock.answer(Request(method: method, target: "/articles/a"))
        }
        #expect(send(.get).response.response.status == 200)
        #expect(send(.delete).response.response.status == 204)
        let gone = send(.get)
        #expect(gone.response.response.status == 404)
        #expect(gone.response.response.headers[.contentType] == "application/problem+json")
        #expect(gone.ownViolations.map(\.check) == [.undeclaredStatus])
        #expect(send(.delete).response.response.status == 204)
    }

    @Test func declaredErrorsSayWhatIsWrong() throws {
        let missing = try client().send(.get, "/pets/99").body?["error"]
        #expect(missing?["code"] == 404)
        #expect(missing?["message"] == "Not found: there is no such resource (any more).")
        let request = Request(target: "/pets/x")
        let answer = try client().mock.answer(request).response.response
        // 404 is declared, and means something else.
        #expect(answer.status == 400)
        let refused = try JSON(parsing: answer.body)
        #expect(refused["detail"] == "path parameter 'id': found \"x\", expected integer.")
    }

    /// As JSON:API has it: a list of reasons, with the status as text beside each; and where not all of them may be said.
    @Test(arguments: [
        ("status: {type: string}, title: {type: string}, detail: {type: string}", "404"),
        ("status: {type: integer}, title: {type: string, enum: [Oh]}, detail: {type: string}", nil),
        ("status: {type: integer}, title: {type: string}, detail: {type: string}", "404"),
    ])
    func aReasonStandsInAListOfErrors(_ properties: String, _ status: String?) throws {
        let error =
            "{type: object, required: [errors], properties: {errors: {type: array, minItems: 1, items: {type: object, required: [status, title, detail], properties: {\(properties)}}}}}"
        let text = """
            openapi: 3.0.3
            info: {title: Errors, version: "1"}
            paths:
              /notes:
                get: {responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
              /notes/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get: {responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}, '404': {description: None., content: {application/json: {schema: \(error)}}}}}
            components: {schemas: {Note: {type: object, required: [id], properties: {id: {type: integer, maximum: 90}}}}}
            """
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        let missing = try MockClient(Mock(contract, clock: MockClock { .zero })).send(.get, "/notes/99")
        #expect(missing.status == 404)
        let told = try #require(missing.body?["errors"]?.array)
        #expect(told.count == 1)
        #expect(told[0]["detail"] == "Not found: there is no such resource (any more).")
        if let status { #expect(told[0]["status"]?.idText == status) }
    }

    @Test(arguments: [
        ("/pets", [1, 2, 3]), ("/pets?limit=2", [1, 2]), ("/pets?status=sold", [1, 3]),
        ("/pets?status=sold&limit=1", [1]), ("/pets?limit=0", []),
    ])
    func requestsChooseFromWhatAnExampleShows(_ target: String, _ ids: [Int64]) throws {
        #expect(try client().send(.get, target).ids == ids)
    }

    @Test func whatIsMadeUpIsWhatWasAskedFor() throws {
        for _ in 0..<3 {
            let found = try client().send(.get, "/pets/findByStatus?status=pending").body?.array ?? []
            #expect(found.allSatisfy { $0["status"] == "pending" })
        }
    }

    @Test func searchesShowTheSameThings() throws {
        let client = try client()
        try client.send(.post, "/pets/batch", [["id": 7, "status": "sold"], ["id": 8, "status": "pending"]])
        #expect(try client.send(.get, "/pets/findByStatus?status=sold").ids == [1, 3, 7])
        #expect(try client.send(.get, "/pets/findByStatus?status=sold&status=pending").ids == [1, 2, 3, 7, 8])
        #expect(try client.send(.get, "/pets/8").body == ["id": 8, "status": "pending"])
    }

    @Test func whatIsMadeIsListedWhereNothingIsAboutOneOfThem() throws {
        let client = try client()
        let made = try client.send(.post, "/pets/1/notes", ["text": "bites"])
        #expect(made.body == ["id": 1, "text": "bites"])
        #expect(made.location == nil)
        try client.send(.post, "/pets/1/notes", ["text": "scratches"])
        try client.send(.post, "/pets/2/notes", ["text": "sleeps"])
        #expect(try client.send(.get, "/pets/1/notes").body == [made.body ?? .null, ["id": 2, "text": "scratches"]])
        #expect(try client.send(.get, "/pets/2/notes").ids == [1])
    }

    @Test func cursorsLeadThroughAllPagesAndEnd() throws {
        let client = try client()
        for number in 1...5 { try client.send(.post, "/visits", ["text": .string("\(number)")]) }
        var (texts, cursor, pages): ([JSON], String?, Int) = ([], nil, 0)
        repeat {
            let page = try client.send(.get, "/visits?limit=2" + (cursor.map { "&cursor=\($0)" } ?? "")).body
            texts += page?["items"]?.array?.compactMap { $0["text"] } ?? []
            (cursor, pages) = (page?["next_cursor"]?.string, pages + 1)
        } while cursor != nil && pages < 9
        #expect(texts == ["1", "2", "3", "4", "5"])
        #expect(pages <= 3)
        let first = try client.send(.get, "/visits?limit=2").body
        #expect(first?["next"] == "http://localhost/visits?limit=2&cursor=2")
        let last = try client.send(.get, "/visits?limit=2&cursor=4").body
        #expect(last?["next"] ?? .null == .null)
    }

    @Test(arguments: [
        "limit=9223372036854775807", "limit=0&page=9223372036854775807", "limit=9223372036854775807&page=2",
    ])
    func enormousPagesDoNoHarm(_ query: String) throws {
        let client = try client()
        try client.send(.post, "/articles", ["article": ["title": "One"]])
        #expect(try client.send(.get, "/articles?\(query)").status == 200)
    }

    @Test func severalAreMadeAtOnceOrNone() throws {
        let client = try client()
        let made = try client.send(.post, "/pets/batch", [["id": 7], ["name": "Bo", "id": 9]])
        #expect(made.body == [["id": 7], ["id": 9, "name": "Bo"]])
        let many = JSON.array((0...CollectionStore.limit).map { ["id": .number(JSONNumber($0))] })
        let answer = client.mock.answer(
            Request(
                method: .post, target: "/pets/batch", headers: [.contentType: "application/json"],
                body: Array(many.serialized().utf8)))
        #expect(answer.response.response.status == 507)
        #expect(try client.send(.get, "/pets").ids == [1, 2, 3, 7, 9])
    }

    @Test func changesByPostAndByForm() throws {
        let client = try client()
        let form = Request(
            method: .post, target: "/pets", headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Array("PetName=Max&Status=sold".utf8))
        #expect(client.mock.answer(form).response.response.status == 200)
        #expect(try client.send(.get, "/pets/4").body == ["id": 4, "pet_name": "Max", "status": "sold"])
        let changed = try client.send(.post, "/pets/4?name=Bo&status=pending")
        #expect(changed.body == ["id": 4, "name": "Bo", "pet_name": "Max", "status": "pending"])
        #expect(try client.send(.get, "/pets/4").body == changed.body)
        // The path says which one it is.
        #expect(try client.send(.patch, "/pets/4", ["id": 5, "name": "Rex"]).body?["id"] == 4)
        #expect(try client.send(.get, "/pets/5").status == 404)
    }
}
