// Every document of the corpus loads, and what must be refused is refused in one clear sentence.

import ContractSamples
import JSONValues
import OpenAPIContract
import SourceDocuments
import Testing

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

    @Test func placesOfALargeDocumentAreTheParsers() throws {
        let source = try #require(Corpus.loaded("discourse.json").contract?.sources.first)
        let place = Place(
            source: source, pointer: try JSONPointer(parsing: "/paths/~1admin~1badges.json/get/operationId"))
        #expect(source.line(place.line)?.text.contains("\"operationId\"") == true)
    }
}
