// What a backend changed between two recordings, and what of that is no change.

import JSONValues
import Archives
import HTTPTypes
import Testing

@testable import Recordings

@Suite struct RecordingComparisonTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: [HAR.Entry]
        let after: [HAR.Entry]
        /// `kind place: before → after (count of pairs)`
        let changes: [String]
        var noise: [String] = []
        var volatile = VolatileRules()

        init(
            _ name: String, _ before: [HAR.Entry], _ after: [HAR.Entry], _ changes: [String], noise: [String] = [],
            volatile: VolatileRules = VolatileRules()
        ) {
            (testDescription, self.before, self.after, self.changes) = (name, before, after, changes)
            (self.noise, self.volatile) = (noise, volatile)
        }
    }

    private static func get(_ target: String, _ body: String, status: Int = 200) -> HAR.Entry {
        Shelf.entry(Shelf.get(target), body, status: status)
    }

    private static func post(_ target: String, _ sent: String, _ body: String) -> HAR.Entry {
        Shelf.entry(Shelf.post(target, sent), body)
    }

    private static func header(_ name: String, _ value: String) -> HAR.Entry {
        var entry = get("/a", "{}")
        entry.response.headers.append(HAR.Pair(name: name, value: value))
        return entry
    }

    private static func rules(_ name: String) -> VolatileRules {
        var rules = VolatileRules()
        try? rules.add(name)
        return rules
    }

    static let cases: [Case] = [
        Case("nothing", [get("/items/1", #"{"a":1,"b":2}"#)], [get("/items/1", #"{"b":2.0,"a":1}"#)], []),
        Case(
            "values, by operation", [get("/items/1", #"{"price":9.5}"#), get("/items/2", #"{"price":8}"#)],
            [get("/items/2", #"{"price":8}"#), get("/items/1", #"{"price":10}"#)],
            ["GET /items/{itemId}: value 200 body/price: 9.5 → 10 (1 of 2)"]),
        Case(
            "fields that came and went, and types", [get("/a", #"{"sale":1,"size":39,"note":null}"#)],
            [get("/a", #"{"size":"39","note":null,"discount":2}"#)],
            [
                "GET /a: removed 200 body/sale: 1 → nothing (1 of 1)",
                #"GET /a: type 200 body/size: 39 → "39" (1 of 1)"#,
                "GET /a: added 200 body/discount: nothing → 2 (1 of 1)",
            ]),
        Case(
            "a field that became null", [get("/a", #"{"n":1}"#)], [get("/a", #"{"n":null}"#)],
            ["GET /a: type 200 body/n: 1 → null (1 of 1)"]),
        Case(
            "elements by their ids, in any order", [get("/a", #"[{"id":1,"n":1},{"id":2,"n":2}]"#)],
            [get("/a", #"[{"id":2,"n":5},{"id":1,"n":1}]"#)], ["GET /a: value 200 body/*/n: 2 → 5 (1 of 1)"]),
        Case(
            "how many there are", [get("/a", "[1,2]")], [get("/a", "[1,2,3]")],
            ["GET /a: length 200 body: 2 → 3 (1 of 1)"]),
        Case(
            "a status, whatever its body", [get("/a", #"{"n":1}"#)], [get("/a", #"{"title":"No"}"#, status: 404)],
            ["GET /a: status status: 200 → 404 (1 of 1)"]),
        Case(
            "a header of the API", [header("X-Total", "5"), header("Server", "a")],
            [header("X-Total", "6"), header("Server", "b")], [#"GET /a: value header X-Total: "5" → "6" (1 of 2)"#]),
        Case(
            "dates, ids and times are others each time",
            [
                get(
                    "/a",
                    #"{"at":"2026-11-21T10:00:00Z","key":"6f1e1c7a-30f4-4c8e-9d7e-0b7a4f8f3b10","now":1795253400}"#)
            ],
            [
                get(
                    "/a",
                    #"{"at":"2026-11-22T10:00:00Z","key":"0d0f6f4e-7e0c-4a8e-b9b0-8a7c2f7f9e11","now":1795253999}"#)
            ],
            [], noise: ["200 body/at 1", "200 body/key 1", "200 body/now 1"]),
        Case(
            "a date that is none any more", [get("/a", #"{"at":"2026-11-21T10:00:00Z"}"#)],
            [get("/a", #"{"at":"yesterday"}"#)],
            [#"GET /a: value 200 body/at: "2026-11-21T10:00:00Z" → "yesterday" (1 of 1)"#]),
        Case(
            "what differs between two reads is no change",
            [get("/a", #"{"load":1,"n":1}"#), get("/a", #"{"load":7,"n":1}"#)],
            [get("/a", #"{"load":3,"n":2}"#), get("/a", #"{"load":4,"n":2}"#)],
            ["GET /a: value 200 body/n: 1 → 2 (2 of 2)"], noise: ["200 body/load 2"]),
        Case(
            "but with a write in between it is",
            [get("/cart", #"{"n":0}"#), post("/cart", "{}", "{}"), get("/cart", #"{"n":1}"#)],
            [get("/cart", #"{"n":0}"#), post("/cart", "{}", "{}"), get("/cart", #"{"n":2}"#)],
            ["GET /cart: value 200 body/n: 1 → 2 (1 of 2)"]),
        Case(
            "a name of one's own", [get("/a", #"{"load":1}"#)], [get("/a", #"{"load":2}"#)], [],
            noise: ["200 body/load 1"], volatile: rules("load")),
        Case(
            "a place of one's own", [get("/a", #"{"x":{"n":1},"n":1}"#)], [get("/a", #"{"x":{"n":2},"n":2}"#)],
            ["GET /a: value 200 body/n: 1 → 2 (1 of 1)"], noise: ["200 body/x/n 1"], volatile: rules("/x/n")),
        Case(
            "the secrets of a request do not count",
            [post("/login", #"{"user":"a","password":"redacted-1"}"#, #"{"n":1}"#)],
            [post("/login", #"{"user":"a","password":"redacted-7"}"#, #"{"n":2}"#)],
            ["POST /login: value 200 body/n: 1 → 2 (1 of 1)"]),
    ]

    private static func archive(_ entries: [HAR.Entry]) -> Archive {
        Archive(name: "a.har", har: HAR(creator: .init(name: "test", version: "1"), entries: entries))
    }

    @Test(arguments: cases) func tells(_ row: Case) {
        let comparison = RecordingComparison(
            [Self.archive(row.before)], [Self.archive(row.after)], volatile: row.volatile)
        func shown(_ value: JSON?) -> String { value?.serialized() ?? "nothing" }
        // The paths of the shelf lie under its base.
        let changes = comparison.changes.map { change in
            "\(change.operation.replacing("/v1", with: "")): \(change.kind.rawValue) \(change.place): "
                + "\(shown(change.before)) → \(shown(change.after)) (\(change.count) of \(change.pairs))"
        }
        #expect(changes == row.changes)
        #expect(comparison.alwaysDifferent.map { "\($0.place) \($0.count)" } == row.noise)
    }

    @Test func thePageHasBothSidesOfEachChangeAndTheTimes() {
        func archive(_ price: String, wait: Int) -> Archive {
            var entry = Self.get("/items/1", #"{"price":\#(price)}"#)
            entry.timings = HAR.Timings(send: JSONNumber(0), wait: JSONNumber(wait), receive: JSONNumber(1))
            return Self.archive([entry])
        }
        let (one, other) = (archive("9", wait: 40), archive(#""<b>""#, wait: 90))
        let page = RecordingComparison([one], [other]).html(names: ("old.har", "new.har"), (one, other))
        #expect(page.contains("<span class=\"tag warn\">1 change</span> old.har and new.har"))
        #expect(
            page.contains("<b>a.har, entry 1</b>\n9</pre>") && page.contains("&lt;b&gt;") && !page.contains(#""<b>""#))
        #expect(page.contains("41 ms") && page.contains("91 ms") && page.contains("<circle"))
        #expect(!page.contains("src=") && !page.contains("<link") && !page.contains("url("))
    }

    @Test func tellsWhatOnlyOneHas() {
        let comparison = RecordingComparison(
            [Self.archive([Self.get("/a", "{}"), Self.get("/b", "{}"), Self.get("/items/1", "{}")])],
            [Self.archive([Self.get("/a", "{}"), Self.post("/c", "{}", "{}"), Self.get("/items/2", "{}")])])
        #expect(comparison.pairs == 1)
        #expect(comparison.compared == ["GET /v1/a"])
        #expect(comparison.onlyInFirst == ["GET /v1/b", "GET /v1/items/{itemId}"])
        #expect(comparison.onlyInSecond == ["GET /v1/items/{itemId}", "POST /v1/c"])
    }
}
