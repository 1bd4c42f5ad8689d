// A session that goes from process to process answers as one that stays.

@testable import MockRules
import ContractSamples
import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import Sampling
import SessionStores
import SourceDocuments
import Testing

@testable import Mocking

@Suite struct SessionDocumentTests {
    private static let contract = document(
        """
        /notes:
          get:
            operationId: listNotes
            responses:
              '200': {description: All., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}, example: [{id: 1, text: tea}, {id: 2, text: salt}]}}}
          post:
            operationId: createNote
            requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
            responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}
        /notes/{id}:
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          get: {operationId: getNote, responses: {'200': {description: One., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}, '404': {description: None.}}}
          put:
            operationId: putNote
            requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
            responses: {'200': {description: Put., content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}, '404': {description: None.}}
          delete: {operationId: deleteNote, responses: {'204': {description: Gone.}, '404': {description: None.}}}
        /visits:
          post: {operationId: visit, responses: {'200': {description: How many., content: {application/json: {schema: {type: integer}}}}}}
        """,
        components: """
            components:
              schemas:
                Note: {type: object, required: [text], properties: {id: {type: integer, readOnly: true}, text: {type: string}, made: {type: string, format: date-time, readOnly: true}}}
            """)
    private static let rules = """
        state: {visits: 0, guests: []}
        operations:
          visit:
            - change: [{set: {visits: state.visits + 1}}, {insert: guests, set: {name: "'n' + string(state.visits)"}}]
              respond: {status: 200, body: state.visits}
        faults:
          - {operations: [getNote], times: 2, fault: {status: 503}}
          - {operations: [putNote], quota: {limit: 3, window: 1000s}}
        """
    private static let now = Duration.seconds(1_795_253_400)

    private static func mock() throws -> Mock {
        let contract = try Contract.sample(contract)
        let folder = ContractFolder(files: ["mock.yaml": rules])
        let (behaviour, diagnostics) = Behaviour.load(from: folder, for: contract)
        #expect(diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        return Mock(contract, behaviour: try #require(behaviour), clock: MockClock { now })
    }

    /// A request of the session `zoe`.
    private static func request(_ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil) -> Request {
        var request = Request(method: method, target: "/_counterpart/sessions/zoe" + target)
        if let body {
            request.headers[.contentType] = "application/json"
            request.body = Array(body.serialized().utf8)
        }
        return request
    }

    private static let requests: [Request] =
        [
            request(.get, "/notes"), request(.post, "/notes", ["text": "flour"]), request(.get, "/notes/1"),
            request(.get, "/notes/3"), request(.put, "/notes/2", ["text": "pepper"]), request(.delete, "/notes/1"),
            request(.delete, "/notes/4"), request(.post, "/visits"), request(.post, "/visits"),
        ]
        + [
            request(.put, "/_counterpart/latency", ["default": "5ms"]),
            request(.delete, "/_counterpart/latency"),
            request(
                .put, "/_counterpart/faults", [["operations": ["listNotes"], "times": 1, "fault": ["status": 500]]]),
            request(.delete, "/_counterpart/faults"),
            request(.post, "/_counterpart/answers", ["operation": "visit", "status": 503, "force": true, "times": 2]),
            request(
                .post, "/_counterpart/answers",
                ["operation": "getNote", "status": 200, "body": ["id": 7, "text": "once"]]),
            request(.put, "/_counterpart/state?pointer=/visits", 40),
            request(.put, "/_counterpart/state?pointer=/notes", [["id": 9, "text": "nine"]]),
            request(.get, "/_counterpart/state"),
            request(.post, "/_counterpart/expectations", [["operation": "visit"]]),
            request(.delete, "/_counterpart/expectations"), request(.put, "/_counterpart/replay", ["on": false]),
            request(.post, "/_counterpart/reset?keep_journal=true"),
        ]

    private static func answer(of mock: Mock, to request: Request) -> String {
        if case .now(let response)? = Control(mock: mock).answer(request, isLoopback: true) {
            // Each process has a journal of its own, whose entries come closest to what is expected.
            let isOfJournal = request.target.hasSuffix("/expectations")
            return "\(response.status) \(isOfJournal ? "" : String(decoding: response.body, as: UTF8.self))"
        }
        let answer = mock.answer(request)
        return "\(answer.response.response.status) \(answer.delivery.firstByte) "
            + String(decoding: answer.response.response.body, as: UTF8.self)
    }

    @Test(arguments: 0..<10) func sessionsThatWanderAnswerAsThoseThatStay(seed: UInt64) throws {
        let stays = try Self.mock()
        var (wanders, next) = (try Self.mock(), try Self.mock())
        var generator = SeededGenerator(seed: seed)
        _ = (stays.session("zoe"), wanders.session("zoe"))
        for step in 0..<120 {
            let request = Self.requests[generator.below(Self.requests.count)]
            let expected = Self.answer(of: stays, to: request)
            #expect(Self.answer(of: wanders, to: request) == expected, "\(step): \(request.method) \(request.target)")
            let written = SessionDocument(mock: wanders).written(wanders.session("zoe"))
            _ = try next.adopt("zoe", Array(written.serialized().utf8), started: Self.now, idle: nil)
            // What was read says what was written.
            #expect(SessionDocument(mock: next).written(next.session("zoe")) == written)
            swap(&wanders, &next)
        }
    }

    @Test func whatHasNotChangedIsNotWritten() throws {
        let mock = try Self.mock()
        _ = Self.answer(of: mock, to: Self.request(.get, "/notes"))
        let written = SessionDocument(mock: mock).written(mock.session("zoe"))
        #expect(written["state"] == .object([:]))
        #expect(written["collections"] == .array([]))
        #expect(written["settings"] == ["last_answer": 0])
    }

    @Test func onlyChangesMakeAnotherMark() throws {
        let mock = try Self.mock()
        let session = mock.session("zoe")
        mock.set(
            SessionTenure(
                SessionPosition(epoch: 1, version: 1), readUntil: .zero,
                mark: try mock.adopt("zoe", nil, started: session.started, idle: nil)),
            of: "zoe")
        func changes(_ request: Request) -> Bool {
            _ = Self.answer(of: mock, to: request)
            guard case .changed(_, let mark, _) = mock.change(of: "zoe") else { return false }
            mock.set(SessionTenure(SessionPosition(epoch: 1, version: 1), readUntil: .zero, mark: mark), of: "zoe")
            return true
        }
        #expect(!changes(Self.request(.get, "/notes")))
        #expect(!changes(Self.request(.get, "/_counterpart/state")))
        #expect(changes(Self.request(.post, "/visits")))
        #expect(changes(Self.request(.post, "/notes", ["text": "flour"])))
        #expect(changes(Self.request(.put, "/notes/2", ["text": "pepper"])))
        #expect(changes(Self.request(.get, "/notes/2")), "a fault is counted")
        #expect(changes(Self.request(.put, "/_counterpart/latency", ["default": "5ms"])))
        #expect(changes(Self.request(.post, "/_counterpart/reset")))
        #expect(!changes(Self.request(.get, "/notes")))
        #expect(mock.endSession("zoe"))
        guard case .ended = mock.change(of: "zoe") else { throw StillThere() }
    }

    struct StillThere: Error {}

    @Test func whatALaterVersionWroteIsToldAndLeftAlone() throws {
        let mock = try Self.mock()
        let later = Array(#"{"format": 99}"#.utf8)
        let failure = try #require(throws: UnreadableSession.self) {
            try mock.adopt("zoe", later, started: Self.now, idle: nil)
        }
        #expect(failure.message.contains("later version (format 99; this one reads 1)"))
        let deep = String(repeating: "[", count: 100_000)
        for text in ["", "[]", "{}", "{\"format\": \"x\"}", "{\"format\": 1", deep, "\u{FFFE}"] {
            #expect(throws: UnreadableSession.self) {
                try mock.adopt("zoe", Array(text.utf8), started: Self.now, idle: nil)
            }
        }
    }

    @Test func numbersThatNobodyCanHaveWrittenEndNothing() throws {
        let mock = try Self.mock()
        let (large, small) = (Int64.max, Int64.min)
        for number in [large, small] {
            let text = """
                {"format":1,"contract":"x","calls":{"visit":\(number),"getNote":\(number)},
                 "faults":[{"injected":{"getNote":\(number)}},{"injected":{},"window":[\(number),\(number)]}],
                 "cursors":{"\(number)!":\(number)},
                 "settings":{"last_answer":\(number),"faults":{"since":\(number),"set":[]},
                  "answers":[{"number":\(number),"left":\(number),"asked":{"operation":"visit","status":503,"force":true}}]},
                 "expectations":{"after":\(number),"all":[{"expected":{"operation":"visit"},"requests":[\(number)]}],"early":[[\(number),\(number)]]},
                 "collections":[{"list":["notes",\(number)]},
                  {"list":["notes",0],"largest":\(number),"resources":[{"id":"1","value":{"id":1,"text":"a"},"touched":true,"changed":\(number)}]}]}
                """
            _ = try mock.adopt("zoe", Array(text.utf8), started: Self.now, idle: nil)
            for request in Self.requests { _ = Self.answer(of: mock, to: request) }
            _ = mock.change(of: "zoe")
        }
    }

    @Test func anIdleTimeBeyondAllTimesIsKept() throws {
        #expect(Duration.seconds(Int64.max).microseconds == .max)
        #expect(Duration.seconds(Int64.min).microseconds == .min)
        #expect(Duration.milliseconds(1_500).microseconds == 1_500_000)
    }

    @Test func aValueThatFitsNoMoreStartsTheSessionAgain() throws {
        let mock = try Self.mock()
        let misfit = Array(#"{"format": 1, "contract": "x", "state": {"visits": "many"}}"#.utf8)
        _ = try mock.adopt("zoe", misfit, started: Self.now, idle: nil)
        #expect(Self.answer(of: mock, to: Self.request(.post, "/visits")).hasSuffix(" 1"))
        let other = Array(
            #"{"format":1,"contract":"x","collections":[{"list":["notes",0],"resources":[{"id":"1","value":{"text":5}}]}]}"#
                .utf8)
        _ = try mock.adopt("zoe", other, started: Self.now, idle: nil)
        #expect(Self.answer(of: mock, to: Self.request(.get, "/notes")).contains("tea"))
    }
}
