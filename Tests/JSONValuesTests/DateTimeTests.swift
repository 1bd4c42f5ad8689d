// RFC 3339 read, computed with and written.

import Testing

@testable import JSONValues

@Suite struct DateTimeTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0, 0), ("2026-11-21T09:30:00Z", 1_795_253_400, 0),
        ("2026-11-21T10:30:00.25+01:00", 1_795_253_400, 250_000_000),
        ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999),
        ("0000-01-01T00:00:00Z", -62_167_219_200, 0), ("9999-12-31T23:59:59-00:30", 253_402_302_599, 0),
        ("2000-02-29T12:00:00-12:00", 951_868_800, 0),
    ])
    func instants(text: String, seconds: Int, nanosecond: Int) throws {
        let value = try #require(DateTime(text))
        #expect(value.secondsSinceEpoch == seconds)
        #expect(value.time.nanosecond == nanosecond)
        #expect(value.description == text)
        #expect(DateTime(secondsSinceEpoch: seconds, nanosecond: nanosecond, offset: value.time.offset) == value)
    }

    /// From the year 0, and around the change of centuries in ours.
    @Test(arguments: [("0000-01-01", -719_528, 400), ("1599-12-31", -135_141, 800)])
    func everyDay(first: String, number: Int, years: Int) throws {
        var previous = try #require(CalendarDate(first))
        #expect(previous == CalendarDate(dayNumber: number))
        for day in (number + 1)...(number + years / 400 * 146_097) {
            let date = CalendarDate(dayNumber: day)
            #expect(date.dayNumber == day)
            #expect(CalendarDate(year: date.year, month: date.month, day: date.day) == date)
            #expect(date.dayOfWeek == (previous.dayOfWeek + 1) % 7)
            #expect(date.dayOfYear == (date.year == previous.year ? previous.dayOfYear + 1 : 0))
            if date.month == previous.month {
                #expect(date.day == previous.day + 1)
            } else {
                #expect(date.day == 1 && previous.day == CalendarDate.days(in: previous.month, of: previous.year))
            }
            previous = date
        }
        #expect(previous.year == (CalendarDate(first)?.year ?? 0) + years)
    }

    @Test func weekdays() throws { #expect(try #require(CalendarDate("2026-11-21")).dayOfWeek == 6) }

    @Test(arguments: [(2023, 2, 29), (2024, 13, 1), (2024, 0, 1), (2024, 4, 31), (2024, 1, 0), (1900, 2, 29)])
    func daysThatNoMonthHas(year: Int, month: Int, day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [
        ("2016-12-31t23:59:60z", "2016-12-31T23:59:60Z"), ("2026-01-01T00:00:00.500-00:00", "2026-01-01T00:00:00.5Z"),
        ("2026-01-01T00:00:00.1234567891+05:45", "2026-01-01T00:00:00.123456789+05:45"),
    ])
    func writtenInOneForm(text: String, written: String) throws {
        #expect(try #require(DateTime(text)).description == written)
    }
}
