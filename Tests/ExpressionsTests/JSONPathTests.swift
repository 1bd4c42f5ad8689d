// What is said of texts that are no JSONPath, and what bounds those that are.

import JSONValues
import JSONSchema
import Testing

@testable import Expressions

@Suite struct JSONPathTests {
    @Test(arguments: [
        ("", "1:1: this does not belong here; found the end of the path, expected '$', the root"),
        ("a", "1:1: this does not belong here; found 'a', expected '$', the root"),
        ("$a", "1:2: this does not belong here; found 'a', expected a segment, '.', '..' or '['"),
        ("$.", "1:3: this does not belong here; found the end of the path, expected a name, '*' or '['"),
        (
            "$[",
            "1:3: this does not belong here; found the end of the path, expected a name in quotes, an index, a slice, "
                + "'*' or '?'"
        ),
        ("$[01]", "1:3: an index has no leading zero and no negative zero; found 01"),
        ("$[9007199254740992]", "1:3: an index is beyond ±(2^53 - 1); found 9007199254740992"),
        ("$['a]", "1:3: a string is never closed; found the end of the path, expected '"),
        (#"$['\q']"#, #"1:4: no such escape in a string; found \q, expected \b \f \n \r \t \/ \\ \uHHHH or \'"#),
        (#"$['\ud800']"#, "1:4: a surrogate stands alone; found d800"),
        (
            "$[?@.a == @.*]",
            "1:11: this query may give several nodes, so it has no one value; expected names and indexes "
                + "alone, or value() around the query"
        ),
        ("$[?length(@)]", "1:4: this function gives a value, not an answer; expected a comparison of it"),
        ("$[?match(@, 'a') == true]", "1:4: this function answers yes or no, it gives no value; expected a value"),
        (
            "$[?lenght(@.a) > 1]",
            "1:4: there is no function 'lenght'; found 'lenght', expected length, count, match, "
                + "search or value (did you mean 'length'?)"
        ),
        ("$[?count(1) > 1]", "1:10: count() takes a query; expected a path that starts with '@' or '$'"),
        ("$[?length(@, 1) > 1]", "1:4: length() has the wrong number of arguments; found 2, expected 1"),
        ("$[?1]", "1:4: a literal alone is no condition; expected a comparison with something"),
        (
            "$[?!@.a == 1]",
            "1:4: '!' stands before a test, not before a comparison; expected !(…) around the comparison"
        ),
        (
            "$[?@.a == 1 == 2]",
            "1:12: this does not belong here; found ' ', expected '&&', '||' or ']': comparisons do "
                + "not chain"
        ),
        ("$[?@.a = 1]", "1:8: this does not belong here; found '=', expected ',' or ']'"),
    ])
    func refuses(source: String, message: String) {
        do {
            _ = try JSONPath(parsing: source)
            Issue.record("is taken")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test func normalizedPathsSayWhere() throws {
        let document: JSON = ["a'b\\c": [["\u{01}\n": true]], "é": nil]
        let nodes = try JSONPath(parsing: "$..*").nodes(in: document)
        #expect(
            nodes.map(\.path.description) == [
                #"$['a\'b\\c']"#, "$['é']", #"$['a\'b\\c'][0]"#, #"$['a\'b\\c'][0]['\u0001\n']"#,
            ])
        #expect(nodes.map(\.path.pointer.description) == ["/a'b\\c", "/é", "/a'b\\c/0", "/a'b\\c/0/\u{01}\n"])
    }

    @Test func namesAreCodePoints() throws {
        let document: JSON = ["é": 1, "e\u{301}": 2]
        #expect(try JSONPath(parsing: "$['é']").values(in: document) == [1])
        #expect(try JSONPath(parsing: "$['e\u{301}']").values(in: document) == [2])
    }

    @Test(arguments: [
        "$..*..*..*..*..*..*", "$[?$..[?$..[?$..[?$..*]]]]", "$..[?@ == $..*.a || count($..*..*..*) > 0]",
        "$[*,*,*,*,*,*,*,*][*,*,*,*,*,*,*,*][*,*,*,*,*,*,*,*][*,*,*,*,*,*,*,*][*,*,*,*,*,*,*,*][*,*,*,*,*,*,*,*]",
    ])
    func endsInTime(source: String) throws {
        func nest(_ level: Int) -> JSON { level == 0 ? 1 : .array(Array(repeating: nest(level - 1), count: 6)) }
        var limits = JSONPathLimits()
        limits.steps = 100_000
        do {
            _ = try JSONPath(parsing: source, limits: limits).nodes(in: nest(6))
            Issue.record("ends")
        } catch  where error.stage == .check {
            // Refused at once is in time as well.
        } catch {
            #expect(error.description == "1:1: the path takes more steps in this document than it is allowed")
        }
    }

    @Test(arguments: [
        "$[?" + String(repeating: "(", count: 10_000) + "@" + String(repeating: ")", count: 10_000) + "]",
        "$" + String(repeating: "[?@", count: 10_000) + String(repeating: "]", count: 10_000),
        "$[?" + String(repeating: "length(", count: 5_000) + "@" + String(repeating: ")", count: 5_000) + " > 1]",
        "$[?" + String(repeating: "!", count: 10_000) + "@]", "$" + String(repeating: ".a", count: 40_000),
    ])
    func nestsOnlySoDeep(source: String) { #expect(throws: ExpressionError.self) { try JSONPath(parsing: source) } }

    @Test func patternsFromTheDocument() throws {
        let document: JSON = [
            "all": [
                ["text": "abc", "pattern": "a.c"], ["text": "abc", "pattern": "("], ["text": "x", "pattern": "a"],
            ]
        ]
        #expect(try JSONPath(parsing: "$.all[?match(@.text, @.pattern)].pattern").values(in: document) == ["a.c"])
        #expect(
            try JSONPath(parsing: "$.all[?search(@.text, $.all[2].pattern)].pattern").values(in: document) == [
                "a.c", "(",
            ])
    }

    @Test func deepDocuments() throws {
        let deep = (0..<400).reduce(1 as JSON) { inner, _ in [inner] }
        #expect(try JSONPath(parsing: "$..[0]").values(in: deep).count == 400)
    }
}
