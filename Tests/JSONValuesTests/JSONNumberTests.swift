// Numbers: their text, their value, their order.

import Testing

@testable import JSONValues

@Suite struct JSONNumberTests {
    static let texts = [
        "0", "-0", "0.0", "-0.00", "0e5", "7", "-7", "10", "100", "0.5", "-0.05", "0.000000000000000001",
        "0.0000000000000000001", "1.50", "129.99", "18446744073709551615", "18446744073709551616",
        "-18446744073709551615",
        "9223372036854775808", "-9223372036854775808", "123456789012345678901234567890", "1.234567890123456789",
        "1844674407370955161.5", "184467440737095516.15", "1e5", "1E+5", "1e-5", "-1.5e300", "1e999999999",
        "1e99999999999999999999",
    ]

    @Test(arguments: texts)
    func textIsKept(text: String) throws {
        #expect(try #require(JSONNumber(text)).text == text)
        #expect(try JSON(parsing: text).number?.text == text)
    }

    @Test(arguments: ["", "-", "+1", "01", "-01", ".5", "1.", "1e", "1e+", "0x1", " 1", "1 ", "1_0", "NaN", "１"])
    func noNumber(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test(arguments: [
        ["0", "-0", "0.0", "-0.00", "0e5", "0E-99999999999999999999"],
        ["1", "1.0", "10e-1", "0.1e1", "1.000000000000000000000"],
        ["0.10", "1e-1", "0.1"], ["1E400", "10e399", "0.001e403"],
        ["18446744073709551615", "18446744073709551615.0", "1844674407370955161.5e1"],
        ["123456789012345678901234567890", "12345678901234567890123456789.0e1"], ["-1.5", "-1.50", "-15e-1"],
    ])
    func equalHoweverWritten(texts: [String]) throws {
        let numbers = try texts.map { try #require(JSONNumber($0)) }
        #expect(Set(numbers).count == 1)
        for left in numbers {
            for right in numbers {
                #expect(left == right)
                #expect(!(left < right))
            }
        }
    }

    /// Each is smaller than all behind it.
    @Test func order() throws {
        let numbers = try [
            "-1e99999999999999999999", "-1e400", "-18446744073709551616", "-18446744073709551615",
            "-9223372036854775808", "-1.5", "-1.05",
            "-1e-400", "0", "1e-400", "0.000000000000000001", "0.05", "0.5", "1", "1.5", "9", "9.999999999999999999",
            "10", "1e1000",
            "123e999", "2e1001",
        ].map { try #require(JSONNumber($0)) }
        for (position, left) in numbers.enumerated() {
            for right in numbers[(position + 1)...] {
                #expect(left < right, "\(left.text) and \(right.text)")
                #expect(!(right < left))
                #expect(left != right)
            }
        }
    }

    @Test(
        arguments: [
            ("12", 12, 12), ("12.0", 12, 12), ("1.2e1", 12, 12), ("-12", -12, nil), ("-0", 0, 0), ("1.5", nil, nil),
            ("9223372036854775807", .max, 9_223_372_036_854_775_807),
            ("9223372036854775808", nil, 9_223_372_036_854_775_808),
            ("-9223372036854775808", .min, nil), ("-9223372036854775809", nil, nil),
            ("18446744073709551615", nil, .max),
            ("18446744073709551615.0", nil, .max), ("18446744073709551616", nil, nil),
            ("1e19", nil, 10_000_000_000_000_000_000),
            ("1e20", nil, nil), ("1e999999999", nil, nil), ("1e-999999999", nil, nil), ("0e999999999", 0, 0),
        ] as [(String, Int64?, UInt64?)])
    func wholeNumbers(text: String, int64: Int64?, uint64: UInt64?) throws {
        let number = try #require(JSONNumber(text))
        #expect(number.int64 == int64)
        #expect(number.uint64 == uint64)
    }

    @Test(
        arguments: [
            ("0.1", 0.1), ("-0", -0.0), ("129.99", 129.99), ("9007199254740993", 9_007_199_254_740_992),
            ("0.000000000000000001", 1e-18), ("1e400", .infinity), ("-1e400", -.infinity), ("1e-400", 0),
            ("5e-324", .leastNonzeroMagnitude),
        ] as [(String, Double)])
    func doubles(text: String, value: Double) throws {
        let number = try #require(JSONNumber(text))
        #expect(number.double == value)
        #expect(number.double.sign == value.sign)
    }

    @Test func fromSwiftNumbers() {
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect(JSONNumber(Int128.min).text == "-170141183460469231731687303715884105728")
        #expect(JSONNumber(2.0)?.text == "2")
        #expect(JSONNumber(1e300)?.text == "1e+300")
        #expect(JSONNumber(Double.nan) == nil)
    }

    @Test(arguments: [
        ("7.5", "0.01", true), ("0.0075", "0.0001", true), ("0.00751", "0.0001", false),
        ("1e308", "0.123456789", false),
        ("18446744073709551615", "5", true), ("1e999999999", "0.5", true), ("-9", "3", true), ("0", "3", true),
        ("123456789012345678901234567890", "123456789012345678901234567890", true),
    ])
    func multiples(text: String, divisor: String, holds: Bool) throws {
        #expect(try #require(JSONNumber(text)).isMultiple(of: #require(JSONNumber(divisor))) == holds)
    }
}
