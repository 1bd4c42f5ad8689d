// A recording as exchanges that can be judged: what a HAR file says of each, and what it leaves unsaid.

import VerificationReports
import JSONValues
import HTTPExchange
package import Archives
import HTTPTypes

/// The exchanges of a HAR file, in the order in which they began.
package struct Recording: Sendable {
    /// As findings call it: `shop.har`.
    package let name: String
    let exchanges: [RecordedExchange]
    /// How many entries have no answer that the API gave: none at all, 101, or a 304 from a cache (RFC 9110, section 15.4.5).
    let unanswered: Int

    /// - Parameter name: what messages call the file.
    package init(name: String, _ har: HAR) {
        self.name = name
        let all = har.entries.enumerated().compactMap { index, entry in
            RecordedExchange(name: "entry \(index + 1) of \(name)", entry)
        }
        // Files list entries by when they began or by when they ended, as the tool pleased.
        let isTimed = all.allSatisfy { $0.began != nil }
        exchanges =
            isTimed
            ? all.enumerated().sorted { ($0.element.began ?? 0, $0.offset) < ($1.element.began ?? 0, $1.offset) }
                .map(\.element)
            : all
        unanswered = har.entries.count - all.count
    }
}

struct RecordedExchange: Sendable {
    /// `entry 3 of shop.har`
    let name: String
    /// `https://shop.example`; nil where the file has no absolute URL.
    let origin: String?
    /// The session of a mock that it was with: each has a state of its own.
    let session: String?
    /// As it was sent, and without what names the session.
    let sent: Request
    let request: Request
    let response: Response
    /// How long the answer took; nil where the file does not say.
    let elapsed: Duration?
    /// In seconds since 1970.
    let began: Double?
    /// Which parts of the exchange the file has; tools leave bodies out that are large, and fields that are secret.
    let knows: Parts

    struct Parts: OptionSet, Sendable {
        let rawValue: UInt8
        static let requestFields = Parts(rawValue: 1)
        static let requestBody = Parts(rawValue: 2)
        static let responseFields = Parts(rawValue: 4)
        static let responseBody = Parts(rawValue: 8)
    }

    init?(name: String, _ entry: HAR.Entry) {
        guard var response = entry.response.response, response.status >= 200 else { return nil }
        var request = entry.request.request
        let isFromCache =
            response.status == 304
            && (request.headers[.ifNoneMatch] != nil || request.headers[.ifModifiedSince] != nil)
        if isFromCache { return nil }
        var knows: Parts = []
        if !entry.request.headers.isEmpty { knows.insert(.requestFields) }
        if !entry.response.headers.isEmpty { knows.insert(.responseFields) }
        if entry.request.hasBody(of: request) { knows.insert(.requestBody) }
        if entry.response.hasBody { knows.insert(.responseBody) }
        if request.headers[.contentType] == nil, let type = entry.request.body?.mimeType, !type.isEmpty {
            request.headers[.contentType] = type
        }
        if entry.response.headers.isEmpty, !entry.response.body.mimeType.isEmpty {
            response.headers[.contentType] = entry.response.body.mimeType
        }
        self.name = name
        sent = request
        do throws(SessionRequest.InvalidName) {
            let named = try SessionRequest(request)
            session = named.session
            self.request = named.request
        } catch {
            session = nil
            self.request = request
        }
        self.response = response
        self.knows = knows
        origin = entry.request.origin
        elapsed = entry.answerTime.map { GivenNumber.milliseconds($0) }
        began = entry.started.flatMap { DateTime($0) }.map {
            Double($0.secondsSinceEpoch) + Double($0.time.nanosecond) / 1_000_000_000
        }
    }

    /// When the answer was there, in seconds since 1970.
    var ended: Double? { began.map { $0 + (elapsed.map { $0 / .seconds(1) } ?? 0) } }
}

extension HAR.Entry {
    /// Milliseconds from the last byte of the request to the last of the response.
    fileprivate var answerTime: Double? {
        if let wait = timings.wait { return wait.double + (timings.receive?.double ?? 0) }
        return time.map(\.double).flatMap { $0 >= 0 ? $0 : nil }
    }
}

extension HAR.Message.Request {
    /// Whether the file has all that was sent, if that was nothing.
    fileprivate func hasBody(of request: Request) -> Bool {
        if let body { return body.bytes != nil || !body.parameters.isEmpty }
        if let bodySize, bodySize.double > 0 { return false }
        if let length = request.headers[.contentLength] { return length == "0" }
        return request.headers[.contentType] == nil
    }
}

extension HAR.Message.Response {
    fileprivate var hasBody: Bool {
        guard let bytes = body.bytes else { return false }
        // Text that is empty beside a size that is not was left out.
        return !bytes.isEmpty || (body.size?.double ?? 0) <= 0
    }
}
