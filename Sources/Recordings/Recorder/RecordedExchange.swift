// An exchange that is to be recorded.

package import JSONValues
import JSONSchema
package import HTTPExchange
package import Archives
import HTTPTypes

/// A request to a backend, and its response.
package struct RecordedExchange: Sendable {
    /// What became of the request.
    package enum Outcome: Sendable {
        case response(MeasuredResponse)
        case noResponse(NoResponse, after: Duration)
    }

    /// When the request began to arrive.
    package var started: DateTime
    /// `https://shop.example`, before the target.
    package var origin: String
    /// The request as the backend got it.
    package var request: Request
    /// The response, or why there is none.
    package var outcome: Outcome
    /// Why a body is not whole; nil where it is.
    package var requestGap: ContentGap?
    /// What is missing of the response's content; nil where it is whole.
    package var responseGap: ContentGap?

    package init(
        started: DateTime, origin: String, request: Request, requestGap: ContentGap? = nil, outcome: Outcome,
        responseGap: ContentGap? = nil
    ) {
        self.started = started
        self.origin = origin
        self.request = request
        self.requestGap = requestGap
        self.outcome = outcome
        self.responseGap = responseGap
    }

    /// An estimate of its size in memory, in bytes.
    var cost: Int {
        let answer = if case .response(let measured) = outcome { measured.response.body.count } else { 0 }
        return 2_048 + request.target.utf8.count + request.body.count + answer
    }

    /// - Parameter bodyLimit: bytes of a body; a larger one is left out, and its size noted.
    package func entry(bodyLimit: Int) -> HAR.Entry {
        switch outcome {
        case .response(let measured):
            var entry = HAR.Entry(
                started: HAR.timestamp(started), origin: origin, request: request, response: measured.response,
                timings: HAR.Timings(measured.timings))
            entry.time = HAR.milliseconds(measured.timings.total)
            entry.request.httpVersion = measured.httpVersion
            entry.response.httpVersion = measured.httpVersion
            entry.response.body = Self.unpacked(
                entry.response.body, measured.response.body, measured.response.headers, responseGap, limit: bodyLimit)
            if let responseGap { entry.response.bodySize = JSONNumber(responseGap.bytes) }
            if case .brokenOff(let message)? = responseGap?.reason {
                entry.response.others["_error"] = .string(message)
            }
            if request.method == .head { entry.response.body.size = JSONNumber(0) }
            addRequestBody(to: &entry, limit: bodyLimit)
            return entry
        case .noResponse(let failure, let elapsed):
            var entry = HAR.Entry(
                started: HAR.timestamp(started), origin: origin, request: request, response: Response(status: 0),
                timings: HAR.Timings(blocked: HAR.milliseconds(elapsed)))
            entry.time = HAR.milliseconds(elapsed)
            addRequestBody(to: &entry, limit: bodyLimit)
            // Chromium writes the same.
            entry.response.others["_error"] = .string(failure.message)
            return entry
        }
    }

    private func addRequestBody(to entry: inout HAR.Entry, limit: Int) {
        if let requestGap {
            entry.request.bodySize = JSONNumber(requestGap.bytes)
            if entry.request.body == nil {
                entry.request.body = HAR.Message.Body(mimeType: request.headers[.contentType] ?? "")
            }
        }
        entry.request.body = entry.request.body.map {
            Self.unpacked($0, request.body, request.headers, requestGap, limit: limit)
        }
    }

    /// The content as it is without its coding, which is how recordings have it.
    private static func unpacked(
        _ body: HAR.Message.Body, _ bytes: [UInt8], _ headers: HTTPFields, _ gap: ContentGap?, limit: Int
    ) -> HAR.Message.Body {
        var body = body
        var bytes = bytes
        if let gap = gap ?? (bytes.count > limit ? ContentGap(.larger, bytes: bytes.count) : nil) {
            // What is made of lines is good up to the last whole one, and ends where its reader leaves.
            guard gap.reason == .clientLeft, body.isOfLines, headers[.contentEncoding] == nil,
                let end = bytes.lastIndex(of: UInt8(ascii: "\n"))
            else {
                body.leaveOut("cut: \(gap.description(limit: limit))")
                body.others["_cut"] = .number(JSONNumber(gap.bytes))
                if body.size != nil { body.size = JSONNumber(gap.bytes) }
                return body
            }
            bytes.removeSubrange((end + 1)...)
            body.others["comment"] = .string(gap.description(limit: limit))
        }
        switch ContentCoding.decode(bytes, headers, limit: limit) {
        case .plain(let plain):
            if plain.count != bytes.count {
                body.others["compression"] = .number(JSONNumber(plain.count - bytes.count))
            }
            body.content = .bytes(plain)
            if body.size != nil { body.size = JSONNumber(plain.count) }
        case .opaque(let obstacle):
            body.leaveOut("left out: \(obstacle)")
        }
        return body
    }
}

extension HAR.Message.Body {
    fileprivate mutating func leaveOut(_ reason: String) {
        content = .missing
        others["comment"] = .string(reason)
    }
}
