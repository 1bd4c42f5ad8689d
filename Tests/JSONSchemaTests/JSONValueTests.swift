// Equality and order of JSON values.

import Testing

@testable import JSONSchema

@Suite struct JSONValueTests {
    @Test(arguments: [("1", "1.0"), ("10e-1", "1"), ("-0", "0"), ("1E400", "10e399"), ("0.10", "1e-1")])
    func equalNumbers(left: String, right: String) throws {
        #expect(try #require(JSONNumber(left)) == #require(JSONNumber(right)))
        #expect(try #require(JSONNumber(left)).hashValue == #require(JSONNumber(right)).hashValue)
    }

    @Test func uint64IsExact() throws {
        #expect(try #require(JSONNumber("18446744073709551615")).uint64 == .max)
        #expect(try #require(JSONNumber("18446744073709551616")).uint64 == nil)
        #expect(try #require(JSONNumber("18446744073709551615")) > #require(JSONNumber("18446744073709551614")))
    }

    @Test func objectsCompareWithoutOrder() {
        #expect(["a": 1, "b": 2] as JSON == ["b": 2, "a": 1])
        #expect(["a": 1] as JSON != ["a": 1, "b": nil])
    }
}
