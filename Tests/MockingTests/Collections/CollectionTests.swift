// Collections without a mock file: documents of others, untouched, and a small one for what they lack.

import Journals
@testable import MockRules
import ContractCollections
import Foundation
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

private enum Corpus {
    static let folder: String? = {
        let path =
            ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"]
            ?? AppContract.root.appending(path: "../shared/corpus").standardizedFileURL.path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    static func mock(_ document: String) throws -> Mock {
        Mock(
            try #require(Contract.load(path: "\(folder ?? "")/\(document)").contract),
            clock: MockClock { .seconds(1_795_253_400) })
    }
}

@Suite(.enabled(if: Corpus.folder != nil, "the corpus is not there")) struct CorpusCollectionTests {
    @Test func museumUntouched() throws {
        let client = MockClient(try Corpus.mock("museum.yaml"))
        let events = "/special-events"
        let dates: JSON = ["2026-12-01"]
        let event: JSON = [
            "name": "Night of the Robots", "location": "Hall 3", "eventDescription": "Bring a battery.",
            "dates": dates, "price": 12,
        ]
        let shown = try #require(client.send(.get, events).body?.array)
        // Made, read, listed.
        let made = try client.send(.post, events, event)
        #expect(made.status == 201)
        let id = try #require(made.body?["eventId"]?.string)
        #expect(made.body?["name"] == "Night of the Robots")
        #expect(made.location == "\(events)/\(id)")
        #expect(try client.send(.get, "\(events)/\(id)").body == made.body)
        let listed = try #require(client.send(.get, "\(events)?limit=30").body?.array)
        #expect(listed.count == shown.count + 1)
        #expect(listed.last == made.body)
        // Changed in part, and only in that part.
        let changed = try client.send(.patch, "\(events)/\(id)", ["price": 15])
        #expect(changed.status == 200)
        #expect(changed.body?["price"] == 15)
        #expect(changed.body?["location"] == "Hall 3")
        #expect(try client.send(.get, "\(events)/\(id)").body == changed.body)
        // Pages.
        #expect(try client.send(.get, "\(events)?page=2&limit=4").body?.array == Array(listed[4..<8]))
        #expect(try client.send(.get, "\(events)?page=99").body == [])
        // Removed, and gone.
        #expect(try client.send(.delete, "\(events)/\(id)").status == 204)
        #expect(try client.send(.get, "\(events)/\(id)").status == 404)
        #expect(try client.send(.delete, "\(events)/\(id)").status == 404)
        #expect(try client.send(.patch, "\(events)/\(id)", ["price": 1]).status == 404)
        #expect(try client.send(.get, events).body?.array == shown)
    }

    @Test func whatExamplesShowSpeaksUntilSomethingTouchesIt() throws {
        let client = MockClient(try Corpus.mock("museum.yaml"))
        let ballet = "/special-events/f3e0e76e-e4a8-466e-ab9c-ae36c15b8e97"
        #expect(try client.send(.get, ballet).body?["name"] == "Sasquatch Ballet")
        #expect(try client.send(.patch, ballet, ["location": "Seattle"]).body?["location"] == "Seattle")
        let read = try client.send(.get, ballet).body
        #expect(read?["location"] == "Seattle")
        #expect(read?["name"] == "Sasquatch Ballet")
        #expect(try client.send(.get, "/special-events/00000000-0000-4000-8000-000000000000").status == 404)
        #expect(try client.send(.delete, ballet).status == 204)
        #expect(try client.send(.get, "/special-events").body?.array?.count == 9)
    }

    @Test func petstoreUntouched() throws {
        let client = MockClient(try Corpus.mock("petstore-oai.yaml"))
        // Nobody has said which pets there are: some are made up, and stay.
        let pets = try #require(try client.send(.get, "/pets").body?.array)
        #expect(pets.count == 5)
        #expect(try client.send(.get, "/pets").body?.array == pets)
        let first = try #require(pets.first)
        #expect(try client.send(.get, "/pets/\(first["id"]?.idText ?? "")").body == first)
        #expect(try client.send(.post, "/pets", ["id": 5, "name": "Rex", "tag": "dog"]).status == 201)
        #expect(try client.send(.post, "/pets", ["id": 6, "name": "Tom"]).status == 201)
        #expect(
            try client.send(.get, "/pets").body?.array
                == pets + [["id": 5, "name": "Rex", "tag": "dog"], ["id": 6, "name": "Tom"]])
        #expect(try client.send(.get, "/pets?limit=1").body?.array?.count == 1)
        #expect(try client.send(.get, "/pets/6").body == ["id": 6, "name": "Tom"])
        #expect(try client.send(.get, "/pets/7").status == 404)
    }

    /// From a user to the repositories, from the list to one of them, with the values that the contract's links name.
    @Test func linksOfTheContractLeadOn() throws {
        let client = MockClient(try Corpus.mock("link-example.yaml"))
        let user = try client.send(.get, "/2.0/users/anna")
        let name = try #require(user.body?["username"]?.string)
        let repositories = try client.send(.get, "/2.0/repositories/\(name)")
        #expect(repositories.status == 200)
        #expect(repositories.body?.array != nil)
        let repository = try client.send(.get, "/2.0/repositories/\(name)/shop")
        #expect(repository.status == 200)
        let slug = try #require(repository.body?["slug"]?.string)
        #expect(try client.send(.get, "/2.0/repositories/\(name)/\(slug)/pullrequests").status == 200)
    }

    @Test func fullPetstoreUntouched() throws {
        let client = MockClient(try Corpus.mock("petstore-full.yaml"))
        let collections = client.mock.contract.findCollections().map(\.name)
        #expect(collections.contains("user"))
        let user: JSON = ["id": 3, "username": "anna", "firstName": "Anna", "email": "anna@example.com"]
        #expect(try (200...299).contains(client.send(.post, "/v2/user", user).status))
        #expect(try client.send(.get, "/v2/user/anna").body?["firstName"] == "Anna")
        // The contract declares errors alone here, which does not mean that there is no success.
        let removal = client.mock.answer(Request(method: .delete, target: "/v2/user/anna"))
        #expect(removal.response.response.status == 204)
        #expect(removal.ownViolations.isEmpty)
        #expect(try client.send(.get, "/v2/user/anna").status == 404)
        // Pets are found by what they are, several users are made at once.
        func told(_ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil) -> JSON? {
            var request = Request(method: method, target: target, headers: [.authorization: "Bearer token"])
            if let body {
                request.headers[.contentType] = "application/json"
                request.body = Array(body.serialized().utf8)
            }
            return try? JSON(parsing: client.mock.answer(request).response.response.body)
        }
        let rex: JSON = ["id": 7, "name": "Rex", "photoUrls": [], "status": "sold", "tags": [["name": "big"]]]
        _ = told(.post, "/v2/pets", rex)
        #expect(told(.get, "/v2/pets/findByStatus?status=sold")?.array?.contains { $0["name"] == "Rex" } == true)
        #expect(told(.get, "/v2/pets/findByStatus?status=pending") == [])
        #expect(told(.get, "/v2/pets/findByTags?tags=big")?.array?.map { $0["name"] } == ["Rex"])
        try client.send(.post, "/v2/user/createWithArray", [["username": "carl"], ["username": "dan"]])
        #expect(try client.send(.get, "/v2/user/dan").body?["username"] == "dan")
    }

    @Test func untouchedListsHaveThePagesThatAreAskedFor() throws {
        let museum = MockClient(try Corpus.mock("museum.yaml"))
        let hours = try #require(museum.send(.get, "/museum-hours").body?.array)
        #expect(try museum.send(.get, "/museum-hours?limit=3&page=2").body?.array == Array(hours[3..<6]))
        let pets = MockClient(try Corpus.mock("petstore-oai.yaml"))
        for _ in 0..<9 { #expect(try pets.send(.get, "/pets?limit=1").ids.count <= 1) }
    }
}

@Suite struct CollectionTests {
    private static let text = """
        openapi: 3.1.0
        info: {title: Tasks, version: "1"}
        paths:
          /users/{user}:
            parameters: [{name: user, in: path, required: true, schema: {type: integer}}]
            get: {operationId: getUser, responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}, '404': {description: None.}}}
            delete: {operationId: deleteUser, responses: {'204': {description: Gone.}}}
          /users:
            post: {operationId: createUser, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}, responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}}
          /users/{user}/tasks:
            parameters: [{name: user, in: path, required: true, schema: {type: integer}, examples: {forbidden: {value: 1}}}]
            get:
              operationId: listTasks
              parameters:
                - {name: done, in: query, schema: {type: boolean}}
                - {name: label, in: query, schema: {type: array, items: {type: string}}}
                - {name: limit, in: query, schema: {type: integer, default: 3}}
                - {name: offset, in: query, schema: {type: integer}}
              responses:
                '200':
                  description: Some.
                  headers: {X-Total-Count: {schema: {type: integer}}}
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [items, total]
                        properties: {items: {type: array, items: {$ref: '#/components/schemas/Task'}}, total: {type: integer}}
                '404': {description: No such user.}
            post:
              operationId: createTask
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Task'}, examples: {forbidden: {value: {title: forbidden}}}}}}
              responses:
                '201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}
                '403': {description: No., content: {application/json: {examples: {forbidden: {value: {why: never}}}}}}
                '404': {description: No such user.}
                '409': {description: Taken.}
          /users/{user}/tasks/{taskId}:
            parameters:
              - {name: user, in: path, required: true, schema: {type: integer}}
              - {name: taskId, in: path, required: true, schema: {type: integer}}
            get:
              operationId: getTask
              responses:
                '200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}
                '404': {description: None., content: {application/problem+json: {schema: {type: object}}}}
            put:
              operationId: putTask
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}
              responses:
                '200': {description: Replaced., content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}
                '404': {description: None.}
            patch:
              operationId: patchTask
              requestBody: {required: true, content: {application/merge-patch+json: {schema: {type: object}}}}
              responses: {'204': {description: Changed.}, '404': {description: None.}}
            delete: {operationId: deleteTask, responses: {'204': {description: Gone.}}}
        components:
          schemas:
            User: {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, name: {type: string}, password: {type: string, writeOnly: true}}}
            Task:
              type: object
              required: [id, title, created_at]
              properties:
                id: {type: integer, readOnly: true}
                title: {type: string}
                done: {type: boolean}
                labels: {type: array, items: {type: string}}
                label: {type: string}
                created_at: {type: string, format: date-time, readOnly: true}
        """

    private func client(_ mockFile: String = "") throws -> MockClient {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.text]).contract)
        let loaded = Behaviour.load(from: ContractFolder(files: ["mock.yaml": mockFile]), for: contract)
        return MockClient(
            Mock(
                contract, behaviour: try #require(loaded.behaviour), options: .init(seedSize: 0),
                clock: MockClock { .zero }))
    }

    @Test func numbersAreGivenInOrderAndNotTwice() throws {
        let client = try client()
        let ids = try (0..<3).map { try client.send(.post, "/users/1/tasks", ["title": "t\($0)"]).body?["id"] }
        #expect(ids == [1, 2, 3])
        try client.send(.delete, "/users/1/tasks/3")
        #expect(try client.send(.post, "/users/1/tasks", ["title": "t"]).body?["id"] == 4)
    }

    @Test func whatOnlyTheServerKnowsIsMadeUpAndStays() throws {
        let client = try client()
        let made = try #require(client.send(.post, "/users/1/tasks", ["title": "a"]).body)
        #expect(made["id"] == 1)
        #expect(made["created_at"]?.string != nil)
        let replaced = try #require(client.send(.put, "/users/1/tasks/1", ["title": "b", "done": true]).body)
        #expect(replaced == ["id": 1, "title": "b", "done": true, "created_at": made["created_at"] ?? nil])
        #expect(try client.send(.get, "/users/1/tasks/1").body == replaced)
    }

    @Test func passwordsAreNotShown() throws {
        let client = try client()
        let user = try client.send(.post, "/users", ["name": "Anna", "password": "secret"]).body
        #expect(user == ["id": 1, "name": "Anna"])
        #expect(try client.send(.get, "/users/1").body == user)
    }

    @Test func filtersPagesAndTotals() throws {
        let client = try client()
        for number in 0..<8 {
            let label: JSON = .string(number < 4 ? "low" : "high")
            try client.send(
                .post, "/users/1/tasks",
                ["title": .string("t\(number)"), "done": .bool(number % 2 == 0), "label": label])
        }
        func titles(_ query: String) throws -> (String, JSON?) {
            let body = try client.send(.get, "/users/1/tasks?\(query)").body
            let titles = body?["items"]?.array?.compactMap { $0["title"]?.string } ?? []
            return (titles.joined(separator: " "), body?["total"])
        }
        #expect(try titles("") == ("t0 t1 t2", 8))
        #expect(try titles("limit=2&offset=3") == ("t3 t4", 8))
        #expect(try titles("done=true") == ("t0 t2 t4", 4))
        #expect(try titles("done=false&label=high") == ("t5 t7", 2))
        #expect(try titles("label=high&label=low&limit=100").0.count == 23)
        #expect(try titles("limit=0") == ("", 8))
        let answer = client.mock.answer(Request(target: "/users/1/tasks?done=true"))
        #expect(HTTPField.Name("X-Total-Count").flatMap { answer.response.response.headers[$0] } == "4")
    }

    @Test func everyUserHasTasksOfTheirOwn() throws {
        let client = try client()
        try client.send(.post, "/users/1/tasks", ["title": "a"])
        try client.send(.post, "/users/2/tasks", ["title": "b"])
        #expect(try client.send(.get, "/users/1/tasks/1").body?["title"] == "a")
        #expect(try client.send(.get, "/users/2/tasks/1").body?["title"] == "b")
        // Whoever is gone has none.
        try client.send(.delete, "/users/1")
        #expect(try client.send(.get, "/users/1/tasks/1").status == 404)
        #expect(try client.send(.get, "/users/1/tasks").status == 404)
        #expect(try client.send(.post, "/users/1/tasks", ["title": "a"]).status == 404)
        #expect(try client.send(.get, "/users/2/tasks/1").status == 200)
    }

    @Test func mergePatchRemovesWithNull() throws {
        let client = try client()
        try client.send(.post, "/users/1/tasks", ["title": "a", "label": "x"])
        #expect(
            try client.send(
                .patch, "/users/1/tasks/1", ["label": nil, "title": "c", "id": 7], type: "application/merge-patch+json"
            ).status == 204)
        let task = try client.send(.get, "/users/1/tasks/1").body
        #expect(task?["label"] == nil)
        #expect(task?["title"] == "c")
        #expect(task?["id"] == 1)
    }

    @Test func aPairSpeaksForItsRequest() throws {
        let client = try client()
        #expect(try client.send(.post, "/users/1/tasks", ["title": "forbidden"]).status == 403)
    }

    @Test func sessionsDoNotShareThings() throws {
        let client = try client()
        try client.send(.post, "/_counterpart/sessions/a/users/1/tasks", ["title": "a"])
        let made = try client.send(.post, "/_counterpart/sessions/b/users/1/tasks", ["title": "b"])
        #expect(made.location == "/_counterpart/sessions/b/users/1/tasks/1")
        #expect(try client.send(.get, "/_counterpart/sessions/a/users/1/tasks/1").body?["title"] == "a")
        client.mock.session("a").reset()
        #expect(try client.send(.post, "/_counterpart/sessions/a/users/1/tasks", ["title": "c"]).body?["id"] == 1)
    }

    @Test func stateOffTurnsThemOff() throws {
        let client = try client("state: off")
        let first = try client.send(.post, "/users/1/tasks", ["title": "mine"])
        #expect(first.body?["title"] != "mine")
    }

    @Test func whereRulesSpeakCollectionsDoNot() throws {
        let client = try client("operations: {createUser: [{when: 'false', respond: 201}]}")
        try client.send(.post, "/users", ["name": "Anna"])
        #expect(client.mock.answer(Request(target: "/users/1")).decision.description != "collection users")
        try client.send(.post, "/users/1/tasks", ["title": "a"])
        #expect(client.mock.answer(Request(target: "/users/1/tasks/1")).decision.description == "collection tasks")
    }
}
