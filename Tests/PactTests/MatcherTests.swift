// Each matcher, on values that it takes and values that it refuses.

import JSONValues
import Testing

@testable import Pact

struct MatcherTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let example: String
        let rules: String
        let taken: [String]
        let refused: [String]
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "integer", example: #"{"a": 1}"#, rules: #"{"$.a": {"matchers": [{"match": "integer"}]}}"#,
            taken: [#"{"a": 12}"#, #"{"a": -3, "b": 1}"#], refused: [#"{"a": 1.5}"#, #"{"a": "1"}"#, #"{"a": 1.0}"#]),
        Row(
            name: "decimal", example: #"{"a": 1.5}"#, rules: #"{"$.a": {"matchers": [{"match": "decimal"}]}}"#,
            taken: [#"{"a": 12.0}"#], refused: [#"{"a": 12}"#, #"{"a": null}"#]),
        Row(
            name: "number and boolean", example: #"{"a": 1, "b": true}"#,
            rules: #"{"$.a": {"matchers": [{"match": "number"}]}, "$.b": {"matchers": [{"match": "boolean"}]}}"#,
            taken: [#"{"a": 2.5, "b": false}"#], refused: [#"{"a": 2, "b": "false"}"#, #"{"a": true, "b": true}"#]),
        Row(
            name: "include", example: #""abc""#, rules: #"{"$": {"matchers": [{"match": "include", "value": "b"}]}}"#,
            taken: [#""xbx""#], refused: [#""xyz""#]),
        Row(
            name: "null or a type", example: #"{"a": "x"}"#,
            rules: #"{"$.a": {"matchers": [{"match": "null"}, {"match": "type"}], "combine": "OR"}}"#,
            taken: [#"{"a": null}"#, #"{"a": "y"}"#], refused: [#"{"a": 1}"#, "{}"]),
        Row(
            name: "date", example: #"{"a": "2026-11-22"}"#,
            rules: #"{"$.a": {"matchers": [{"match": "date", "format": "yyyy-MM-dd"}]}}"#,
            taken: [#"{"a": "2024-02-29"}"#], refused: [#"{"a": "2023-02-29"}"#, #"{"a": "22.11.2026"}"#]),
        Row(
            name: "datetime with a zone and milliseconds", example: #"{"a": "2026-11-22T10:00:00.000+01:00"}"#,
            rules: #"{"$.a": {"matchers": [{"match": "datetime", "format": "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"}]}}"#,
            taken: [#"{"a": "2026-01-02T03:04:05.678Z"}"#, #"{"a": "2026-01-02T03:04:05.678-11:30"}"#],
            refused: [#"{"a": "2026-01-02T03:04:05Z"}"#, #"{"a": "2026-01-02T25:04:05.678Z"}"#]),
        Row(
            name: "time by words", example: #"{"a": "Sun, 22 Nov 2026 09:05 PM"}"#,
            rules: #"{"$.a": {"matchers": [{"match": "timestamp", "timestamp": "EEE, d MMM yyyy hh:mm a"}]}}"#,
            taken: [#"{"a": "Mon, 1 Feb 2027 12:00 am"}"#], refused: [#"{"a": "Mon, 1 Fob 2027 12:00 AM"}"#]),
        Row(
            name: "semver", example: #""1.0.0""#, rules: #"{"$": {"matchers": [{"match": "semver"}]}}"#,
            taken: [#""2.10.3-rc.1+build.5""#], refused: [#""1.0""#, #""01.0.0""#, #""1.0.0-01""#]),
        Row(
            name: "notEmpty", example: #"{"a": [1]}"#, rules: #"{"$.a": {"matchers": [{"match": "notEmpty"}]}}"#,
            taken: [#"{"a": [1]}"#], refused: [#"{"a": []}"#]),
        Row(
            name: "values", example: #"{"a": {"x": {"n": 1}}}"#,
            rules: #"{"$.a": {"matchers": [{"match": "values"}]}, "$.a.*.n": {"matchers": [{"match": "type"}]}}"#,
            taken: [#"{"a": {"p": {"n": 5}, "q": {"n": 6}}}"#],
            refused: [#"{"a": {"p": {"n": "5"}}}"#, #"{"a": {"p": {}}}"#]),
        Row(
            name: "eachKey and eachValue", example: #"{"a": {"k1": 1}}"#,
            rules: """
                {"$.a": {"matchers": [
                  {"match": "eachKey", "rules": [{"match": "regex", "regex": "k\\\\d+"}]},
                  {"match": "eachValue", "rules": [{"match": "integer"}]}]}}
                """,
            taken: [#"{"a": {"k7": 3, "k8": 4}}"#], refused: [#"{"a": {"x": 3}}"#, #"{"a": {"k7": "3"}}"#]),
        Row(
            name: "arrayContains", example: #"{"a": [{"t": "x", "n": 1}, {"t": "y"}]}"#,
            rules: """
                {"$.a": {"matchers": [{"match": "arrayContains", "variants": [
                  {"index": 0, "rules": {"$.n": {"matchers": [{"match": "integer"}]}}}, {"index": 1, "rules": {}}]}]}}
                """,
            taken: [#"{"a": [{"t": "z"}, {"t": "y"}, {"t": "x", "n": 9}]}"#], refused: [#"{"a": [{"t": "y"}]}"#]),
        Row(
            name: "a rule further down wins over one above", example: #"{"a": {"b": "x", "c": 1}}"#,
            rules: """
                {"$": {"matchers": [{"match": "type"}]}, "$.a.b": {"matchers": [{"match": "equality"}]}}
                """,
            taken: [#"{"a": {"b": "x", "c": 2}}"#], refused: [#"{"a": {"b": "y", "c": 1}}"#]),
        Row(
            name: "lengths do not cascade", example: #"{"a": [{"b": [1]}]}"#,
            rules: #"{"$.a": {"matchers": [{"match": "type", "min": 2}]}}"#,
            taken: [#"{"a": [{"b": [1]}, {"b": [2, 3]}]}"#], refused: [#"{"a": [{"b": [1]}]}"#]),
    ]

    @Test(arguments: rows)
    func verdicts(_ row: Row) throws {
        for body in row.taken {
            let found = try PactFiles.mismatches(row.example, row.rules, body)
            #expect(found.isEmpty, "\(body)")
        }
        for body in row.refused {
            let found = try PactFiles.mismatches(row.example, row.rules, body)
            #expect(!found.isEmpty, "\(body)")
        }
    }

    @Test func mismatchesSayWhereAndWhat() throws {
        let found = try PactFiles.mismatches(
            #"{"items": [{"id": 1, "name": "a"}]}"#, #"{"$.items": {"matchers": [{"match": "type", "min": 1}]}}"#,
            #"{"items": [{"id": "1", "name": "b"}, {"id": 2}]}"#)
        #expect(
            found == [
                #"body at $.items[0].id: a value of another type: found "1", expected a number"#,
                #"body at $.items[1].name: the member is missing: found nothing, expected "a""#,
            ])
    }

    /// Pact's test cases ask for a match of the whole text; some of its libraries take a part.
    @Test func aPartOfATextIsDisputed() throws {
        let pattern = try PactReader.pattern(#"\d+"#)
        func refusal(_ text: String) -> Matcher.Refusal? {
            do throws(Matcher.Refusal) {
                try Matcher.regex(pattern).judge(.init(expected: "1", actual: .string(text)))
                return nil
            } catch { return error }
        }
        #expect(refusal("12") == nil)
        #expect(refusal("a12")?.isCertain == false)
        #expect(refusal("abc")?.isCertain == true)
    }
}
