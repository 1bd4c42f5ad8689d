// Dates and times: RFC 3339 in and out, and days without a time.

import Foundation
import Testing

@testable import ClientRuntime

struct TimestampTests {
    @Test(arguments: [
        ("2001-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00Z", -978_307_200),
        ("2024-02-29T12:30:15Z", 730_902_615),
        ("2024-02-29t12:30:15z", 730_902_615),
        ("2024-02-29T14:30:15+02:00", 730_902_615),
        ("2024-02-29T07:00:15-05:30", 730_902_615),
        ("2024-02-29T12:30:15.5Z", 730_902_615.5),
        ("2024-02-29T12:30:15.123456789Z", 730_902_615.123456789),
        ("2016-12-31T23:59:60Z", 504_921_600),
        ("0000-03-01T00:00:00Z", -63_140_342_400),
        ("9999-12-31T23:59:59Z", 252_423_993_599),
    ])
    func reads(_ text: String, secondsSince2001: Double) {
        #expect(Timestamp.date(text)?.timeIntervalSinceReferenceDate == secondsSince2001)
    }

    @Test(arguments: [
        "", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-02-29", "2024-02-29T12:30:15", "2024-02-29 12:30:15Z",
        "2024-02-29T24:00:00Z", "2024-02-29T12:60:00Z", "2024-02-29T12:30:61Z", "2024-02-29T12:30:15.Z",
        "2024-02-29T12:30:15+0200", "2024-02-29T12:30:15+24:00", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
        "20240-2-29T00:00:00Z", "2024-02-29T12:30:15ZZ", "２０24-02-29T12:30:15Z", "2024-02-29T12:30:15é",
    ])
    func refuses(_ text: String) {
        #expect(Timestamp.date(text) == nil)
    }

    @Test(arguments: [
        "2024-02-29T12:30:15Z", "2024-02-29T12:30:15.001Z", "2024-02-29T12:30:15.120Z", "2024-02-29T12:30:15.123456Z",
        "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "9999-12-31T23:59:59Z", "2000-02-29T00:00:00Z",
    ])
    func printsWhatItReads(_ text: String) throws {
        #expect(Timestamp.string(try #require(Timestamp.date(text))) == text)
    }

    @Test func everyMillisecondOfASecondSurvives() throws {
        for millisecond in 0..<1_000 {
            let fraction = millisecond == 0 ? "" : "." + String(String(1_000 + millisecond).dropFirst())
            let text = "2031-07-01T23:59:59\(fraction)Z"
            #expect(Timestamp.string(try #require(Timestamp.date(text))) == text)
        }
    }

    @Test func everyDayOfFourCenturiesSurvives() throws {
        var day = try #require(CalendarDate("1899-12-31"))
        for number in day.daysSinceReference...(day.daysSinceReference + 146_097) {
            day = try #require(CalendarDate(daysSinceReference: number))
            #expect(day.daysSinceReference == number)
        }
        #expect(day == CalendarDate("2299-12-31"))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e15, -1e12])
    func hasNoTextForWhatIsOutsideTheCalendar(_ seconds: Double) {
        #expect(Timestamp.string(Date(timeIntervalSinceReferenceDate: seconds)) == nil)
    }
}

struct CalendarDateTests {
    @Test(arguments: ["2024-02-29", "0000-01-01", "9999-12-31"])
    func printsWhatItReads(_ text: String) {
        #expect(CalendarDate(text)?.description == text)
    }

    @Test(arguments: ["2023-02-29", "2024-1-01", "2024-01-32", "24-01-01", "2024-01-01T", "", "2024/01/01"])
    func refuses(_ text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test func startsWithItsZone() throws {
        let day = try #require(CalendarDate(year: 2024, month: 3, day: 10))
        let kyiv = try #require(TimeZone(secondsFromGMT: 7_200))
        let start = try #require(day.start(in: kyiv))
        #expect(Timestamp.string(start) == "2024-03-09T22:00:00Z")
        #expect(CalendarDate(start, in: kyiv) == day)
        #expect(CalendarDate(start, in: .gmt) == CalendarDate("2024-03-09"))
    }
}
