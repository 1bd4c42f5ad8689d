// Calendars, clocks and time zones. What places' clocks showed was asked of CPython's zoneinfo.

import Testing

@testable import CEL

@Suite struct CELTimeTests {
    @Test(
        arguments: [
            ("Europe/Kyiv", 0, 10800), ("Europe/Kyiv", 1_711_846_799, 7200), ("Europe/Kyiv", 1_711_846_800, 10800),
            ("America/St_Johns", 1_300_000_000, -9000), ("Asia/Kathmandu", 500_000_000, 19800),
            ("Australia/Lord_Howe", 1_700_000_000, 39600), ("America/New_York", -3_000_000_000, -17762),
            ("Africa/Casablanca", 4_102_444_800, 3600), ("Antarctica/Troll", 1_720_000_000, 7200),
            ("Europe/Dublin", 1_720_000_000, 3600), ("Europe/Dublin", 4_100_000_000, 0),
            ("America/Sao_Paulo", 4_102_444_800, -10800), ("Pacific/Apia", 1_325_239_200, 50400),
            ("UTC", 0, 0), ("+05:45", 0, 20700), ("-00:30", 0, -1800), ("11:00", 0, 39600),
        ] as [(String, Int64, Int)])
    func offsets(zone: String, time: Int64, offset: Int) throws {
        #expect(try CELTimeZones.system.offset(of: zone, at: time) == offset)
    }

    @Test(arguments: [
        "", "/etc/localtime", "../zoneinfo/UTC", "Europe", "posixrules/..", "zone.tab", "+24:00", "+1:00",
        "Europe/Kyiv\0",
        String(repeating: "A", count: 1000),
    ])
    func noZone(name: String) {
        #expect(throws: CELFailure.self) { try CELTimeZones.system.offset(of: name, at: 0) }
    }

    @Test func withoutADatabaseThereAreOffsetsAlone() throws {
        #expect(try CELTimeZones.none.offset(of: "+01:00", at: 0) == 3600)
        #expect(throws: CELFailure.self) { try CELTimeZones.none.offset(of: "Europe/Kyiv", at: 0) }
    }

    /// The forms of RFC 8536, section 3.3.1; each of them at the turn of 2026 and in July.
    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200), ("EST5EDT,M3.2.0,M11.1.0", -18000, -14400),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", 39600, 36000), ("IST-1GMT0,M10.5.0,M3.5.0/1", 0, 3600),
        ("<+0330>-3:30", 12600, 12600), ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", -10800, -7200),
        ("EST5EDT,J60,J300", -18000, -14400), ("EST5EDT,59/2:30,299", -18000, -14400), ("UTC0", 0, 0),
    ])
    func yearlyRules(rule: String, winter: Int, summer: Int) throws {
        let rule = try #require(YearlyRule(rule))
        #expect(rule.offset(at: 1_767_225_600) == winter)
        #expect(rule.offset(at: 1_783_000_000) == summer)
    }

    @Test(arguments: [
        "", "X", "CET", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "<CET-1",
    ])
    func noYearlyRules(rule: String) { #expect(YearlyRule(rule) == nil) }

    @Test(
        arguments: [
            [], Array("TZif".utf8), Array("TZif2".utf8) + Array(repeating: 0xFF, count: 200),
            Array("TZif2".utf8) + Array(repeating: 0, count: 39), Array("TZif1".utf8) + Array(repeating: 0, count: 100),
        ] as [[UInt8]])
    func noFileOfRules(bytes: [UInt8]) { #expect(TimeZoneRules(tzif: bytes) == nil) }

    @Test(
        arguments: [
            ("1h", 3_600_000_000_000), ("1h30m", 5_400_000_000_000), ("-1.5s", -1_500_000_000), ("250ms", 250_000_000),
            ("1us", 1000), ("1µs", 1000), ("7ns", 7), ("0", 0), ("-0", 0), (".5m", 30_000_000_000),
            ("1.s", 1_000_000_000),
            ("+2s", 2_000_000_000), ("0.0000000001s", 0), ("9223372036854775807ns", .max),
        ] as [(String, Int64)])
    func durations(text: String, nanoseconds: Int64) { #expect(CELDuration(text)?.nanoseconds == nanoseconds) }

    @Test(arguments: [
        "", "1", "s", "1 s", "1h ", "--1s", "1d", "1s-1s", ".s", "9223372036854775808ns", "300y", "99999999999h",
    ])
    func noDurations(text: String) { #expect(CELDuration(text) == nil) }

    @Test(arguments: [
        ("1h30m0.25s", "5400.25s"), ("-250ms", "-0.25s"), ("1ns", "0.000000001s"), ("0", "0s"), ("-1m", "-60s"),
    ])
    func durationsAsText(text: String, written: String) throws {
        let duration = try #require(CELDuration(text))
        #expect(duration.description == written)
        #expect(CELDuration(written) == duration)
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z"), ("2024-02-29T23:59:59.5+02:00", "2024-02-29T21:59:59.5Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"), ("2000-01-01t00:00:00z", "2000-01-01T00:00:00Z"),
        ("2000-01-01T00:00:00-23:59", "2000-01-01T23:59:00Z"),
        ("1900-03-01T00:00:00.000000001Z", "1900-03-01T00:00:00.000000001Z"),
        ("2000-01-01T00:00:00.1234567899Z", "2000-01-01T00:00:00.123456789Z"),
    ])
    func timestamps(text: String, written: String) { #expect(CELTimestamp(rfc3339: text)?.description == written) }

    @Test(arguments: [
        "", "2000-01-01", "2000-01-01T00:00:00", "2000-13-01T00:00:00Z", "2023-02-29T00:00:00Z", "2000-01-01T24:00:00Z",
        "2000-01-01T00:00:60Z", "2000-01-01T00:00:00.Z", "2000-01-01T00:00:00+2:00", "2000-01-01T00:00:00Zx",
        "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "20000-01-01T00:00:00Z", "２０００-01-01T00:00:00Z",
    ])
    func noTimestamps(text: String) { #expect(CELTimestamp(rfc3339: text) == nil) }
}
