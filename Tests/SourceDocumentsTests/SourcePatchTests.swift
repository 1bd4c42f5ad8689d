// Documents that are to stand for another value: what is not changed stays as it was written.

import JSONValues
import Testing

@testable import SourceDocuments

@Suite struct SourcePatchTests {
    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let name: String
        let before: String
        let after: String
        /// What the text is to stand for.
        let value: String
    }

    static let examples = [
        Example(
            testDescription: "a block gets a member", name: "a.yaml",
            before: "# first\na:\n  x: 1 # one\n\n# second\nb: 2\n",
            after: "# first\na:\n  x: 1 # one\n  k: [2, 3]\n\n# second\nb: 2\n",
            value: #"{"a": {"x": 1, "k": [2, 3]}, "b": 2}"#),
        Example(
            testDescription: "brackets get a member", name: "a.yaml", before: "a: {x: 1}\nb: 2",
            after: "a: {x: 1, \"404\": {z: no-z}}\nb: 2",
            value: #"{"a": {"x": 1, "404": {"z": "no-z"}}, "b": 2}"#),
        Example(
            testDescription: "JSON on lines gets a member", name: "a.json",
            before: "{\n  \"a\": {\n    \"x\": 1\n  }\n}\n",
            after: "{\n  \"a\": {\n    \"x\": 1,\n    \"y\": {\"z\":2}\n  }\n}\n",
            value: #"{"a": {"x": 1, "y": {"z": 2}}}"#),
        Example(
            testDescription: "JSON on one line", name: "a.json", before: #"{"a":{},"l":[1,2]}"#,
            after: #"{"a":{"x":1},"l":[1,2, 3]}"#,
            value: #"{"a": {"x": 1}, "l": [1, 2, 3]}"#),
        Example(
            testDescription: "after a block of text, with the line ends of Windows", name: "a.yaml",
            before: "a:\r\n  t: |\r\n    é\r\nb: 1\r\n",
            after: "a:\r\n  t: |\r\n    é\r\n  u: 1\r\nb: 1\r\n", value: #"{"a": {"t": "é\n", "u": 1}, "b": 1}"#),
        Example(
            testDescription: "lists in blocks", name: "a.yaml", before: "e:\n- a\n- b # two\nr:\n  - x\n  - y\n",
            after: "e:\n- a\n- b # two\n- c\nr:\n  - y\n", value: #"{"e": ["a", "b", "c"], "r": ["y"]}"#),
        Example(
            testDescription: "what stands elsewhere too is written out", name: "a.yaml",
            before: "a: &x {k: 1}\nb: *x\n",
            after: "a: &x {k: 1}\nb: {k: 1, l: 2}\n", value: #"{"a": {"k": 1}, "b": {"k": 1, "l": 2}}"#),
        Example(
            testDescription: "members go", name: "a.yaml", before: "a:\n  x: 1\n  y: 2\nb: {x: 1, y: 2, z: 3}\n",
            after: "a:\n  x: 1\nb: {z: 3}\n",
            value: #"{"a": {"x": 1}, "b": {"z": 3}}"#),
        Example(
            testDescription: "a member goes and another comes", name: "a.yaml",
            before: "- type: string\n  format: date\n",
            after: "- format: date\n  anyOf:\n    - type: string\n",
            value: #"[{"format": "date", "anyOf": [{"type": "string"}]}]"#),
        Example(
            testDescription: "nothing becomes something", name: "a.yaml", before: "a:\nb: 1\n",
            after: "a: {x: 1}\nb: 1\n",
            value: #"{"a": {"x": 1}, "b": 1}"#),
        Example(
            testDescription: "what a merge key brings in is given anew", name: "a.yaml",
            before: "a: &x\n  k: 1\nb:\n  <<: *x\n  m: 2\n",
            after: "a: &x\n  k: 1\nb:\n  <<: *x\n  m: 2\n  k: 5\n", value: #"{"a": {"k": 1}, "b": {"m": 2, "k": 5}}"#),
    ]

    @Test(arguments: examples) func theTextIsChangedInPlace(_ example: Example) throws {
        let (file, _) = DocumentReader.read(Array(example.before.utf8), name: example.name, uri: example.name)
        let source = try #require(file)
        let value = try JSON(parsing: example.value)
        let edits = try #require(SourceEdits(of: source.bytes, source.notation, from: source.written, to: value))
        #expect(String(decoding: edits.result, as: UTF8.self) == example.after)
        #expect(SourcePatch(of: source, to: value, path: "a") != nil)
    }

    @Test func aPatchIsUnified() throws {
        let lines = (1...20).map { "k\($0): \($0)\n" }.joined()
        let (file, _) = DocumentReader.read(Array((lines + "last: {}").utf8), name: "a.yaml", uri: "a.yaml")
        let source = try #require(file)
        var members = try #require(source.written.object)
        members["k2"] = "two"
        members["last"] = ["x": 1]
        let patch = try #require(SourcePatch(of: source, to: .object(members), path: "in/a.yaml"))
        #expect(
            patch.text == """
                --- a/in/a.yaml
                +++ b/in/a.yaml
                @@ -1,5 +1,5 @@
                 k1: 1
                -k2: 2
                +k2: two
                 k3: 3
                 k4: 4
                 k5: 5
                @@ -18,4 +18,4 @@
                 k18: 18
                 k19: 19
                 k20: 20
                -last: {}
                \\ No newline at end of file
                +last: {x: 1}
                \\ No newline at end of file

                """)
    }
}
