// Dates and times of RFC 3339: read, computed with, and written.

/// A day of the proleptic Gregorian calendar, years 0000 to 9999 (`full-date` of [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339#section-5.6)).
package struct CalendarDate: Hashable, Sendable {
    package let year: Int
    /// From 1.
    package let month: Int
    /// From 1.
    package let day: Int

    /// Nil for a day that its month does not have.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= CalendarDate.days(in: month, of: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Nil for what is not wholly a `full-date`.
    package init?(_ text: TextBytes) {
        var text = text
        guard let year = text.takeNumber(digits: 4), text.take("-"), let month = text.takeNumber(digits: 2),
            text.take("-"), let day = text.takeNumber(digits: 2), text.isEmpty
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The same of a string.
    package init?(_ text: String) {
        guard let date = Array(text.utf8).withUnsafeBufferPointer({ CalendarDate($0[...]) }) else { return nil }
        self = date
    }

    /// Days since 1970-01-01.
    package init(dayNumber: Int) {
        // Eras of 400 years that begin on 1 March, so that the leap day comes last.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01.
    package var dayNumber: Int { CalendarDate.dayNumber(year: year, month: month, day: day) }

    /// Days from 1970-01-01 to a day whose month is 1 to 12; a day beyond its month counts on into the next.
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// From 0 for Sunday.
    package var dayOfWeek: Int { ((dayNumber + 4) % 7 + 7) % 7 }

    /// From 0 for the first of January.
    package var dayOfYear: Int { dayNumber - CalendarDate.dayNumber(year: year, month: 1, day: 1) }

    /// How many days a month has, from 1 for January.
    package static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// A time of day with its offset (`full-time` of RFC 3339). The second is 60 in a leap second, which stands at 23:59:60 UTC only.
package struct TimeOfDay: Hashable, Sendable {
    /// 0 to 23.
    package let hour: Int
    /// 0 to 59.
    package let minute: Int
    /// 0 to 60.
    package let second: Int
    /// What a fraction says beyond nanoseconds is dropped.
    package let nanosecond: Int
    /// Minutes east of UTC; 0 for `Z` and for the unknown offset `-00:00`.
    package let offset: Int

    /// Nil for what is not wholly of the form.
    package init?(_ text: TextBytes) {
        var text = text
        guard let hour = text.takeNumber(digits: 2), hour < 24, text.take(":"), let minute = text.takeNumber(digits: 2),
            minute < 60, text.take(":"), let second = text.takeNumber(digits: 2), second <= 60
        else { return nil }
        var nanosecond = 0
        if text.take(".") {
            let digits = text.prefix(while: \.isDigit)
            guard !digits.isEmpty else { return nil }
            text = text[digits.endIndex...]
            nanosecond = digits.prefix(9).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            for _ in 0..<max(0, 9 - digits.count) { nanosecond *= 10 }
        }
        var offset = 0
        if !text.take("Z"), !text.take("z") {
            let west = text.first == UInt8(ascii: "-")
            guard text.take("+") || text.take("-"), let hours = text.takeNumber(digits: 2), hours < 24, text.take(":"),
                let minutes = text.takeNumber(digits: 2), minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (west ? -1 : 1)
        }
        guard text.isEmpty else { return nil }
        if second == 60, (hour * 60 + minute - offset + 1440) % 1440 != 1439 { return nil }
        (self.hour, self.minute, self.second, self.nanosecond, self.offset) = (hour, minute, second, nanosecond, offset)
    }

    fileprivate init(secondOfDay: Int, nanosecond: Int, offset: Int) {
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        self.nanosecond = nanosecond
        self.offset = offset
    }
}

/// A date with a time (`date-time` of RFC 3339).
package struct DateTime: Hashable, Sendable {
    package let date: CalendarDate
    /// With the offset from UTC that both are written in.
    package let time: TimeOfDay

    /// Nil for what is not wholly a `date-time`.
    package init?(_ text: TextBytes) {
        guard text.count > 10, text[text.startIndex + 10] | 0x20 == UInt8(ascii: "t"),
            let date = CalendarDate(text.prefix(10)),
            let time = TimeOfDay(text.dropFirst(11))
        else { return nil }
        self.date = date
        self.time = time
    }

    /// The same of a string.
    package init?(_ text: String) {
        guard let value = Array(text.utf8).withUnsafeBufferPointer({ DateTime($0[...]) }) else { return nil }
        self = value
    }

    /// An instant, in seconds since 1970-01-01T00:00:00Z, as it is written at an offset in minutes east of UTC.
    package init(secondsSinceEpoch seconds: Int, nanosecond: Int = 0, offset: Int = 0) {
        let local = seconds + offset * 60
        let second = local % 86_400
        let secondOfDay = second < 0 ? second + 86_400 : second
        date = CalendarDate(dayNumber: (local - secondOfDay) / 86_400)
        time = TimeOfDay(secondOfDay: secondOfDay, nanosecond: nanosecond, offset: offset)
    }

    /// The instant in seconds since 1970-01-01T00:00:00Z; a leap second is the second after it.
    package var secondsSinceEpoch: Int {
        date.dayNumber * 86_400 + time.hour * 3600 + (time.minute - time.offset) * 60 + time.second
    }
}

extension CalendarDate: CustomStringConvertible {
    package var description: String { padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) }
}

extension TimeOfDay: CustomStringConvertible {
    /// With as many digits of the fraction as say something, and `Z` for UTC.
    package var description: String {
        var text = padded(hour, 2) + ":" + padded(minute, 2) + ":" + padded(second, 2)
        if nanosecond > 0 {
            var fraction = padded(nanosecond, 9)
            while fraction.hasSuffix("0") { fraction.removeLast() }
            text += "." + fraction
        }
        guard offset != 0 else { return text + "Z" }
        return text + (offset < 0 ? "-" : "+") + padded(abs(offset) / 60, 2) + ":" + padded(abs(offset) % 60, 2)
    }
}

extension DateTime: CustomStringConvertible {
    package var description: String { "\(date)T\(time)" }
}

private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
