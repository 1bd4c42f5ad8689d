// Every document of the corpus loads, and what must be refused is refused in one clear sentence.

import Testing

@testable import OpenAPIContract

/// Skipped where the corpus is not beside the package.
@Suite(.enabled(if: Corpus.folder != nil, "the corpus is not there"))
struct CorpusTests {
    @Test(arguments: Corpus.documents)
    func loads(_ name: String) {
        let loaded = Corpus.loaded(name)
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        #expect(loaded.contract != nil)
        #expect(errors.map { "\($0.place.map(String.init(describing:)) ?? "") \($0.message)" } == [])
    }
}
