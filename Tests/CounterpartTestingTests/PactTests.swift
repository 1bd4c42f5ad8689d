// A pact of what a test asked for, in whatever order, and without its secrets.

import CounterpartTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct PactTests {
    private func ask(_ backend: MockBackend, _ path: String, body: String? = nil) async throws {
        let address = try backend.url.absoluteString + path
        var request = URLRequest(url: try #require(URL(string: address)))
        if let body {
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        _ = try await URLSession.shared.data(for: request)
    }

    private let promotions = "/api/home/get_promotions?user_id=1"
    private let login = #"{"email": "anna@shop.example", "passwd": "correct-horse"}"#

    @Test func theSameExchangesGiveTheSamePactInWhateverOrder() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (one, other) = (folder.appending(path: "one.json"), folder.appending(path: "other.json"))
        let backend = try await MockBackend.start("Contracts/sneaker-shop")
        try await ask(backend, promotions)
        try await ask(backend, "/api/login/login", body: login)
        try await ask(backend, "/api/home/get_promotions?user_id=404")
        try await ask(backend, "/nowhere")
        try backend.writePact(consumer: "storefront", provider: "sneaker-shop", to: one)
        // Pact's own library judges it afterwards.
        if let folder = ProcessInfo.processInfo.environment["COUNTERPART_PACTS"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(contentsOf: one).write(to: URL(filePath: folder).appending(path: "written-by-tests.json"))
        }
        for (path, body) in [("/api/login/login", login), (promotions, nil), (promotions, nil)] {
            let sibling = backend.makeSibling()
            try await ask(sibling, path, body: body)
            if body != nil { try await ask(sibling, "/api/home/get_promotions?user_id=404") }
            try sibling.writePact(consumer: "storefront", provider: "sneaker-shop", to: other)
        }
        let text = try String(contentsOf: one, encoding: .utf8)
        #expect(try String(contentsOf: other, encoding: .utf8) == text)
        #expect(!text.contains("correct-horse"))
        let written = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let interactions = try #require(written["interactions"] as? [[String: Any]])
        #expect(interactions.count == 3)
        #expect(throws: MockBackendError.self) {
            try backend.writePact(consumer: "another", provider: "sneaker-shop", to: one)
        }
    }
}
