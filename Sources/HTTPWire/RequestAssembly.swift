// From the parts that the decoder gives to one whole request, or the reason why there is none.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A request as it came over a connection.
struct ReceivedRequest: Hashable, Sendable {
    var request: Request
    /// Whether the client wants the connection to stay open (RFC 9112, section 9.3).
    var keepsAlive: Bool
    var isVersion10: Bool

    /// The same where its connection is to end with its answer.
    func keptAlive(unless isLast: Bool) -> ReceivedRequest {
        guard isLast else { return self }
        var last = self
        last.keepsAlive = false
        return last
    }
}

/// Puts one connection's requests together. Knows no socket and no clock.
struct RequestAssembly {
    enum Event: Hashable {
        case incomplete
        /// The client waits for `100 Continue` before it sends the body.
        case awaitsContinue
        case request(ReceivedRequest)
        /// A request whose content comes in parts, the next events.
        case opened(ReceivedRequest, awaitsContinue: Bool)
        case content(ByteBuffer)
        case ended
        case refusal(Refusal)
    }

    private enum State {
        case betweenRequests
        case receiving(ReceivedRequest)
        case streaming
        case refused
    }

    private var state = State.betweenRequests
    /// Bytes of the content that are still to come, where its length was told.
    private(set) var contentLeft: Int?
    /// Whether the last head was one of HEAD, whose answer has no content.
    private(set) var isHead = false
    private let bodyLimit: Int
    /// Whether content that may be long is given as it comes, and is not limited.
    private let streamsContent: Bool
    private let takesOffCodings: Bool
    /// The content that has come of requests which are not answered yet.
    private var memory: MemoryShare?

    init(bodyLimit: Int, streamsContent: Bool = false, takesOffCodings: Bool = false) {
        self.bodyLimit = bodyLimit
        self.streamsContent = streamsContent
        self.takesOffCodings = takesOffCodings
    }

    /// Whether a head has come whose message is not complete yet.
    var isReceiving: Bool { if case .receiving = state { true } else { false } }
    var isBetweenRequests: Bool { if case .betweenRequests = state { true } else { false } }
    var isStreaming: Bool { if case .streaming = state { true } else { false } }

    /// Whether content of that length is given as it comes.
    func streams(contentOfLength length: Int) -> Bool { streamsContent && length > HTTPFields.longContent }

    /// A request of which nothing but the content is missing.
    mutating func begin(_ received: ReceivedRequest) {
        isHead = received.request.method == .head
        state = .receiving(received)
    }

    mutating func receive(_ part: HTTPServerRequestPart) -> Event {
        switch (state, part) {
        case (.betweenRequests, .head(let head)):
            return begin(head)
        case (.receiving(var received), .body(let bytes)):
            guard received.request.body.count + bytes.readableBytes <= bodyLimit else {
                return refuse(.bodyTooLarge(limit: bodyLimit))
            }
            guard hold(bytes.readableBytes) else { return refuse(.memoryInUse) }
            // Without this the array would be shared with `received`, and copied for every part.
            state = .refused
            contentLeft = contentLeft.map { $0 - bytes.readableBytes }
            bytes.withUnsafeReadableBytes { received.request.body += $0 }
            state = .receiving(received)
            return .incomplete
        case (.receiving(var received), .end):
            contentLeft = nil
            let coded = received.request.body.count
            if takesOffCodings, let refusal = received.request.takeOffCodings(limit: bodyLimit) {
                return refuse(refusal)
            }
            memory?.change(by: received.request.body.count - coded)
            state = .betweenRequests
            return .request(received)
        case (.streaming, .body(let bytes)):
            return .content(bytes)
        case (.streaming, .end):
            state = .betweenRequests
            return .ended
        case (.refused, _), (.betweenRequests, .body), (.betweenRequests, .end), (.receiving, .head),
            (.streaming, .head):
            return .incomplete
        }
    }

    private mutating func hold(_ bytes: Int) -> Bool {
        let share = memory ?? MemoryShare()
        memory = share
        return share.grow(by: bytes)
    }

    /// What came before this has been answered.
    mutating func giveBack() { if memory != nil, !isReceiving { memory = nil } }

    private mutating func begin(_ head: HTTPRequestHead) -> Event {
        let isVersion10 = head.version == .http1_0
        isHead = head.method == .HEAD
        var hosts = 0
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name) else {
                return refuse(.malformed("a header field has a character that is not allowed there"))
            }
            if name.canonicalName == "host" {
                guard HostField.isValid(value) else { return refuse(.badHost) }
                hosts += 1
            }
            fields.append(HTTPField(name: name, value: value))
        }
        guard hosts == 1 || (hosts == 0 && isVersion10) else {
            return refuse(.malformed("it has \(hosts == 0 ? "no" : "more than one") Host field"))
        }
        guard let method = HTTPRequest.Method(rawValue: head.method.rawValue) else { return refuse(.unknownMethod) }
        guard method != .connect else { return refuse(.tunnel) }
        guard !head.uri.utf8.contains(UInt8(ascii: "#")) else { return refuse(.fragment) }
        var target = head.uri
        if !target.utf8.starts(with: "/".utf8), target != "*" {
            // The absolute form, whose authority overrides Host (RFC 9112, section 3.2.2).
            guard let url = try? BackendURL(parsing: String(target.prefix { $0 != "?" })) else {
                return refuse(.malformed("its target is neither a path nor an http URL"))
            }
            for index in fields.indices where fields[index].name.canonicalName == "host" {
                fields[index].value = url.authority
            }
            let start = target.firstRange(of: "://").map(\.upperBound) ?? target.startIndex
            let rest = target[start...].drop { $0 != "/" && $0 != "?" }
            target = rest.hasPrefix("/") ? String(rest) : "/" + rest
        }
        let codings = fields[values: .transferEncoding]
        guard codings.isEmpty || !isVersion10 else {
            // What has passed such a message on may have read it otherwise (RFC 9112, section 6.1).
            return refuse(.malformed("HTTP/1.0 has no Transfer-Encoding"))
        }
        if let coding = codings.first, codings.count > 1 || coding.lowercased() != "chunked" {
            return refuse(.unsupportedTransferCoding(codings.joined(separator: ", ")))
        }
        // The decoder has seen that it is a number: one that is none here is larger than all that are.
        let length = fields[.contentLength].map { Int($0) ?? .max } ?? 0
        let isStreamed = streamsContent && fields.announcesLongContent
        guard isStreamed || length <= bodyLimit else { return refuse(.bodyTooLarge(limit: bodyLimit)) }
        var received = ReceivedRequest(
            request: Request(method: method, target: target, headers: fields),
            // After an Upgrade the decoder parses nothing more: the connection ends with this answer.
            keepsAlive: head.isKeepAlive && fields[.upgrade] == nil, isVersion10: isVersion10)
        received.request.body.reserveCapacity(min(length, 64 * 1024))
        contentLeft = isStreamed || length == 0 || !codings.isEmpty ? nil : length
        state = isStreamed ? .streaming : .receiving(received)
        guard !isVersion10, let expectation = fields[.expect] else {
            return isStreamed ? .opened(received, awaitsContinue: false) : .incomplete
        }
        guard expectation.lowercased() == "100-continue" else { return refuse(.unsupportedExpectation(expectation)) }
        if isStreamed { return .opened(received, awaitsContinue: true) }
        return length > 0 || !codings.isEmpty ? .awaitsContinue : .incomplete
    }

    private mutating func refuse(_ refusal: Refusal) -> Event {
        state = .refused
        return .refusal(refusal)
    }
}

extension HTTPFields {
    /// More bytes of content than are soon there.
    fileprivate static var longContent: Int { 64 << 10 }

    /// Whether the content is not one that is soon there: long, of an unknown length, or waiting to be asked for.
    var announcesLongContent: Bool {
        let length = self[.contentLength].flatMap { Int($0) } ?? 0
        return length > Self.longContent || self[.transferEncoding] != nil || (length > 0 && self[.expect] != nil)
    }
}
