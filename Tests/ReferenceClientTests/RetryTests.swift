// What is sent again, when, and what is not.

import Foundation
import Testing

@testable import ReferenceClient

@Suite struct RetryTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = "GET"
        var operation = "list"
        /// One for each call; the last stands for all that follow.
        let answers: [Result<HTTPReply, URLError>]
        let calls: Int
        let waits: [TimeInterval]
    }

    static func failed(_ code: URLError.Code) -> Result<HTTPReply, URLError> { .failure(URLError(code)) }
    static func status(_ status: Int, _ headers: HTTPHeaders = [:]) -> Result<HTTPReply, URLError> {
        .success(HTTPReply(status, headers))
    }

    @Test(arguments: [
        Case(testDescription: "what succeeds is sent once", answers: [status(200)], calls: 1, waits: []),
        Case(
            testDescription: "a lost connection, with longer and longer waits",
            answers: [failed(.networkConnectionLost)],
            calls: 3, waits: [0.5, 1]),
        Case(testDescription: "a time-out", answers: [failed(.timedOut), status(200)], calls: 2, waits: [0.5]),
        Case(testDescription: "no network is no use", answers: [failed(.notConnectedToInternet)], calls: 1, waits: []),
        Case(testDescription: "cancelled is the end", answers: [failed(.cancelled)], calls: 1, waits: []),
        Case(
            testDescription: "503 with Retry-After", answers: [status(503, ["Retry-After": "2"]), status(200)],
            calls: 2,
            waits: [2]),
        Case(
            testDescription: "429 until a moment",
            answers: [status(429, ["retry-after": "Thu, 10 Sep 2026 00:26:50 GMT"]), status(200)], calls: 2, waits: [10]
        ),
        Case(
            testDescription: "a moment that has passed",
            answers: [status(429, ["Retry-After": "Thu, 10 Sep 2020 00:00:00 GMT"]), status(200)], calls: 2, waits: [0]),
        Case(
            testDescription: "a server that wants an hour is not waited for",
            answers: [status(503, ["Retry-After": "3600"])], calls: 1, waits: []),
        Case(
            testDescription: "what is no Retry-After", answers: [status(503, ["Retry-After": "soon"]), status(200)],
            calls: 2, waits: [0.5]),
        Case(
            testDescription: "500, then 502, then all is well", answers: [status(500), status(502), status(200)],
            calls: 3, waits: [0.5, 1]),
        Case(testDescription: "401 stands", answers: [status(401)], calls: 1, waits: []),
        Case(testDescription: "501 stands", answers: [status(501)], calls: 1, waits: []),
        Case(
            testDescription: "what may add twice is not repeated", method: "POST", operation: "addToCart",
            answers: [status(503, ["Retry-After": "1"])], calls: 1, waits: []),
        Case(
            testDescription: "what may remove twice is not repeated", method: "POST", operation: "removeFromCart",
            answers: [failed(.networkConnectionLost)], calls: 1, waits: []),
        Case(
            testDescription: "a like may come twice", method: "POST", operation: "likeProduct",
            answers: [failed(.timedOut), status(200)], calls: 2, waits: [0.5]),
    ])
    func repeats(test: Case) async throws {
        let time = StagedTime()
        let server = StagedServer { _, number in try test.answers[min(number, test.answers.count - 1)].get() }
        let policy = RetryPolicy(repeatableOperations: Shop.repeatableOperations, random: { 0 })
        let transport = server.with([.retrying(policy, clock: time.clock)])
        let call = HTTPCall(operation: test.operation, method: test.method, target: "/")
        let reply = try? await transport.send(call).collected()
        #expect(server.calls.count == test.calls)
        #expect(time.waits == test.waits)
        let last = test.answers[min(test.calls, test.answers.count) - 1]
        #expect(reply?.status == (try? last.get().status))
    }

    @Test func aBodyThatBreaksOffIsAFailedAttempt() async throws {
        let time = StagedTime()
        let broken = ClosureTransport(streaming: { _ in
            HTTPStream(
                status: 200,
                body: AsyncThrowingStream {
                    $0.yield(Data("[".utf8))
                    $0.finish(throwing: URLError(.networkConnectionLost))
                })
        })
        let transport = broken.with([.retrying(RetryPolicy(random: { 0.5 }), clock: time.clock)])
        await #expect(throws: URLError.self) {
            try await transport.send(HTTPCall(method: "GET", target: "/")).collected()
        }
        #expect(time.waits == [0.375, 0.75])
    }

    @Test func aBodyThatCanBeSentOnceIsSentOnce() async throws {
        let server = StagedServer(HTTPReply(503))
        let transport = server.with([.retrying(RetryPolicy(), clock: StagedTime().clock)])
        let body = AsyncThrowingStream<Data, any Error> { $0.finish() }
        _ = try await transport.send(HTTPCall(method: "GET", target: "/", body: .once(body)))
        #expect(server.calls.count == 1)
    }

    @Test func aCancelledTaskDoesNotWaitAndEndsItsRequest() async throws {
        let (started, go) = AsyncStream<Void>.makeStream()
        let server = StagedServer { _, _ in
            go.yield()
            // No answer before the task is cancelled.
            try await Task.sleep(for: .seconds(600))
            return HTTPReply(200, json: "[]")
        }
        let session = ShopSession(
            user: ShopUser(id: 1, name: ""),
            api: SneakerShop.Client(
                transport: server, middleware: [.retrying(RetryPolicy(), clock: StagedTime().clock)]),
            database: MemoryDatabase())
        let task = Task { () -> ClientError? in
            do throws(ClientError) {
                _ = try await session.cart()
                return nil
            } catch { return error }
        }
        for await _ in started { break }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(server.calls.count == 1)
    }

    @Test(arguments: [
        (URLError.Code.notConnectedToInternet, ClientError.noNetwork), (.cannotConnectToHost, .noNetwork),
        (.cannotFindHost, .noNetwork), (.dnsLookupFailed, .noNetwork), (.timedOut, .timedOut),
        (.networkConnectionLost, .connectionLost), (.badServerResponse, .connectionLost),
        (.cannotParseResponse, .connectionLost), (.cancelled, .cancelled),
    ])
    func eachFailureOfTheNetworkHasItsError(code: URLError.Code, expected: ClientError) {
        #expect(ClientError(.transport(operation: "cart", underlying: URLError(code))) == expected)
    }

    @Test func everyErrorIsASentence() {
        let errors: [ClientError] = [
            .refused(.unknownUser), .noNetwork, .timedOut, .connectionLost, .busy(retryAfter: nil),
            .busy(retryAfter: 1), .busy(retryAfter: 61), .busy(retryAfter: 300), .busy(retryAfter: 1e12),
            .serverFailed(status: 500), .undocumented(operation: "cart", status: 418),
            .contractBroken(operation: "cart", place: "$[0]", reason: "no id"), .storage("full"), .cancelled,
        ]
        let failures = errors.map { ScreenFailure($0) }
        #expect(Set(failures.map(\.message)).count == errors.count)
        #expect(failures.map(\.canRetry).map { $0 ? "y" : "n" }.joined() == "nyyyyyyyyyynny")
        #expect(failures[6].message.hasSuffix("61 seconds.") && failures[7].message.hasSuffix("5 minutes."))
    }
}
