// What the console asks of the control API: events, behaviour, the mock file.

import MockRules
import Foundation
import JSONValues
import HTTPExchange
import HTTPTypes
import OpenAPIContract
import Synchronization
import Testing

@testable import Mocking

@Suite struct ConsoleControlTests {
    /// The events of one part of a stream: their names, and their data.
    private func events(_ bytes: [UInt8]?) throws -> [(name: String, data: [JSON])] {
        try ServerSentEvent.all(in: bytes ?? []).map { event, _ in
            (event.event ?? "", try #require(try JSON(parsing: Array((event.data ?? "").utf8)).array))
        }
    }

    @Test func exchangesAreToldAsTheyComeAndAgainWhenTheyAreOut() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.get, "/lines?user=1")
        controlled.asks(.get, "/_counterpart/sessions/ci/lines?user=2")
        let request = Request(target: "/_counterpart/journal/events?all=true")
        guard case .stream(let head, let content)? = controlled.control.answer(request, isLoopback: true) else {
            Issue.record("no stream")
            return
        }
        #expect(head.headers[.contentType] == "text/event-stream")
        let first = try events(try await content.next())
        #expect(first.map(\.name) == ["sessions", "exchanges"])
        #expect(first[0].data.map { $0["id"] } == ["", "ci"])
        #expect(first[1].data.map { $0["session"] } == ["", "ci"])
        #expect(first[1].data.allSatisfy { $0["milliseconds"] == nil && $0["response_bytes"] != nil })

        let answer = controlled.mock.answer(Request(target: "/lines?user=3"))
        let second = try events(try await content.next())
        #expect(second.map(\.name) == ["exchanges"])
        #expect(second[0].data.map { $0["number"] } == [2])
        answer.wasDelivered(Delivered(elapsed: .milliseconds(7)))
        let third = try events(try await content.next())
        #expect(third[0].data.map { $0["number"] } == [2])
        #expect(third[0].data.map { $0["milliseconds"] } == [7])
    }

    @Test func oneSessionIsToldAlone() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.get, "/lines?user=1")
        controlled.asks(.get, "/_counterpart/sessions/ci/lines?user=2")
        let response = try await controlled.response(
            Request(target: "/_counterpart/journal/events?session=ci&seconds=1"))
        let told = try events(response.body)
        #expect(told.map(\.name) == ["sessions", "exchanges"])
        #expect(told[1].data.map { $0["session"] } == ["ci"])
    }

    @Test func nothingIsMissedThatComesFasterThanItIsTold() async throws {
        let controlled = try ControlledMock()
        for user in 0..<700 { controlled.asks(.get, "/lines?user=\(user)") }
        let response = try await controlled.response(Request(target: "/_counterpart/journal/events?seconds=0"))
        let numbers = try events(response.body).filter { $0.name == "exchanges" }.flatMap(\.data).compactMap {
            $0["number"]?.number?.int64
        }
        #expect(numbers == Array(1...700))
    }

    @Test func rulesSayHowOftenTheyHaveSpoken() async throws {
        let controlled = try ControlledMock()
        for _ in 0..<3 { controlled.asks(.get, "/lines?user=1") }
        controlled.asks(.get, "/_counterpart/sessions/ci/lines?user=1")
        let behaviour = try await controlled.tells(.get, "/behaviour").json
        let rules = try #require(behaviour["rules"]?.array)
        #expect(rules.map { $0["operation"] } == ["listLines", "addLine", "addLine"])
        #expect(rules.map { $0["spoken"] } == [3, 0, 0])
        #expect(rules[1]["when"]?.string?.hasPrefix("state.users") == true)
    }

    @Test func bodiesAreFoundByTheirTexts() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.post, "/lines", ["user": 1, "product": "tea"])
        controlled.asks(.post, "/lines", ["user": 1, "product": "bread"])
        let found = try await controlled.tells(.get, "/journal?text=tea").json
        #expect(found["entries"]?.array?.map { $0["number"] } == [1])
    }

    // MARK: Why

    @Test func rulesAreToldWithTheValuesThatTheirConditionsHad() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.post, "/lines", ["user": 7, "product": "tea"])
        let told = try await controlled.tells(.get, "/journal/1/rules").json
        #expect(told["state"] == "same")
        let rule = try #require(told["rules"]?.array?.first)
        #expect(told["rules"]?.array?.count == 1)
        #expect(rule["spoke"] == true && rule["holds"] == true)
        let values = try #require(rule["values"]?.array)
        #expect(values.map { $0["expression"] } == ["state.users", "params.user"])
        #expect(values[0]["count"] == 2 && values[1]["value"] == 7)
    }

    @Test func rulesThatWerePassedOverAreToldToo() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.post, "/lines", ["user": 1, "product": "tea"])
        let told = try await controlled.tells(.get, "/journal/1/rules").json
        #expect(told["rules"]?.array?.map { $0["spoke"] } == [false, true])
        #expect(told["rules"]?.array?.map { $0["holds"] } == [false, true])
        // The rule has changed the lines, and the conditions look at the users.
        #expect(told["state"] == "same")
        _ = try await controlled.tells(.put, "/state?pointer=/users", [["id": 9, "name": "Ida"]])
        #expect(try await controlled.tells(.get, "/journal/1/rules").json["state"] == "changed")
    }

    @Test func secretsAreNoValuesOfConditions() async throws {
        let rules = """
            operations:
              addLine:
                - when: params.product == 'tea' && params.user == 1 && request.headers.authorization == 'Bearer abc'
                  respond: {status: 200, body: "{'product': 'x', 'number': 1}"}

            """
        let controlled = try ControlledMock(CartShop.state + rules)
        var request = ControlledMock.request(.post, "/lines", ["user": 1, "product": "tea"])
        request.headers[.authorization] = "Bearer abc"
        _ = controlled.mock.answer(request)
        let told = try await controlled.tells(.get, "/journal/1/rules").json
        let values = try #require(told["rules"]?.array?.first?["values"]?.array)
        #expect(values.map { $0["value"] } == ["tea", 1, "redacted"])
    }

    @Test func whatNoRuleHasAnsweredHasNone() async throws {
        let controlled = try ControlledMock()
        controlled.asks(.post, "/clear")
        #expect(try await controlled.tells(.get, "/journal/1/rules").json["rules"] == [])
        #expect(try await controlled.tells(.get, "/journal/2/rules").status == 404)
    }

    // MARK: Examples of the contract

    @Test func anExampleIsShownAsADifferenceAndHeldToTheContract() async throws {
        let controlled = try ControlledMock()
        func add(_ value: JSON, name: String = "seen-1", trial: Bool = true) async throws -> (status: Int, json: JSON) {
            try await controlled.tells(
                .post, "/contract/examples",
                ["operation": "addLine", "status": 200, "name": .string(name), "value": value, "trial": .bool(trial)])
        }
        let told = try await add(["product": "milk", "number": 3])
        #expect(told.status == 200 && told.json["written"] == false && told.json["editable"] == false)
        let patch = try #require(told.json["patch"]?.string)
        #expect(patch.contains("seen-1") && patch.contains("milk") && patch.contains("tea"))
        #expect(try await add(["product": "milk"]).json["detail"]?.string?.contains("number") == true)
        #expect(try await add(["product": "milk", "number": 3], name: "one").status == 409)
        #expect(try await add(["product": "milk", "number": 3], trial: false).status == 403)
    }

    // MARK: The mock file

    private static let contract = """
        openapi: 3.1.0
        info: {title: Notes, version: "1"}
        paths:
          /notes: {get: {operationId: list, responses: {"200": {description: Them}}}}
        """
    private static let old = "operations:\n  list:\n    - respond: 200 # all is well\n"

    /// A contract's folder on the disk, and the control API of its mock.
    private func onDisk(
        write: MockFileOnDisk.Write?, _ body: (_ folder: URL, _ ask: (JSON?) throws -> (Int, JSON)) throws -> Void
    ) throws {
        try onDisk(Self.contract, write: write) { folder, ask in
            try body(folder) { try ask($0 == nil ? .get : .put, "/mock-file", $0) }
        }
    }

    private func onDisk(
        _ contract: String, write: MockFileOnDisk.Write?,
        _ body: (_ folder: URL, _ ask: @escaping (HTTPRequest.Method, String, JSON?) throws -> (Int, JSON)) throws ->
            Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "mock-file-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(contract.utf8).write(to: folder.appending(path: "openapi.yaml"))
        try Data(Self.old.utf8).write(to: folder.appending(path: "mock.yaml"))
        let definition = try #require(MockDefinition.load(path: folder.path).definition)
        let mock = Mock(definition.contract, behaviour: definition.behaviour)
        let file = try #require(MockFileOnDisk(contract: folder.path, write: write))
        let control = Control(mock: mock, site: ServedContract(name: "notes", mock: LiveMock(mock), mockFile: file))
        try body(folder) { method, path, json in
            let request = ControlledMock.request(method, "/_counterpart\(path)", json)
            guard case .now(let response)? = control.answer(request, isLoopback: true) else { return (0, .null) }
            if case .judged(let judged) = ControlContract.contract.judge(request) {
                #expect(ControlContract.contract.judge(response, to: judged).map(\.message) == [])
            }
            return (response.status, try JSON(parsing: response.body))
        }
    }

    @Test func theMockFileIsCheckedBeforeItIsWritten() throws {
        let written = Mutex<[(path: String, text: String)]>([])
        try onDisk(write: { bytes, path in
            written.withLock { $0.append((path, String(decoding: bytes, as: UTF8.self))) }
        }) { folder, ask in
            let read = try ask(nil).1
            #expect(read["text"]?.string == Self.old)
            #expect(read["editable"] == true)
            #expect(read["value"]?["operations"]?["list"]?.array?.count == 1)
            let version = try #require(read["version"])
            let wrong = try ask(["text": "operations:\n  lst: []\n", "version": version])
            #expect(wrong.0 == 409)
            #expect(wrong.1["detail"]?.string?.contains("lst") == true)
            #expect(try ask(["text": "", "version": "another"]).0 == 412)
            let text = Self.old + "latency: {default: 5ms}\n"
            #expect(try ask(["text": .string(text), "version": version, "trial": true]).1["written"] == false)
            #expect(written.withLock { $0.count } == 0)
            #expect(try ask(["text": .string(text), "version": version]).1["written"] == true)
            #expect(written.withLock { $0.map(\.text) } == [text])
            #expect(written.withLock { $0.first?.path.hasSuffix("/mock.yaml") } == true)
        }
    }

    @Test func anExampleIsWrittenIntoTheContractsFile() throws {
        let contract = """
            openapi: 3.1.0
            info: {title: Notes, version: "1"} # of the team
            paths:
              /notes:
                get:
                  operationId: list
                  responses:
                    "200":
                      description: Them
                      content:
                        application/json:
                          schema: {type: array}
                          example: [a]
            """
        let written = Mutex<[(path: String, text: String)]>([])
        let write: MockFileOnDisk.Write = { bytes, path in
            written.withLock { $0.append((path, String(decoding: bytes, as: UTF8.self))) }
        }
        try onDisk(contract, write: write) { folder, ask in
            let request: JSON = ["operation": "list", "status": 200, "name": "seen", "value": ["b"]]
            #expect(try ask(.post, "/contract/examples", request).1["written"] == true)
            let file = try #require(written.withLock { $0.first })
            #expect(file.path.hasSuffix("/openapi.yaml"))
            #expect(
                file.text.contains("# of the team") && file.text.contains("seen") && !file.text.contains("example: ["))
            let loaded = Contract.load(files: ["openapi.yaml": file.text], root: "openapi.yaml").contract
            let examples = try #require(loaded?.operations.first?.responses.first?.content.first?.examples)
            #expect(Set(examples.map(\.name)) == ["default", "seen"])
            try Data("openapi: 3.1.0".utf8).write(to: folder.appending(path: "openapi.yaml"))
            #expect(try ask(.post, "/contract/examples", request).0 == 412)
        }
    }

    @Test func theMockFileIsOnlyWrittenWhereThatIsLet() throws {
        try onDisk(write: nil) { _, ask in
            let version = try #require(try ask(nil).1["version"])
            #expect(try ask(["text": "", "version": version]).0 == 403)
            #expect(try ask(["text": "", "version": version, "trial": true]).0 == 200)
        }
    }

    @Test func aLinkOutOfTheFolderIsNotWrittenThrough() throws {
        try onDisk(write: { _, _ in Issue.record("it was written") }) { folder, ask in
            let file = folder.appending(path: "mock.yaml")
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/etc/hostname")
            let version = try #require(try ask(nil).1["version"])
            #expect(try ask(["text": "", "version": version]).0 == 500)
        }
    }

    @Test func aDocumentAloneHasNoMockFile() async throws {
        #expect(try await ControlledMock().tells(.get, "/mock-file").status == 404)
    }
}
