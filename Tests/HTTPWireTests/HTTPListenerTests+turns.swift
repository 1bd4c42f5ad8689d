// Answers that are made away from the event loop, in their turn.

import HTTPExchange
import Testing

@testable import HTTPWire

extension HTTPListenerTests {
    @Test func whatIsBehindAnAnswerInTurnIsAskedWhenThatIsKnown() async throws {
        let gate = Gate()
        let asked = Recorder<String>()
        var configuration = HTTPListener.Configuration()
        configuration.eventLoops = 1
        let listener = try await HTTPListener.start(configuration) { request in
            asked.record(request.target)
            let answer = OutgoingResponse(
                PreparedResponse(Response(status: 200, body: Array(request.target.utf8))))
            guard request.target == "/slow" else { return .now(answer) }
            return .inTurn {
                await gate.wait()
                return answer
            }
        }
        let address = listener.address
        try await RawClient.with(address) { client in
            try await client.send(["/slow", "/next"].map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined())
            #expect(await asked.first() == "/slow")
            // Other connections of the same event loop go on.
            _ = try await RawClient.with(address) { other in
                try await other.send("GET /other HTTP/1.1\r\nHost: h\r\n\r\n")
                return try await other.receive(through: "/other")
            }
            #expect(asked.values == ["/slow", "/other"])
            gate.open()
            _ = try await client.receive(through: "/slow")
            _ = try await client.receive(through: "/next")
        }
        #expect(asked.values == ["/slow", "/other", "/next"])
        await listener.shutdown()
    }
}
