// A backend for a test of XCTest.

#if canImport(XCTest)
public import XCTest

extension XCTestCase {
    /// A backend in a session of its own, which ends with the test.
    ///
    ///     override func setUp() async throws {
    ///         backend = try await mockBackend("Contracts/sneaker-shop")
    ///         app.launchEnvironment["API_BASE_URL"] = try backend.url.absoluteString
    ///     }
    ///
    /// - Parameters:
    ///   - requiresConformance: whether the test fails if its requests break the contract, or are taken by none of its operations.
    ///   - isolation: where the test runs, the main actor say, which the test case does not leave.
    public func mockBackend(
        _ contract: String, options: MockBackend.Options = .init(), requiresConformance: Bool = false,
        file: StaticString = #filePath, line: UInt = #line, isolation: isolated (any Actor)? = #isolation
    ) async throws -> MockBackend {
        let backend = try await MockBackend.start(contract, options: options, file: file)
        addTeardownBlock {
            if requiresConformance, let complaints = backend.complaints {
                XCTFail("The app has sent requests that break the contract.\n\(complaints)", file: file, line: line)
            }
            backend.end()
        }
        return backend
    }
}
#endif
