// A response together with the bytes that say it in HTTP/1.1, made once and sent often.

package import HTTPTypes

/// A response whose message head is already serialised (RFC 9112). What differs from one sending to the next is added by the
/// sender: `Date`, `Connection` and the empty line. The framing is made here, from the body; the response's own is dropped. A class,
/// because the same one is handed around for many requests.
package final class PreparedResponse: Hashable, Sendable {
    package let response: Response
    /// Status line and field lines, each with its CRLF, without the empty line that ends the head.
    package let head: [UInt8]
    /// The bytes of all names and values of its fields.
    package let fieldBytes: Int
    /// Whether the fields above name a `Date`.
    package let hasDate: Bool
    /// Of the content, or the one that the response has of its own. Nil for all but a 200 with content.
    package let entityTag: EntityTag?
    /// Whether the content is of a size and a kind that becomes much smaller, and is not compressed already.
    package let isWorthCompressing: Bool
    /// The field lines that tell caches and clients of the two above; the head does not have them.
    package let offer: [UInt8]

    /// Whether its content is server-sent events.
    package let isEventStream: Bool

    /// Content of fewer bytes fits into one packet as it is.
    package static let worthwhileSize = 1_024

    package convenience init(_ response: Response) { self.init(response, length: response.body.count) }

    /// Somebody else's answer to a request of that method. One to HEAD tells the length that another to GET would have (RFC 9110,
    /// section 8.6), or none.
    package convenience init(_ response: Response, to method: HTTPRequest.Method) {
        let length = response.headers[.contentLength].flatMap { Int($0) }
        self.init(response, length: method == .head ? length : response.body.count)
    }

    /// The head of an answer whose content comes in parts. Where their length is not known, what ends them is for the connection to
    /// say.
    package convenience init(streaming response: Response, length: Int?) {
        self.init(Response(status: response.status, headers: response.headers), length: length)
    }

    private init(_ response: Response, length: Int?) {
        var framed = response
        framed.status = min(max(response.status, 100), 999)
        framed.headers[.transferEncoding] = nil
        framed.headers[.connection] = nil
        framed.headers[.contentLength] = nil
        if PreparedResponse.hasNoContent(framed.status) {
            framed.body = []
        } else {
            framed.headers[.contentLength] = length.map { String($0) }
        }
        var head: [UInt8] = []
        head.reserveCapacity(256)
        head += "HTTP/1.1 \(framed.status) \(Response.phrase(of: framed.status))\r\n".utf8
        let statusLine = head.count
        for field in framed.headers { head.append(line: field) }
        self.response = framed
        self.head = head
        fieldBytes = head.count - statusLine - framed.headers.count * ": \r\n".utf8.count
        hasDate = framed.headers.contains(.date)
        let type = framed.headers.value(.contentType)
        isEventStream = type?.utf8.starts(with: ServerSentEvent.mediaType.utf8) ?? false
        let own = framed.headers.value(.eTag).flatMap { EntityTag($0) }
        entityTag = framed.status == 200 && !framed.body.isEmpty ? own ?? EntityTag(of: framed.body) : nil
        isWorthCompressing =
            framed.body.count >= PreparedResponse.worthwhileSize && !framed.headers.contains(.contentEncoding)
            && type.map { ContentCodings.isWorthwhile(contentType: $0) } ?? false
        offer = PreparedResponse.offer(own == nil ? entityTag : nil, isWorthCompressing).reduce(into: []) {
            $0.append(line: $1)
        }
    }

    package static func == (left: PreparedResponse, right: PreparedResponse) -> Bool {
        left === right || (left.response == right.response && left.head == right.head)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(head) }

    /// What `offer` says, as fields.
    package var offeredFields: [HTTPField] {
        PreparedResponse.offer(response.headers[.eTag] == nil ? entityTag : nil, isWorthCompressing)
    }

    private static func offer(_ entityTag: EntityTag?, _ isWorthCompressing: Bool) -> [HTTPField] {
        (entityTag.map { [HTTPField(name: .eTag, value: $0.description)] } ?? [])
            + (isWorthCompressing ? [HTTPField(name: .vary, value: "Accept-Encoding")] : [])
    }

    /// Statuses whose message ends with its head (RFC 9110, sections 15.2, 15.3.5 and 15.4.5).
    package static func hasNoContent(_ status: Int) -> Bool {
        status < 200 || status == 204 || status == 304
    }
}

extension [UInt8] {
    fileprivate mutating func append(line field: HTTPField) {
        self += field.name.rawName.utf8
        self += ": ".utf8
        field.withUnsafeBytesOfValue { self += $0 }
        self += "\r\n".utf8
    }
}
