// What went and came with the same schema is told as a name that may have changed, and stays as breaking as it is.

import OpenAPIContract
import Testing

@testable import ContractChanges

struct RenamesTests {
    private static func messages(_ frame: Frame, _ before: String, _ after: String) throws -> [String] {
        let changes = ContractComparison.changes(
            from: try frame.contract(before), to: try frame.contract(after), today: "2026-11-21")
        return changes.map { "\($0.severity.rawValue): \($0.message)" }.sorted()
    }

    @Test(arguments: [
        (
            "{type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}",
            "{type: object, required: [title], properties: {title: {description: d, type: string}, size: {type: integer}}}",
            [
                "breaking: 'name' is gone; it was required (renamed to 'title'?)",
                "note: 'title' is new, and required (renamed from 'name'?)",
            ]
        ),
        // Several, told apart by their schemas.
        (
            "{type: object, properties: {a: {type: string}, b: {type: object, properties: {c: {type: string}}}}}",
            "{type: object, properties: {d: {type: object, properties: {c: {type: string}}}, e: {type: string}, f: {type: boolean}}}",
            [
                "note: 'd' is new (renamed from 'b'?)", "note: 'e' is new (renamed from 'a'?)", "note: 'f' is new",
                "warning: 'a' is gone; it was optional (renamed to 'e'?)",
                "warning: 'b' is gone; it was optional (renamed to 'd'?)",
            ]
        ),
        // The same component, which has changed within.
        (
            "{$id: 'a:b', type: object, properties: {c: {$ref: '#/$defs/D'}}, $defs: {D: {type: string}}}",
            "{$id: 'a:b', type: object, properties: {e: {$ref: '#/$defs/D'}}, $defs: {D: {type: string, format: date}}}",
            ["note: 'e' is new (renamed from 'c'?)", "warning: 'c' is gone; it was optional (renamed to 'e'?)"]
        ),
        // Which of the two is it?
        (
            "{type: object, properties: {a: {type: string}}}",
            "{type: object, properties: {b: {type: string}, c: {type: string}}}",
            ["note: 'b' is new", "note: 'c' is new", "warning: 'a' is gone; it was optional"]
        ),
        // The schema is another, or it is not as much required.
        (
            "{type: object, properties: {a: {type: string}}}", "{type: object, properties: {b: {type: integer}}}",
            ["note: 'b' is new", "warning: 'a' is gone; it was optional"]
        ),
        (
            "{type: object, properties: {a: {type: object, properties: {x: {type: string}}}}}",
            "{type: object, properties: {b: {type: object, properties: {x: {type: string}, y: {type: string}}}}}",
            ["note: 'b' is new", "warning: 'a' is gone; it was optional"]
        ),
        (
            "{type: object, properties: {a: {type: string}}}",
            "{type: object, required: [b], properties: {b: {type: string}}}",
            ["note: 'b' is new, and required", "warning: 'a' is gone; it was optional"]
        ),
    ]) func aMemberMayHaveAnotherName(_ before: String, _ after: String, _ messages: [String]) throws {
        #expect(try Self.messages(.responseBody, before, after) == messages)
    }

    @Test func soMayAParameter() throws {
        func path(_ parameters: String) -> String {
            "/a: {get: {parameters: [\(parameters)], responses: {'200': {description: d}}}}"
        }
        let messages = try Self.messages(
            .paths, path("{name: q, in: query, schema: {type: string}}, {name: T, in: header, schema: {type: string}}"),
            path(
                "{name: query, in: query, schema: {type: string}}, {name: c, in: cookie, schema: {type: string}}"))
        #expect(
            messages == [
                "note: the parameter is new", "note: the parameter is new (renamed from 'q'?)",
                "warning: the parameter is gone: a server may refuse what it does not know",
                "warning: the parameter is gone: a server may refuse what it does not know (renamed to 'query'?)",
            ])
    }
}
