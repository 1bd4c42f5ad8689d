// Objects: lookup, change, equality.

import Testing

@testable import JSONValues

@Suite struct JSONObjectTests {
    @Test func membersKeepTheirOrder() {
        var object = JSONObject([("b", 1), ("a", 2), ("b", 3)])
        object["c"] = 4
        object["a"] = nil as JSON?
        #expect(JSON.object(object).serialized() == #"{"b":3,"c":4}"#)
        #expect(Array(object.keys) == ["b", "c"])
        object["b"] = JSON.null
        #expect(JSON.object(object).serialized() == #"{"b":null,"c":4}"#)
    }

    @Test func aChangedObjectLeavesItsCopyAlone() throws {
        let value = try JSON(parsing: #"[{"a":1,"b":2},{"a":3,"b":4}]"#)
        var changed = try #require(value[0]?.object)
        changed["c"] = 5
        changed["a"] = nil as JSON?
        #expect(JSON.object(changed).serialized() == #"{"b":2,"c":5}"#)
        #expect(value.serialized() == #"[{"a":1,"b":2},{"a":3,"b":4}]"#)
    }

    @Test func equalityTakesNoOrder() throws {
        let left = try JSON(parsing: #"{"a":1,"b":{"c":[1,2],"d":null}}"#)
        let right = try JSON(parsing: #"{"b":{"d":null,"c":[1.0,2]},"a":1}"#)
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(["a": 1] as JSON != ["a": 1, "b": nil])
        #expect(["a": 1, "b": nil] as JSON != ["a": 1, "c": nil])
        #expect([1, 2] as JSON != [2, 1])
    }

    /// Names and strings are code points: é is one or two of them, and the two are not the same.
    @Test func nothingIsNormalised() throws {
        let value = try JSON(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(value.object?.count == 2)
        #expect(value["\u{E9}"] == 1)
        #expect(value["e\u{301}"] == 2)
        #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
    }

    @Test(arguments: [0, 1, 16, 17, 33, 1_000])
    func lookup(count: Int) throws {
        let text = "{" + (0..<count).map { "\"key \($0)\":[\($0)]" }.joined(separator: ",") + "}"
        let value = try JSON(parsing: text)
        let built = JSON.object(JSONObject((0..<count).map { ("key \($0)", [.number(JSONNumber($0))]) }))
        #expect(value == built)
        #expect(value.hashValue == built.hashValue)
        let document = try JSONDocument(parsing: Array(text.utf8))
        for index in 0..<count {
            #expect(value["key \(index)"]?[0] == .number(JSONNumber(index)))
            document.withRoot { root in
                #expect(root["key \(index)"]?[0]?.number == JSONNumber(index))
            }
        }
        #expect(value["key \(count)"] == nil)
        document.withRoot { root in
            #expect(root["key \(count)"] == nil)
        }
    }
}
