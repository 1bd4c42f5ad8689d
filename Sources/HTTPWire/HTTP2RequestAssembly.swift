// From the header fields and content of a stream to a request.

import HTTPExchange
import HTTPTypes
import NIOHPACK

/// What a stream of HTTP/2 has brought so far (RFC 9113, section 8.3.1).
struct HTTP2RequestAssembly {
    private(set) var request: Request?
    private let limits: ListenerLimits
    private let streamsContent: Bool
    private let takesOffCodings: Bool
    /// Whether it is one of HEAD, whose answer has no content.
    private(set) var isHead = false
    /// Whether its content is not collected here.
    private(set) var isStreamed = false
    /// The content that has come, until the stream ends.
    private let memory = MemoryShare()

    init(limits: ListenerLimits, streamsContent: Bool = false, takesOffCodings: Bool = false) {
        self.limits = limits
        self.streamsContent = streamsContent
        self.takesOffCodings = takesOffCodings
    }

    /// The head; false where the client waits for `100 Continue` no longer than it likes to. Trailers are dropped.
    mutating func receive(_ headers: HPACKHeaders) throws(Refused) {
        guard request == nil else { return }
        var (method, path, authority) = ("", "", "")
        var fields = HTTPFields()
        fields.reserveCapacity(headers.count)
        var cookies: [String] = []
        var size = 0
        for (name, value, _) in headers {
            size += name.utf8.count + value.utf8.count
            switch name {
            case ":method": method = value
            case ":path": path = value
            case ":authority": authority = value
            // One line again, as in HTTP/1.1 (section 8.2.3).
            case "cookie": cookies.append(value)
            default:
                guard !name.hasPrefix(":") else { continue }
                guard let name = HTTPField.Name(name) else {
                    throw Refused(.malformed("a header field has a character that is not allowed there"))
                }
                fields.append(HTTPField(name: name, value: value))
            }
        }
        isHead = method == "HEAD"
        if !cookies.isEmpty { fields.append(HTTPField(name: .cookie, value: cookies.joined(separator: "; "))) }
        guard path.utf8.count <= limits.head else { throw Refused(.targetTooLong(limit: limits.head)) }
        guard size <= limits.head, fields.count + cookies.count <= limits.headerFields else {
            throw Refused(.headTooLarge(limits))
        }
        if let host = HTTPField.Name("Host") {
            // Two that differ would be two requests, for who reads the one and for who reads the other (section 8.3.1).
            guard fields[values: host].allSatisfy({ authority.isEmpty || $0.lowercased() == authority.lowercased() })
            else { throw Refused(.malformed("its Host is another than its authority")) }
            if !authority.isEmpty { fields[host] = authority }
            guard HostField.isValid(fields[host] ?? "") else { throw Refused(.badHost) }
        }
        guard let method = HTTPRequest.Method(rawValue: method) else { throw Refused(.unknownMethod) }
        guard method != .connect else { throw Refused(.tunnel) }
        guard path.hasPrefix("/") || path == "*" else {
            throw Refused(.malformed("its path does not begin with a slash"))
        }
        guard !path.utf8.contains(UInt8(ascii: "#")) else { throw Refused(.fragment) }
        if let expectation = fields[.expect], expectation.lowercased() != "100-continue" {
            throw Refused(.unsupportedExpectation(expectation))
        }
        // Without a length there may be any content (section 8.1.1).
        isStreamed = streamsContent && (fields.announcesLongContent || fields[.contentLength] == nil)
        if !isStreamed, let length = fields[.contentLength].flatMap({ Int($0) }), length > limits.body {
            throw Refused(.bodyTooLarge(limit: limits.body))
        }
        request = Request(method: method, target: path, headers: fields)
    }

    mutating func receive(_ content: some Collection<UInt8>) throws(Refused) {
        guard let count = request?.body.count else { return }
        guard count + content.count <= limits.body else { throw Refused(.bodyTooLarge(limit: limits.body)) }
        guard memory.grow(by: content.count) else { throw Refused(.memoryInUse) }
        request?.body += content
    }

    /// Nothing more comes.
    mutating func end() throws(Refused) {
        guard takesOffCodings else { return }
        if let refusal = request?.takeOffCodings(limit: limits.body) { throw Refused(refusal) }
        memory.resize(to: request?.body.count ?? 0)
    }

    /// Not taken as a request.
    struct Refused: Error {
        let refusal: Refusal

        init(_ refusal: Refusal) { self.refusal = refusal }
    }
}
