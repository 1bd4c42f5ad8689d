// A mock that listens, and those that this process has started.

import MockRules
import Foundation
import JSONValues
import SourceDocuments
import OpenAPIContract
import HTTPExchange
import HTTPTypes
import HTTPWire
import MockServing
import Mocking
import Synchronization

/// One contract's mock on a port of the loopback interface. It ends with the process.
final class BackendServer: Sendable {
    let mock: Mock
    let address: BackendURL
    private let server: MockServer
    private let sessions = Atomic<Int>(0)

    private init(mock: Mock, server: MockServer) {
        self.mock = mock
        self.server = server
        address = server.address
    }

    static func start(_ definition: MockDefinition, options: MockBackend.Options) async throws -> BackendServer {
        let mock = Mock(
            definition.contract, behaviour: definition.behaviour,
            options: .init(delay: options.delay, seed: options.seed, crossOrigin: .any))
        do {
            return BackendServer(mock: mock, server: try await MockServer.start(ServedMock(name: "", mock: mock)))
        } catch {
            throw MockBackendError(error.description)
        }
    }

    func newSession() -> Session {
        mock.session("test-\(sessions.wrappingAdd(1, ordering: .relaxed).newValue)")
    }

    /// An answer of the control API, asked in this process.
    func control(
        _ method: HTTPRequest.Method, _ path: String, session: Session, body: [UInt8] = []
    ) throws -> Response {
        var request = Request(method: method, target: "/_counterpart\(path)", body: body)
        if let name = HTTPField.Name("Counterpart-Session") { request.headers[name] = session.id }
        if !body.isEmpty { request.headers[.contentType] = "application/json" }
        guard case .now(let response)? = Control(mock: mock).answer(request, isLoopback: true) else {
            throw MockBackendError("The mock has no \(method.rawValue) \(path).")
        }
        guard response.status < 400 else {
            throw MockBackendError(refusal: response)
        }
        return response
    }
}

extension MockBackendError {
    /// What the control API says where it refuses: its problem's sentence, and what that leaves out.
    fileprivate init(refusal: Response) {
        let text = String(decoding: refusal.body, as: UTF8.self)
        guard case .success(let problem) = Result(catching: { try JSON(parsing: text) }),
            let detail = problem["detail"]?.string
        else {
            self.init(text)
            return
        }
        let mistakes = (problem["mistakes"]?.array ?? []).map { mistake in
            let expected = mistake["expected"]?.string.map { ", expected \($0)" } ?? ""
            return "\(mistake["message"]?.string ?? "")\(expected)"
        }
        let violations = (problem["violations"]?.array ?? []).compactMap { $0["message"]?.string }
        self.init(
            ([detail] + (mistakes + violations).filter { !detail.contains($0) }.map { "  \($0)" })
                .joined(separator: "\n"))
    }
}

extension MockDefinition {
    /// A contract and its mock file, read and without errors.
    fileprivate init(path: String) throws {
        let loaded = MockDefinition.load(path: path)
        guard let definition = loaded.definition else {
            let errors = loaded.contractDiagnostics.filter { $0.severity == .error }
            let report = DiagnosticReport(
                errors.isEmpty ? loaded.mockFileDiagnostics.filter { $0.severity == .error } : errors)
            let what = errors.isEmpty ? "the mock file of \(path)" : path
            throw MockBackendError("\(what) cannot be used: \(report.summary)\n\(report.text)")
        }
        self = definition
    }
}

/// One server for each contract and its options. What they have in common is read once in a process.
actor BackendServers {
    static let shared = BackendServers()

    private struct Key: Hashable {
        let path: String
        let options: MockBackend.Options
    }

    private var servers: [Key: Task<BackendServer, any Error>] = [:]
    private var scripts: [String: Task<MockDefinition, any Error>] = [:]

    func server(path: String, options: MockBackend.Options) async throws -> BackendServer {
        let key = Key(path: path, options: options)
        if let running = servers[key] { return try await running.value }
        let script = scripts[path] ?? Task { try MockDefinition(path: path) }
        scripts[path] = script
        let starting = Task { try await BackendServer.start(script.value, options: options) }
        servers[key] = starting
        do {
            return try await starting.value
        } catch {
            // It may have been mended by the next time.
            servers[key] = nil
            scripts[path] = nil
            throw error
        }
    }
}

/// Finds the contract that a test names.
enum ContractPlace {
    static func find(_ path: String, above file: String) throws -> String {
        let files = FileManager.default
        if path.hasPrefix("/") {
            guard files.fileExists(atPath: path) else { throw MockBackendError("There is no contract at \(path).") }
            return path
        }
        var folder = file
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            let candidate = "\(folder)/\(path)"
            if files.fileExists(atPath: candidate) { return candidate }
        }
        throw MockBackendError(
            "There is no contract '\(path)' in the folder of \(file), nor in one above it. On a device, copy it into the test bundle and start the backend with contentsOf."
        )
    }
}
