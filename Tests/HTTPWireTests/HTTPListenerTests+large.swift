// Answers that are too large to be copied for each client.

import Foundation
import HTTPExchange
import Testing

@testable import HTTPWire

extension HTTPListenerTests {
    private static let large = PreparedResponse(
        Response(status: 200, body: Array(repeating: UInt8(ascii: "x"), count: 8 << 20)))

    @Test func aLargeAnswerArrivesWholeAndTheNextBehindIt() async throws {
        let delivered = Recorder<Delivered>()
        let answers = try await listening(handler: { request in
            request.target == "/large"
                ? .now(OutgoingResponse(Self.large) { delivered.record($0) })
                : .now(OutgoingResponse(PreparedResponse(Response(status: 204))))
        }) { listener in
            try await RawClient.with(listener.address) { client in
                try await client.send(
                    "GET /large HTTP/1.1\r\nHost: h\r\n\r\nHEAD /large HTTP/1.1\r\nHost: h\r\n\r\n"
                        + "GET /next HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                return try await client.receiveAll()
            }
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(8 << 20)\r\n\r\n"
        #expect(
            answers.utf8.count == 2 * head.utf8.count + 8 << 20
                + "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8.count)
        #expect(answers.hasSuffix("xx" + head + "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"))
        #expect(delivered.values.map(\.reachedClient) == [true, true])
    }

    #if os(Linux)
    @Test func clientsThatDoNotReadHoldNoCopiesOfIt() async throws {
        func resident() throws -> Int {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
            return (Int(pages) ?? 0) * 4_096
        }
        let asked = Recorder<String>()
        let listener = try await HTTPListener.start(.init()) { request in
            asked.record(request.target)
            return .now(OutgoingResponse(Self.large))
        }
        let address = listener.address
        let before = try resident()
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    try await RawClient.with(address) { client in
                        try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                        await gate.wait()
                    }
                }
            }
            while asked.values.count < 30 { try await Task.sleep(for: .milliseconds(10)) }
            // 240 MB, if each had its copy.
            #expect(try resident() - before < 100 << 20)
            gate.open()
            try await group.waitForAll()
        }
        await listener.shutdown()
    }
    #endif
}
