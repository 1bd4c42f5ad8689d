// One HTTP exchange as values.
package import Foundation

/// A request, ready to be sent to any server of the API.
package nonisolated struct HTTPCall: Sendable {
    /// The operation that is called, for logs and retries.
    package var operation: String
    package var method: String
    /// Path and query, percent-encoded, without the server and its base path: `/items/5?sort=newest`.
    package var target: String
    package var headers: HTTPHeaders
    package var body: HTTPBody
    /// False where the contract declares a redirection as an answer of its own.
    package var followsRedirects: Bool

    package init(
        operation: String = "", method: String, target: String, headers: HTTPHeaders = [:], body: HTTPBody = .none,
        followsRedirects: Bool = true
    ) {
        self.operation = operation
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.followsRedirects = followsRedirects
    }
}

/// The body of a request.
package nonisolated enum HTTPBody: Sendable {
    case none
    case data(Data)
    /// Sent from the disk, without being read into memory.
    case file(URL)
    /// Sent as it comes. It can be sent once: a retry needs a new one.
    case stream(AsyncThrowingStream<Data, any Error>)
}

/// A whole answer.
package nonisolated struct HTTPReply: Hashable, Sendable {
    package var status: Int
    package var headers: HTTPHeaders
    package var body: Data

    package init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// An answer whose body is still coming.
package nonisolated struct HTTPStream: Sendable {
    package var status: Int
    package var headers: HTTPHeaders
    package var body: AsyncThrowingStream<Data, any Error>

    package init(status: Int, headers: HTTPHeaders = [:], body: AsyncThrowingStream<Data, any Error>) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer that is there as a whole.
    package init(_ reply: HTTPReply) {
        let body = AsyncThrowingStream<Data, any Error> { continuation in
            if !reply.body.isEmpty { continuation.yield(reply.body) }
            continuation.finish()
        }
        self.init(status: reply.status, headers: reply.headers, body: body)
    }

    /// The answer without its body.
    var head: HTTPReply { HTTPReply(status: status, headers: headers) }

    /// Waits for the rest of the body.
    package func collected() async throws -> HTTPReply {
        var data = Data()
        for try await part in body { data.append(part) }
        // A stream that is cancelled ends early, and quietly.
        try Task.checkCancellation()
        return HTTPReply(status: status, headers: headers, body: data)
    }
}

/// Header fields in order. Names are looked up without regard to case.
package nonisolated struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

        package static func == (left: Self, right: Self) -> Bool {
            left.value == right.value && left.name.lowercased() == right.name.lowercased()
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(name.lowercased())
            hasher.combine(value)
        }
    }

    package var fields: [Field] = []

    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }

    /// Reads all fields of the name, joined by commas; writes one in their place, or removes them.
    package subscript(name: String) -> String? {
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
