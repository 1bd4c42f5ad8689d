// One HTTP exchange as values.
public import Foundation

/// A request, ready to be sent to any server of the API.
public nonisolated struct HTTPCall: Sendable {
    /// The operation that is called, for logs and retries.
    public var operation: String
    /// In capitals: `GET`.
    public var method: String
    /// Path and query, percent-encoded, without the server and its base path: `/items/5?sort=newest`.
    public var target: String
    /// Header fields, without `Host` and those that frame the body.
    public var headers: HTTPHeaders
    /// The content that is sent.
    public var body: HTTPBody
    /// False where the contract declares a redirection as an answer of its own.
    public var followsRedirects: Bool
    /// Where the operation is served, if that is not where the client sends to; one without a scheme is relative to that.
    public var server: URL?
    /// How many seconds the transport waits while nothing comes; nil for as long as it does otherwise.
    public var timeout: Double?

    /// A request with these members.
    public init(
        operation: String = "", method: String, target: String, headers: HTTPHeaders = [:], body: HTTPBody = .none,
        followsRedirects: Bool = true, server: URL? = nil
    ) {
        self.operation = operation
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.followsRedirects = followsRedirects
        self.server = server
    }
}

/// The body of a request.
public nonisolated enum HTTPBody: Sendable {
    case none
    case data(Data)
    /// Sent from the disk, without being read into memory.
    case file(URL)
    /// Sent as it comes. The closure is asked for the parts each time that the call is sent: by a retry and a redirection again.
    case stream(@Sendable () throws -> AsyncThrowingStream<Data, any Error>)

    /// Parts that exist once: to send them again is an error, which says so.
    public static func once(_ parts: AsyncThrowingStream<Data, any Error>) -> HTTPBody {
        let unsent = Locked<AsyncThrowingStream<Data, any Error>?>(parts)
        return .stream {
            guard let parts = unsent.with({ $0.take() }) else {
                throw WireFailure(
                    "body", "a body made by `once` was sent already: give `.stream` a closure to send it again")
            }
            return parts
        }
    }
}

/// A whole answer.
public nonisolated struct HTTPReply: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// Header fields.
    public var headers: HTTPHeaders
    /// The whole content.
    public var body: Data

    /// An answer with these members.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// An answer whose body is still coming.
public nonisolated struct HTTPStream: Sendable {
    /// The status code.
    public var status: Int
    /// Header fields.
    public var headers: HTTPHeaders
    /// The content as it comes, part by part.
    public var body: AsyncThrowingStream<Data, any Error>

    /// An answer with these members.
    public init(status: Int, headers: HTTPHeaders = [:], body: AsyncThrowingStream<Data, any Error>) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer that is there as a whole.
    public init(_ reply: HTTPReply) {
        let body = AsyncThrowingStream<Data, any Error> { continuation in
            if !reply.body.isEmpty { continuation.yield(reply.body) }
            continuation.finish()
        }
        self.init(status: reply.status, headers: reply.headers, body: body)
    }

    /// The answer without its body.
    var head: HTTPReply { HTTPReply(status: status, headers: headers) }

    /// Waits for the rest of the body.
    public func collected() async throws -> HTTPReply {
        var data = Data()
        for try await part in body { data.append(part) }
        // A stream that is cancelled ends early, and quietly.
        try Task.checkCancellation()
        return HTTPReply(status: status, headers: headers, body: data)
    }
}

nonisolated extension String {
    /// Whether it can be a header's value (RFC 9110, section 5.5).
    var isFieldValue: Bool {
        !unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }
    }
}

/// Header fields in order. Names are looked up without regard to case.
public nonisolated struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One header field; fields with names that differ in case alone are equal.
    public struct Field: Hashable, Sendable {
        /// As it is sent.
        public var name: String
        /// As it is sent.
        public var value: String

        /// A field with a name and a value.
        public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

        /// Whether the values are equal, and the names without regard to case.
        public static func == (left: Self, right: Self) -> Bool {
            left.value == right.value && left.name.lowercased() == right.name.lowercased()
        }

        /// Hashes the name without regard to case, and the value.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name.lowercased())
            hasher.combine(value)
        }
    }

    /// In the order in which they are sent or came.
    public var fields: [Field] = []

    /// Fields in the order of the literal; a name may come more than once.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }

    /// Reads all fields of the name, joined by commas; writes one in their place, or removes them.
    public subscript(name: String) -> String? {
        get {
            let values = fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            fields.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { fields.append(Field(name, newValue)) }
        }
    }
}
