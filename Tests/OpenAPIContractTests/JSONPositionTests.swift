// Places in JSON are found by one walk over the text.

import JSONSchema
import Testing

@testable import OpenAPIContract

@Suite struct JSONPositionTests {
    @Test func everyValueHasItsPlace() throws {
        let text =
            "{\n \"a\" : [1, \"é\\\"]\", -2.5e3,{\"b\":null}],\r\n\t\"c/d~\": {\"\": true, \"e\": {}},\n\"f\": []}"
        let source = SourceFile(
            name: "a.json", uri: "a.json", notation: .json, bytes: Array(text.utf8), root: try JSON(parsing: text))
        func at(_ pointer: String) throws -> String {
            let position = source.position(of: try JSONPointer(parsing: pointer))
            return "\(position.line):\(position.column)"
        }
        #expect(
            try ["", "/a", "/a/0", "/a/1", "/a/2", "/a/3", "/a/3/b"].map(at) == [
                "1:1", "2:2", "2:9", "2:12", "2:20", "2:27", "2:32",
            ])
        #expect(
            try ["/c~1d~0", "/c~1d~0/", "/c~1d~0/e", "/f", "/f/0", "/x"].map(at) == [
                "3:2", "3:15", "3:21", "4:1", "4:1", "1:1",
            ])
    }

    @Test(.enabled(if: Corpus.folder != nil, "the corpus is not there"))
    func agreesWithTheParserOnALargeDocument() throws {
        let source = try #require(Corpus.loaded("discourse.json").contract?.sources.first)
        let place = Place(
            source: source, pointer: try JSONPointer(parsing: "/paths/~1admin~1badges.json/get/operationId"))
        #expect(source.line(place.line)?.contains("\"operationId\"") == true)
    }
}
