// A Swift Testing trait that gives each test a backend.

#if canImport(Testing)
public import Testing

/// Gives each test a backend in a session of its own, which ends with it: ``MockBackend/current``.
public struct MockBackendTrait: SuiteTrait, TestTrait, TestScoping {
    let contract: String
    let options: MockBackend.Options
    let requiresConformance: Bool
    let file: StaticString

    /// A suite passes the trait on to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs the test with its backend.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let backend = try await MockBackend.start(contract, options: options, file: file)
        defer { backend.end() }
        do {
            try await MockBackend.$running.withValue(backend) { try await function() }
        } catch let error as MockBackendError {
            // Swift Testing would show it at the test's first line.
            guard let place = error.place else { throw error }
            Issue.record(error, sourceLocation: place.sourceLocation)
        }
        if requiresConformance, let complaints = backend.complaints {
            Issue.record(
                "The app has sent requests that break the contract.\n\(complaints)", sourceLocation: test.sourceLocation
            )
        }
    }
}

extension Trait where Self == MockBackendTrait {
    /// A backend for the test, or for each test of the suite.
    ///
    /// - Parameters:
    ///   - contract: a folder with an `openapi.yaml`, or an OpenAPI document; looked for from the test's source file upwards.
    ///   - options: what the server is to be like.
    ///   - requiresConformance: whether a test fails if one of its requests breaks the contract or matches no operation.
    ///   - file: the test's source file.
    public static func mockBackend(
        _ contract: String, options: MockBackend.Options = .init(), requiresConformance: Bool = false,
        file: StaticString = #filePath
    ) -> MockBackendTrait {
        MockBackendTrait(
            contract: contract, options: options, requiresConformance: requiresConformance, file: file)
    }
}
#endif
