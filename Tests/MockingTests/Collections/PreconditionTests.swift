// Requests that change a thing only as long as it is as they know it (RFC 9110, section 13).

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct PreconditionTests {
    private static let noon = Duration.seconds(1_795_262_400)
    private static let document = """
        openapi: 3.1.0
        info: {title: Notes, version: "1"}
        paths:
          /notes:
            post:
              operationId: addNote
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
              responses: {"201": {description: Made, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}
          /notes/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get:
              operationId: readNote
              responses:
                "200": {description: It, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
                "404": {description: None}
            put:
              operationId: replaceNote
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
              responses:
                "200": {description: Done, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
                "404": {description: None}
            patch:
              operationId: changeNote
              requestBody: {required: true, content: {application/merge-patch+json: {schema: {type: object}}}}
              responses:
                "200": {description: Done, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
                "404": {description: None}
                "412": {description: Overtaken}
            delete:
              operationId: removeNote
              responses: {"204": {description: Gone}, "404": {description: None}}
        components:
          schemas:
            Note:
              type: object
              required: [id, text]
              properties: {id: {type: integer, readOnly: true}, text: {type: string}}
        """

    private let mock: Mock

    init() throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        mock = Mock(contract, clock: MockClock { Self.noon })
    }

    private func ask(
        _ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields = [:], text: String? = nil
    ) -> Answer {
        var request = Request(method: method, target: target, headers: fields)
        if let text {
            request.headers[.contentType] = method == .patch ? "application/merge-patch+json" : "application/json"
            request.body = Array(JSON.object(["text": .string(text)]).serialized().utf8)
        }
        return mock.answer(request)
    }

    private func status(_ answer: Answer) -> Int { answer.response.response.status }

    /// What a client that reads the note gets as its entity tag.
    private func tag(_ target: String = "/notes/1") throws -> EntityTag {
        try #require(ask(.get, target).response.entityTag)
    }

    @Test func onlyWhoKnowsTheNoteChangesIt() throws {
        #expect(status(ask(.post, "/notes", text: "milk")) == 201)
        let first = try tag()
        #expect(status(ask(.put, "/notes/1", [.ifMatch: first.description], text: "bread")) == 200)
        let second = try tag()
        #expect(first != second)
        // The update of whoever has the old note would be lost upon the new one.
        let late = ask(.put, "/notes/1", [.ifMatch: first.description], text: "eggs")
        #expect(status(late) == 412)
        #expect(late.ownViolations.isEmpty)
        #expect(try JSON(parsing: late.response.response.body)["detail"]?.string?.contains("\(second)") == true)
        #expect(try tag() == second)
        #expect(status(ask(.patch, "/notes/1", [.ifMatch: first.description], text: "eggs")) == 412)
        #expect(status(ask(.delete, "/notes/1", [.ifMatch: first.description])) == 412)
        #expect(status(ask(.delete, "/notes/1", [.ifMatch: second.description])) == 204)
        // What is not there at all is told as such (section 13.2.1).
        #expect(status(ask(.delete, "/notes/1", [.ifMatch: second.description])) == 404)
    }

    @Test(arguments: [
        ("If-Match", "*", 200), ("If-Match", "TAG", 200), ("If-Match", "\"other\", TAG", 200),
        ("If-Match", "\"other\"", 412), ("If-Match", "W/TAG", 412), ("If-Match", "ZIPPED", 200),
        ("If-None-Match", "*", 412), ("If-None-Match", "TAG", 412), ("If-None-Match", "W/TAG", 412),
        ("If-None-Match", "\"other\"", 200),
        ("If-Unmodified-Since", "Sat, 21 Nov 2026 12:00:00 GMT", 200),
        ("If-Unmodified-Since", "Sat, 21 Nov 2026 11:59:59 GMT", 412), ("If-Unmodified-Since", "yesterday", 200),
    ])
    func conditions(field: String, value: String, expected: Int) throws {
        let name = try #require(HTTPField.Name(field))
        #expect(status(ask(.post, "/notes", text: "milk")) == 201)
        let tag = try tag()
        let text = value.replacing("TAG", with: tag.description).replacing("ZIPPED", with: tag.compressed.description)
        let answer = ask(.put, "/notes/1", [name: text], text: "bread")
        #expect(status(answer) == expected)
        #expect(answer.ownViolations.isEmpty)
        #expect(
            status(ask(.patch, "/notes/1", [name: text.replacing(tag.value, with: try self.tag().value)], text: "eggs"))
                == expected)
    }

    @Test func tagsCountBeforeDates() throws {
        #expect(status(ask(.post, "/notes", text: "milk")) == 201)
        let fields: HTTPFields = [
            .ifMatch: try tag().description, .ifUnmodifiedSince: "Sat, 21 Nov 2026 11:00:00 GMT",
        ]
        #expect(status(ask(.put, "/notes/1", fields, text: "bread")) == 200)
    }

    /// A note that nobody has made is made up, and its tag is as good as any other's.
    @Test func whatIsMadeUpHasItsTagToo() throws {
        let tag = try tag("/notes/7")
        #expect(status(ask(.put, "/notes/7", [.ifMatch: "\"other\""], text: "bread")) == 412)
        #expect(status(ask(.put, "/notes/7", [.ifMatch: tag.description], text: "bread")) == 200)
        #expect(try self.tag("/notes/7") != tag)
    }
}
