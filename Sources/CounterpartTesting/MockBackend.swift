// The mock of a backend inside a test process.

import Journals
public import Foundation
import HTTPExchange
import HTTPTypes
import Mocking

/// A backend that a contract describes, in this process, in a session of its own: what it was asked and what it remembers is
/// not shared with other tests.
///
///     let backend = try await MockBackend.start("Contracts/sneaker-shop")
///     let app = App(server: backend.url)
///     try await app.logIn()
///     try await backend.received("login")
///
/// Backends of one contract share a server on a port of this machine that the system chooses.
public struct MockBackend: Sendable {
    /// How a mock answers, beyond what its contract and its `mock.yaml` say.
    public struct Options: Hashable, Sendable {
        /// The seed of generated values: the same seed and requests give the same answers.
        public var seed: UInt64
        /// The delay before every answer.
        public var delay: Duration

        /// Options with the given values, and defaults for the others.
        public init(seed: UInt64 = 0, delay: Duration = .zero) {
            self.seed = seed
            self.delay = delay
        }
    }

    let server: BackendServer
    let session: Session

    /// The backend of the test that is running, where the trait `.mockBackend(…)` gives it one.
    ///
    /// It is a task-local value: what a test starts with `async let` or a task group has it, a `Task.detached` has not.
    public static var current: MockBackend {
        get throws {
            guard let current = running else {
                throw MockBackendError(
                    "There is no backend here. Give the test or its suite the trait .mockBackend(…), and do not ask in a detached task."
                )
            }
            return current
        }
    }

    @TaskLocal static var running: MockBackend?

    /// Starts a backend, or a session of one that runs.
    ///
    /// - Parameters:
    ///   - contract: a folder with an `openapi.yaml`, or an OpenAPI document. A relative path is looked for in the folder of the
    ///     test's source file and in those above it.
    ///   - options: what the server is to be like; servers are shared by those who ask for the same.
    ///   - session: its name, of letters, digits and `-._~`; by default a unique one.
    ///   - file: the test's source file.
    /// - Throws: ``MockBackendError``, which has everything that is wrong with the contract.
    public static func start(
        _ contract: String, options: Options = Options(), session: String? = nil, file: StaticString = #filePath
    ) async throws -> MockBackend {
        let path = try ContractPlace.find(contract, above: "\(file)")
        let server = try await BackendServers.shared.server(path: path, options: options)
        return try MockBackend(server, session: session)
    }

    /// Starts a backend for a contract among a bundle's resources, such as on a device.
    public static func start(
        contentsOf contract: URL, options: Options = Options(), session: String? = nil
    ) async throws -> MockBackend {
        guard contract.isFileURL else {
            throw MockBackendError("\(contract) is no file. Contracts are read from files alone: give a file URL.")
        }
        let server = try await BackendServers.shared.server(path: contract.path, options: options)
        return try MockBackend(server, session: session)
    }

    private init(_ server: BackendServer, session: String?) throws {
        self.server = server
        guard let session else {
            self.session = server.newSession()
            return
        }
        guard !session.isEmpty, session.utf8.count <= 128, session.wholeMatch(of: /[A-Za-z0-9\-._~]+/) != nil else {
            throw MockBackendError("'\(session)' cannot be a session's name: letters, digits and -._~ can.")
        }
        self.session = server.mock.session(session)
    }

    /// The base URL to configure the app with; the contract's paths are appended to it.
    ///
    /// Other processes of this machine reach it too, such as the app under a UI test in a simulator.
    public var url: URL {
        get throws {
            let text = "\(server.address)/_counterpart/sessions/\(session.id)"
            guard let url = URL(string: text) else { throw MockBackendError("\(text) is no URL.") }
            return url
        }
    }

    /// The session's name.
    public var name: String { session.id }

    /// Makes a backend of the same contract, in a session of its own.
    public func makeSibling() -> MockBackend { MockBackend(server: server, session: server.newSession()) }

    private init(server: BackendServer, session: Session) {
        self.server = server
        self.session = session
    }

    /// Resets the session: state, faults, latency, one-off answers and received requests.
    public func reset() {
        session.reset()
        session.journal.clear()
        session.journal.forgetExpectations()
    }

    /// Ends the session. Its server keeps running for other sessions until the process ends.
    public func end() { _ = server.mock.endSession(session.id) }
}

/// An error of a mock, with its remedy.
public struct MockBackendError: Error, CustomStringConvertible, LocalizedError {
    /// What is wrong, and the remedy.
    public let message: String
    /// The line of the test that asked for it.
    var place: TestPlace?

    init(_ message: String, at place: TestPlace? = nil) { (self.message, self.place) = (message, place) }

    /// The message, behind the file and line of the test.
    public var description: String { place.map { "\($0): \(message)" } ?? message }

    /// The same text as ``description``, for `LocalizedError`.
    public var errorDescription: String? { description }
}
