// JSON Pointer, by the examples of RFC 6901.

import Testing

@testable import JSONValues

@Suite struct JSONPointerTests {
    /// Section 5.
    static let document: JSON = [
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
    ]

    @Test(
        arguments: [
            ("", document), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2),
            ("/e^f", 3),
            ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
        ] as [(String, JSON)])
    func evaluation(text: String, value: JSON) throws {
        let pointer = try JSONPointer(parsing: text)
        #expect(Self.document[pointer: pointer] == value)
        #expect(pointer.description == text)
    }

    @Test(arguments: ["/foo/2", "/foo/-", "/foo/01", "/foo/+1", "/foo/", "/bar", "/foo/0/x", "/a~01b"])
    func nothingThere(text: String) throws {
        #expect(try Self.document[pointer: JSONPointer(parsing: text)] == nil)
    }

    @Test(arguments: [
        ("foo", "a JSON Pointer is empty or starts with '/', found 'foo'"),
        ("/~", "'~' in a JSON Pointer is written '~0', and '/' '~1', found '/~'"),
        ("/a~2", "'~' in a JSON Pointer is written '~0', and '/' '~1', found '/a~2'"),
    ])
    func syntax(text: String, description: String) {
        let error = #expect(throws: JSONPointer.SyntaxError.self) { try JSONPointer(parsing: text) }
        #expect(error?.description == description)
    }

    @Test func appending() {
        #expect(JSONPointer.root.appending("a/b").appending(3).appending("~").description == "/a~1b/3/~0")
    }
}
