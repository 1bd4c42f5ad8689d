// The date format of HTTP header fields.

/// A moment written as IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
package struct HTTPDate: Hashable, Sendable, CustomStringConvertible {
    package let secondsSince1970: Int

    package init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

    package var description: String {
        let day = Int((Double(secondsSince1970) / 86_400).rounded(.down))
        let second = secondsSince1970 - day * 86_400
        let (year, month, dayOfMonth) = HTTPDate.civil(daysSince1970: day)
        let weekday = HTTPDate.weekdays[(day % 7 + 11) % 7]
        let time = "\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))"
        return "\(weekday), \(two(dayOfMonth)) \(HTTPDate.months[month - 1]) \(year) \(time) GMT"
    }

    private func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The number of a month by its English abbreviation.
    static func month(_ name: Substring) -> Int? { months.firstIndex { $0 == name }.map { $0 + 1 } }

    /// The Gregorian date of a day number, by eras of 400 years that begin on the first of March.
    private static func civil(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
