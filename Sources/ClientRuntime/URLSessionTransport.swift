// The transport of Foundation, on Apple's systems and on Linux.
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Sends calls by `URLSession`. A cancelled task ends its exchange.
public nonisolated final class URLSessionTransport: Transport {
    let url: URL
    private let session: URLSession
    private let exchanges: Exchanges
    private let ownsSession: Bool
    private let sendsCookies: Bool

    /// - Parameter url: where the server is, with the base path under which the API lies there.
    public init(url: URL, configuration: URLSessionConfiguration = .default) {
        self.url = url
        exchanges = Exchanges()
        session = exchanges.session(configuration)
        sendsCookies = configuration.httpShouldSetCookies
        ownsSession = true
    }

    /// - Parameters:
    ///   - url: where the server is, with the base path under which the API lies there.
    ///   - session: the app's own, which stays as it is; its delegate is asked about trust and authentication. On Linux, where a task has
    ///     no delegate of its own, only its configuration counts.
    public init(url: URL, session: URLSession) {
        self.url = url
        exchanges = Exchanges()
        sendsCookies = session.configuration.httpShouldSetCookies
        #if canImport(FoundationNetworking)
        self.session = exchanges.session(session.configuration)
        ownsSession = true
        #else
        self.session = session
        ownsSession = false
        #endif
    }

    deinit { if ownsSession { session.finishTasksAndInvalidate() } }

    /// Sends the call to the server's URL, and after redirections to where they lead.
    public func send(_ call: HTTPCall) async throws -> HTTPStream {
        var request = try URLSessionRequest(call, base: url)
        for _ in 0..<20 {
            try Task.checkCancellation()
            let answer = try await exchange(request)
            guard call.followsRedirects, let next = request.redirected(by: answer) else { return answer }
            request = next
        }
        throw URLError(.httpTooManyRedirects)
    }

    private func exchange(_ request: URLSessionRequest) async throws -> HTTPStream {
        let (task, spool) = try await task(for: request)
        if !ownsSession { task.delegate = exchanges }
        defer { exchanges.forget(task) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { head in
                exchanges.start(task, of: session, head: head, spool: spool)
            }
        } onCancel: {
            exchanges.cancel(task, of: session)
        }
    }

    private func task(for request: URLSessionRequest) async throws -> (URLSessionTask, spool: URL?) {
        var foundation = request.foundation(cookies: storedCookies(for: request))
        switch request.body {
        case .none: return (session.dataTask(with: foundation), nil)
        case .data(let data):
            foundation.httpBody = data
            return (session.dataTask(with: foundation), nil)
        case .file(let file): return (session.uploadTask(with: foundation, fromFile: file), nil)
        case .stream(let parts):
            let spool = try await Self.spooled(parts())
            return (session.uploadTask(with: foundation, fromFile: spool), spool)
        }
    }

    /// The cookies that servers have set, where Foundation does not send them itself.
    private func storedCookies(for request: URLSessionRequest) -> [HTTPCookie] {
        #if canImport(FoundationNetworking)
        let isForFoundation = false
        #else
        let isForFoundation = request.headers["Cookie"] == nil
        #endif
        guard sendsCookies, !isForFoundation else { return [] }
        return session.configuration.httpCookieStorage?.cookies(for: request.url) ?? []
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
private nonisolated final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        var head: CheckedContinuation<HTTPStream, any Error>?
        var body: AsyncThrowingStream<Data, any Error>.Continuation
        /// Until it is handed on.
        var stream: AsyncThrowingStream<Data, any Error>?
        var spool: URL?
    }

    /// Both by the task's number.
    private struct Exchanging {
        var running: [Int: Exchange] = [:]
        /// Those that were cancelled before they began.
        var cancelled: Set<Int> = []
    }

    private let state = Locked(Exchanging())

    /// A session that tells this delegate what comes.
    func session(_ configuration: URLSessionConfiguration) -> URLSession {
        #if canImport(FoundationNetworking)
        // While it asks a cache, Foundation does not notice that a task has ended, and stops the process when that is cancelled.
        let configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
        configuration.urlCache = nil
        // Foundation would put stored cookies in the place of a call's own, whatever the request says: the transport adds them.
        configuration.httpShouldSetCookies = false
        #endif
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    func start(
        _ task: URLSessionTask, of session: URLSession, head: CheckedContinuation<HTTPStream, any Error>, spool: URL?
    ) {
        let (stream, body) = AsyncThrowingStream<Data, any Error>.makeStream()
        body.onTermination = { reason in
            if case .cancelled = reason { self.cancel(task, of: session) }
        }
        let exchange = Exchange(head: head, body: body, stream: stream, spool: spool)
        let isCancelled = state.with {
            $0.running[task.taskIdentifier] = exchange
            return $0.cancelled.contains(task.taskIdentifier)
        }
        if isCancelled {
            end(task, URLError(.cancelled))
        } else {
            task.resume()
        }
    }

    func cancel(_ task: URLSessionTask, of session: URLSession) {
        state.with { if $0.running[task.taskIdentifier] == nil { _ = $0.cancelled.insert(task.taskIdentifier) } }
        #if canImport(FoundationNetworking)
        // On this queue, where ends are told one after the other: Foundation stops the process when a task is cancelled while it ends.
        session.delegateQueue.addOperation { task.cancel() }
        #else
        task.cancel()
        #endif
    }

    /// A call that has its answer, or none, is no longer cancelled before it begins.
    func forget(_ task: URLSessionTask) { state.with { _ = $0.cancelled.remove(task.taskIdentifier) } }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        receive(response, dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.with { $0.running[dataTask.taskIdentifier]?.body }?.yield(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // On Linux the response of an upload or of a redirection is seen only here.
        if error == nil, let response = task.response { receive(response, task) }
        end(task, error)
    }

    private func end(_ task: URLSessionTask, _ error: (any Error)?) {
        guard let exchange = state.with({ $0.running.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let spool = exchange.spool { try? FileManager.default.removeItem(at: spool) }
        let error = error.map(Self.withoutQuery)
        exchange.head?.resume(throwing: error ?? URLError(.badServerResponse))
        exchange.body.finish(throwing: error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The transport follows by itself: Foundation would take credentials along to another host, and lose a body on Linux.
        completionHandler(nil)
    }

    /// Foundation puts the whole URL into its errors, and with it what a query holds of secrets.
    private static func withoutQuery(_ error: any Error) -> any Error {
        guard let error = error as? URLError else { return error }
        var kept: [String: Any] = [NSLocalizedDescriptionKey: error.localizedDescription]
        if let host = error.failingURL?.host { kept["host"] = host }
        return URLError(error.code, userInfo: kept)
    }

    private func receive(_ response: URLResponse, _ task: URLSessionTask) {
        // On Linux an interim answer (RFC 9110, section 15.2), such as 103, comes here as well, before the one that is waited for.
        guard let response = response as? HTTPURLResponse, response.statusCode >= 200 else { return }
        let waiting = state.with {
            state -> (CheckedContinuation<HTTPStream, any Error>, AsyncThrowingStream<Data, any Error>)? in
            guard let exchange = state.running[task.taskIdentifier], let head = exchange.head,
                let stream = exchange.stream
            else { return nil }
            // From now on whoever has the answer holds the stream: if it is dropped, the exchange ends.
            state.running[task.taskIdentifier]?.head = nil
            state.running[task.taskIdentifier]?.stream = nil
            return (head, stream)
        }
        guard let (head, stream) = waiting else { return }
        var headers: HTTPHeaders = [:]
        headers.fields = response.allHeaderFields
            .map { HTTPHeaders.Field("\($0.key)", "\($0.value)") }
            .sorted { $0.name < $1.name }
        head.resume(returning: HTTPStream(status: response.statusCode, headers: headers, body: stream))
    }
}
