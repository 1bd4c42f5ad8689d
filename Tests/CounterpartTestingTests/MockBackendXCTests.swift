// A backend for a test of XCTest.

import CounterpartTesting
import Foundation
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class MockBackendXCTests: XCTestCase {
    func testHasABackendOfItsOwn() async throws {
        let backend = try await mockBackend("Contracts/sneaker-shop", requiresConformance: true)
        let url = try XCTUnwrap(URL(string: try backend.url.absoluteString + "/api/home/get_promotions?user_id=1"))
        let (_, response) = try await URLSession.shared.data(from: url)
        XCTAssertEqual((response as? HTTPURLResponse)?.statusCode, 200)
        try await backend.received("getPromotions")
        let other = try await mockBackend("Contracts/sneaker-shop")
        XCTAssertEqual(other.requests.count, 0)
    }

    /// As tests of user interfaces are.
    @MainActor func testOnTheMainActorHasOneToo() async throws {
        let backend = try await mockBackend("Contracts/sneaker-shop")
        XCTAssertEqual(backend.requests.count, 0)
    }
}
