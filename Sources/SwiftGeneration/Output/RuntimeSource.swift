// The part of a client that is the same for every contract. Made of Sources/ClientRuntime by .ci/embed-runtime.
// swift-format-ignore-file

enum RuntimeSource {
    static let text = ##"""
        // MARK: - Sends calls, and lets closures stand around that.

        /// What carries calls to a server: `URLSessionTransport`, a mock in the same process, or a test's own.
        package nonisolated protocol Transport: Sendable {
            /// Returns once status and headers are there. Whoever stops reading the body ends the exchange.
            func send(_ call: HTTPCall) async throws -> HTTPStream
        }

        /// A transport that is a closure.
        package nonisolated struct ClosureTransport: Transport {
            private let reply: @Sendable (HTTPCall) async throws -> HTTPStream

            package init(streaming reply: @escaping @Sendable (HTTPCall) async throws -> HTTPStream) { self.reply = reply }

            package init(_ reply: @escaping @Sendable (HTTPCall) async throws -> HTTPReply) {
                self.reply = { HTTPStream(try await reply($0)) }
            }

            package func send(_ call: HTTPCall) async throws -> HTTPStream { try await reply(call) }
        }

        /// What happens around every call: it may change the call, send it once, often or not at all, and change the answer.
        package nonisolated struct Middleware: Sendable {
            package typealias Next = @Sendable (HTTPCall) async throws -> HTTPStream
            private let handle: @Sendable (HTTPCall, Next) async throws -> HTTPStream

            package init(_ handle: @escaping @Sendable (HTTPCall, Next) async throws -> HTTPStream) { self.handle = handle }

            func around(_ transport: any Transport) -> any Transport {
                ClosureTransport(streaming: { call in try await handle(call) { try await transport.send($0) } })
            }
        }

        nonisolated extension Transport {
            /// The first closure is the outermost: it sees the call first and the answer last.
            package func with(_ middleware: [Middleware]) -> any Transport {
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

        // MARK: - One HTTP exchange as values.

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

        // MARK: - Why a call has no answer.

        /// An answer that the contract does not declare is no error: it is the `undocumented` case of a response.
        package nonisolated enum CallError: Error, Sendable {
            /// The request could not be sent, or no whole answer came back.
            case transport(operation: String, underlying: any Error)
            /// The task was cancelled.
            case cancelled(operation: String)
            /// The request could not be written: `path` is the place in it.
            case unencodable(operation: String, path: String, reason: String)
            /// The answer breaks the contract: `path` is the place in its body, like `$.items[2].id`, or names a header.
            case undecodable(operation: String, path: String, reason: String, reply: HTTPReply)

            /// The operation that was called.
            package var operation: String {
                switch self {
                case .transport(let operation, _), .cancelled(let operation), .unencodable(let operation, _, _),
                    .undecodable(let operation, _, _, _):
                    operation
                }
            }
        }

        nonisolated extension CallError: CustomStringConvertible, LocalizedError {
            package var description: String {
                switch self {
                case .transport(let operation, let underlying): "\(operation): \(underlying)"
                case .cancelled(let operation): "\(operation): cancelled"
                case .unencodable(let operation, let path, let reason):
                    "\(operation): the request cannot be written, \(path): \(reason)"
                case .undecodable(let operation, let path, let reason, let reply):
                    "\(operation): the answer with status \(reply.status) breaks the contract, \(path): \(reason)"
                }
            }

            package var errorDescription: String? { description }
        }

        /// What is wrong with one place of a request or of an answer.
        nonisolated struct WireFailure: Error {
            var path: String
            var reason: String

            init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

            init(_ error: any Error) {
                switch error {
                case let failure as WireFailure: self = failure
                case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
                    self.init(Self.path(context.codingPath), Self.reason(context))
                case DecodingError.valueNotFound(let type, let context):
                    self.init(Self.path(context.codingPath), "expected \(type), found null")
                case DecodingError.keyNotFound(let key, let context):
                    self.init(Self.path(context.codingPath), "\(key.stringValue) is missing")
                case EncodingError.invalidValue(_, let context):
                    self.init(Self.path(context.codingPath), Self.reason(context))
                default: self.init("$", "\(error)")
                }
            }

            static func path(_ keys: [any CodingKey]) -> String {
                keys.reduce(into: "$") { path, key in
                    if let index = key.intValue {
                        path += "[\(index)]"
                    } else if key.stringValue.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), !key.stringValue.isEmpty
                    {
                        path += ".\(key.stringValue)"
                    } else {
                        path += "['\(key.stringValue)']"
                    }
                }
            }

            private static func reason(_ context: DecodingError.Context) -> String {
                // Foundation puts the parser's line and column one level down.
                if let parsing = context.underlyingError as NSError?, let detail = parsing.userInfo[NSDebugDescriptionErrorKey]
                {
                    return "\(context.debugDescription) \(detail)"
                }
                return context.debugDescription
            }

            private static func reason(_ context: EncodingError.Context) -> String { context.debugDescription }
        }

        // MARK: - The transport of Foundation, on Apple's systems and on Linux.

        /// Sends calls by `URLSession`. A cancelled task ends its exchange.
        package nonisolated final class URLSessionTransport: Transport {
            let url: URL
            private let session: URLSession
            private let exchanges: Exchanges

            /// - Parameter url: where the server is, with the base path under which the API lies there.
            package init(url: URL, configuration: URLSessionConfiguration = .default) {
                self.url = url
                exchanges = Exchanges()
                session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
            }

            deinit { session.finishTasksAndInvalidate() }

            package func send(_ call: HTTPCall) async throws -> HTTPStream {
                try Task.checkCancellation()
                let (task, spool) = try await task(for: call)
                return try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { head in
                        exchanges.start(task, head: head, followsRedirects: call.followsRedirects, spool: spool)
                    }
                } onCancel: {
                    task.cancel()
                }
            }

            private func task(for call: HTTPCall) async throws -> (URLSessionTask, spool: URL?) {
                let base = url.absoluteString
                guard let target = URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + call.target) else {
                    throw URLError(.badURL)
                }
                var request = URLRequest(url: target)
                request.httpMethod = call.method
                for field in call.headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
                if call.headers["Cookie"] != nil { request.httpShouldHandleCookies = false }
                switch call.body {
                case .none: return (session.dataTask(with: request), nil)
                case .data(let data):
                    request.httpBody = data
                    return (session.dataTask(with: request), nil)
                case .file(let file): return (session.uploadTask(with: request, fromFile: file), nil)
                case .stream(let parts):
                    let spool = try await Self.spooled(parts)
                    return (session.uploadTask(with: request, fromFile: spool), spool)
                }
            }

            /// A body that comes in parts waits on the disk until it is whole, so that memory is bounded and its length known.
            private static func spooled(_ parts: AsyncThrowingStream<Data, any Error>) async throws -> URL {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
                guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
                    throw URLError(.cannotCreateFile)
                }
                do {
                    let handle = try FileHandle(forWritingTo: file)
                    defer { try? handle.close() }
                    for try await part in parts { try handle.write(contentsOf: part) }
                    try Task.checkCancellation()
                } catch {
                    try? FileManager.default.removeItem(at: file)
                    throw error
                }
                return file
            }
        }

        /// The session's delegate: hands what arrives to whoever waits for it.
        private nonisolated final class Exchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
            private struct Exchange {
                var head: CheckedContinuation<HTTPStream, any Error>?
                var body: AsyncThrowingStream<Data, any Error>.Continuation
                var stream: AsyncThrowingStream<Data, any Error>
                var followsRedirects: Bool
                var spool: URL?
            }

            // By the task's number, guarded by the lock.
            private var running: [Int: Exchange] = [:]
            private let lock = NSLock()

            func start(
                _ task: URLSessionTask, head: CheckedContinuation<HTTPStream, any Error>, followsRedirects: Bool, spool: URL?
            ) {
                let (stream, body) = AsyncThrowingStream<Data, any Error>.makeStream()
                body.onTermination = { reason in
                    if case .cancelled = reason { task.cancel() }
                }
                let exchange = Exchange(
                    head: head, body: body, stream: stream, followsRedirects: followsRedirects, spool: spool)
                lock.withLock { running[task.taskIdentifier] = exchange }
                task.resume()
            }

            func urlSession(
                _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
                completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
            ) {
                receive(response, dataTask)
                completionHandler(.allow)
            }

            func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
                lock.withLock { running[dataTask.taskIdentifier]?.body }?.yield(data)
            }

            func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
                // On Linux the response of an upload or of a redirection is seen only here.
                if error == nil, let response = task.response { receive(response, task) }
                guard let exchange = lock.withLock({ running.removeValue(forKey: task.taskIdentifier) }) else { return }
                if let spool = exchange.spool { try? FileManager.default.removeItem(at: spool) }
                exchange.head?.resume(throwing: error ?? URLError(.badServerResponse))
                exchange.body.finish(throwing: error)
            }

            func urlSession(
                _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
            ) {
                let follows = lock.withLock { running[task.taskIdentifier]?.followsRedirects } ?? false
                completionHandler(follows ? request : nil)
            }

            private func receive(_ response: URLResponse, _ task: URLSessionTask) {
                guard let response = response as? HTTPURLResponse else { return }
                let waiting = lock.withLock { () -> (CheckedContinuation<HTTPStream, any Error>, Exchange)? in
                    guard let exchange = running[task.taskIdentifier], let head = exchange.head else { return nil }
                    running[task.taskIdentifier]?.head = nil
                    return (head, exchange)
                }
                guard let (head, exchange) = waiting else { return }
                var headers: HTTPHeaders = [:]
                headers.fields = response.allHeaderFields
                    .map { HTTPHeaders.Field("\($0.key)", "\($0.value)") }
                    .sorted { $0.name < $1.name }
                head.resume(returning: HTTPStream(status: response.statusCode, headers: headers, body: exchange.stream))
            }
        }

        // MARK: - Who is calling, where each security scheme wants to read it.

        nonisolated enum Credential: Sendable {
            case header(String, String)
            case query(String, String)
            case cookie(String, String)
            /// Presented by the transport, as a certificate is.
            case byTransport

            static func bearer(_ token: String) -> Credential { .header("Authorization", "Bearer \(token)") }

            func apply(to call: inout HTTPCall) {
                switch self {
                case .header(let name, let value): call.headers[name] = value
                case .query(let name, let value):
                    let pair = "\(name.percentEncoded())=\(value.percentEncoded())"
                    call.target += (call.target.contains("?") ? "&" : "?") + pair
                case .cookie(let name, let value):
                    let pair = "\(name)=\(value.percentEncoded())"
                    call.headers["Cookie"] = [call.headers["Cookie"], pair].compactMap(\.self).joined(separator: "; ")
                case .byTransport: break
                }
            }
        }

        /// Name and password of HTTP's basic authentication (RFC 7617).
        package nonisolated struct BasicCredential: Hashable, Sendable {
            package var user: String
            package var password: String

            package init(user: String, password: String) { (self.user, self.password) = (user, password) }

            var credential: Credential {
                .header("Authorization", "Basic " + Data("\(user):\(password)".utf8).base64EncodedString())
            }
        }

        // MARK: - What a property may be besides a value: left out, null, always the same, never there, part of a cycle.

        /// A property that may be left out, and may be null, which are two different things to say.
        package nonisolated enum Field<Value> {
            case absent
            case null
            case value(Value)

            /// The value, or nil where it is absent or null.
            package var value: Value? { if case .value(let value) = self { value } else { nil } }

            /// A value, or null for nil.
            package init(_ value: Value?) { self = value.map(Field.value) ?? .null }

            package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Field<Other> {
                switch self {
                case .absent: .absent
                case .null: .null
                case .value(let value): .value(try transform(value))
                }
            }
        }

        nonisolated extension Field: Sendable where Value: Sendable {}
        nonisolated extension Field: Equatable where Value: Equatable {}
        nonisolated extension Field: Hashable where Value: Hashable {}

        /// Outside of a keyed container nothing can be left out: an absent field is written as null there.
        nonisolated extension Field: Decodable where Value: Decodable {
            package init(from decoder: any Decoder) throws {
                self = try decoder.singleValueContainer().decodeNil() ? .null : .value(Value(from: decoder))
            }
        }

        nonisolated extension Field: Encodable where Value: Encodable {
            package func encode(to encoder: any Encoder) throws {
                if let value {
                    try value.encode(to: encoder)
                } else {
                    var container = encoder.singleValueContainer()
                    try container.encodeNil()
                }
            }
        }

        nonisolated extension Field: ExpressibleByBooleanLiteral where Value: ExpressibleByBooleanLiteral {
            package init(booleanLiteral value: Value.BooleanLiteralType) { self = .value(Value(booleanLiteral: value)) }
        }

        nonisolated extension Field: ExpressibleByIntegerLiteral where Value: ExpressibleByIntegerLiteral {
            package init(integerLiteral value: Value.IntegerLiteralType) { self = .value(Value(integerLiteral: value)) }
        }

        nonisolated extension Field: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
            package init(floatLiteral value: Value.FloatLiteralType) { self = .value(Value(floatLiteral: value)) }
        }

        nonisolated extension Field: ExpressibleByUnicodeScalarLiteral where Value: ExpressibleByUnicodeScalarLiteral {
            package init(unicodeScalarLiteral value: Value.UnicodeScalarLiteralType) {
                self = .value(Value(unicodeScalarLiteral: value))
            }
        }

        nonisolated extension Field: ExpressibleByExtendedGraphemeClusterLiteral
        where Value: ExpressibleByExtendedGraphemeClusterLiteral {
            package init(extendedGraphemeClusterLiteral value: Value.ExtendedGraphemeClusterLiteralType) {
                self = .value(Value(extendedGraphemeClusterLiteral: value))
            }
        }

        nonisolated extension Field: ExpressibleByStringLiteral where Value: ExpressibleByStringLiteral {
            package init(stringLiteral value: Value.StringLiteralType) { self = .value(Value(stringLiteral: value)) }
        }

        /// Holds a value out of line, where a type contains itself without an array or dictionary between, or where a part is large.
        nonisolated indirect enum Indirect<Value> {
            case value(Value)

            init(_ value: Value) { self = .value(value) }
            var value: Value {
                switch self {
                case .value(let value): value
                }
            }
        }

        nonisolated extension Indirect: Sendable where Value: Sendable {}
        nonisolated extension Indirect: Equatable where Value: Equatable {}
        nonisolated extension Indirect: Hashable where Value: Hashable {}
        nonisolated extension Indirect: Decodable where Value: Decodable {
            init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }
        }
        nonisolated extension Indirect: Encodable where Value: Encodable {
            func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
        }

        /// What a member always is.
        package nonisolated protocol ConstantValue {
            static var value: JSONValue { get }
        }

        /// A member that always has one value, and is refused with another.
        package nonisolated struct Constant<Source: ConstantValue>: Hashable, Sendable, Codable {
            package init() {}

            package init(from decoder: any Decoder) throws {
                guard try JSONValue(from: decoder) == Source.value else {
                    throw decoder.corrupted("expected \(try Source.value.jsonText)")
                }
            }

            package func encode(to encoder: any Encoder) throws { try Source.value.encode(to: encoder) }
        }

        nonisolated enum True: ConstantValue {
            static var value: JSONValue { true }
        }

        nonisolated enum False: ConstantValue {
            static var value: JSONValue { false }
        }

        /// A member that must not be there.
        package nonisolated struct Absent: Hashable, Sendable, Codable {
            package init() {}
        }

        nonisolated extension Decoder {
            /// The members of an object that are not declared.
            func members<Value: Decodable>(besides known: [String]) throws -> [String: Value] {
                try otherMembers(known) { try $0.decode(Value.self, forKey: $1) }
            }

            func members<Value: WireCoded>(besides known: [String]) throws -> [String: Value] {
                try otherMembers(known) { try $0.decode(Wired<Value>.self, forKey: $1).value }
            }

            private func otherMembers<Value>(
                _ known: [String], _ decode: (KeyedDecodingContainer<AnyKey>, AnyKey) throws -> Value
            ) throws -> [String: Value] {
                let container = try container(keyedBy: AnyKey.self)
                var members: [String: Value] = [:]
                for key in container.allKeys where !known.contains(key.stringValue) {
                    members[key.stringValue] = try decode(container, key)
                }
                return members
            }
        }

        nonisolated extension Encoder {
            func encode<Value: Encodable>(members: [String: Value]) throws {
                var container = container(keyedBy: AnyKey.self)
                for (name, value) in members { try container.encode(value, forKey: AnyKey(name)) }
            }

            func encode<Value: WireCoded>(members: [String: Value]) throws {
                try encode(members: members.mapValues { Wired($0) })
            }
        }

        // MARK: - Holds an object to what must be there together.

        nonisolated extension Decoder {
            /// With all of some members, others are needed.
            func require(_ names: [String], with others: [String]) throws {
                let container = try container(keyedBy: AnyKey.self)
                guard others.allSatisfy({ container.contains(AnyKey($0)) }),
                    let missing = names.first(where: { !container.contains(AnyKey($0)) })
                else { return }
                throw corrupted("\(missing) is missing, which goes with \(others.joined(separator: ", "))")
            }

            /// At least one of several sets of members is there.
            func requireAny(of sets: [[String]]) throws {
                if try complete(sets).isEmpty { throw corrupted("none of \(Self.listed(sets)) is there") }
            }

            /// Exactly one of several sets of members is there.
            func requireOne(of sets: [[String]]) throws {
                let found = try complete(sets)
                if found.count == 1 { return }
                throw corrupted("\(found.isEmpty ? "none" : "more than one") of \(Self.listed(sets)) is there")
            }

            /// Members that are not there together.
            func refuse(_ names: [String]) throws {
                if try complete([names]).isEmpty { return }
                throw corrupted("\(names.joined(separator: " and ")) must not be there together")
            }

            private func complete(_ sets: [[String]]) throws -> [[String]] {
                let container = try container(keyedBy: AnyKey.self)
                return sets.filter { $0.allSatisfy { container.contains(AnyKey($0)) } }
            }

            private static func listed(_ sets: [[String]]) -> String {
                sets.map { $0.joined(separator: " and ") }.joined(separator: ", ")
            }
        }

        // MARK: - Enumerations that keep what they do not know.

        /// The values that the contract lists are cases of `Known`; another is kept as it came, and is sent back so.
        package nonisolated protocol OpenEnum: RawRepresentable, Hashable, Sendable, Codable, ParameterValue, HeaderValue
        where RawValue: ParameterValue & HeaderValue {
            associatedtype Known: RawRepresentable, CaseIterable, Sendable where Known.RawValue == RawValue
            static func known(_ value: Known) -> Self
            static func unknown(_ value: RawValue) -> Self
        }

        nonisolated extension OpenEnum {
            package init(rawValue: RawValue) { self = Known(rawValue: rawValue).map(Self.known) ?? .unknown(rawValue) }
        }

        nonisolated extension OpenEnum where RawValue == String {
            /// As it is spelled: Swift's strings are equal where Unicode calls them so.
            package init(rawValue: String) {
                let known = Known(rawValue: rawValue).flatMap { $0.rawValue.utf8.elementsEqual(rawValue.utf8) ? $0 : nil }
                self = known.map(Self.known) ?? .unknown(rawValue)
            }
        }

        nonisolated extension OpenEnum {
            package func parameterValue() throws -> JSONValue { try rawValue.parameterValue() }
        }

        // MARK: - Free-form JSON, for what the contract leaves open.

        /// Any JSON value. Whole numbers are exact to 64 bits, others to the 38 digits of `Decimal`.
        package nonisolated enum JSONValue: Hashable, Sendable {
            case null
            case bool(Bool)
            case int(Int64)
            /// Only what `int` cannot hold: above 9223372036854775807.
            case uint(UInt64)
            case decimal(Decimal)
            case string(String)
            case array([JSONValue])
            case object([String: JSONValue])

            /// Writes a value as JSON and reads it back as free-form.
            package init(encoding value: some Encodable) throws {
                self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
            }

            /// Reads the JSON as a type of the contract.
            package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
                try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(self))
            }

            package subscript(key: String) -> JSONValue? {
                guard case .object(let members) = self else { return nil }
                return members[key]
            }

            package subscript(index: Int) -> JSONValue? {
                guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
                return elements[index]
            }

            package var string: String? { if case .string(let value) = self { value } else { nil } }
            package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
            package var int: Int64? { if case .int(let value) = self { value } else { nil } }
            package var uint: UInt64? {
                switch self {
                case .int(let value): UInt64(exactly: value)
                case .uint(let value): value
                default: nil
                }
            }
        }

        nonisolated extension JSONValue: Codable {
            package init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    self = .null
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode(Bool.self) {
                    self = .bool(value)
                } else if let value = try? container.decode(Int64.self) {
                    self = .int(value)
                } else if let value = try? container.decode(UInt64.self) {
                    self = .uint(value)
                } else if let value = try? container.decode(Decimal.self) {
                    self = .decimal(try value.checked(decoder))
                } else if let value = try Self.unlessMismatched(decoder, { try container.decode([String: JSONValue].self) }) {
                    self = .object(value)
                } else if let value = try Self.unlessMismatched(decoder, { try container.decode([JSONValue].self) }) {
                    self = .array(value)
                } else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "a number beyond the range of Decimal")
                }
            }

            /// Nil where the value itself is of another kind; an error inside it is thrown on.
            private static func unlessMismatched<Value>(_ decoder: any Decoder, _ decode: () throws -> Value) throws -> Value? {
                do {
                    return try decode()
                } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
                    return nil
                }
            }

            package func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .bool(let value): try container.encode(value)
                case .int(let value): try container.encode(value)
                case .uint(let value): try container.encode(value)
                case .decimal(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .array(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }
        }

        nonisolated extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
            ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
        {
            package init(nilLiteral: ()) { self = .null }
            package init(booleanLiteral value: Bool) { self = .bool(value) }
            package init(integerLiteral value: Int64) { self = .int(value) }
            package init(stringLiteral value: String) { self = .string(value) }
            package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
            package init(dictionaryLiteral members: (String, JSONValue)...) {
                self = .object(Dictionary(members) { $1 })
            }
        }

        // MARK: - A date without a time: RFC 3339's full-date.

        /// A day of the Gregorian calendar, without a time or a time zone.
        package nonisolated struct CalendarDate: Hashable, Sendable, Comparable, LosslessStringConvertible {
            package let year: Int
            package let month: Int
            package let day: Int

            /// Nil if there is no such day: years run from 0 to 9999.
            package init?(year: Int, month: Int, day: Int) {
                guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
                    day <= Self.days(inMonth: month, ofYear: year)
                else { return nil }
                (self.year, self.month, self.day) = (year, month, day)
            }

            /// Reads `2024-02-29`, and nothing else.
            package init?(_ description: String) {
                let text = Array(description.utf8)
                guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
                    let year = text[0..<4].decimal, let month = text[5..<7].decimal, let day = text[8..<10].decimal
                else { return nil }
                self.init(year: year, month: month, day: day)
            }

            /// The day on which a moment falls in a time zone.
            package init?(_ date: Date, in timeZone: TimeZone) {
                var calendar = Calendar(identifier: .gregorian)
                calendar.timeZone = timeZone
                let parts = calendar.dateComponents([.year, .month, .day], from: date)
                guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
                self.init(year: year, month: month, day: day)
            }

            /// The first moment of the day in a time zone.
            package func start(in timeZone: TimeZone) -> Date? {
                var calendar = Calendar(identifier: .gregorian)
                calendar.timeZone = timeZone
                return calendar.date(from: DateComponents(year: year, month: month, day: day))
            }

            package var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

            package static func < (left: Self, right: Self) -> Bool {
                (left.year, left.month, left.day) < (right.year, right.month, right.day)
            }

            static func days(inMonth month: Int, ofYear year: Int) -> Int {
                switch month {
                case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
                case 4, 6, 9, 11: 30
                default: 31
                }
            }
        }

        nonisolated extension CalendarDate: Codable {
            package init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let text = try container.decode(String.self)
                guard let date = CalendarDate(text) else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "not a date like 2024-02-29: \(text)")
                }
                self = date
            }

            package func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(description)
            }
        }

        nonisolated extension Collection<UInt8> {
            /// The number that ASCII digits spell: nil for anything else, and for more digits than 18.
            var decimal: Int? {
                guard !isEmpty, count <= 18, allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                    return nil
                }
                return reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            }
        }

        nonisolated extension Int {
            func padded(_ width: Int) -> String {
                let digits = String(self)
                return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
            }
        }

        // MARK: - Date and time as RFC 3339 writes it, with a fraction and without.

        nonisolated enum Timestamp {
            /// Reads RFC 3339's date-time: `2024-02-29T12:00:00Z`, fractions of any length, an offset, a leap second.
            static func date(_ string: String) -> Date? {
                let text = Array(string.utf8)
                guard text.count >= 20, let day = CalendarDate(String(decoding: text[..<10], as: UTF8.self)),
                    text[10] | 0x20 == UInt8(ascii: "t"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
                    let hour = text[11..<13].decimal, let minute = text[14..<16].decimal, let second = text[17..<19].decimal,
                    hour < 24, minute < 60, second <= 60
                else { return nil }
                var rest = text[19...]
                var fraction = 0.0
                if rest.first == UInt8(ascii: ".") {
                    let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                    guard let parsed = Double("0." + String(decoding: digits, as: UTF8.self)), !digits.isEmpty else {
                        return nil
                    }
                    fraction = parsed
                    rest = rest[digits.endIndex...]
                }
                guard let offset = offset(Array(rest)) else { return nil }
                let seconds = day.daysSinceReference * 86_400 + hour * 3_600 + minute * 60 + second - offset
                return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
            }

            /// Seconds east of UTC.
            private static func offset(_ text: [UInt8]) -> Int? {
                if text.count == 1, text[0] | 0x20 == UInt8(ascii: "z") { return 0 }
                guard text.count == 6, text[3] == UInt8(ascii: ":"), let hours = text[1..<3].decimal,
                    let minutes = text[4..<6].decimal, hours < 24, minutes < 60
                else { return nil }
                switch text[0] {
                case UInt8(ascii: "+"): return hours * 3_600 + minutes * 60
                case UInt8(ascii: "-"): return -(hours * 3_600 + minutes * 60)
                default: return nil
                }
            }

            /// In UTC, to the microsecond, with no more digits of the fraction than it needs. Nil outside the years 0 to 9999.
            static func string(_ date: Date) -> String? {
                let interval = date.timeIntervalSinceReferenceDate
                guard abs(interval) < 300_000_000_000 else { return nil }
                let whole = interval.rounded(.down)
                var seconds = Int(whole)
                var micros = Int(((interval - whole) * 1_000_000).rounded())
                if micros == 1_000_000 { (seconds, micros) = (seconds + 1, 0) }
                let days = Int((Double(seconds) / 86_400).rounded(.down))
                guard let day = CalendarDate(daysSinceReference: days) else { return nil }
                let time = seconds - days * 86_400
                let clock = [time / 3_600, time / 60 % 60, time % 60].map { $0.padded(2) }.joined(separator: ":")
                let fraction =
                    micros == 0 ? "" : micros % 1_000 == 0 ? ".\((micros / 1_000).padded(3))" : ".\(micros.padded(6))"
                return "\(day)T\(clock)\(fraction)Z"
            }
        }

        nonisolated extension CalendarDate {
            /// Days since 1 January 2001, where Foundation's reference date is.
            var daysSinceReference: Int {
                let years = month > 2 ? year : year - 1
                let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
                return years * 365 + years.quotient(4) - years.quotient(100) + years.quotient(400) + dayOfYear - 730_791
            }

            init?(daysSinceReference days: Int) {
                // Counted from 1 March of year 0, so that the leap day ends a year.
                let shifted = days + 730_791
                let era = shifted.quotient(146_097)
                let dayOfEra = shifted - era * 146_097
                let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
                let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
                let shiftedMonth = (5 * dayOfYear + 2) / 153
                let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
                self.init(
                    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
                    day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
            }
        }

        nonisolated extension Int {
            /// Division that rounds down, as calendars need it before year 0.
            fileprivate func quotient(_ divisor: Int) -> Int { (self >= 0 ? self : self - divisor + 1) / divisor }
        }

        // MARK: - How properties are written where Foundation's own coding would lose or reject something: dates, base64, null.

        /// The keys of a generated type. They make `Codable` use the coding below, for any encoder and decoder.
        package nonisolated protocol WireKey: CodingKey, Hashable {
            /// Optional properties whose key is always there: nil is null.
            static var keysWithNull: Set<Self> { get }
        }

        nonisolated extension WireKey {
            package static var keysWithNull: Set<Self> { [] }
        }

        /// A type that the wire spells otherwise than Foundation would.
        nonisolated protocol WireCoded: Codable {
            init(wire decoder: any Decoder) throws
            func encode(wire encoder: any Encoder) throws
        }

        /// Carries such a value past Foundation's coding.
        nonisolated struct Wired<Value: WireCoded>: Codable {
            let value: Value
            init(_ value: Value) { self.value = value }
            init(from decoder: any Decoder) throws { value = try Value(wire: decoder) }
            func encode(to encoder: any Encoder) throws { try value.encode(wire: encoder) }
        }

        nonisolated extension Date: WireCoded {
            init(wire decoder: any Decoder) throws {
                let text = try String(from: decoder)
                guard let date = Timestamp.date(text) else {
                    throw decoder.corrupted("not a date and time of RFC 3339: \(text)")
                }
                self = date
            }

            func encode(wire encoder: any Encoder) throws {
                guard let text = Timestamp.string(self) else {
                    throw encoder.invalid(self, "a date outside the years 0 to 9999")
                }
                try text.encode(to: encoder)
            }
        }

        nonisolated extension Data: WireCoded {
            init(wire decoder: any Decoder) throws {
                let text = try String(from: decoder)
                // MIME breaks long lines; nothing else may stand between the digits.
                let joined = text.contains(where: \.isNewline) ? text.filter { !$0.isNewline } : text
                guard let data = Data(base64Encoded: joined) else { throw decoder.corrupted("not base64") }
                self = data
            }

            func encode(wire encoder: any Encoder) throws { try base64EncodedString().encode(to: encoder) }
        }

        nonisolated extension UUID: WireCoded {
            init(wire decoder: any Decoder) throws {
                let text = try String(from: decoder)
                guard let uuid = UUID(uuidString: text) else { throw decoder.corrupted("not a UUID: \(text)") }
                self = uuid
            }

            /// RFC 9562, section 4: read in any case, written in lower case.
            func encode(wire encoder: any Encoder) throws { try uuidString.lowercased().encode(to: encoder) }
        }

        nonisolated extension URL: WireCoded {
            init(wire decoder: any Decoder) throws {
                let text = try String(from: decoder)
                guard let url = URL(string: text) else { throw decoder.corrupted("not a URL: \(text)") }
                self = url
            }

            func encode(wire encoder: any Encoder) throws { try absoluteString.encode(to: encoder) }
        }

        nonisolated extension Decimal: WireCoded {
            init(wire decoder: any Decoder) throws {
                self = try decoder.singleValueContainer().decode(Decimal.self).checked(decoder)
            }

            func encode(wire encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(self)
            }

            /// Decoders round what is longer than 38 digits without a word; `Wire.decoder` has looked whether that can be.
            func checked(_ decoder: any Decoder) throws -> Decimal {
                guard let key = CodingUserInfoKey.longNumbers, decoder.userInfo[key] != nil,
                    significand.description.count >= 38
                else { return self }
                throw decoder.corrupted("a number of more than 38 digits")
            }
        }

        nonisolated extension Array: WireCoded where Element: WireCoded {
            init(wire decoder: any Decoder) throws { self = try [Wired<Element>](from: decoder).map(\.value) }
            func encode(wire encoder: any Encoder) throws { try map { Wired($0) }.encode(to: encoder) }
        }

        nonisolated extension Dictionary: WireCoded where Key == String, Value: WireCoded {
            init(wire decoder: any Decoder) throws { self = try [String: Wired<Value>](from: decoder).mapValues(\.value) }
            func encode(wire encoder: any Encoder) throws { try mapValues { Wired($0) }.encode(to: encoder) }
        }

        nonisolated extension Optional: WireCoded where Wrapped: WireCoded {
            init(wire decoder: any Decoder) throws { self = try Wired<Wrapped>?(from: decoder)?.value }
            func encode(wire encoder: any Encoder) throws { try map { Wired($0) }.encode(to: encoder) }
        }

        nonisolated extension KeyedDecodingContainer where Key: WireKey {
            func decode<Value: WireCoded>(_ type: Value.Type, forKey key: Key) throws -> Value {
                try decode(Wired<Value>.self, forKey: key).value
            }

            func decodeIfPresent<Value: WireCoded>(_ type: Value.Type, forKey key: Key) throws -> Value? {
                try decodeIfPresent(Wired<Value>.self, forKey: key)?.value
            }

            func decode<Value: Decodable>(_ type: Field<Value>.Type, forKey key: Key) throws -> Field<Value> {
                guard contains(key) else { return .absent }
                return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
            }

            func decode<Value: WireCoded>(_ type: Field<Value>.Type, forKey key: Key) throws -> Field<Value> {
                guard contains(key) else { return .absent }
                return try decodeNil(forKey: key) ? .null : .value(decode(Wired<Value>.self, forKey: key).value)
            }

            func decode(_ type: Absent.Type, forKey key: Key) throws -> Absent {
                guard !contains(key) else {
                    throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "must not be there")
                }
                return Absent()
            }

            func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
                guard contains(key) || Key.keysWithNull.contains(key) else { return nil }
                return try decodeNil(forKey: key) ? nil : decode(type, forKey: key)
            }

            /// Of JSON null is a value as any other.
            func decodeIfPresent(_ type: JSONValue.Type, forKey key: Key) throws -> JSONValue? {
                guard contains(key) else { return nil }
                return try decodeNil(forKey: key) ? .null : decode(type, forKey: key)
            }

            // The library has these for each basic type, which would be preferred to the one above.
            func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try basic(key) }
            func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try basic(key) }
            func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try basic(key) }
            func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try basic(key) }
            func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try basic(key) }
            func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try basic(key) }
            func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try basic(key) }
            func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try basic(key) }
            func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try basic(key) }
            func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try basic(key) }
            func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try basic(key) }
            func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try basic(key) }

            private func basic<Value: Decodable>(_ key: Key) throws -> Value? {
                guard contains(key) || Key.keysWithNull.contains(key) else { return nil }
                return try decodeNil(forKey: key) ? nil : decode(Value.self, forKey: key)
            }
        }

        nonisolated extension KeyedEncodingContainer where Key: WireKey {
            mutating func encode<Value: WireCoded>(_ value: Value, forKey key: Key) throws {
                try encode(Wired(value), forKey: key)
            }

            mutating func encode<Value: Encodable>(_ field: Field<Value>, forKey key: Key) throws {
                switch field {
                case .absent: break
                case .null: try encodeNil(forKey: key)
                case .value(let value): try encode(value, forKey: key)
                }
            }

            mutating func encode<Value: WireCoded>(_ field: Field<Value>, forKey key: Key) throws {
                switch field {
                case .absent: break
                case .null: try encodeNil(forKey: key)
                case .value(let value): try encode(Wired(value), forKey: key)
                }
            }

            mutating func encode(_ value: Absent, forKey key: Key) throws {}

            mutating func encodeIfPresent<Value: WireCoded>(_ value: Value?, forKey key: Key) throws {
                try encodeOrNull(value.map { Wired($0) }, key)
            }

            mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
                try encodeOrNull(value, key)
            }

            mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNull(value, key) }
            mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNull(value, key) }

            private mutating func encodeOrNull<Value: Encodable>(_ value: Value?, _ key: Key) throws {
                if let value {
                    try encode(value, forKey: key)
                } else if Key.keysWithNull.contains(key) {
                    try encodeNil(forKey: key)
                }
            }
        }

        nonisolated extension CodingUserInfoKey {
            /// Set where the JSON has a number of more digits than `Decimal` holds.
            static let longNumbers = CodingUserInfoKey(rawValue: "longNumbers")
        }

        nonisolated enum Wire {
            static func decoder(for data: Data) -> JSONDecoder {
                let decoder = JSONDecoder()
                if let key = CodingUserInfoKey.longNumbers, hasLongNumber(data) { decoder.userInfo[key] = true }
                return decoder
            }

            /// Whether 39 digits stand in a row: looks at every 39th byte, and around it only where that is one.
            private static func hasLongNumber(_ data: Data) -> Bool {
                data.withUnsafeBytes { bytes in
                    func isDigit(_ index: Int) -> Bool { bytes[index] &- 0x30 < 10 || bytes[index] == UInt8(ascii: ".") }
                    for index in stride(from: 38, to: bytes.count, by: 39) where isDigit(index) {
                        var (first, last) = (index, index)
                        while first > 0, index - first < 39, isDigit(first - 1) { first -= 1 }
                        while last + 1 < bytes.count, last - index < 39, isDigit(last + 1) { last += 1 }
                        if last - first >= 38 { return true }
                    }
                    return false
                }
            }
        }

        nonisolated extension Decoder {
            func corrupted(_ reason: String) -> DecodingError {
                .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
            }
        }

        nonisolated extension Encoder {
            func invalid(_ value: Any, _ reason: String) -> EncodingError {
                .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
            }
        }

        // MARK: - Finds the one of several shapes that a value has.

        nonisolated enum JSONKind: Hashable, Sendable {
            case null, bool, integer, number, string, array, object
        }

        /// Any key of an object.
        nonisolated struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(_ name: String) { stringValue = name }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        /// One of the shapes of a union, and how to recognise it.
        nonisolated struct Arm<Union> {
            var kinds: Set<JSONKind>
            var required: Set<String> = []
            var known: Set<String> = []
            /// Properties that have one of these values in this shape, if they are there.
            var constants: [String: [JSONValue]] = [:]
            /// What a value without members is one of, as far as the contract knows.
            var values: [JSONValue] = []
            /// What it is one of, or the shape does not fit.
            var only: [JSONValue] = []
            var make: (any Decoder) throws -> Union

            init(
                _ kinds: Set<JSONKind>, required: Set<String> = [], known: Set<String> = [],
                constants: [String: [JSONValue]] = [:], values: [JSONValue] = [],
                only: [JSONValue] = [], make: @escaping (any Decoder) throws -> Union
            ) {
                self.kinds = kinds
                self.required = required
                self.known = known
                self.constants = constants
                self.values = values
                self.only = only
                self.make = make
            }

            /// How well the shape fits: nil if not at all.
            fileprivate func fit(_ kind: JSONKind, _ decoder: any Decoder) throws -> Int? {
                guard kinds.contains(kind) || kind == .integer && kinds.contains(.number) else { return nil }
                guard kind == .object else {
                    if !only.isEmpty { return only.contains(try JSONValue(from: decoder)) ? 3 : nil }
                    if !values.isEmpty { return values.contains(try JSONValue(from: decoder)) ? 2 : 0 }
                    return kinds.contains(kind) ? 1 : 0
                }
                let container = try decoder.container(keyedBy: AnyKey.self)
                let keys = Set(container.allKeys.map(\.stringValue))
                guard required.isSubset(of: keys) else { return nil }
                for (name, values) in constants where keys.contains(name) {
                    guard values.contains(try container.decode(JSONValue.self, forKey: AnyKey(name))) else { return nil }
                }
                return known.intersection(keys).count
            }
        }

        nonisolated extension Decoder {
            /// Of the shapes that fit, the one that knows most of what is there; of equal ones the first that can be read.
            func union<Union>(_ arms: [Arm<Union>]) throws -> Union {
                let kind = try kind()
                let fitting = try arms.enumerated()
                    .compactMap { index, arm in try arm.fit(kind, self).map { (fit: $0, index: index, arm: arm) } }
                    .sorted { ($1.fit, $0.index) < ($0.fit, $1.index) }
                var failure: (any Error)?
                for candidate in fitting {
                    do {
                        return try candidate.arm.make(self)
                    } catch {
                        failure = failure ?? error
                    }
                }
                throw failure ?? corrupted("none of the \(arms.count) shapes of \(Union.self) fits this \(kind)")
            }

            func kind() throws -> JSONKind {
                if let container = try? singleValueContainer() {
                    if container.decodeNil() { return .null }
                    if (try? container.decode(String.self)) != nil { return .string }
                    if (try? container.decode(Bool.self)) != nil { return .bool }
                    if (try? container.decode(Int64.self)) != nil || (try? container.decode(UInt64.self)) != nil {
                        return .integer
                    }
                    if (try? container.decode(Double.self)) != nil { return .number }
                }
                return (try? container(keyedBy: AnyKey.self)) == nil ? .array : .object
            }
        }

        // MARK: - Values as parameters, written by the styles of OpenAPI (Parameter Object, "Style Values").

        /// A value that can stand in a path, a query, a header or a cookie.
        package nonisolated protocol ParameterValue {
            func parameterValue() throws -> JSONValue
        }

        nonisolated extension ParameterValue where Self: Encodable {
            package func parameterValue() throws -> JSONValue { try JSONValue(encoding: self) }
        }

        nonisolated extension JSONValue: ParameterValue {
            package func parameterValue() -> JSONValue { self }
        }
        nonisolated extension String: ParameterValue {
            package func parameterValue() -> JSONValue { .string(self) }
        }
        nonisolated extension Bool: ParameterValue {
            package func parameterValue() -> JSONValue { .bool(self) }
        }
        nonisolated extension Int: ParameterValue {
            package func parameterValue() -> JSONValue { .int(Int64(self)) }
        }
        nonisolated extension Int8: ParameterValue {
            package func parameterValue() -> JSONValue { .int(Int64(self)) }
        }
        nonisolated extension Int16: ParameterValue {
            package func parameterValue() -> JSONValue { .int(Int64(self)) }
        }
        nonisolated extension Int32: ParameterValue {
            package func parameterValue() -> JSONValue { .int(Int64(self)) }
        }
        nonisolated extension Int64: ParameterValue {
            package func parameterValue() -> JSONValue { .int(self) }
        }
        nonisolated extension UInt8: ParameterValue {
            package func parameterValue() -> JSONValue { .uint(UInt64(self)) }
        }
        nonisolated extension UInt16: ParameterValue {
            package func parameterValue() -> JSONValue { .uint(UInt64(self)) }
        }
        nonisolated extension UInt32: ParameterValue {
            package func parameterValue() -> JSONValue { .uint(UInt64(self)) }
        }
        nonisolated extension UInt64: ParameterValue {
            package func parameterValue() -> JSONValue { .uint(self) }
        }
        nonisolated extension Double: ParameterValue {
            /// As text, since not every one of them is a `Decimal`.
            package func parameterValue() throws -> JSONValue {
                guard isFinite else { throw WireFailure("$", "\(self) is no JSON number") }
                return rounded() == self && abs(self) < 1e15 ? .int(Int64(self)) : .string(description)
            }
        }
        nonisolated extension Decimal: ParameterValue {
            package func parameterValue() -> JSONValue { .decimal(self) }
        }
        nonisolated extension CalendarDate: ParameterValue {}
        nonisolated extension Date: ParameterValue {
            package func parameterValue() throws -> JSONValue { try JSONValue(encoding: Wired(self)) }
        }
        nonisolated extension Data: ParameterValue {
            package func parameterValue() -> JSONValue { .string(base64EncodedString()) }
        }
        nonisolated extension UUID: ParameterValue {
            package func parameterValue() -> JSONValue { .string(uuidString.lowercased()) }
        }
        nonisolated extension URL: ParameterValue {
            package func parameterValue() -> JSONValue { .string(absoluteString) }
        }
        nonisolated extension Array: ParameterValue where Element: ParameterValue {
            package func parameterValue() throws -> JSONValue { .array(try map { try $0.parameterValue() }) }
        }
        nonisolated extension Dictionary: ParameterValue where Key == String, Value: ParameterValue {
            package func parameterValue() throws -> JSONValue { .object(try mapValues { try $0.parameterValue() }) }
        }
        nonisolated extension Field: ParameterValue where Value: ParameterValue {
            package func parameterValue() throws -> JSONValue { try value?.parameterValue() ?? .null }
        }

        nonisolated extension JSONValue {
            var isScalar: Bool {
                switch self {
                case .array, .object: false
                default: true
                }
            }

            /// A value that is neither array nor object, as text.
            var parameterText: String {
                get throws {
                    switch self {
                    case .null: "null"
                    case .bool(let value): "\(value)"
                    case .int(let value): "\(value)"
                    case .uint(let value): "\(value)"
                    case .decimal(let value): "\(value)"
                    case .string(let value): value
                    case .array, .object: throw WireFailure("$", "an array or object within another has no place in this style")
                    }
                }
            }

            var jsonText: String { get throws { String(decoding: try JSONEncoder.stable.encode(self), as: UTF8.self) } }

            /// The members of an object by name.
            var sortedMembers: [(key: String, value: JSONValue)]? {
                guard case .object(let members) = self else { return nil }
                return members.filter { $0.value != .null }.sorted { $0.key < $1.key }
            }
        }

        nonisolated extension JSONEncoder {
            /// Equal values give equal bytes.
            static var stable: JSONEncoder {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                return encoder
            }
        }

        nonisolated extension String {
            /// Everything but RFC 3986's unreserved characters is encoded, and the reserved ones unless they are allowed.
            func percentEncoded(allowReserved: Bool = false) -> String {
                var kept = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
                if allowReserved { kept.formUnion(CharacterSet(charactersIn: ":/?#[]@!$&'()*+,;=")) }
                return addingPercentEncoding(withAllowedCharacters: kept) ?? self
            }
        }

        // MARK: - Puts the values of a request where the contract wants them.

        /// Builds one call: path first, then query, headers and body.
        nonisolated struct CallBuilder {
            private var call: HTTPCall
            private let path: String
            private var query: [String] = []
            private var cookies: [String] = []

            enum QueryStyle {
                case form, formList, spaces, pipes, deepObject, json
            }

            /// - Parameter accept: the media types of the answers, the best first.
            init(_ operation: String, _ method: String, _ path: CallPath, accept: String = "application/json") throws {
                self.path = try path.text.get()
                call = HTTPCall(operation: operation, method: method, target: self.path)
                if !accept.isEmpty { call.headers["Accept"] = accept }
            }

            /// The call with everything in place.
            func built() -> HTTPCall {
                var call = call
                call.target = query.isEmpty ? path : path + (path.contains("?") ? "&" : "?") + query.joined(separator: "&")
                if !cookies.isEmpty { call.headers["Cookie"] = cookies.joined(separator: "; ") }
                return call
            }

            mutating func keepRedirects() { call.followsRedirects = false }

            // MARK: Query

            mutating func query(
                _ name: String, _ value: (some ParameterValue)?, _ style: QueryStyle = .form, allowReserved: Bool = false
            ) throws {
                guard let value else { return }
                let pairs = try at(name) {
                    try Self.queryPairs(name, value.parameterValue(), style, allowReserved: allowReserved)
                }
                query += pairs.map { "\($0)=\($1)" }
            }

            /// Names and values, percent-encoded.
            static func queryPairs(
                _ name: String, _ value: JSONValue, _ style: QueryStyle, allowReserved: Bool = false
            ) throws -> [(String, String)] {
                func encoded(_ text: String) -> String { text.percentEncoded(allowReserved: allowReserved) }
                let key = name.percentEncoded()
                if style == .json { return [(key, encoded(try value.jsonText))] }
                if case .array(let elements) = value {
                    if style == .deepObject {
                        return try elements.enumerated().flatMap { index, element in
                            // Which members belong together only a number says.
                            try queryPairs(element.isScalar ? "\(name)[]" : "\(name)[\(index)]", element, style)
                        }
                    }
                    let texts = try elements.map { try $0.parameterText }.map(encoded)
                    switch style {
                    case .form, .deepObject: return texts.map { (key, $0) }
                    case .formList, .json: return [(key, texts.joined(separator: ","))]
                    case .spaces: return [(key, texts.joined(separator: "%20"))]
                    case .pipes: return [(key, texts.joined(separator: "%7C"))]
                    }
                }
                guard let members = value.sortedMembers else { return [(key, encoded(try value.parameterText))] }
                if style == .deepObject { return try members.flatMap { try queryPairs("\(name)[\($0.key)]", $0.value, style) } }
                let pairs = try members.map { ($0.key.percentEncoded(), encoded(try $0.value.parameterText)) }
                switch style {
                case .form: return pairs
                case .spaces: return [(key, pairs.map { "\($0)%20\($1)" }.joined(separator: "%20"))]
                case .pipes: return [(key, pairs.map { "\($0)%7C\($1)" }.joined(separator: "%7C"))]
                default: return [(key, pairs.map { "\($0),\($1)" }.joined(separator: ","))]
                }
            }

            // MARK: Headers and cookies

            mutating func header(
                _ name: String, _ value: (some ParameterValue)?, explode: Bool = false, json: Bool = false
            ) throws {
                guard let value else { return }
                let text = try at(name) { () throws -> String in
                    let value = try value.parameterValue()
                    if json { return try value.jsonText }
                    if case .array(let elements) = value {
                        return try elements.map { try $0.parameterText }.joined(separator: ",")
                    }
                    guard let members = value.sortedMembers else { return try value.parameterText }
                    return try members.map { "\($0.key)\(explode ? "=" : ",")\(try $0.value.parameterText)" }
                        .joined(separator: ",")
                }
                guard !text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) else {
                    throw WireFailure(name, "a header has no control characters")
                }
                call.headers[name] = text
            }

            mutating func cookie(
                _ name: String, _ value: (some ParameterValue)?, explode: Bool = true, json: Bool = false
            ) throws {
                guard let value else { return }
                let style: QueryStyle = json ? .json : explode ? .form : .formList
                let pairs = try at(name) { try Self.queryPairs(name, value.parameterValue(), style) }
                cookies += pairs.map { "\($0)=\($1)" }
            }

            // MARK: Body

            mutating func json(_ value: some Encodable, as mediaType: String = "application/json") throws {
                body(.data(try JSONEncoder.stable.encode(value)), as: mediaType)
            }

            mutating func json(_ value: some WireCoded, as mediaType: String = "application/json") throws {
                body(.data(try JSONEncoder.stable.encode(Wired(value))), as: mediaType)
            }

            mutating func form(_ value: some Encodable, _ styles: [String: QueryStyle] = [:]) throws {
                let text = try FormBody.text(JSONValue(encoding: value), styles)
                body(.data(Data(text.utf8)), as: "application/x-www-form-urlencoded")
            }

            mutating func multipart(_ parts: [MultipartPart], as mediaType: String = "multipart/form-data") {
                let body = MultipartBody(parts)
                self.body(.data(body.data), as: "\(mediaType); boundary=\(body.boundary)")
            }

            mutating func text(_ value: some ParameterValue, as mediaType: String = "text/plain") throws {
                body(.data(Data(try value.parameterValue().parameterText.utf8)), as: mediaType)
            }

            mutating func lines(_ values: [some Encodable], as mediaType: String) throws {
                let lines = try values.map { try JSONEncoder.stable.encode($0) + Data("\n".utf8) }
                body(.data(Data(lines.joined())), as: mediaType)
            }

            mutating func body(_ body: HTTPBody, as mediaType: String) {
                call.body = body
                call.headers["Content-Type"] = mediaType
            }

            private func at<Value>(_ name: String, _ make: () throws -> Value) throws -> Value {
                do { return try make() } catch { throw WireFailure(name, WireFailure(error).reason) }
            }
        }

        /// A path with its values in place: `"/items/\(id)"`, percent-encoded by the style of each.
        nonisolated struct CallPath: ExpressibleByStringInterpolation {
            enum Style {
                case simple, label, matrix, json
            }

            let text: Result<String, WireFailure>

            init(stringLiteral value: String) { text = .success(value) }
            init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

            struct StringInterpolation: StringInterpolationProtocol {
                var text = Result<String, WireFailure>.success("")

                init(literalCapacity: Int, interpolationCount: Int) {}

                mutating func appendLiteral(_ literal: String) { text = text.map { $0 + literal } }

                mutating func appendInterpolation(
                    _ value: some ParameterValue, _ name: String = "path", _ style: Style = .simple, explode: Bool = false,
                    spans: Bool = false
                ) {
                    guard case .success(let before) = text else { return }
                    do {
                        let part = try CallPath.text(name, value.parameterValue(), style, explode: explode, spans: spans)
                        if part.isEmpty { throw WireFailure(name, "an empty value would make this another path") }
                        text = .success(before + part)
                    } catch {
                        text = .failure(WireFailure(name, WireFailure(error).reason))
                    }
                }
            }

            private static func text(
                _ name: String, _ value: JSONValue, _ style: Style, explode: Bool, spans: Bool
            ) throws -> String {
                if style == .json { return try value.jsonText.percentEncoded() }
                let parts: [String]
                if case .array(let elements) = value {
                    parts = try elements.map { try $0.parameterText.percentEncoded() }
                } else if let members = value.sortedMembers {
                    parts = try members.flatMap { member in
                        let text = try member.value.parameterText.percentEncoded()
                        let key = member.key.percentEncoded()
                        return explode ? ["\(key)=\(text)"] : [key, text]
                    }
                } else {
                    // One that spans takes in the slashes of several segments.
                    parts = [
                        try value.parameterText.split(separator: spans ? "/" : "\0", omittingEmptySubsequences: false)
                            .map { String($0).percentEncoded() }.joined(separator: spans ? "/" : "%00")
                    ]
                }
                switch style {
                case .simple, .json: return parts.joined(separator: ",")
                case .label: return "." + parts.joined(separator: explode ? "." : ",")
                case .matrix:
                    if explode, value.sortedMembers != nil { return parts.map { ";\($0)" }.joined() }
                    if explode { return parts.map { ";\(name)=\($0)" }.joined() }
                    return ";\(name)=" + parts.joined(separator: ",")
                }
            }
        }

        // MARK: - Bodies of forms.

        nonisolated enum FormBody {
            /// `application/x-www-form-urlencoded`: one pair for each element of an array. What has members of its own is written by the
            /// style of the property, and without one as JSON (OpenAPI, Encoding Object, `contentType`).
            static func text(_ value: JSONValue, _ styles: [String: CallBuilder.QueryStyle]) throws -> String {
                guard let members = value.sortedMembers else { throw WireFailure("$", "a form is written from an object") }
                let pairs = try members.flatMap { name, value in
                    if let style = styles[name] { return try CallBuilder.queryPairs(name, value, style) }
                    guard case .array(let elements) = value else {
                        return try CallBuilder.queryPairs(name, value, value.isScalar ? .form : .json)
                    }
                    return try elements.flatMap { try CallBuilder.queryPairs(name, $0, $0.isScalar ? .form : .json) }
                }
                return pairs.map { "\($0)=\($1)" }.joined(separator: "&").replacingOccurrences(of: "%20", with: "+")
            }
        }

        /// One part of a multipart body.
        package nonisolated struct MultipartPart: Hashable, Sendable {
            package var name: String
            package var filename: String?
            package var contentType: String?
            package var data: Data

            package init(name: String, filename: String? = nil, contentType: String? = nil, data: Data) {
                self.name = name
                self.filename = filename
                self.contentType = contentType
                self.data = data
            }
        }

        /// The content of a file in a form.
        package nonisolated struct FileContent: Hashable, Sendable {
            package var data: Data
            package var filename: String?
            /// Nil for the one that the contract names, or else what the filename's ending says.
            package var contentType: String?

            package init(_ data: Data, filename: String? = "file", contentType: String? = nil) {
                self.data = data
                self.filename = filename
                self.contentType = contentType
            }
        }

        nonisolated extension MultipartPart {
            /// A part for each member of an object.
            static func members(_ value: some Encodable) throws -> [MultipartPart] {
                guard let members = try JSONValue(encoding: value).sortedMembers else {
                    throw WireFailure("$", "a form is written from an object")
                }
                return try members.flatMap { try member($0.key, $0.value) }
            }

            /// Text as it is, objects as JSON, and a part for each element of an array.
            static func member(_ name: String, _ value: JSONValue) throws -> [MultipartPart] {
                switch value {
                case .array(let elements) where !elements.contains(where: { if case .array = $0 { true } else { false } }):
                    try elements.flatMap { try member(name, $0) }
                case .array, .object: try json(name, value)
                default: try text(name, value)
                }
            }

            static func list(_ name: String, _ values: [some Encodable]?) throws -> [MultipartPart] {
                guard let values else { return [] }
                return try member(name, JSONValue(encoding: values))
            }

            /// - Parameter contentTypes: those that the contract takes, specific ones or ranges such as `image/*` (OpenAPI, Encoding Object).
            static func file(
                _ name: String, _ content: FileContent?, _ contentTypes: String = "*/*"
            ) throws -> [MultipartPart] {
                guard let content else { return [] }
                let contentType = try content.contentType ?? contentType(of: content, contentTypes, name)
                return [MultipartPart(name: name, filename: content.filename, contentType: contentType, data: content.data)]
            }

            static func files(
                _ name: String, _ contents: [FileContent]?, _ contentTypes: String = "*/*"
            ) throws -> [MultipartPart] {
                try (contents ?? []).flatMap { try file(name, $0, contentTypes) }
            }

            private static func contentType(of content: FileContent, _ contentTypes: String, _ name: String) throws -> String {
                let ranges = contentTypes.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                let ending = content.filename?.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
                let known = endings[ending]
                if let known, ranges.contains(where: { $0 == known || $0.hasSuffix("/*") && known.hasPrefix($0.dropLast()) }) {
                    return known
                }
                if let first = ranges.first(where: { !$0.contains("*") }) { return first }
                if ranges.contains(where: { $0 == "*/*" || $0 == "application/*" }) {
                    return known ?? "application/octet-stream"
                }
                if ranges.contains("text/*") { return "text/plain" }
                throw WireFailure(name, "the contract takes \(contentTypes): say which it is by the file's contentType")
            }

            /// Media types by the ending of a file's name.
            private static let endings = [
                "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
                "heic": "image/heic", "svg": "image/svg+xml", "mp4": "video/mp4", "mov": "video/quicktime",
                "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "txt": "text/plain", "csv": "text/csv",
                "html": "text/html", "json": "application/json", "pdf": "application/pdf", "zip": "application/zip",
            ]

            static func text(_ name: String, _ value: (some ParameterValue)?, _ contentType: String? = nil) throws
                -> [MultipartPart]
            {
                guard let value = try value?.parameterValue(), value != .null else { return [] }
                if case .array(let elements) = value { return try elements.flatMap { try text(name, $0, contentType) } }
                return [MultipartPart(name: name, contentType: contentType, data: Data(try value.parameterText.utf8))]
            }

            static func json(_ name: String, _ value: (some Encodable)?, _ contentType: String = "application/json") throws
                -> [MultipartPart]
            {
                guard let value else { return [] }
                return [MultipartPart(name: name, contentType: contentType, data: try JSONEncoder.stable.encode(value))]
            }
        }

        /// RFC 7578.
        nonisolated struct MultipartBody {
            let boundary: String
            let data: Data

            init(_ parts: [MultipartPart]) {
                var number = parts.reduce(parts.count) { $0 &+ $1.data.count }
                // A boundary that no part contains; the same parts always get the same.
                var boundary = "counterpart-\(number)"
                while parts.contains(where: { $0.data.range(of: Data(boundary.utf8)) != nil }) {
                    number &+= 1
                    boundary = "counterpart-\(number)"
                }
                var data = Data()
                for part in parts {
                    data.append(Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name.quoted)\"".utf8))
                    if let filename = part.filename { data.append(Data("; filename=\"\(filename.quoted)\"".utf8)) }
                    if let type = part.contentType { data.append(Data("\r\nContent-Type: \(type.quoted)".utf8)) }
                    data.append(Data("\r\n\r\n".utf8))
                    data.append(part.data)
                    data.append(Data("\r\n".utf8))
                }
                data.append(Data("--\(boundary)--\r\n".utf8))
                (self.boundary, self.data) = (boundary, data)
            }
        }

        nonisolated extension String {
            /// As browsers escape names in a form (WHATWG HTML, "multipart/form-data encoding algorithm").
            fileprivate var quoted: String {
                replacingOccurrences(of: "\r", with: "%0D").replacingOccurrences(of: "\n", with: "%0A")
                    .replacingOccurrences(of: "\"", with: "%22")
            }
        }

        // MARK: - Reads an answer as the types of the contract.

        nonisolated extension HTTPReply {
            /// Type and subtype without parameters, in lower case.
            var mediaType: String? {
                headers["Content-Type"]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
            }

            func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
                try expectJSON()
                return try Wire.decoder(for: body).decode(type, from: body)
            }

            func json<Value: WireCoded>(_ type: Value.Type = Value.self) throws -> Value {
                try expectJSON()
                return try Wire.decoder(for: body).decode(Wired<Value>.self, from: body).value
            }

            /// A page of HTML in place of JSON is said as that, not as a parser's error.
            private func expectJSON() throws {
                if body.isEmpty { throw WireFailure("$", "expected JSON, found no body") }
                guard let mediaType, !mediaType.hasSuffix("json"), mediaType.hasPrefix("text/html") else { return }
                throw WireFailure("$", "expected JSON, found \(mediaType)")
            }

            func text() throws -> String {
                guard let text = String(data: body, encoding: .utf8) else { throw WireFailure("$", "the text is not UTF-8") }
                return text
            }

            /// A value on each line: JSON Lines, and JSON text sequences (RFC 7464).
            func lines<Value: Decodable>(_ type: Value.Type = Value.self) throws -> [Value] {
                let separators: Set<UInt8> = [UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x1E]
                return try body.split(whereSeparator: separators.contains).enumerated().map { number, line in
                    do {
                        return try Wire.decoder(for: line).decode(type, from: line)
                    } catch {
                        let failure = WireFailure(error)
                        throw WireFailure("line \(number + 1), \(failure.path)", failure.reason)
                    }
                }
            }

            /// Reads the body by its media type.
            func content<Value>(_ readers: [String: () throws -> Value]) throws -> Value {
                let type = mediaType ?? ""
                if let reader = readers[type] ?? (type.hasSuffix("+json") ? readers["application/json"] : nil) {
                    return try reader()
                }
                if readers.count == 1, let reader = readers.values.first { return try reader() }
                if let reader = readers["application/octet-stream"] { return try reader() }
                throw WireFailure(
                    "header Content-Type", "expected one of \(readers.keys.sorted().joined(separator: ", ")), found \(type)")
            }

            func header<Value: HeaderValue>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
                guard let value = try headerIfPresent(name, as: type) else {
                    throw WireFailure("header \(name)", "is missing")
                }
                return value
            }

            func headerIfPresent<Value: HeaderValue>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
                guard let text = headers[name] else { return nil }
                guard let value = Value(headerText: text) else {
                    throw WireFailure("header \(name)", "expected \(type), found \(text)")
                }
                return value
            }
        }

        /// A type that a header of an answer is read as.
        package nonisolated protocol HeaderValue {
            init?(headerText: String)
        }

        nonisolated extension HeaderValue where Self: LosslessStringConvertible {
            package init?(headerText: String) { self.init(headerText) }
        }

        nonisolated extension HeaderValue where Self: RawRepresentable, RawValue: HeaderValue {
            package init?(headerText: String) {
                guard let value = RawValue(headerText: headerText) else { return nil }
                self.init(rawValue: value)
            }
        }

        nonisolated extension String: HeaderValue {}
        nonisolated extension Bool: HeaderValue {}
        nonisolated extension Int: HeaderValue {}
        nonisolated extension Int8: HeaderValue {}
        nonisolated extension Int16: HeaderValue {}
        nonisolated extension Int32: HeaderValue {}
        nonisolated extension Int64: HeaderValue {}
        nonisolated extension UInt8: HeaderValue {}
        nonisolated extension UInt16: HeaderValue {}
        nonisolated extension UInt32: HeaderValue {}
        nonisolated extension UInt64: HeaderValue {}
        nonisolated extension Double: HeaderValue {}
        nonisolated extension CalendarDate: HeaderValue {}

        nonisolated extension Decimal: HeaderValue {
            package init?(headerText: String) { self.init(string: headerText, locale: Locale(identifier: "en_US_POSIX")) }
        }
        nonisolated extension Date: HeaderValue {
            package init?(headerText: String) {
                guard let date = Timestamp.date(headerText) else { return nil }
                self = date
            }
        }
        nonisolated extension UUID: HeaderValue {
            package init?(headerText: String) { self.init(uuidString: headerText) }
        }
        nonisolated extension URL: HeaderValue {
            package init?(headerText: String) { self.init(string: headerText) }
        }
        nonisolated extension Array: HeaderValue where Element: HeaderValue {
            /// The style `simple`: elements between commas.
            package init?(headerText: String) {
                let texts = headerText.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                let elements = texts.compactMap(Element.init(headerText:))
                guard elements.count == texts.count else { return nil }
                self = elements
            }
        }
        nonisolated extension JSONValue: HeaderValue {
            package init?(headerText: String) {
                self = (try? JSONDecoder().decode(JSONValue.self, from: Data(headerText.utf8))) ?? .string(headerText)
            }
        }

        // MARK: - Server-sent events (WHATWG HTML, section 9.2) as they come.

        package nonisolated struct ServerSentEvent: Hashable, Sendable {
            /// The event's type: `message` unless the server says otherwise.
            package var event: String
            package var data: String
            /// The last id that the server has sent, to go on from after a break.
            package var id: String?
            /// Milliseconds to wait before connecting again, where this event says so.
            package var retry: Int?

            package init(event: String = "message", data: String, id: String? = nil, retry: Int? = nil) {
                self.event = event
                self.data = data
                self.id = id
                self.retry = retry
            }

            /// Reads the data as JSON.
            package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
                let data = Data(data.utf8)
                return try Wire.decoder(for: data).decode(type, from: data)
            }
        }

        /// The events of one answer. Whoever stops reading closes the connection.
        package nonisolated struct EventStream: AsyncSequence, Sendable {
            package typealias Element = ServerSentEvent
            private let body: AsyncThrowingStream<Data, any Error>

            package init(_ body: AsyncThrowingStream<Data, any Error>) { self.body = body }

            package func makeAsyncIterator() -> Iterator { Iterator(parts: body.makeAsyncIterator()) }

            package struct Iterator: AsyncIteratorProtocol {
                var parts: AsyncThrowingStream<Data, any Error>.Iterator
                var parser = EventParser()
                var ready: ArraySlice<ServerSentEvent> = []

                package mutating func next() async throws -> ServerSentEvent? {
                    while ready.isEmpty {
                        guard let part = try await parts.next() else { return nil }
                        ready = try parser.feed(part)[...]
                    }
                    return ready.removeFirst()
                }
            }
        }

        nonisolated struct EventParser {
            /// What a server may send as one event.
            static let limit = 16 * 1_024 * 1_024

            private var line: [UInt8] = []
            private var lastWasReturn = false
            private var isFirstLine = true
            private var event = ""
            private var data: [String] = []
            private var size = 0
            private var id: String?
            private var retry: Int?

            /// The events that these bytes complete.
            mutating func feed(_ bytes: Data) throws -> [ServerSentEvent] {
                var events: [ServerSentEvent] = []
                for byte in bytes {
                    defer { lastWasReturn = byte == UInt8(ascii: "\r") }
                    if byte == UInt8(ascii: "\n"), lastWasReturn { continue }
                    guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                        line.append(byte)
                        guard line.count + size <= Self.limit else { throw URLError(.dataLengthExceedsMaximum) }
                        continue
                    }
                    var text = String(decoding: line, as: UTF8.self)
                    line.removeAll(keepingCapacity: true)
                    if isFirstLine, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
                    isFirstLine = false
                    if text.isEmpty {
                        if let event = dispatched() { events.append(event) }
                    } else {
                        take(text)
                    }
                }
                return events
            }

            private mutating func take(_ line: String) {
                let colon = line.firstIndex(of: ":") ?? line.endIndex
                let name = line[..<colon]
                var value = colon == line.endIndex ? "" : line[line.index(after: colon)...]
                if value.first == " " { value = value.dropFirst() }
                switch name {
                case "event": event = String(value)
                case "data":
                    data.append(String(value))
                    size += value.utf8.count + 1
                case "id" where !value.contains("\0"): id = String(value)
                case "retry" where value.utf8.decimal != nil: retry = value.utf8.decimal
                default: break
                }
            }

            private mutating func dispatched() -> ServerSentEvent? {
                defer { (event, data, size, retry) = ("", [], 0, nil) }
                guard !data.isEmpty else { return nil }
                return ServerSentEvent(
                    event: event.isEmpty ? "message" : event, data: data.joined(separator: "\n"), id: id, retry: retry)
            }
        }

        // MARK: - Examples of the contract as values.

        nonisolated enum Example {
            /// Reads an example that was checked against its schema when this code was generated.
            static func value<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) -> Value {
                let data = Data(json.utf8)
                do {
                    return try Wire.decoder(for: data).decode(type, from: data)
                } catch {
                    let failure = WireFailure(error)
                    preconditionFailure("the example of \(type) is none, \(failure.path): \(failure.reason)")
                }
            }

            static func response<Operation: Endpoint>(
                of endpoint: Operation.Type, status: Int, headers: HTTPHeaders = [:], body: String = ""
            ) -> Operation.Response {
                let reply = HTTPReply(status: status, headers: headers, body: Data(body.utf8))
                do {
                    return try endpoint.streamed(HTTPStream(reply)) ?? endpoint.response(reply)
                } catch {
                    let failure = WireFailure(error)
                    preconditionFailure("the example of \(endpoint) is none, \(failure.path): \(failure.reason)")
                }
            }

            static func bytes(_ text: String) -> Data { Data(text.utf8) }

            /// The URL of a server, which was checked when this code was generated.
            static func url(_ text: String) -> URL {
                guard let url = URL(string: text) else { preconditionFailure("\(text) is no URL") }
                return url
            }

            static func value<Value: WireCoded>(_ json: String, as type: Value.Type = Value.self) -> Value {
                value(json, as: Wired<Value>.self).value
            }
        }
        """##
}
