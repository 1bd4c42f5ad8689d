// Places in JSON are found by one walk over the text.

import JSONValues
@testable import SourceDocuments
import Testing

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

    /// A minified document, wrong in each of its parts: looked for from the start, each place would take as long as all before it.
    @Test(.timeLimit(.minutes(10)))
    func manyPlacesInOneLine() throws {
        let count = 30_000
        let text = "{" + (0..<count).map { "\"é\($0)\":[0]" }.joined(separator: ",") + "}"
        let source = SourceFile(
            name: "a.json", uri: "a.json", notation: .json, bytes: Array(text.utf8), root: try JSON(parsing: text))
        let report = DiagnosticReport(
            (0..<count).map {
                Diagnostic(.wrongType, "wrong", at: Place(source: source, pointer: JSONPointer(["é\($0)", "0"])))
            })
        let last = text.unicodeScalars.count - 2
        #expect(
            report.rendered(.text).hasSuffix(
                """
                a.json:1:\(last): error: wrong [wrong-type]
                  1 | …[0],"é29995":[0],"é29996":[0],"é29997":[0],"é29998":[0],"é29999":[0]}
                    | \(String(repeating: " ", count: 67))^

                """))
        let columns = report.diagnostics.compactMap { $0.place?.column }
        #expect(columns == columns.sorted() && Set(columns).count == count)
    }

    /// JSON's own line ends; to YAML a line separator is one too.
    @Test func linesAreCountedAsTheParserDoes() throws {
        let text = "{\"a\": \"\u{2028}\u{85}\",\n\"b\": 1}"
        let (json, _) = DocumentReader.read(Array(text.utf8), name: "a.json", uri: "a.json")
        #expect(json?.line(2)?.text == "\"b\": 1}")
        let (_, broken) = DocumentReader.read(Array((text + "]").utf8), name: "a.json", uri: "a.json")
        #expect(broken.map { $0.place?.description } == ["a.json:2:8"])
        #expect(broken.first?.place.flatMap { SourceExcerpt($0) }?.text == "\"b\": 1}]")
        let (yaml, _) = DocumentReader.read(Array(("# \n" + text).utf8), name: "a.yaml", uri: "a.yaml")
        #expect(yaml?.line(2)?.text == "{\"a\": \"")
    }
}
