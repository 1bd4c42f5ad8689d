// A contract: everything an OpenAPI document says, with its references followed.

package import JSONValues
package import JSONSchema
package import SourceDocuments
import Synchronization

/// One loaded [OpenAPI description](https://spec.openapis.org/oas/v3.1.1.html#openapi-object). Immutable, and shared freely: a class, because every judgement holds on to it.
package final class Contract: Sendable {
    package let version: SpecificationVersion
    package let title: String
    /// `info.version`: the API's own version.
    package let apiVersion: String
    package let summary: String?
    package let description: String?
    package let servers: [Server]
    /// In the order of the document; an operation's `index` is its place here.
    package let operations: [Operation]
    /// Requests that the API sends of its own accord.
    package let webhooks: [Operation]
    package let securitySchemes: [SecurityScheme]
    package let tags: [Tag]
    /// The schemas under `components`, in the order of the document.
    package let schemas: [NamedSchema]
    /// The members of the root whose names start with `x-`.
    package let extensions: JSONObject
    /// Every file that the contract is made of, the root document first.
    package let sources: [SourceFile]

    let router: Router
    let judgements = JudgementMemo()
    private let madeOutlines = AtomicLazyReference<PathOutlines>()
    /// By every URI that a reference spelt them with.
    package let sourcesByURI: [String: SourceFile]
    /// The contents of the files that examples name, by the example's place.
    package let externalValues: [Place: JSON]

    init(
        version: SpecificationVersion, title: String, apiVersion: String, summary: String?, description: String?,
        servers: [Server], operations: [Operation], webhooks: [Operation], securitySchemes: [SecurityScheme],
        tags: [Tag],
        schemas: [NamedSchema], extensions: JSONObject, sources: [SourceFile],
        router: Router, sourcesByURI: [String: SourceFile], externalValues: [Place: JSON]
    ) {
        self.version = version
        self.title = title
        self.apiVersion = apiVersion
        self.summary = summary
        self.description = description
        self.servers = servers
        self.operations = operations
        self.webhooks = webhooks
        self.securitySchemes = securitySchemes
        self.tags = tags
        self.schemas = schemas
        self.extensions = extensions
        self.sources = sources
        self.router = router
        self.sourcesByURI = sourcesByURI
        self.externalValues = externalValues
    }

    /// Made when a request first finds no path.
    var outlines: PathOutlines { madeOutlines.load() ?? madeOutlines.storeIfNil(PathOutlines(operations)) }

    /// A schema under `components`, by its name there.
    package struct NamedSchema: Sendable {
        /// As it stands under `components`.
        package let name: String
        package let schema: Schema
    }

    /// [Tag Object](https://spec.openapis.org/oas/v3.1.1.html#tag-object)
    package struct Tag: Sendable, Hashable {
        package let name: String
        package let description: String?
    }
}

/// The edition of the OpenAPI Specification that a document is written in.
package enum SpecificationVersion: String, Sendable, Comparable {
    case v3_0 = "3.0"
    case v3_1 = "3.1"
    case v3_2 = "3.2"

    package static func < (left: SpecificationVersion, right: SpecificationVersion) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Contract {
    /// The operation with that id, which may be one that was made up of method and path.
    package func operation(id: String) -> Operation? { operations.first { $0.id == id } }

    /// The scheme of that name under `components`.
    package func securityScheme(_ name: String) -> SecurityScheme? { securitySchemes.first { $0.name == name } }
}
