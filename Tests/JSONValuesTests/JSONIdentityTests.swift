// Values that are equal, and values that are the same.

import Testing

@testable import JSONValues

@Suite struct JSONIdentityTests {
    @Test(arguments: [
        ("1", "1", true), ("1", "1.0", false), ("10", "1e1", false), ("-0", "0", false), ("1.50", "1.5", false),
        ("123456789012345678901234567890", "123456789012345678901234567890", true), ("null", "false", false),
        (#""é""#, #""\u00e9""#, true), (#""é""#, #""e\u0301""#, false), (#""""#, "[]", false), ("[1,2]", "[1,2]", true),
        ("[1,2]", "[1,2.0]", false), ("[1]", "[1,1]", false), (#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#, true),
        (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, false), (#"{"a":1}"#, #"{"b":1}"#, false), ("{}", "{}", true),
    ])
    func isTheSameText(left: String, right: String, isSame: Bool) throws {
        let (left, right) = (try JSON(parsing: left), try JSON(parsing: right))
        #expect(left.isIdentical(to: right) == isSame)
        #expect(right.isIdentical(to: left) == isSame)
    }
}
