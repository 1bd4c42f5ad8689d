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
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "mock-file-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Self.contract.utf8).write(to: folder.appending(path: "openapi.yaml"))
        try Data(Self.old.utf8).write(to: folder.appending(path: "mock.yaml"))
        let definition = try #require(MockDefinition.load(path: folder.path).definition)
        let mock = Mock(definition.contract, behaviour: definition.behaviour)
        let file = try #require(MockFileOnDisk(contract: folder.path, write: write))
        let control = Control(mock: mock, site: ServedContract(name: "notes", mock: LiveMock(mock), mockFile: file))
        try body(folder) { json in
            let request = ControlledMock.request(json == nil ? .get : .put, "/_counterpart/mock-file", json)
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
