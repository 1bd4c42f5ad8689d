// Sessions share nothing, are bounded, and give the same answers in whatever order they arrive.

import Journals
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Sampling
import Synchronization
import Testing

@testable import Mocking

@Suite struct SessionTests {
    private static let counting = """
        state: {visits: 0}
        operations:
          addLine:
            - change: [{set: {visits: state.visits + 1}}]
              respond: {status: 200, body: "{'product': session.id, 'number': state.visits}"}
        """

    private static let line: JSON = ["user": 1, "product": "tea"]

    private func add(_ mock: Mock, _ session: String?, byHeader: Bool = false) -> String {
        guard let session else { return mock.told(.post, "/lines", Self.line) }
        if byHeader, let name = HTTPField.Name("Counterpart-Session") {
            return mock.told(.post, "/lines", Self.line, headers: [name: session])
        }
        return mock.told(.post, "/_counterpart/sessions/\(session)/lines", Self.line)
    }

    @Test func eachHasItsOwnState() throws {
        let mock = try CartShop.mock(Self.counting)
        #expect(add(mock, nil) == #"200 {"product":"","number":1}"#)
        #expect(add(mock, "a") == #"200 {"product":"a","number":1}"#)
        #expect(add(mock, "a", byHeader: true) == #"200 {"product":"a","number":2}"#)
        #expect(add(mock, "b") == #"200 {"product":"b","number":1}"#)
        #expect(add(mock, nil) == #"200 {"product":"","number":2}"#)
    }

    /// Two hundred at once, each of which would see at once if another had a part in its state.
    @Test func twoHundredInParallel() async throws {
        let mock = try CartShop.mock(Self.counting)
        let answers = await withTaskGroup(of: (String, [String]).self) { group in
            for number in 0..<200 {
                group.addTask { ("s\(number)", (0..<20).map { _ in add(mock, "s\(number)") }) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 200)
        for (session, told) in answers {
            #expect(told == (1...20).map { #"200 {"product":"\#(session)","number":\#($0)}"# })
        }
    }

    @Test func requestsOfOneAreDecidedOneAfterAnother() async throws {
        let mock = try CartShop.mock(Self.counting)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { for _ in 0..<20 { _ = add(mock, "s") } } }
        }
        #expect(add(mock, "s") == #"200 {"product":"s","number":1001}"#)
    }

    @Test(arguments: [
        ("a b", 400), ("", 400), (String(repeating: "x", count: 129), 400), (String(repeating: "x", count: 128), 200),
        ("a-Z0.9_~", 200), ("ä", 400),
    ])
    func idsAreNames(id: String, status: Int) throws {
        let mock = try CartShop.mock(Self.counting)
        #expect(add(mock, id).hasPrefix("\(status)"))
        if !id.isEmpty { #expect(add(mock, id, byHeader: true).hasPrefix("\(status)")) }
    }

    @Test func thoseThatNobodyUsesEnd() throws {
        let time = Mutex(Duration.seconds(1_000))
        let mock = try CartShop.mock(Self.counting, clock: MockClock { time.withLock { $0 } })
        #expect(add(mock, "a").hasSuffix(#""number":1}"#))
        time.withLock { $0 += .seconds(3_000) }
        #expect(add(mock, "a").hasSuffix(#""number":2}"#))
        time.withLock { $0 += .seconds(3_601) }
        #expect(add(mock, "a").hasSuffix(#""number":1}"#))
    }

    @Test func theirNumberIsBounded() throws {
        let time = Mutex(Duration.seconds(1_000))
        let mock = try CartShop.mock(Self.counting, clock: MockClock { time.withLock { $0 } })
        for number in 0..<1_500 {
            time.withLock { $0 += .milliseconds(1) }
            _ = add(mock, "s\(number)")
            if number % 100 == 0 { _ = add(mock, "kept") }
        }
        #expect(mock.sessionIDs.count == 1_000)
        // The one that was used now and then is still there; the oldest of the others is not.
        #expect(add(mock, "kept").hasSuffix(#""number":16}"#))
        #expect(add(mock, "s0").hasSuffix(#""number":1}"#))
    }

    @Test func aResetGivesTheStateOfTheStart() throws {
        let mock = try CartShop.mock(Self.counting)
        _ = add(mock, "a")
        _ = add(mock, "a")
        mock.session("a").reset()
        #expect(add(mock, "a") == #"200 {"product":"a","number":1}"#)
    }

    /// 10,000 rows, as a large shop has them. The bound is fifty times what it takes.
    @Test func aResetIsQuickHoweverMuchThereIs() throws {
        let rows = "[" + (0..<10_000).map { #"{"user":1,"product":"p\#($0)","number":1}"# }.joined(separator: ",") + "]"
        let mock = try CartShop.mock(
            """
            state: {lines: rows.json}
            operations:
              clear:
                - change: [{update: lines, set: {number: row.number + 1}}]
                  respond: 204
            """, files: ["rows.json": rows])
        #expect(mock.told(.post, "/clear") == "204")
        let session = mock.session(nil)
        let clock = ContinuousClock()
        let times = (0..<5).map { _ in clock.measure { session.reset() } }
        #expect(try #require(times.min()) < .milliseconds(5))
    }
}

@Suite struct DeterminismTests {
    private static let text =
        CartShop.state + """
            operations:
              addLine:
                - when: call % 5 == 4
                  respond: 400
                - change:
                    - upsert: lines
                      where: row.user == params.user && row.product == params.product
                      set: {user: params.user, product: params.product, number: '(has(row.number) ? row.number : 0u) + 1u'}
                  respond:
                    status: 200
                    body: "{'product': params.product, 'number': size(state.lines), 'note': session.id + string(now)}"
            latency:
              default: {lognormal: {median: 80ms, p95: 240ms}}
              profile: very-bad
            faults:
              - {operations: [clear], rate: 30%, fault: garbage}
              - {rate: 10%, fault: {status: 503, retryAfter: 1s}}
            """

    /// What a session asks for, in its order.
    private static func requests(_ session: Int) -> [Request] {
        (0..<30).map { number in
            let prefix = "/_counterpart/sessions/s\(session)"
            switch (number * 7 + session) % 4 {
            case 0: return Request(target: "\(prefix)/lines?user=1&limit=\(number)")
            case 1: return Request(method: .post, target: "\(prefix)/clear")
            case 2: return Request(target: "\(prefix)/lines?user=1&__dynamic=true")
            default:
                return Request(
                    method: .post, target: "\(prefix)/lines", headers: [.contentType: "application/json"],
                    body: Array(#"{"user": \#(session), "product": "p\#(number % 3)"}"#.utf8))
            }
        }
    }

    private struct Told: Equatable, Sendable {
        let response: Response
        let decision: String
        let delivery: Delivery
    }

    /// The answers of each session, the sessions interleaved as the seed has it.
    private func run(interleavedBy seed: UInt64) throws -> [[Told]] {
        let mock = try CartShop.mock(Self.text, seed: 42)
        var left = (0..<8).map { Self.requests($0)[...] }
        var told: [[Told]] = left.map { _ in [] }
        var generator = SeededGenerator(seed: seed)
        while let session = generator.element(of: left.indices.filter { !left[$0].isEmpty }) {
            guard let request = left[session].popFirst() else { break }
            let answer = mock.answer(request)
            told[session].append(
                Told(
                    response: answer.response.response, decision: answer.decision.description,
                    delivery: answer.delivery))
        }
        return told
    }

    @Test func theOrderOfSessionsChangesNothing() throws {
        let first = try run(interleavedBy: 1)
        #expect(try run(interleavedBy: 2) == first)
        #expect(try run(interleavedBy: 3) == first)
        // Sessions are not copies of each other, nor is one answer like the next.
        #expect(Set(first.map { $0.map { "\($0.delivery)" } }).count == 8)
    }

    @Test func concurrentSessionsAnswerAsTheyDoAlone() async throws {
        let first = try run(interleavedBy: 1)
        let mock = try CartShop.mock(Self.text, seed: 42)
        let told = await withTaskGroup(of: (Int, [Response]).self) { group in
            for session in 0..<8 {
                group.addTask { (session, Self.requests(session).map { mock.answer($0).response.response }) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for session in 0..<8 { #expect(told[session] == first[session].map(\.response)) }
    }
}
