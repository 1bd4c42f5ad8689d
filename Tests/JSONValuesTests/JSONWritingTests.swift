// Writing JSON texts.

import Testing

@testable import JSONValues

@Suite struct JSONWritingTests {
    @Test(
        arguments: [
            (nil, "null"), (true, "true"), (false, "false"), (-1, "-1"), ([], "[]"), ([:], "{}"),
            ("é😀/\u{7F}\u{2028}", "\"é😀/\u{7F}\u{2028}\""),
            ("\"\\\n\r\t\u{8}\u{C}\u{1}\u{1F}", #""\"\\\n\r\t\b\f\u0001\u001f""#),
            (["z": 1, "a": [1, [:], nil]], #"{"z":1,"a":[1,{},null]}"#),
        ] as [(JSON, String)])
    func compact(value: JSON, text: String) {
        #expect(value.serialized() == text)
    }

    @Test func pretty() {
        let value: JSON = ["z": 1, "a": [1, [:], ["b": []]]]
        #expect(
            value.serialized(.pretty) == """
                {
                  "z": 1,
                  "a": [
                    1,
                    {},
                    {
                      "b": []
                    }
                  ]
                }
                """)
    }

    @Test(arguments: ["1.0", "1E400", "-0", "18446744073709551616", "0.10", "1e+05"])
    func numbersKeepTheirText(text: String) throws {
        #expect(try JSON(parsing: text).serialized() == text)
    }
}
