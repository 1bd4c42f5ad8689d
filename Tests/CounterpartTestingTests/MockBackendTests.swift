// The mock inside a test process: sessions, waiting, what a failure says, and how soon it is ready.

import Foundation
import Testing

@testable import CounterpartTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct MockBackendTests {
    private static let shop = "Contracts/sneaker-shop"

    private func status(_ backend: MockBackend, _ target: String) async throws -> Int? {
        let url = try #require(URL(string: try backend.url.absoluteString + target))
        let (_, response) = try await URLSession.shared.data(from: url)
        return (response as? HTTPURLResponse)?.statusCode
    }

    /// What a test that fails is told.
    private func failure(_ body: () async throws -> Void) async throws -> String {
        do {
            try await body()
        } catch let error as MockBackendError {
            return error.description
        }
        Issue.record("It did not fail.")
        return ""
    }

    @Test func sessionsShareNothing() async throws {
        let first = try await MockBackend.start(Self.shop)
        let second = first.makeSibling()
        try first.setState("/cart", to: "[]")
        #expect(String(decoding: try first.state("/cart"), as: UTF8.self) == "[]")
        #expect(String(decoding: try second.state("/cart"), as: UTF8.self) != "[]")
        #expect(try await status(first, "/api/home/get_promotions?user_id=1") == 200)
        #expect(first.requests.count == 1 && second.requests.isEmpty)
        #expect(try first.url != second.url)
    }

    @Test func aHundredSessionsInParallelReadNothingOfEachOther() async throws {
        let backend = try await MockBackend.start(Self.shop)
        try await withThrowingTaskGroup { group in
            for number in 1...100 {
                let own = backend.makeSibling()
                group.addTask {
                    let row = #"[{"user_id": 1, "product_id": 1001, "number": \#(number)}]"#
                    try own.setState("/cart", to: row)
                    let cart = String(decoding: try own.state("/cart/0/number"), as: UTF8.self)
                    #expect(cart == "\(number)")
                    own.end()
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func resetGoesBackToTheStart() async throws {
        let backend = try await MockBackend.start(Self.shop)
        let before = try backend.state()
        try backend.setState("/cart", to: "[]")
        try backend.answer("login", .status(503))
        _ = try await status(backend, "/api/home/get_promotions?user_id=1")
        backend.reset()
        #expect(try backend.state() == before)
        #expect(backend.requests.isEmpty)
    }

    @Test func aRequestThatIsStillToComeIsWaitedFor() async throws {
        let backend = try await MockBackend.start(Self.shop)
        async let request = backend.received(.get, "/api/home/get_promotions", query: ["user_id": "1"])
        _ = try await status(backend, "/api/home/get_promotions?user_id=1")
        #expect(try await request.query == [URLQueryItem(name: "user_id", value: "1")])
        #expect(try await request.operation == "getPromotions")
    }

    @Test func aFailureTellsWhatCameClosest() async throws {
        let backend = try await MockBackend.start(Self.shop)
        _ = try await status(backend, "/api/home/get_promotion?user_id=1")
        let line = #line
        let told = try await failure { try await backend.received("getPromotions", within: .milliseconds(1)) }
        #expect(
            told == """
                MockBackendTests.swift:\(line + 1): getPromotions was asked not at all within 0.001 seconds, and was to be asked once.
                The closest is request 1, GET /api/home/get_promotion?user_id=1 (operation: found none, expected getPromotions: send GET /api/home/get_promotions?user_id=1).
                What was asked:
                  1  GET /api/home/get_promotion?user_id=1  404  no such path
                       to mend it, send GET /api/home/get_promotions?user_id=1
                """)
        let other = await #expect(throws: MockBackendError.self) {
            try await backend.received("getPromotions", query: ["user_id": "2"], within: .milliseconds(1))
        }
        #expect(other?.description.contains("user_id") == true)
    }

    @Test func whatHasComeIsNotCalledTheClosestOfWhatIsMissing() async throws {
        let backend = try await MockBackend.start(Self.shop)
        _ = try await status(backend, "/api/home/get_promotions?user_id=1")
        let line = #line
        let told = try await failure {
            try await backend.received("getPromotions", count: 2, within: .milliseconds(1))
        }
        #expect(
            told.hasPrefix(
                """
                MockBackendTests.swift:\(line + 2): getPromotions was asked once within 0.001 seconds, and was to be asked 2 times.
                What was asked:
                  1  GET /api/home/get_promotions?user_id=1  200  rule
                """), "\(told)")
    }

    @Test func aWaitThatIsCancelledSaysSo() async throws {
        let backend = try await MockBackend.start(Self.shop)
        let waiting = Task { try await backend.received("login", within: .seconds(600)) }
        waiting.cancel()
        let failure = await #expect(throws: MockBackendError.self) { try await waiting.value }
        #expect(failure?.description.contains("asked not at all before its task was cancelled") == true)
    }

    @Test func whatWasNotToBeAsked() async throws {
        let backend = try await MockBackend.start(Self.shop)
        try backend.receivedNone(of: "getPromotions")
        _ = try await status(backend, "/api/home/get_promotions?user_id=1")
        #expect(throws: MockBackendError.self) { try backend.receivedNone(of: "getPromotions") }
    }

    @Test func aSessionsFaultsAndLatencyAreItsOwn() async throws {
        let backend = try await MockBackend.start(Self.shop)
        try backend.setFaults(#"[{"operations": ["getPromotions"], "fault": {"status": 500}}]"#)
        try backend.setLatency(#"{"default": "1ms"}"#)
        #expect(try await status(backend, "/api/home/get_promotions?user_id=1") == 500)
        #expect(try await status(backend.makeSibling(), "/api/home/get_promotions?user_id=1") == 200)
    }

    @Test func withoutFaultsAndLatencyOfItsOwnASessionHasTheFilesAgain() async throws {
        let backend = try await MockBackend.start(Self.shop)
        let target = "/api/home/get_promotions?user_id=1"
        try backend.setFaults(#"[{"operations": ["getPromotions"], "fault": {"status": 500}}]"#)
        #expect(try await status(backend, target) == 500)
        try backend.setFaults(nil)
        #expect(try await status(backend, target) == 200)
        try backend.setLatency(#"{"profile": "offline"}"#)
        await #expect(throws: URLError.self) { _ = try await status(backend, target) }
        try backend.setLatency(nil)
        #expect(try await status(backend, target) == 200)
    }

    @Test func faultsAndLatenciesAreValuesToo() async throws {
        let backend = try await MockBackend.start(Self.shop)
        let target = "/api/home/get_promotions?user_id=1"
        try backend.setFault(.status(503, retryAfter: .seconds(2)), of: "getPromotions", times: 1)
        #expect(try await status(backend, target) == 503)
        #expect(try await status(backend, target) == 200)
        try backend.setFault(.truncate(after: .bytes(10)))
        await #expect(throws: URLError.self) { _ = try await status(backend, target) }
        try backend.setFaults(nil)
        for latency in [
            Latency.fixed(.milliseconds(1)), .uniform(.zero ... .milliseconds(2)),
            .lognormal(median: .microseconds(500), p95: .milliseconds(2)),
        ] {
            try backend.setLatency(latency, operations: ["login": .fixed(.seconds(5))])
            #expect(try await status(backend, target) == 200)
        }
        for fault in [
            Fault.reset(), .reset(after: .percent(50)), .stall(after: .bytes(1)), .malformedChunk(), .close, .garbage,
            .expiredToken,
        ] {
            try backend.answer("getPromotions", .fault(fault))
        }
    }

    /// `URLSession` repeats a GET on a connection that was open before, where that ends without an answer.
    @Test func aFaultWithoutTimesStrikesWhateverURLSessionRepeats() async throws {
        let backend = try await MockBackend.start(Self.shop)
        let target = "/api/home/get_promotions?user_id=1"
        for fault in ["reset", "close"] {
            #expect(try await status(backend, target) == 200)
            try backend.setFaults(#"[{"operations": ["getPromotions"], "fault": "\#(fault)"}]"#)
            await #expect(throws: URLError.self) { _ = try await status(backend, target) }
            #expect(try #require(backend.requests.last).status == nil)
            try backend.setFaults(nil)
        }
        #expect(try await status(backend, target) == 200)
    }

    @Test func anAnswerThatIsMeantToBreakTheContractIsGiven() async throws {
        let backend = try await MockBackend.start(Self.shop)
        let wrong = try OneOffAnswer.json("[1]")
        #expect(throws: MockBackendError.self) { try backend.answer("getPromotions", wrong) }
        try backend.answer("getPromotions", wrong, force: true)
        let url = try #require(URL(string: try backend.url.absoluteString + "/api/home/get_promotions?user_id=1"))
        #expect(String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self) == "[1]")
    }

    @Test func mistakesAreToldWithTheRemedy() async throws {
        let missing = await #expect(throws: MockBackendError.self) { _ = try await MockBackend.start("Contracts/none") }
        #expect(missing?.description.contains("There is no contract 'Contracts/none'") == true)
        let backend = try await MockBackend.start(Self.shop)
        let unknown = await #expect(throws: MockBackendError.self) { try await backend.received("getPromotion") }
        #expect(unknown?.description.contains("getPromotions") == true)
        #expect(throws: MockBackendError.self) { try backend.answer("getPromotions", .json("[1]")) }
        #expect(throws: MockBackendError.self) { try backend.setState("/cart", to: "[") }
        let shape = #expect(throws: MockBackendError.self) { try backend.setState("/cart", to: "[1]") }
        #expect(shape?.message == "At /cart/0: found a number, expected an object.")
        let fault = #expect(throws: MockBackendError.self) { try backend.answer("login", .fault("boom")) }
        #expect(
            fault?.message == """
                there is no fault 'boom', found 'boom'.
                  there is no fault 'boom', expected one of 'close', 'expired-token', 'garbage', 'malformed-chunk', 'reset', 'stall', 'truncate', 'status'
                """)
        let remote = await #expect(throws: MockBackendError.self) {
            _ = try await MockBackend.start(contentsOf: try #require(URL(string: "https://shop.example/openapi.yaml")))
        }
        #expect(remote?.description.hasPrefix("https://shop.example/openapi.yaml is no file.") == true)
        #expect(throws: MockBackendError.self) { _ = try MockBackend.current }
        let name = await #expect(throws: MockBackendError.self) {
            _ = try await MockBackend.start(Self.shop, session: "a b")
        }
        #expect(name?.description.contains("cannot be a session's name") == true)
    }

    /// However many backends of it there are, and with whatever options.
    @Test func aContractIsReadOnce() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "shop-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let shop = try ContractPlace.find(Self.shop, above: #filePath)
        try FileManager.default.copyItem(at: URL(filePath: shop), to: folder)
        let first = try await MockBackend.start(contentsOf: folder)
        try FileManager.default.removeItem(at: folder)
        for seed in 1...3 as ClosedRange<UInt64> {
            let other = try await MockBackend.start(contentsOf: folder, options: .init(seed: seed))
            #expect(try await status(other, "/api/home/get_promotions?user_id=1") == 200)
            #expect(try other.url.port != first.url.port)
        }
    }

    @Test func aBrokenContractTellsEverythingThatIsWrong() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "broken-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try "openapi: 3.1.0\npaths: [".write(to: file, atomically: true, encoding: .utf8)
        let failure = await #expect(throws: MockBackendError.self) {
            _ = try await MockBackend.start(contentsOf: file)
        }
        #expect(failure?.description.contains("cannot be used") == true)
    }

    @Test(.mockBackend(shop)) func aTestHasABackendOfItsOwn() async throws {
        let backend = try MockBackend.current
        #expect(backend.requests.isEmpty)
        async let inherited = MockBackend.current.name
        #expect(try await inherited == backend.name)
    }

    @Test func aTestWhoseRequestsBreakTheContractFails() async throws {
        try await withKnownIssue {
            let trait: MockBackendTrait = .mockBackend(Self.shop, requiresConformance: true)
            let test = try #require(Test.current)
            try await trait.provideScope(for: test, testCase: nil) {
                _ = try await status(try MockBackend.current, "/api/home/get_promotions")
            }
        } matching: { issue in
            issue.sourceLocation == Test.current?.sourceLocation
                && issue.description.contains("the query parameter 'user_id' is missing")
        }
    }
}
