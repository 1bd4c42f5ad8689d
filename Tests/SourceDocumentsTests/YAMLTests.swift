// YAML as OpenAPI means it: the core schema of YAML 1.2, nothing lost, every value placed.

import JSONValues
@testable import SourceDocuments
import Testing

@Suite struct YAMLTests {
    private func read(_ text: String) throws -> YAMLReader.Result { try YAMLReader.read(Array(text.utf8)) }

    /// A key of more than 1,024 characters needs a mark before it.
    @Test func longKeysAreWrittenAsYAMLReadsThem() throws {
        let long = String(repeating: "k", count: 2_000)
        let json: JSON = [
            long: ["a": 1, long: [["b": 2, long: ["x", .object([long: "y"])]]]], "c": .object([long: []]),
        ]
        #expect(try read(YAMLText().text(json)).root == json)
    }

    /// [YAML 1.2.2, section 10.3.2](https://yaml.org/spec/1.2.2/#1032-tag-resolution), and what YAML 1.1 would make of it.
    @Test(arguments: [
        ("~", "null"), ("null", "null"), ("Null", "null"), ("", "null"), ("nUll", #""nUll""#),
        ("true", "true"), ("FALSE", "false"), ("yes", #""yes""#), ("No", #""No""#), ("on", #""on""#), ("y", #""y""#),
        ("12", "12"), ("-12", "-12"), ("+12", "12"), ("012", "12"), ("0", "0"), ("-0", "-0"), ("0o17", "15"),
        ("0x1F", "31"),
        ("0xFFFFFFFFFFFFFFFFFF", "4722366482869645213695"), ("0b11", #""0b11""#), ("0777", "777"),
        ("18446744073709551615", "18446744073709551615"), ("1.10", "1.10"), ("1.", "1"), (".5", "0.5"),
        ("-.5e3", "-0.5e3"),
        ("1e3", "1e3"), ("1E+3", "1E+3"), ("00.50", "0.50"),
        ("123456789012345678901234567890.123456789", "123456789012345678901234567890.123456789"),
        ("1_000", #""1_000""#), ("1:30", #""1:30""#), ("1.2.3", #""1.2.3""#), ("73..77", #""73..77""#),
        ("1e", #""1e""#),
        (".", #"".""#), ("+", #""+""#), ("-a", #""-a""#), ("0x", #""0x""#), ("0o8", #""0o8""#), ("1 2", #""1 2""#),
        ("2020-01-02", #""2020-01-02""#), ("2020-01-02T03:04:05Z", #""2020-01-02T03:04:05Z""#),
        ("'12'", #""12""#), (#""true""#, #""true""#), ("'null'", #""null""#), ("'it''s'", #""it's""#),
        (#""\x41\u00e9\U0001F600\t""#, #""Aé😀\t""#), ("!!str 12", #""12""#), ("!!int '12'", "12"), ("! 12", #""12""#),
        ("!!float 1", "1"), ("!!binary aGk=", #""aGk=""#),
        ("|\n  a\n  b\n", #""a\nb\n""#), (">-\n  a\n  b\n", #""a b""#), ("<<", #""<<""#),
    ])
    func scalars(_ text: String, _ json: String) throws {
        let root = try read("k: \(text)").root
        #expect(root["k"]?.serialized() == json)
    }

    @Test(arguments: [
        (
            "200: a\ntrue: b\nnull: c\n1.0: d\n0x10: e\n~: f",
            #"{"200":"a","true":"b","null":"c","1.0":"d","0x10":"e","~":"f"}"#
        ),
        ("on: {no: yes}", #"{"on":{"no":"yes"}}"#),
        ("2020-01-02: a", #"{"2020-01-02":"a"}"#),
        ("a: &x {b: 1}\nc: *x", #"{"a":{"b":1},"c":{"b":1}}"#),
        ("a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}", #"{"a":{"b":1,"c":2},"d":{"c":3,"b":1}}"#),
        ("a: &x {b: 1}\nd: &y {c: 2, b: 3}\ne: {<<: [*x, *y]}", #"{"a":{"b":1},"d":{"c":2,"b":3},"e":{"b":1,"c":2}}"#),
        ("a: &x {b: 1}\nc: &y {<<: *x, d: 2}\ne: {<<: *y}", #"{"a":{"b":1},"c":{"d":2,"b":1},"e":{"d":2,"b":1}}"#),
        ("a: {'<<': 1}", #"{"a":{"<<":1}}"#),
        ("a: {<<: {b: &x [1], c: 2}, c: 3}\nd: [*x, *x]", #"{"a":{"c":3,"b":[1]},"d":[[1],[1]]}"#),
        ("a: {b: 1, <<: [{c: &x 2}, 3, {b: 4, <<: {d: *x}}]}", #"{"a":{"b":1,"c":2,"d":2}}"#),
        ("&k a: 1\nb: *k\nc: {*k : 2}\n", #"{"a":1,"b":"a","c":{"a":2}}"#),
        ("- 1\n-\n- [a, {b: c}]\n", #"[1,null,["a",{"b":"c"}]]"#),
        ("a:\r\n  b: 1\r\n", #"{"a":{"b":1}}"#),
        ("a:\t# c\n\t\n  b:\t1\t\n \t# c\n\t# d\n  c: {\td:\te }\n\t", #"{"a":{"b":1,"c":{"d":"e"}}}"#),
        ("a:\r\n\t\r\n  b: 1\r\n", #"{"a":{"b":1}}"#), ("a: |\n  x\n  \t\n  y\n", #"{"a":"x\n\t\ny\n"}"#),
        ("%YAML 1.1\n---\na: yes\n...\n", #"{"a":"yes"}"#),
        ("{\"a\": 1, \"b\": [true]}", #"{"a":1,"b":[true]}"#),
    ])
    func documents(_ text: String, _ json: String) throws {
        let result = try read(text)
        #expect(result.root.serialized() == json)
        #expect(result.problems.map(\.message) == [])
    }

    @Test func everyValueHasItsPlace() throws {
        let text = """
            # comment
            a: 1
            b:
              - x
              - c: é {y}
                d: {e: [1, 2]}
            f: &f {g: 1}
            h: {<<: *f, i: 2}
            j: &j {k: &k [3, *f], <<: [{l: {m: 4}}]}
            n:
              - *j
              - [*k]
            """
        let result = try read(text)
        var map = result.map
        func at(_ pointer: String) throws -> String {
            let position = map.position(of: try JSONPointer(parsing: pointer), in: result.root)
            return "\(position.line):\(position.column)"
        }
        // A scalar is where it stands, a list or mapping where its key does.
        #expect(try ["", "/a", "/b", "/b/0", "/b/1", "/b/1/c"].map(at) == ["2:1", "2:4", "3:1", "4:5", "5:5", "5:8"])
        #expect(try ["/b/1/d", "/b/1/d/e", "/b/1/d/e/1"].map(at) == ["6:5", "6:9", "6:16"])
        #expect(try ["/f/g", "/h/i", "/h/g"].map(at) == ["7:11", "8:16", "7:11"])
        #expect(try ["/j/k/1", "/j/k/1/g", "/j/l", "/j/l/m"].map(at) == ["7:4", "7:11", "9:29", "9:36"])
        // What an alias names is where it was named, and a list or mapping where the key is that it now stands under.
        #expect(
            try ["/n/0", "/n/0/k", "/n/0/k/1/g", "/n/0/l/m", "/n/1/0/0"].map(at) == [
                "9:4", "9:8", "7:11", "9:36", "9:15",
            ])
        // Of what is not there, the nearest above it.
        #expect(try ["/b/7", "/a/x", "/nope/x"].map(at) == ["3:1", "2:4", "2:1"])
    }

    /// The parser finds the value that is left out at the end on the next line, which is there only if the last one ends.
    @Test(arguments: [
        ("?", "/", "1:2"), ("a:\n?\n", "/", "3:1"), ("a:\n- b\n-", "/a/1", "3:2"), ("a: 1\nbé:", "/bé", "2:4"),
    ])
    func placesAreInsideTheText(_ text: String, _ pointer: String, _ expected: String) throws {
        let (file, diagnostics) = DocumentReader.read(Array(text.utf8), name: "a.yaml", uri: "a.yaml")
        #expect(diagnostics == [])
        let source = try #require(file)
        #expect(
            Place(source: source, pointer: try JSONPointer(parsing: pointer)).description == "a.yaml:\(expected)")
    }

    @Test func whatIsNotTextIsPlacedByItsLines() {
        let bytes = Array("a: é\u{2028}\r\n".utf8) + [0x62, 0xC3, 0xA9, 0xAD, 0x0A]
        let (file, diagnostics) = DocumentReader.read(bytes, name: "a.yaml", uri: "a.yaml")
        #expect(file == nil)
        #expect(diagnostics.map { $0.place?.description } == ["a.yaml:3:3"])
    }

    @Test func hostileTextEnds() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: YAMLReader.Problem.self) { try read(deep) }
        #expect(throws: YAMLReader.Problem.self) { try read(String(repeating: "a:\n ", count: 100_000)) }
        let laughs = (1...9).map { "a\($0): &a\($0) [\(String(repeating: "*a\($0 - 1),", count: 9))]" }
        let bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + laughs.joined(separator: "\n")
        #expect { try read(bomb) } throws: { ($0 as? YAMLReader.Problem)?.code == .tooLarge }
        let merges = (1...40).map { "a\($0): &a\($0) {<<: [*a\($0 - 1), *a\($0 - 1)], k: 1}" }
        #expect(try read("a0: &a0 {x: 1}\n" + merges.joined(separator: "\n")).root["a40"] == ["k": 1, "x": 1])
        let many = (0..<1_000).map { "k\($0): 1" }.joined(separator: ", ")
        let again = "b: {<<: [\(String(repeating: "*a,", count: 1_000))]}"
        #expect { try read("a: &a {\(many)}\n\(again)") } throws: { ($0 as? YAMLReader.Problem)?.code == .tooLarge }
        let tower = (1...100).map { "a\($0): &a\($0) [[[[[[[[[[*a\($0 - 1)]]]]]]]]]]" }
        #expect { try read("a0: &a0 []\n" + tower.joined(separator: "\n")) } throws: {
            ($0 as? YAMLReader.Problem)?.code == .tooDeep
        }
        #expect(throws: YAMLReader.Problem.self) { try read("a: &a [*a]") }
        #expect(try read(String(repeating: " ", count: 1_000_000)).root == .null)
        #expect(try read(String(repeating: "#\n", count: 100_000)).root == .null)
    }

    /// What a document is written in is found by its first bytes.
    @Test func encodings() throws {
        let text = "openapi: 3.1.0\ninfo: {title: é, version: '1'}\npaths: {/: {get: {}}}\n"
        let units = Array(text.utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let spellings: [[UInt8]] = [
            Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little,
            big,
            Array(text.replacing("\n", with: "\r\n").utf8),
        ]
        for bytes in spellings {
            let (file, diagnostics) = DocumentReader.read(bytes, name: "a.yaml", uri: "a.yaml")
            #expect(diagnostics == [])
            #expect(file?.root["info"]?["title"] == "é")
        }
        let json = #"{"openapi": "3.1.0"}"#
        let (file, _) = DocumentReader.read([0xEF, 0xBB, 0xBF] + Array(json.utf8), name: "a", uri: "a")
        #expect(file?.notation == .json)
        #expect(file?.root == ["openapi": "3.1.0"])
    }

    @Test(
        arguments: [
            ([0x61, 0x3A, 0x20, 0xFF], "not text: the byte 0xFF is not UTF-8", 4),
            ([0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x61], "not text: UTF-16 with half a surrogate pair", 1),
            ([0xFF, 0xFE, 0x61], "not text: UTF-16 that is cut in the middle of a character", 1),
        ] as [([UInt8], String, Int)])
    func bytesThatAreNoText(_ bytes: [UInt8], _ message: String, _ column: Int) {
        let (file, diagnostics) = DocumentReader.read(bytes, name: "a.yaml", uri: "a.yaml")
        #expect(file == nil)
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.first?.place?.column == column)
    }
}
