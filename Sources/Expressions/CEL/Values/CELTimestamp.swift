// Points in time, and the calendar they are read by.

/// A point in time from year 1 to 9999, to the nanosecond.
package struct CELTimestamp: Hashable, Sendable {
    /// Since 1970-01-01T00:00:00Z.
    package let seconds: Int64
    /// The part of a second, from 0 to 999,999,999.
    package let nanoseconds: Int32

    /// The beginning of 1970, in UTC.
    package static let epoch = CELTimestamp(uncheckedSeconds: 0, nanoseconds: 0)
    static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    private init(uncheckedSeconds seconds: Int64, nanoseconds: Int32) {
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Nil outside years 1 to 9999.
    package init?(seconds: Int64, nanoseconds: Int32 = 0) {
        guard CELTimestamp.range.contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        self.init(uncheckedSeconds: seconds, nanoseconds: nanoseconds)
    }

    /// Reads RFC 3339, section 5.6: a date, a time and an offset.
    package init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[range] {
                guard isDigit(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
        func isNext(_ letters: String, at index: Int) -> Bool {
            index < bytes.count && letters.utf8.contains(bytes[index])
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            isNext("-", at: 4), isNext("-", at: 7), isNext("Tt ", at: 10), isNext(":", at: 13), isNext(":", at: 16),
            (1...12).contains(month), (1...CivilDate.days(in: month, of: year)).contains(day), hour < 24, minute < 60,
            second < 60
        else { return nil }
        var index = 19
        var nanoseconds: Int32 = 0
        if isNext(".", at: index) {
            let digits = bytes[(index + 1)...].prefix { isDigit($0) }
            guard !digits.isEmpty else { return nil }
            for place in 0..<9 {
                let digit = place < digits.count ? digits[digits.startIndex + place] - UInt8(ascii: "0") : 0
                nanoseconds = nanoseconds * 10 + Int32(digit)
            }
            index = digits.endIndex
        }
        var offset = 0
        if isNext("Zz", at: index) {
            index += 1
        } else {
            guard isNext("+-", at: index), isNext(":", at: index + 3), let hours = number(index + 1..<index + 3),
                let minutes = number(index + 4..<index + 6), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (bytes[index] == UInt8(ascii: "-") ? -60 : 60)
            index += 6
        }
        guard index == bytes.count else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
        self.init(
            seconds: Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset), nanoseconds: nanoseconds
        )
    }

    /// Nil where the sum is out of range.
    func adding(_ duration: CELDuration, negated: Bool = false) -> CELTimestamp? {
        let (whole, rest) = duration.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var seconds = negated ? self.seconds - whole : self.seconds + whole
        var nanoseconds = negated ? Int64(self.nanoseconds) - rest : Int64(self.nanoseconds) + rest
        if nanoseconds < 0 {
            nanoseconds += 1_000_000_000
            seconds -= 1
        } else if nanoseconds >= 1_000_000_000 {
            nanoseconds -= 1_000_000_000
            seconds += 1
        }
        return CELTimestamp(seconds: seconds, nanoseconds: Int32(nanoseconds))
    }

    /// Nil where the difference is no duration.
    func since(_ other: CELTimestamp) -> CELDuration? {
        let (nanoseconds, overflow) = (seconds - other.seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (total, tooMuch) = nanoseconds.addingReportingOverflow(Int64(self.nanoseconds - other.nanoseconds))
        return overflow || tooMuch ? nil : CELDuration(nanoseconds: total)
    }
}

extension CELTimestamp: Comparable {
    package static func < (left: CELTimestamp, right: CELTimestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension CELTimestamp: CustomStringConvertible {
    /// RFC 3339 in UTC, with as many digits after the second as are needed.
    package var description: String {
        let clock = clock(offset: 0)
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(clock.date.year, 4))-\(padded(clock.date.month, 2))-\(padded(clock.date.day, 2))T"
            + "\(padded(clock.hour, 2)):\(padded(clock.minute, 2)):\(padded(clock.second, 2))"
            + "\(fractionDigits(Int(nanoseconds)))Z"
    }

    /// What a calendar and a clock on the wall show, that many seconds east of UTC.
    func clock(offset: Int) -> (date: CivilDate, hour: Int, minute: Int, second: Int) {
        let local = Int(seconds) + offset
        let day = local >= 0 ? local / 86_400 : -((-local + 86_399) / 86_400)
        let second = local - day * 86_400
        return (CivilDate(daysSinceEpoch: day), second / 3600, second / 60 % 60, second % 60)
    }
}

/// A day of the Gregorian calendar, extended backwards.
struct CivilDate: Hashable, Sendable {
    var year: Int
    /// From 1.
    var month: Int
    /// From 1.
    var day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Years are counted from March in eras of 400, in which the leap days fall alike.
    init(daysSinceEpoch days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSinceEpoch: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// From 0.
    var dayOfYear: Int { daysSinceEpoch - CivilDate(year: year, month: 1, day: 1).daysSinceEpoch }

    /// From 0 for Sunday.
    var dayOfWeek: Int { ((daysSinceEpoch + 4) % 7 + 7) % 7 }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
