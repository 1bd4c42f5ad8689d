// Where the documents of others are.

import Foundation
import Synchronization

@testable import SourceDocuments
package import OpenAPIContract

/// The corpus of published OpenAPI documents, read in place.
package enum Corpus {
    package static let folder: String? = {
        let named = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"]
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = named ?? root.appending(path: "../shared/corpus").standardizedFileURL.path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    package static func path(_ name: String) -> String { (folder ?? "") + "/" + name }

    /// A document, loaded once for all tests.
    package static func loaded(_ name: String) -> Loaded {
        if let known = cache.withLock({ $0[name] }) { return known }
        let loaded = Contract.load(path: path(name))
        cache.withLock { $0[name] = loaded }
        return loaded
    }

    private static let cache = Mutex<[String: Loaded]>([:])

    /// Every document that must load, by its path in the corpus.
    package static let documents: [String] =
        folder == nil
        ? []
        : documents(in: "") + documents(in: "edge/") + [
            "multi/redocly-pre-split/petstore/openapi.yaml", "multi/redocly-pre-split/museum/openapi.yaml",
            "multi/specmatic-external/api.yaml",
        ]

    /// Every document that must be refused.
    package static let refused = documents(in: "refuse/")

    private static func documents(in subfolder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(subfolder))) ?? []
        return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted().map { subfolder + $0 }
    }
}
