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
    /// Whether the response has a field for one.
    package let hasOwnTag: Bool
    /// Whether the content is of a size and a kind that becomes much smaller, and is not compressed already.
    package let isWorthCompressing: Bool
    /// The field lines that tell caches and clients of the two above; the head does not have them.
    package let offer: [UInt8]

    /// Whether its content is server-sent events.
    package let isEventStream: Bool

    /// Content of fewer bytes fits into one packet as it is.
    package static let worthwhileSize = 1_024

    /// A response that says its own length.
    package convenience init(_ response: consuming Response) {
        let length = response.body.count
        self.init(response, length: length)
    }

    /// A backend's answer to a request of that method. One to HEAD tells the length that another to GET would have (RFC 9110,
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

    private init(_ response: consuming Response, length: Int?) {
        response.status = min(max(response.status, 100), 999)
        let hasContent = !PreparedResponse.hasNoContent(response.status)
        if !hasContent { response.body = [] }
        var head = MessageHead(status: response.status)
        for field in response.headers { head.add(field) }
        if head.framesMessage {
            response.headers.removeAll { $0.name.framesMessage }
        }
        if hasContent, let length {
            let field = HTTPField(name: .contentLength, value: String(length))
            response.headers[.contentLength] = field.value
            head.append(line: field)
        }
        self.head = head.bytes
        fieldBytes = head.fieldBytes
        hasDate = head.hasDate
        isEventStream = head.contentType?.utf8.starts(with: ServerSentEvent.mediaType.utf8) ?? false
        let own = head.entityTag.flatMap { EntityTag($0) }
        hasOwnTag = head.entityTag != nil
        entityTag = response.status == 200 && !response.body.isEmpty ? own ?? EntityTag(of: response.body) : nil
        isWorthCompressing =
            response.body.count >= PreparedResponse.worthwhileSize && !head.isEncoded
            && head.contentType.map { ContentCodings.isWorthwhile(contentType: $0) } ?? false
        var offer: [UInt8] = []
        for field in PreparedResponse.offer(hasOwnTag ? nil : entityTag, isWorthCompressing) {
            offer.append(line: field)
        }
        self.offer = offer
        self.response = response
    }

    package static func == (left: PreparedResponse, right: PreparedResponse) -> Bool {
        left === right || (left.response == right.response && left.head == right.head)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(head) }

    /// What `offer` says, as fields.
    package var offeredFields: [HTTPField] {
        PreparedResponse.offer(hasOwnTag ? nil : entityTag, isWorthCompressing)
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

/// The head of a response as it is written, and what its fields say of it.
private struct MessageHead {
    private(set) var bytes: [UInt8] = []
    private let statusLine: Int
    private var fields = 0
    /// Whether there were fields that say where the message and the connection end. They are not written.
    private(set) var framesMessage = false
    private(set) var hasDate = false
    private(set) var isEncoded = false
    private(set) var contentType: String?
    private(set) var entityTag: String?

    init(status: Int) {
        bytes.reserveCapacity(256)
        bytes.append(text: "HTTP/1.1 ")
        bytes.append(text: String(status))
        bytes.append(UInt8(ascii: " "))
        bytes.append(text: Response.phrase(of: status))
        bytes.appendLineEnd()
        statusLine = bytes.count
    }

    /// The bytes of all names and values.
    var fieldBytes: Int { bytes.count - statusLine - fields * ": \r\n".utf8.count }

    mutating func add(_ field: HTTPField) {
        switch field.name {
        case .contentType: contentType = contentType.map { $0 + ", " + field.value } ?? field.value
        case .eTag: entityTag = entityTag.map { $0 + ", " + field.value } ?? field.value
        case .contentEncoding: isEncoded = true
        case .date: hasDate = true
        case let name where name.framesMessage:
            framesMessage = true
            return
        default: break
        }
        append(line: field)
    }

    mutating func append(line field: HTTPField) {
        bytes.append(line: field)
        fields += 1
    }
}

extension HTTPField.Name {
    fileprivate var framesMessage: Bool {
        self == .contentLength || self == .transferEncoding || self == .connection
    }
}

extension [UInt8] {
    fileprivate mutating func append(line field: HTTPField) {
        append(text: field.name.rawName)
        append(UInt8(ascii: ":"))
        append(UInt8(ascii: " "))
        field.withUnsafeBytesOfValue { append(contentsOf: $0) }
        appendLineEnd()
    }

    fileprivate mutating func appendLineEnd() {
        append(UInt8(ascii: "\r"))
        append(UInt8(ascii: "\n"))
    }

    fileprivate mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }
}
