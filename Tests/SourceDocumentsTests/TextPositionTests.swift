// Places inside texts that a document holds, as each way to write them has it.

import JSONValues
@testable import SourceDocuments
import Testing

@Suite struct TextPositionTests {
    @Test(arguments: [
        ("plain", "a: bcd", 1, 2, "1:5"),
        ("plain, at its end", "a: bcd  ", 1, 4, "1:7"),
        ("plain, on its second line", "a: bc\n   def", 1, 5, "2:5"),
        ("plain, beyond its end", "a: bc", 1, 9, "1:4"),
        ("in single quotes", "a: 'b''cd'", 1, 4, "1:9"),
        ("in double quotes", #"a: "\u00e9\x41b""#, 1, 3, "1:15"),
        ("in double quotes, several bytes each", #"a: "é漢🎉b""#, 1, 4, "1:8"),
        ("in quotes that end before", #"a: "b""#, 1, 9, "1:4"),
        ("behind an anchor and a tag", "a: &x !!str bcd", 1, 3, "1:15"),
        ("a literal block", "a: |\n   bc\n   de\n", 2, 2, "3:5"),
        ("a folded block", "a: >\n   bc\n", 1, 2, "1:4"),
        ("nothing", "a:", 1, 1, "1:3"),
    ])
    func yaml(_ name: String, _ text: String, _ line: Int, _ column: Int, _ expected: String) throws {
        let (file, _) = DocumentReader.read(Array(text.utf8), name: "a.yaml", uri: "a.yaml")
        let position = try #require(file).position(ofLine: line, column: column, inTextAt: JSONPointer(["a"]))
        #expect("\(position.line):\(position.column)" == expected)
    }

    @Test func json() throws {
        let text = #"{"a": "\n\u00e9|b", "c": 1}"#
        let (file, _) = DocumentReader.read(Array(text.utf8), name: "a.json", uri: "a.json")
        let source = try #require(file)
        #expect(source.position(ofLine: 1, column: 4, inTextAt: JSONPointer(["a"])) == Position(line: 1, column: 17))
        #expect(source.position(ofLine: 1, column: 1, inTextAt: JSONPointer(["c"])) == Position(line: 1, column: 26))
    }
}
