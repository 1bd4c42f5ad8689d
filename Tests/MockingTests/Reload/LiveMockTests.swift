// Sessions outlive the contract and the mock file that they started with, as far as their state fits.

import MockRules
import JSONValues
import HTTPExchange
import Journals
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing

@testable import Mocking

@Suite struct LiveMockTests {
    /// One of these stands for the file that was there, another for the one that was saved.
    private static func file(
        users: String = "[{id: 1, name: Anna}]", lines: String = "[]", note: String = "first", more: String = ""
    ) -> String {
        """
        state:
          users: \(users)
          lines: \(lines)\(more)
        operations:
          listLines:
            - respond: {status: 200, body: "[{'product': state.users[0].name, 'number': size(state.lines), 'note': '\(note)'}]"}
          addLine:
            - change: [{insert: lines, set: {user: dyn(params.user), product: params.product}}]
              respond: {status: 200, body: "{'product': params.product, 'number': call}"}
        """
    }

    private func told(_ live: LiveMock, _ session: String) -> String {
        live.use { $0.told(.get, "/_counterpart/sessions/\(session)/lines?user=1") }
    }

    private func add(_ live: LiveMock, _ session: String) -> String {
        live.use { $0.told(.post, "/_counterpart/sessions/\(session)/lines", ["user": 1, "product": "tea"]) }
    }

    private func replace(_ live: LiveMock, _ file: String) throws -> SessionMigration.Outcome {
        let (contract, behaviour, problems) = try CartShop.load(file)
        #expect(problems == [])
        return live.replace(by: contract, try #require(behaviour))
    }

    @Test func whatWasChangedStaysAndTheRestIsAsSaved() throws {
        let live = LiveMock(try CartShop.mock(Self.file()))
        #expect(add(live, "a") == #"200 {"product":"tea","number":1}"#)
        #expect(told(live, "b") == #"200 [{"product":"Anna","number":0,"note":"first"}]"#)
        let outcome = try replace(
            live, Self.file(users: "[{id: 1, name: Zoë}]", lines: "[{user: 2, product: milk}]", note: "second"))
        // The session of those who name none is the third.
        #expect(outcome == SessionMigration.Outcome(continued: 3, restarted: 0))
        #expect(told(live, "a") == #"200 [{"product":"Zoë","number":1,"note":"second"}]"#)
        #expect(told(live, "b") == #"200 [{"product":"Zoë","number":1,"note":"second"}]"#)
        // Calls are counted on, and a session that starts now starts with the file that is there now.
        #expect(add(live, "a") == #"200 {"product":"tea","number":2}"#)
        #expect(told(live, "c") == #"200 [{"product":"Zoë","number":1,"note":"second"}]"#)
    }

    @Test func theJournalKeepsNoMoreThanTheLastContracts() throws {
        let live = LiveMock(try CartShop.mock(Self.file()))
        let numbers = { live.use { $0.session("j").journal.entries().map(\.number) } }
        for saved in 1...Journal.contracts + 3 {
            _ = told(live, "j")
            _ = told(live, "j")
            // Saved twice without a request between, it is as saved once.
            for note in ["a", "b"] { _ = try replace(live, Self.file(note: "\(saved) \(note)")) }
        }
        let last = 2 * (Journal.contracts + 3)
        #expect(numbers() == Array((last - 2 * Journal.contracts + 1)...last))
        _ = told(live, "j")
        #expect(numbers().last == last + 1)
    }

    @Test func faultsThatWereSetGoOnCounting() throws {
        let live = LiveMock(try CartShop.mock(Self.file()))
        let written: JSON = [["operations": ["listLines"], "times": 2, "fault": ["status": 503]]]
        try live.use { mock in
            let read = mock.behaviour.faults(Array(written.serialized().utf8), for: mock.contract)
            let rules = try #require(read.faults, "\(read.diagnostics)")
            mock.session("f").set(faults: SessionSettings.Faults(rules: rules, written: written, since: .zero))
        }
        #expect(told(live, "f").hasPrefix("503"))
        _ = try replace(live, Self.file(note: "second"))
        #expect(told(live, "f").hasPrefix("503"))
        #expect(told(live, "f").hasPrefix("200"))
    }

    @Test func aNameMoreIsThereAndANameLessIsGone() throws {
        let live = LiveMock(try CartShop.mock(Self.file(more: "\n  visits: 0")))
        _ = add(live, "a")
        #expect(try replace(live, Self.file(more: "\n  extra: [1]")).restarted == 0)
        #expect(told(live, "a").contains(#""number":1"#))
    }

    @Test func whatDoesNotFitStartsAgain() throws {
        let live = LiveMock(try CartShop.mock(Self.file()))
        _ = add(live, "a")
        _ = told(live, "b")
        let outcome = try replace(live, Self.file(lines: "[{user: text, product: milk}]"))
        #expect(outcome == SessionMigration.Outcome(continued: 2, restarted: 1))
        #expect(told(live, "a") == #"200 [{"product":"Anna","number":1,"note":"first"}]"#)
        live.use { $0.session("a").reset() }
        #expect(told(live, "a") == #"200 [{"product":"Anna","number":1,"note":"first"}]"#)
    }

    @Test func collectionsGoOnWhileTheirThingsFit() throws {
        func contract(_ type: String) throws -> Contract {
            let text = """
                openapi: 3.1.0
                info: {title: Notes, version: "1"}
                paths:
                  /notes:
                    get: {operationId: listNotes, responses: {'200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}}
                    post: {operationId: addNote, requestBody: {required: true, content: {application/json: {schema: {type: object}}}}, responses: {'201': {description: Added., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}}
                  /notes/{id}:
                    get: {operationId: getNote, parameters: [{name: id, in: path, required: true, schema: {type: integer}}], responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}, '404': {description: None.}}}
                components: {schemas: {Note: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: \(type)}}}}}
                """
            return try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        }
        let live = LiveMock(Mock(try contract("string"), options: .init(seedSize: 0)))
        #expect(live.use { $0.told(.post, "/notes", ["text": "a"]) } == #"201 {"id":1,"text":"a"}"#)
        #expect(live.replace(by: try contract("[string, 'null']"), .plain).restarted == 0)
        #expect(live.use { $0.told(.get, "/notes/1") } == #"200 {"id":1,"text":"a"}"#)
        #expect(live.replace(by: try contract("integer"), .plain).restarted == 1)
        #expect(!live.use { $0.told(.get, "/notes/1") }.contains(#""text":"a""#))
    }

    /// Requests and reloads at once: every answer is of one file or of the other, and no change is lost.
    @Test func requestsUnderWayEndFirst() async throws {
        let live = LiveMock(try CartShop.mock(Self.file()))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<100 { #expect(add(live, "a").hasPrefix("200")) } }
            }
            group.addTask {
                for number in 0..<10 {
                    let outcome = try replace(live, Self.file(note: "note \(number)"))
                    #expect(outcome.restarted == 0)
                }
            }
            try await group.waitForAll()
        }
        #expect(told(live, "a") == #"200 [{"product":"Anna","number":400,"note":"note 9"}]"#)
    }
}
