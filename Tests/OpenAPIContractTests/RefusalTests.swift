// What must be refused is refused in clear words, with the place and what to do.

import ContractSamples
import Testing

@testable import SourceDocuments
@testable import OpenAPIContract

/// Skipped where the corpus is not beside the package.
@Suite(.enabled(if: Corpus.folder != nil, "the corpus is not there"))
struct CorpusRefusalTests {
    /// Every document that must be refused, with all that is said of it.
    private static let messages = [
        "refuse/31-fail-schema-types.yaml":
            "10:19 invalid-schema 3 schemas are no schemas: 'invalid_null' on line 10 is null, 'invalid_number' on line 11 is a number, 'invalid_array' on line 12 is a list",
        "refuse/malformed.yaml": "2:1 not-openapi this is no OpenAPI document: it has no 'openapi' field",
    ]

    /// Swagger 2.0 is read by now.
    @Test(arguments: Corpus.refused.filter { !$0.contains("swagger2") })
    func refuses(_ name: String) {
        let loaded = Contract.load(path: Corpus.path(name))
        let messages = loaded.diagnostics.map {
            "\($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.code.rawValue) \($0.message)"
        }
        #expect(messages.count == 1)
        if let expected = Self.messages[name] { #expect(messages == [expected]) }
        #expect(loaded.diagnostics.allSatisfy { $0.severity == .error && $0.remedy != nil })
    }
}
