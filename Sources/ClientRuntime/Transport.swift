// Sends calls, and lets closures stand around that.
import Foundation

/// What carries calls to a server: `URLSessionTransport`, a mock in the same process, or a test's own.
public nonisolated protocol Transport: Sendable {
    /// Returns once status and headers are there. Whoever stops reading the body ends the exchange.
    func send(_ call: HTTPCall) async throws -> HTTPStream
}

/// A transport that is a closure.
public nonisolated struct ClosureTransport: Transport {
    private let reply: @Sendable (HTTPCall) async throws -> HTTPStream

    /// A transport that gives answers as they come.
    public init(streaming reply: @escaping @Sendable (HTTPCall) async throws -> HTTPStream) { self.reply = reply }

    /// A transport that gives whole answers.
    public init(_ reply: @escaping @Sendable (HTTPCall) async throws -> HTTPReply) {
        self.reply = { HTTPStream(try await reply($0)) }
    }

    /// Asks the closure.
    public func send(_ call: HTTPCall) async throws -> HTTPStream { try await reply(call) }
}

/// What happens around every call: it may change the call, send it once, often or not at all, and change the answer.
public nonisolated struct Middleware: Sendable {
    /// What stands behind a middleware: the next one, or the transport.
    public typealias Next = @Sendable (HTTPCall) async throws -> HTTPStream
    private let handle: @Sendable (HTTPCall, Next) async throws -> HTTPStream

    /// A middleware that is a closure. It calls `Next` as often as it wants to.
    public init(_ handle: @escaping @Sendable (HTTPCall, Next) async throws -> HTTPStream) { self.handle = handle }

    func around(_ transport: any Transport) -> any Transport {
        ClosureTransport(streaming: { call in try await handle(call) { try await transport.send($0) } })
    }
}

nonisolated extension Transport {
    /// The first closure is the outermost: it sees the call first and the answer last.
    public func with(_ middleware: [Middleware]) -> any Transport {
        middleware.reversed().reduce(self as any Transport) { $1.around($0) }
    }
}

/// One operation of the API, as the client performs it.
nonisolated protocol Endpoint {
    associatedtype Request: Sendable
    associatedtype Response: Sendable
    static var operation: String { get }
    /// Alternatives, each a set of schemes that are needed together.
    static var security: [[String]] { get }
    static func call(_ request: Request) throws -> HTTPCall
    static func response(_ reply: HTTPReply) throws -> Response
    /// The answer whose body is handed on while it comes; nil where it is read as a whole.
    static func streamed(_ stream: HTTPStream) throws -> Response?
}

nonisolated extension Endpoint {
    static var security: [[String]] { [] }
    static func streamed(_ stream: HTTPStream) throws -> Response? { nil }
}

/// Takes requests to the transport and answers back, with every failure as a `CallError`.
nonisolated struct Channel: Sendable {
    let transport: any Transport
    let credential: @Sendable (_ scheme: String) -> Credential?

    func send<Operation: Endpoint>(
        _ endpoint: Operation.Type, _ request: Operation.Request
    ) async throws(CallError) -> Operation.Response {
        let name = endpoint.operation
        var call: HTTPCall
        do {
            call = try endpoint.call(request)
        } catch {
            let failure = WireFailure(error)
            throw .unencodable(operation: name, path: failure.path, reason: failure.reason)
        }
        authorize(&call, endpoint.security)
        let reply: HTTPReply
        do {
            let stream = try await transport.send(call)
            if let response = try endpoint.streamed(stream) { return response }
            reply = try await stream.collected()
        } catch let error as CallError {
            throw error
        } catch is CancellationError {
            throw .cancelled(operation: name)
        } catch let error as URLError where error.code == .cancelled {
            throw .cancelled(operation: name)
        } catch {
            throw .transport(operation: name, underlying: error)
        }
        do {
            return try endpoint.response(reply)
        } catch {
            let failure = WireFailure(error)
            throw .undecodable(operation: name, path: failure.path, reason: failure.reason, reply: reply)
        }
    }

    /// Takes the first alternative for which all credentials are there.
    private func authorize(_ call: inout HTTPCall, _ alternatives: [[String]]) {
        for schemes in alternatives {
            let credentials = schemes.compactMap(credential)
            guard credentials.count == schemes.count else { continue }
            for credential in credentials { credential.apply(to: &call) }
            return
        }
    }
}
