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

nonisolated extension Middleware {
    /// Gives up waiting for the server when nothing has come for so many seconds.
    public static func timeout(_ seconds: Double) -> Middleware {
        Middleware { call, next in
            var call = call
            call.timeout = seconds
            return try await next(call)
        }
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
    /// Where the operation is served, if the contract says so of it.
    static var server: String? { get }
    /// Alternatives, each a set of schemes that are needed together.
    static var security: [[String]] { get }
    static func call(_ request: Request) throws -> HTTPCall
    static func response(_ reply: HTTPReply) throws -> Response
    /// The answer whose body is handed on while it comes; nil where it is read as a whole.
    static func streamed(_ stream: HTTPStream) throws -> Response?
}

nonisolated extension Endpoint {
    static var security: [[String]] { [] }
    static var server: String? { nil }
    static func streamed(_ stream: HTTPStream) throws -> Response? { nil }
}

/// What an operation answers: one of its cases.
public nonisolated protocol Answer: Sendable {
    /// The status of the answer.
    var status: Int { get }
}

nonisolated extension Answer {
    func unexpected(_ operation: String) -> CallError {
        .unexpected(operation: operation, status: status, response: self)
    }
}

/// An answer that tells its status, and then its values.
nonisolated protocol AnswerModel: Answer {
    func visit(_ values: ValueVisitor)
}

nonisolated extension AnswerModel {
    /// The status of the answer.
    public var status: Int {
        let values = ValueVisitor(.keeping)
        visit(values)
        return values.status
    }
}

/// Takes requests to the transport and answers back, with every failure as a `CallError`.
nonisolated struct Channel: Sendable {
    let transport: any Transport
    /// Whether operations go to servers of their own.
    var usesOperationServers = false
    /// Stands around the reading of each answer.
    var aroundReading: @Sendable (_ read: () throws -> Void) throws -> Void = { try $0() }
    /// Puts credentials into a call. Of alternatives each is a set of schemes that are needed together.
    var authorize: @Sendable (_ call: inout HTTPCall, _ alternatives: [[String]]) -> Void = { _, _ in }

    /// The same with more around each call, nearer to the caller.
    func with(_ middleware: [Middleware]) -> Channel {
        Channel(
            transport: transport.with(middleware), usesOperationServers: usesOperationServers,
            aroundReading: aroundReading,
            authorize: authorize)
    }

    /// Off the caller's actor, whichever way the module treats functions that wait: a large answer is decoded there.
    #if compiler(>=6.2)
    @concurrent
    #endif
    @_semantics("optimize.sil.specialize.generic.never")
    func send<Operation: Endpoint>(
        _ endpoint: Operation.Type, _ request: Operation.Request
    ) async throws(CallError) -> Operation.Response {
        let stream = try await open(endpoint, request)
        let reply: HTTPReply
        do {
            if let response = try read({ try Self.streamed(endpoint, stream) }) { return response }
            reply = try await stream.collected()
        } catch {
            throw Self.failure(endpoint.operation, error)
        }
        do {
            return try read { try endpoint.response(reply) }
        } catch {
            let failure = WireFailure(error)
            throw .undecodable(
                operation: endpoint.operation, path: failure.path, reason: failure.reason, reply: reply)
        }
    }

    /// Sends the request, and returns once status and headers are there.
    @_semantics("optimize.sil.specialize.generic.never")
    #if compiler(>=6.2)
    @concurrent
    #endif
    func open<Operation: Endpoint>(
        _ endpoint: Operation.Type, _ request: Operation.Request
    ) async throws(CallError) -> HTTPStream {
        let name = endpoint.operation
        var call: HTTPCall
        do {
            call = try endpoint.call(request)
        } catch {
            let failure = WireFailure(error)
            throw .unencodable(operation: name, path: failure.path, reason: failure.reason)
        }
        if usesOperationServers, let server = endpoint.server { call.server = URL(string: server) }
        authorize(&call, endpoint.security)
        do {
            return try await transport.send(call)
        } catch {
            throw Self.failure(name, error)
        }
    }

    /// Reads by a closure without a result of its own, as a stored one has no type for every value.
    private func read<Value>(_ make: () throws -> Value) throws -> Value {
        var value: Value?
        try aroundReading { value = try make() }
        return try value ?? make()
    }

    private static func failure(_ name: String, _ error: any Error) -> CallError {
        switch error {
        case let error as CallError: return error
        case let failure as WireFailure:
            return .unencodable(operation: name, path: failure.path, reason: failure.reason)
        case is CancellationError: return .cancelled(operation: name)
        case let error as URLError where error.code == .cancelled: return .cancelled(operation: name)
        default: return .transport(operation: name, underlying: error)
        }
    }

    @_semantics("optimize.sil.specialize.generic.never")
    private static func streamed<Operation: Endpoint>(
        _ endpoint: Operation.Type, _ stream: HTTPStream
    ) throws(CallError) -> Operation.Response? {
        do {
            return try endpoint.streamed(stream)
        } catch {
            let failure = WireFailure(error)
            throw .undecodable(
                operation: endpoint.operation, path: failure.path, reason: failure.reason, reply: stream.head)
        }
    }
}
