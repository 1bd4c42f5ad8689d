// The mock in the same process as a transport: what URLSession would make of its answers, on a clock that is passed in.

import Foundation
import HTTPExchange
import HTTPTypes
import Mocking
import ReferenceClient

/// Asks a mock and carries out how its answer leaves: when it comes, and how it breaks off.
struct MockTransport: Transport {
    let mock: Mock
    let clock: AppClock
    /// Seconds without a byte after which a client gives up.
    var timeout: TimeInterval = 60
    /// The session of the mock that the requests belong to; nil for that of all who name none.
    var session: String?

    func send(_ call: HTTPCall) async throws -> HTTPStream {
        try Task.checkCancellation()
        let answer = mock.answer(try request(call))
        try await wait(seconds(answer.delivery.firstByte))
        let response = answer.response.response
        let slices = answer.delivery.pace.slices(head: answer.response.head.count, content: response.body.count)
        var content = response.body[...]
        var failure: (any Error)?
        switch answer.delivery.ending {
        case .complete, .close: break
        case .unanswered(let end): try await fail(end, hasHead: false)
        case .garbage: throw URLError(.badServerResponse)
        case .cutShort(let bytes, let end):
            // An answer without content is whole once its head is there, unless it comes in chunks.
            if !content.isEmpty || end == .malformedChunk {
                content = content.prefix(bytes)
                do { try await fail(end, hasHead: true) } catch { failure = error }
            }
        }
        var due = 0.0
        for slice in slices {
            try await wait(seconds(slice.due) - due)
            due = seconds(slice.due)
        }
        var headers: HTTPHeaders = [:]
        headers.fields = response.headers.map { .init($0.name.rawName, $0.value) }
        let (body, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        if !content.isEmpty { continuation.yield(Data(content)) }
        continuation.finish(throwing: failure)
        return HTTPStream(status: response.status, headers: headers, body: body)
    }

    private func request(_ call: HTTPCall) throws -> Request {
        guard let method = HTTPRequest.Method(rawValue: call.method) else { throw URLError(.badURL) }
        var headers = HTTPFields()
        for field in call.headers.fields {
            guard let name = HTTPField.Name(field.name) else { throw URLError(.badURL) }
            headers.append(HTTPField(name: name, value: field.value))
        }
        var body: [UInt8] = []
        switch call.body {
        case .none: break
        case .data(let data): body = Array(data)
        // The client's three contracts have neither.
        case .file, .stream: throw URLError(.unsupportedURL)
        }
        let prefix = session.map { "/_counterpart/sessions/\($0)" } ?? ""
        return Request(method: method, target: prefix + call.target, headers: headers, body: body)
    }

    private func wait(_ time: TimeInterval) async throws {
        guard time > 0 else { return }
        guard time < timeout else {
            try await clock.sleep(timeout)
            throw URLError(.timedOut)
        }
        try await clock.sleep(time)
    }

    private func fail(_ end: Delivery.Break, hasHead: Bool) async throws {
        switch end {
        case .stall:
            try await clock.sleep(timeout)
            throw URLError(.timedOut)
        case .close, .reset, .malformedChunk: throw URLError(.networkConnectionLost)
        }
    }
}

private func seconds(_ duration: Duration) -> TimeInterval {
    let (seconds, attoseconds) = duration.components
    return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
}
