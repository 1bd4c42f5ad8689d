// The schemas of OpenAPI documents that others publish, as something to make values for.

import Foundation
import JSONSchema
import SourceDocuments
import OpenAPIContract

enum PublishedDocuments {
    /// What `COUNTERPART_CORPUS` names, or `../shared/corpus` from the package's root.
    static let folder: URL = {
        let given = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"].map { URL(fileURLWithPath: $0) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        return (given ?? root.appendingPathComponent("../shared/corpus")).standardizedFileURL
    }()

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// Every document that is meant to load; of those in several files the one that refers to the others.
    static let paths: [String] = {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { path in
            let name = (path as NSString).lastPathComponent
            let isDocument = name.hasSuffix(".yaml") || name.hasSuffix(".json")
            return isDocument && !path.hasPrefix("refuse/")
                && (!path.hasPrefix("multi/") || ["openapi.yaml", "api.yaml"].contains(name))
        }.sorted()
    }()

    /// A schema, and the way that the messages go that hold its values.
    struct Use: Hashable {
        let schema: Schema
        let direction: Direction?
    }

    /// All that the messages and components of a contract are made of, each use once.
    static func schemas(of contract: Contract) -> [Use] {
        var uses = contract.schemas.map { Use(schema: $0.schema, direction: nil) }
        func add(_ schema: Schema?, _ direction: Direction) {
            if let schema { uses.append(Use(schema: schema, direction: direction)) }
        }
        for operation in contract.operations {
            for parameter in operation.parameters { add(parameter.schema ?? parameter.content?.schema, .request) }
            for media in operation.body?.content ?? [] { add(media.schema, .request) }
            for response in operation.responses {
                for header in response.headers { add(header.schema ?? header.content?.schema, .response) }
                for media in response.content { add(media.schema, .response) }
            }
        }
        var seen: Set<Use> = []
        return uses.filter { seen.insert($0).inserted }
    }
}
