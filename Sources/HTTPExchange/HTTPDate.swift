// The date format of HTTP header fields.

import JSONValues

/// A moment written as IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
package struct HTTPDate: Hashable, Sendable, CustomStringConvertible {
    /// Since 1970-01-01T00:00:00Z.
    package let secondsSince1970: Int

    package init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    package var description: String {
        let moment = DateTime(secondsSinceEpoch: secondsSince1970)
        let (date, time) = (moment.date, moment.time)
        let clock = "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
        let day = "\(two(date.day)) \(HTTPDate.months[date.month - 1]) \(date.year)"
        return "\(HTTPDate.weekdays[date.dayOfWeek]), \(day) \(clock) GMT"
    }

    private func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads IMF-fixdate, the one form that servers may send. Nil for what is written otherwise, or names the wrong day of the week.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT" else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false).map {
            HTTPDate.number($0, digits: 2)
        }
        guard let day = HTTPDate.number(parts[1], digits: 2),
            let month = HTTPDate.months.firstIndex(of: String(parts[2])),
            let year = HTTPDate.number(parts[3], digits: 4), time.count == 3, let hour = time[0], let minute = time[1],
            let second = time[2], hour < 24, minute < 60, second <= 60,
            let date = CalendarDate(year: year, month: month + 1, day: day),
            HTTPDate.weekdays[date.dayOfWeek] == parts[0].dropLast()
        else { return nil }
        self.init(secondsSince1970: date.dayNumber * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
