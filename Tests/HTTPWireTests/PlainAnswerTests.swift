// Requests that are answered from their bytes, as a raw socket sees it.

import HTTPExchange
import HTTPTypes
import Synchronization
import Testing

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct PlainAnswerTests {
    private static let large = Array(String(repeating: "{\"size\": 41}\n", count: 200).utf8)

    private static func response(_ target: String) -> PreparedResponse {
        let isLarge = target.hasPrefix("/large")
        var fields: HTTPFields = [.contentType: "application/json"]
        if target == "/large/own" { fields[.eTag] = "\"7\"" }
        if target == "/dated" { fields[.date] = "Sun, 06 Nov 1994 08:49:37 GMT" }
        return PreparedResponse(
            Response(
                status: target == "/missing" ? 404 : target == "/none" ? 204 : 200, headers: fields,
                body: isLarge ? large : Array(target.utf8)))
    }

    /// A listener that answers from the bytes what does not start with `/slow`, and says so; or nothing, like all others.
    private func listening<Result: Sendable>(
        fromBytes: Bool = true, _ body: (BackendURL) async throws -> Result
    ) async throws -> (result: Result, glances: [String], told: Int) {
        let glances = Mutex<[String]>([])
        let told = Atomic(0)
        let known = Mutex<[String: PreparedResponse]>([:])
        let prepared = { @Sendable (target: String) in
            known.withLock { known in
                let response = known[target] ?? Self.response(target)
                known[target] = response
                return response
            }
        }
        let listener = try await HTTPListener.start(
            .init(offersRepresentations: true),
            plain: { get in
                let target = get.text(get.target)
                guard fromBytes, !target.hasPrefix("/slow") else { return nil }
                glances.withLock { $0.append(target) }
                return PlainExchange(get, prepared(target)) { _, _ in told.add(1, ordering: .relaxed) }
            }
        ) { request in
            let answer = OutgoingResponse(prepared(request.target))
            return request.target.hasPrefix("/slow") ? .later { answer } : .now(answer)
        }
        let result = try await body(listener.address)
        await listener.shutdown()
        return (result, glances.withLock { $0 }, told.load(ordering: .relaxed))
    }

    @Test func answersKeepTheOrderOfRequests() async throws {
        let targets = ["/a", "/b?x=1", "/slow", "/c", "/large", "/slow?2", "/d"]
        let (answers, glances, told) = try await listening { address in
            try await RawClient.with(address) { client in
                try await client.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
                var answers: [String] = []
                for target in targets {
                    let end = target == "/large" ? String(decoding: Self.large, as: UTF8.self) : target
                    answers.append(try await client.receive(through: "\r\n\r\n" + end))
                }
                return answers
            }
        }
        #expect(
            answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n") }, "\(answers)")
        // Behind what takes its time, requests wait their turn like all others.
        #expect(glances.prefix(2) == ["/a", "/b?x=1"])
        #expect(told == glances.count)
    }

    private static let tag = EntityTag(of: large)
    private static let fields =
        [
            "", "Accept: application/json", "Accept-Encoding: gzip", "Accept-Encoding: gzip, deflate, br",
            "Accept-Encoding: gzip;q=0", "accept-encoding: br", "Accept-Encoding: identity;q=0.1, *;q=0.5",
            "Accept-Encoding: gzip\r\nAccept-Encoding: br", "If-None-Match: \(tag)", "If-None-Match: W/\(tag)",
            "If-None-Match: \(tag.compressed)", "If-None-Match: *", "If-None-Match: \"x\", \(tag)",
            "If-None-Match: \"x\"", "If-None-Match: broken", "If-None-Match: \"7\"", "If-Match: \"7\"",
            "If-Match: \(tag)", "If-Match: \(tag.compressed)", "If-Match: \"x\"", "If-Match: *",
            "If-None-Match: \(tag)\r\nIf-None-Match: *", "If-Match: \"x\"\r\nIf-None-Match: *",
            "Accept-Encoding: gzip\r\nIf-None-Match: \(tag.compressed)",
            "Accept-Encoding: gzip\r\nIf-None-Match: \"x\"",
        ]

    /// From the bytes, and read like all others: whatever stands in the fields, everything is the same byte for byte, the first time and
    /// when it was made before.
    @Test(arguments: ["/small", "/large", "/large/own", "/missing", "/none", "/dated"])
    func bothWaysSayTheSame(_ target: String) async throws {
        let requests = (Self.fields + Self.fields).map { field in
            "GET \(target) HTTP/1.1\r\nHost: h\r\n\(field)\(field.isEmpty ? "" : "\r\n")\r\n"
        }
        let talk = { (address: BackendURL) in
            var answers: [String] = []
            for request in requests {
                let answer = try await RawClient.with(address) { client in
                    try await client.send(request)
                    client.finishSending()
                    return try await client.receiveAllBytes()
                }
                answers.append(String(decoding: answer, as: UTF8.self).withoutDates)
            }
            return answers
        }
        let (answers, glances, told) = try await listening(talk)
        let (others, none, _) = try await listening(fromBytes: false, talk)
        #expect(answers == others)
        // Those with a field twice are not plain.
        #expect(glances == Array(repeating: target, count: requests.count - 4))
        #expect(told == glances.count)
        #expect(none.isEmpty)
    }
}

extension String {
    fileprivate var withoutDates: String { replacing(/Date: [^\r]* GMT\r\n/, with: "Date\r\n") }
}
