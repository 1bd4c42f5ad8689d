// Where the documents of others are, and what in them contradicts itself.

import Foundation
import SourceDocuments
import OpenAPIContract
import Synchronization
import Testing

/// The corpus of published OpenAPI documents, read in place.
enum PublishedDocuments {
    static let folder: String? = {
        let named = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"]
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = named ?? root.appending(path: "../shared/corpus").standardizedFileURL.path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    /// Every document that must load, by its path in the corpus.
    static let names: [String] = {
        func documents(in subfolder: String) -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: (folder ?? "") + "/" + subfolder)) ?? []
            return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted().map { subfolder + $0 }
        }
        return documents(in: "") + documents(in: "edge/") + [
            "multi/redocly-pre-split/petstore/openapi.yaml", "multi/redocly-pre-split/museum/openapi.yaml",
            "multi/specmatic-external/api.yaml",
        ]
    }()

    /// A document, loaded once for all tests.
    static func loaded(_ name: String) -> Loaded {
        if let known = cache.withLock({ $0[name] }) { return known }
        let loaded = Contract.load(path: (folder ?? "") + "/" + name)
        cache.withLock { $0[name] = loaded }
        return loaded
    }

    private static let cache = Mutex<[String: Loaded]>([:])

    /// Operations of which a sample cannot be had, with the reason. One that has a sample after all fails its test.
    static let unsatisfiable: [String: [String: String]] = [
        "vercel.json": [
            "getEdgeConfigItem": "EdgeConfigItemValue is null, and one of string, number, boolean, object and array",
            "getEdgeConfigItems": "EdgeConfigItemValue is null, and one of string, number, boolean, object and array",
            "get /v1/integrations/search-repo": "its namespaceId is null, and one of string and number",
        ]
    ]
}
