// What must be refused is refused in clear words, with the place and what to do.

import Testing

@testable import OpenAPIContract

/// Skipped where the corpus is not beside the package.
@Suite(.enabled(if: Corpus.folder != nil, "the corpus is not there"))
struct CorpusRefusalTests {
    @Test(arguments: [
        ("refuse/malformed.yaml", ["2:1 not-openapi this is no OpenAPI document: it has no 'openapi' field"]),
        ("refuse/swagger2-petstore.yaml", ["2:10 swagger-2 this is a Swagger 2.0 document"]),
    ])
    func refuses(_ name: String, _ expected: [String]) {
        let loaded = Contract.load(path: Corpus.path(name))
        #expect(loaded.contract == nil)
        #expect(
            loaded.diagnostics.map {
                "\($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.code.rawValue) \($0.message)"
            }
                == expected)
        #expect(loaded.diagnostics.allSatisfy { $0.remedy != nil })
    }

    /// The document itself can be read; its schemas cannot, each for a reason of its own.
    @Test func refusesSchemasOfTheWrongKind() {
        let loaded = Contract.load(path: Corpus.path("refuse/31-fail-schema-types.yaml"))
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        #expect(
            errors.map { "\($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.code.rawValue) \($0.message)" } == [
                "10:19 invalid-schema a schema must be an object or a boolean, not null",
                "11:21 invalid-schema a schema must be an object or a boolean, not 0",
                "12:5 invalid-schema a schema must be an object or a boolean, not an empty array",
            ])
    }
}
