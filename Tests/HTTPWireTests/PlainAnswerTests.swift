// Requests that are answered from their bytes, as a raw socket sees it.

import HTTPExchange
import HTTPTypes
import Synchronization
import Testing

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct PlainAnswerTests {
    private static let large = Array(String(repeating: "{\"size\": 41}\n", count: 200).utf8)

    private static func response(_ target: String) -> PreparedResponse {
        PreparedResponse(
            Response(
                status: 200, headers: [.contentType: "application/json"],
                body: target.hasPrefix("/large") ? large : Array(target.utf8)))
    }

    /// A listener that answers from the bytes what does not start with `/slow`, and says so.
    private func listening<Result: Sendable>(
        _ body: @escaping @Sendable (inout RawClient.Conversation) async throws -> Result
    ) async throws -> (result: Result, glances: [String], told: Int) {
        let glances = Mutex<[String]>([])
        let told = Atomic(0)
        let listener = try await HTTPListener.start(
            .init(offersRepresentations: true),
            plain: { get in
                let target = String(decoding: get.bytes[get.target], as: UTF8.self)
                guard !target.hasPrefix("/slow") else { return nil }
                glances.withLock { $0.append(target) }
                return PlainExchange(get, Self.response(target)) { _ in told.add(1, ordering: .relaxed) }
            }
        ) { request in
            .later { OutgoingResponse(Self.response(request.target)) }
        }
        let result = try await RawClient.with(listener.address, body)
        await listener.shutdown()
        return (result, glances.withLock { $0 }, told.load(ordering: .relaxed))
    }

    @Test func answersKeepTheOrderOfRequests() async throws {
        let targets = ["/a", "/b?x=1", "/slow", "/c", "/large", "/slow?2", "/d"]
        let (answers, glances, told) = try await listening { client in
            try await client.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
            var answers: [String] = []
            for target in targets {
                let end = target == "/large" ? String(decoding: Self.large, as: UTF8.self) : target
                answers.append(try await client.receive(through: "\r\n\r\n" + end))
            }
            return answers
        }
        #expect(
            answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n") }, "\(answers)")
        // Behind what takes its time, requests wait their turn like all others.
        #expect(glances.prefix(2) == ["/a", "/b?x=1"])
        #expect(told == glances.count)
    }

    /// One from the bytes, and one that was read, byte for byte.
    @Test(arguments: ["/small", "/large"]) func bothWaysSayTheSame(_ target: String) async throws {
        let fields = ["", "Accept-Encoding: gzip\r\n"]
        for field in fields {
            let (answers, glances, _) = try await listening { client in
                try await client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\(field)\r\n")
                let first = try await client.receive(through: "\r\n\r\n")
                return first
            }
            let (others, none, _) = try await listening { client in
                try await client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\(field)X-Other: 1\r\n\r\n")
                return try await client.receive(through: "\r\n\r\n")
            }
            #expect(answers == others)
            #expect(glances == [target])
            #expect(none.isEmpty)
        }
    }
}
