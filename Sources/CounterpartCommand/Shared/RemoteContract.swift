// A contract that a URL names: fetched once, before anything is answered.

import Dispatch
import HTTPExchange
import HTTPTypes
import HTTPWire
import JSONSchema
import OpenAPIContract
import SecureWire
import SourceDocuments
import Synchronization

extension Contract {
    /// Loads a contract folder, a single OpenAPI document, or one that a URL names.
    static func load(named name: String, options: LoadOptions = LoadOptions()) -> Loaded {
        RemoteContract(name)?.load(options: options) ?? load(path: name, options: options)
    }
}

/// An OpenAPI document on a server, and those of the same origin that its references lead to. Each is asked for once, while it is loaded.
struct RemoteContract: Sendable {
    private let url: BackendURL
    private let query: String
    private let sender: HTTPSender

    /// A document is asked for until so many others have been named in its place.
    private static let redirectLimit = 5
    /// More files than any contract has.
    private static let fileLimit = 2_000
    private static let sizeLimit = 64 << 20

    /// Nil where the name of a contract is not a URL of `http` or `https`.
    init?(_ name: String) {
        let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard name.hasPrefix("http://") || name.hasPrefix("https://"),
            let url = try? BackendURL(parsing: String(parts[0]))
        else { return nil }
        self.url = url
        query = parts.count > 1 ? "?\(parts[1])" : ""
        sender = HTTPSender(timeout: .seconds(30), bodyLimit: Self.sizeLimit)
    }

    /// Blocks until everything has come. What cannot be fetched is a diagnostic.
    func load(options: LoadOptions = LoadOptions()) -> Loaded {
        defer { waiting { await sender.shutdown() } }
        let root = fetch(url, url.path.isEmpty ? "/" : url.path, query, leaving: true)
        let document: Document
        switch root {
        case .success(let fetched): document = fetched
        case .failure(let failure): return Loaded(contract: nil, diagnostics: [failure.diagnostic])
        }
        let origin = document.url
        let path = String(document.path.dropFirst())
        let asked = Mutex((count: 1, failures: [Failure]()))
        let loaded = Contract.load(
            root: path.isEmpty ? "openapi" : path, shownAs: "\(origin.origin)/", basePath: options.basePath
        ) { file in
            if file == path || path.isEmpty && file == "openapi" { return document.bytes }
            let count = asked.withLock { asked in
                asked.count += 1
                return asked.count
            }
            guard count <= Self.fileLimit else { return nil }
            switch fetch(origin, "/" + file, "", leaving: false) {
            case .success(let document): return document.bytes
            case .failure(let failure):
                asked.withLock { $0.failures.append(failure) }
                return nil
            }
        }
        let failures = asked.withLock(\.failures)
        return Loaded(contract: loaded.contract, diagnostics: failures.map(\.diagnostic) + loaded.diagnostics)
    }

    private struct Document: Sendable {
        /// Where it was in the end, and by which path.
        let url: BackendURL
        let path: String
        let bytes: [UInt8]
    }

    private struct Failure: Error, Sendable {
        let url: String
        let reason: String

        var diagnostic: Diagnostic {
            Diagnostic(
                .unreadable, "'\(url)' cannot be fetched: \(reason)",
                remedy: "Check the URL with 'curl -i \(url)', or save the document and name the file.", at: nil)
        }
    }

    /// - Parameter leaving: whether a redirect may lead to another origin.
    private func fetch(
        _ server: BackendURL, _ path: String, _ query: String, leaving: Bool
    ) -> Result<Document, Failure> {
        waiting { await fetched(server, path, query, leaving: leaving) }
    }

    /// The caller is no task that could be suspended: contracts are loaded by functions that take their files as they come. It may block one of
    /// the few threads that tasks share, so the work is done on another.
    private func waiting<Value: Sendable>(for body: @escaping @Sendable () async -> Value) -> Value {
        let result = Mutex<Value?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task.detached(executorPreference: WireExecutor()) {
            let value = await body()
            result.withLock { $0 = value }
            done.signal()
        }
        while true {
            done.wait()
            if let value = result.withLock(\.self) { return value }
        }
    }

    private func fetched(
        _ server: BackendURL, _ path: String, _ query: String, leaving: Bool
    ) async -> Result<Document, Failure> {
        var (server, path, query) = (server, path, query)
        for _ in 0...Self.redirectLimit {
            let shown = "\(server.origin)\(path)"
            let request = Request(
                target: path + query,
                headers: [
                    .accept: "application/json, application/yaml, application/vnd.oai.openapi, text/plain, */*;q=0.5"
                ])
            let response: Response
            do throws(NoResponse) {
                response = try await sender.send(request, to: server.withoutPath)
            } catch {
                return .failure(Failure(url: shown, reason: "\(error)"))
            }
            switch response.status {
            case 200: return .success(Document(url: server.withoutPath, path: path, bytes: response.body))
            case 301, 302, 303, 307, 308:
                guard let location = response.headers[.location] else {
                    return .failure(Failure(url: shown, reason: "it answers \(response.status) without Location"))
                }
                let target = URIReference(location).resolved(against: URIReference(shown))
                guard let next = try? BackendURL(parsing: "\(target.scheme ?? "")://\(target.authority ?? "")") else {
                    return .failure(Failure(url: shown, reason: "it leads on to '\(location)'"))
                }
                guard leaving || next.origin == server.origin else {
                    return .failure(Failure(url: shown, reason: "it leads on to another server, \(next.origin)"))
                }
                (server, path, query) = (
                    next, target.path.isEmpty ? "/" : target.path, target.query.map { "?\($0)" } ?? ""
                )
            default:
                return .failure(Failure(url: shown, reason: "it answers \(response.status)"))
            }
        }
        return .failure(
            Failure(url: "\(server.origin)\(path)", reason: "it leads on more than \(Self.redirectLimit) times"))
    }
}

extension BackendURL {
    fileprivate var withoutPath: BackendURL { BackendURL(scheme: scheme, host: host, port: port) }
}
