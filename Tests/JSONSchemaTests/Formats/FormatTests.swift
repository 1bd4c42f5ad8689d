// What each format takes and refuses, beyond what JSON-Schema-Test-Suite asks.

import Testing

@testable import JSONValues
@testable import JSONSchema

@Suite struct FormatTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let format: Format
        let yes: [String]
        let no: [String]
        var testDescription: String { format.rawValue }
    }

    @Test(arguments: [
        Case(
            format: .dateTime,
            yes: ["1972-06-30T23:59:60Z", "2026-11-21T00:59:60+01:00", "0000-01-01T00:00:00-23:59"],
            no: [
                "", "2026-11-21", "2026-11-21 09:30:00Z", "2026-11-21T09:30:00", "2026-11-21T09:30:00.Z",
                "2026-11-21T09:30Z",
            ]),
        Case(format: .date, yes: ["2000-02-29"], no: ["1900-02-29", "2026-11-31", "2026-11-2१"]),
        Case(
            format: .time, yes: ["00:00:00z", "09:30:00.000000000001+05:45"],
            no: ["09:30:00", "9:30:00Z", "09:30:00+5:00"]),
        Case(
            format: .duration, yes: ["P1W", "PT1H", "P1Y2M3DT4H5M6S"],
            no: ["P", "PT", "P1H", "P1W1D", "P1YT", "PT1H1S"]),
        Case(
            format: .email, yes: ["a+b@example.com", "\"a\\\"b\"@x", "a@[IPv6:2001:db8::1]", "a@localhost"],
            no: ["a@b@c", "a@", "a@-x.com", "a@x..com", "\"a\"b\"@x", "\"a@x", "a@[1.2.3]", "é@example.com"]
                + [String(repeating: "a", count: 65) + "@example.com"]),
        Case(format: .idnEmail, yes: ["é@bücher.example"], no: ["é bücher@example.com", "é@-x.com"]),
        Case(
            format: .hostname, yes: ["a", "xn--bcher-kva.example"],
            no: ["a..b", "a_b", "bücher.example", "xn--", "xn--a"]),
        Case(
            format: .idnHostname, yes: ["bücher.example", "EXAMPLE.com", "faß.de"],
            no: ["Bücher.example", "bu\u{308}cher.example", "a b", "ab--cd", "\u{200D}a", "☃.example"]),
        Case(format: .ipv4, yes: ["0.0.0.0"], no: ["01.2.3.4", "1.2.3", "1.2.3.1000"]),
        Case(
            format: .ipv6, yes: ["::", "1::", "::1.2.3.4", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8"],
            no: ["", ":", ":::", "1.2.3.4", ":1.2.3.4", "1:2:3:4:5:6:7:8::", "1:2:3:4:5:6:7:1.2.3.4", "::1%eth0"]),
        Case(
            format: .uri,
            yes: ["a:", "a:b", "http://[v1.x:y]", "http://a:80/", "http://a:/", "file:///etc", "a://@/?#"],
            no: [
                "", ":", "1a:b", "http://[::1", "http://::1]", "http://a:b@c:d", "http://a b", "http://a/%g0",
                "http://a#b#c",
            ]),
        Case(format: .uriReference, yes: ["", "?", "#", "//", "a/b:c", "."], no: ["a:b c", ":a", "é", "a[b]"]),
        Case(format: .iri, yes: ["http://é/é?é#é", "a:\u{10000}"], no: ["http://é/\u{E000}", "é:a", "a:\u{FFFF}"]),
        Case(format: .iriReference, yes: ["é", "?\u{E000}"], no: ["#\u{E000}", "é é"]),
        Case(
            format: .uriTemplate, yes: ["/{a,b*,c:3}{?x.y}", "é"],
            no: ["{", "}", "{a", "{a:}", "{a:0}", "{.}", "{a b}", "%g0"]),
        Case(
            format: .uuid, yes: ["123e4567-e89b-12d3-a456-426614174000"], no: ["", "123e4567e89b12d3a456426614174000"]),
        Case(format: .jsonPointer, yes: ["", "/", "/~0~1/é"], no: ["a", "/~", "/~2", "#/a"]),
        Case(format: .relativeJSONPointer, yes: ["0", "10/a", "1#"], no: ["", "01", "0#/a", "-1", "/a"]),
        Case(format: .regex, yes: ["^a+$", "(?<=a)\\p{L}"], no: ["(", "[", "a**", "\\a", "(?P<n>a)"]),
        Case(
            format: .byte, yes: ["", "Zg==", "Zm8=", "Zm9v", "+/+/"],
            no: ["Zg", "Zg=", "Zh==", "Zm9=", "Z===", "-_-_", "Zm9v\n", "===="]),
        Case(format: .base64url, yes: ["", "Zg", "Zg==", "-_-_"], no: ["+/+/", "Z", "Zh", "Zg="]),
        Case(format: .int64, yes: ["-9223372036854775808"], no: ["9223372036854775808", "1.5", "x", ""]),
        Case(format: .decimal, yes: ["10.00", "-0.1"], no: ["", "1,5", "01", "NaN"]),
        Case(format: .binary, yes: ["", "\0\u{FF}"], no: []),
    ])
    func strings(_ test: Case) {
        #expect(test.yes.filter { !test.format.accepts($0) } == [], "should be taken")
        #expect(test.no.filter { test.format.accepts($0) } == [], "should be refused")
    }

    @Test(arguments: [
        Case(format: .int8, yes: ["127", "-128", "1e2"], no: ["128", "0.5"]),
        Case(format: .int16, yes: ["32767"], no: ["32768"]),
        Case(format: .int32, yes: ["2147483647", "1.0", "-2147483648"], no: ["2147483648", "1e10", "1.5"]),
        Case(format: .int64, yes: ["9223372036854775807"], no: ["9223372036854775808", "-9223372036854775809"]),
        Case(format: .uint8, yes: ["0", "255"], no: ["256", "-1"]),
        Case(format: .uint16, yes: ["65535"], no: ["65536", "-1"]),
        Case(format: .uint32, yes: ["4294967295"], no: ["4294967296", "-1"]),
        Case(format: .uint64, yes: ["18446744073709551615", "-0"], no: ["18446744073709551616", "-1", "0.1"]),
        Case(format: .float, yes: ["3.4e38", "1e-400"], no: ["3.5e38", "1e400"]),
        Case(format: .double, yes: ["1.7e308", "0.1"], no: ["1e309"]),
        Case(format: .decimal, yes: ["1e400", "0.1"], no: []),
        Case(format: .date, yes: ["1"], no: []),
    ])
    func numbers(_ test: Case) throws {
        #expect(try test.yes.filter { try !test.format.accepts(#require(JSONNumber($0))) } == [], "should be taken")
        #expect(try test.no.filter { try test.format.accepts(#require(JSONNumber($0))) } == [], "should be refused")
    }

    /// Neither an enormous text nor one that is cut short may trap.
    @Test(arguments: Format.allCases)
    func hostileTexts(format: Format) {
        for piece in [
            "", "a", "%", "{", "xn--", "ü", "\u{5D0}", ":", "[", "P1", "-", ".", "\"", "~", "=", "\u{200C}", "1", "@",
            "😀",
        ] {
            for count in [1, 2, 59, 64, 5000] {
                _ = format.accepts(String(repeating: piece, count: count))
                _ = format.accepts("a@xn--" + String(repeating: piece, count: count))
            }
        }
        let bytes: [UInt8] = [0x61, 0x3A, 0xF0, 0x9F]
        bytes.withUnsafeBufferPointer { _ = format.accepts($0) }
    }
}
