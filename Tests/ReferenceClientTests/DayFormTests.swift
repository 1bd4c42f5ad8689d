// The Russian forms of a day, on both sides of midnight and of a change of clocks.

import Foundation
import Testing

@testable import ReferenceClient

@Suite struct DayFormTests {
    @Test(arguments: [
        ("2026-09-08T21:30:00+03:00", "2026-09-08T21:08:00+03:00", "сегодня в 21:08"),
        ("2026-09-08T00:00:00+03:00", "2026-09-07T23:59:00+03:00", "вчера в 23:59"),
        ("2026-09-08T23:59:59+03:00", "2026-09-07T00:00:00+03:00", "вчера в 00:00"),
        ("2026-09-09T00:00:00+03:00", "2026-09-07T21:08:00+03:00", "07 сентября в 21:08"),
        ("2027-01-01T00:10:00+02:00", "2026-12-31T09:05:00+02:00", "вчера в 09:05"),
        ("2026-11-21T12:00:00+02:00", "2025-11-21T12:00:00+02:00", "21 ноября в 12:00"),
        ("2026-03-29T12:00:00+03:00", "2026-03-28T02:30:00+02:00", "вчера в 02:30"),
        ("2026-09-08T10:00:00+03:00", "2026-09-08T20:00:00+03:00", "сегодня в 20:00"),
    ])
    func text(now: String, moment: String, expected: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Kyiv") ?? TimeZone(identifier: "Europe/Kiev"))
        let format = Date.ISO8601FormatStyle()
        #expect(
            try DayForm.text(format.parse(moment), now: format.parse(now), calendar: calendar) == expected)
    }
}
