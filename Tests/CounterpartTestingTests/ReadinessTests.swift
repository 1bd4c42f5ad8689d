// How soon a backend is ready. Run by itself (`swift test --filter ReadinessTests`), its first one is the first of the process.

import Foundation
import Testing

@testable import CounterpartTesting

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct ReadinessTests {
    /// Tells the times, and holds them to nothing: they hang on the machine and on what else it does.
    @Test func tellsHowSoonBackendsAreReady() async throws {
        var times: [String] = []
        for contract in ["Contracts/sneaker-shop", "Contracts/golden-sewing", "Contracts/sneaker-shop"] {
            let start = ContinuousClock.now
            let backend = try await MockBackend.start(contract)
            let time = Double((ContinuousClock.now - start) / .milliseconds(1))
            times.append("\(contract) after \(String(format: "%.1f", time)) ms")
            let (_, response) = try await URLSession.shared.data(from: try backend.url.appending(path: "none"))
            #expect((response as? HTTPURLResponse)?.statusCode == 404)
        }
        print("ready: \(times.joined(separator: ", then ")) of MockBackend.start")
    }
}
