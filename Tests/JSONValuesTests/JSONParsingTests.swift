// Reading JSON texts: values, errors with their places, limits.

import Testing

@testable import JSONValues

@Suite struct JSONParsingTests {
    @Test(
        arguments: [
            ("null", nil), (" true\r\n", true), ("\tfalse", false), ("-12", -12), ("\"\"", ""), ("[]", []),
            ("{ }", [:]),
            ("\u{FEFF}[]", []),
            ("[1,[2, {}],{}]", [1, [2, [:]], [:]]),
            (#"{"a":{"b":[null]},"":1}"#, ["a": ["b": [nil]], "": 1]),
            (#""\u0041\n\t\"\\\/\b\f\r""#, "A\n\t\"\\/\u{8}\u{C}\r"),
            (#""é€😀 \ud83d\ude00 and nothing but plain text behind""#, "é€😀 😀 and nothing but plain text behind"),
            (#"{"\u0061\u00e9":1,"aé":2}"#.replacing("aé\"", with: "e\""), ["aé": 1, "e": 2]),
        ] as [(String, JSON)])
    func values(text: String, value: JSON) throws {
        #expect(try JSON(parsing: text) == value)
    }

    @Test(arguments: [
        ("", "line 1, column 1: found the end of the text, expected a value"),
        ("[1,\n 2,]", "line 2, column 4: found ']', expected a value (in /2)"),
        ("[1 2]", "line 1, column 4: found '2', expected ',' or ']'"),
        ("[", "line 1, column 2: found the end of the text, expected a value or ']' (in /0)"),
        ("{\"a\": {\"b\": [0, nul]}}", "line 1, column 20: found ']', expected 'null' (in /a/b/1)"),
        ("{\"a\":1,}", "line 1, column 8: found '}', expected a key"),
        ("{'a':1}", "line 1, column 2: found ''', expected a key or '}'"),
        ("{\"a\" 1}", "line 1, column 6: found '1', expected ':' (in /a)"),
        ("{\"a/b\":}", "line 1, column 8: found '}', expected a value (in /a~1b)"),
        ("{\"a\":1", "line 1, column 7: found the end of the text, expected ',' or '}'"),
        ("01", "line 1, column 2: found '1', expected no digit behind a leading zero"),
        ("[-]", "line 1, column 3: found ']', expected a digit (in /0)"),
        ("1.e1", "line 1, column 3: found 'e', expected a digit"),
        ("1 2", "line 1, column 3: found '2', expected the end of the text"),
        ("\"é\r\n", "line 1, column 3: found U+000D, expected an escape such as \\n in place of a control character"),
        ("\"\\x\"", "line 1, column 3: found 'x', expected one of \" \\ / b f n r t u behind a backslash"),
        ("\"\\u12G4\"", "line 1, column 6: found 'G', expected four hexadecimal digits behind \\u"),
        ("[\"\\uD800\"]", "line 1, column 3: found '\\', expected a surrogate pair, high before low (in /0)"),
        ("\"abc", "line 1, column 5: found the end of the text, expected '\"'"),
        ("\r\r\n\n?", "line 4, column 1: found '?', expected a value"),
        ("\"a\0b\"", "line 1, column 3: found U+0000, expected an escape such as \\n in place of a control character"),
        (
            "{\"x\": {\"a\": 1,\n\"\\u0061\": 2}}",
            "line 2, column 1: found a second \"a\", expected each key of an object once (in /x)"
        ),
    ])
    func errors(text: String, description: String) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
        #expect(error?.description == description)
    }

    @Test(arguments: [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82],
    ])
    func bytesThatAreNotUTF8(bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
        #expect(error?.kind == .utf8)
        #expect(error?.offset == 1)
    }

    @Test func limits() {
        func kind(_ text: String, _ limits: JSONLimits) -> JSONError.Kind? {
            do throws(JSONError) {
                _ = try JSON(parsing: text, limits: limits)
                return nil
            } catch {
                return error.kind
            }
        }
        #expect(kind("[[1]]", JSONLimits(depth: 1)) == .depth)
        #expect(kind("[[1]]", JSONLimits(depth: 2)) == nil)
        #expect(kind("[1]", JSONLimits(bytes: 2)) == .size)
        #expect(kind("123", JSONLimits(numberLength: 2)) == .numberLength)
        #expect(kind(String(repeating: "[", count: 100_000), JSONLimits(depth: .max)) == .depth)
    }

    @Test func theLastOfTwoKeysWinsWhereAllowed() throws {
        let text = #"[{"a": 1, "b": [2], "a": {"c": 3}, "b": null}, {"a": 0}]"#
        let document = try JSONDocument(parsing: Array(text.utf8), limits: JSONLimits(duplicateKeys: .lastWins))
        #expect(JSON(document) == [["a": ["c": 3], "b": nil], ["a": 0]])
        #expect(
            document.duplicateKeys.map(\.description) == [
                "line 1, column 21: found a second \"a\", expected each key of an object once (in /0)",
                "line 1, column 36: found a second \"b\", expected each key of an object once (in /0)",
            ])
    }
}
