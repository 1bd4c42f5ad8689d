// Date and time as RFC 3339 writes it, with a fraction and without.
import Foundation

nonisolated enum Timestamp {
    /// Reads RFC 3339's date-time: `2024-02-29T12:00:00Z`, fractions of any length, an offset, a leap second.
    static func date(_ string: String) -> Date? {
        let text = Array(string.utf8)
        guard text.count >= 20, let day = CalendarDate(String(decoding: text[..<10], as: UTF8.self)),
            text[10] | 0x20 == UInt8(ascii: "t"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            let hour = text[11..<13].decimal, let minute = text[14..<16].decimal, let second = text[17..<19].decimal,
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var rest = text[19...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard let parsed = Double("0." + String(decoding: digits, as: UTF8.self)), !digits.isEmpty else {
                return nil
            }
            fraction = parsed
            rest = rest[digits.endIndex...]
        }
        guard let offset = offset(Array(rest)) else { return nil }
        let seconds = day.daysSinceReference * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
    }

    /// Seconds east of UTC.
    private static func offset(_ text: [UInt8]) -> Int? {
        if text.count == 1, text[0] | 0x20 == UInt8(ascii: "z") { return 0 }
        guard text.count == 6, text[3] == UInt8(ascii: ":"), let hours = text[1..<3].decimal,
            let minutes = text[4..<6].decimal, hours < 24, minutes < 60
        else { return nil }
        switch text[0] {
        case UInt8(ascii: "+"): return hours * 3_600 + minutes * 60
        case UInt8(ascii: "-"): return -(hours * 3_600 + minutes * 60)
        default: return nil
        }
    }

    /// In UTC, to the microsecond, with no more digits of the fraction than it needs. Nil outside the years 0 to 9999.
    static func string(_ date: Date) -> String? {
        let interval = date.timeIntervalSinceReferenceDate
        guard abs(interval) < 300_000_000_000 else { return nil }
        let whole = interval.rounded(.down)
        var seconds = Int(whole)
        var micros = Int(((interval - whole) * 1_000_000).rounded())
        if micros == 1_000_000 { (seconds, micros) = (seconds + 1, 0) }
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        guard let day = CalendarDate(daysSinceReference: days) else { return nil }
        let time = seconds - days * 86_400
        let clock = [time / 3_600, time / 60 % 60, time % 60].map { $0.padded(2) }.joined(separator: ":")
        let fraction =
            micros == 0 ? "" : micros % 1_000 == 0 ? ".\((micros / 1_000).padded(3))" : ".\(micros.padded(6))"
        return "\(day)T\(clock)\(fraction)Z"
    }
}

nonisolated extension CalendarDate {
    /// Days since 1 January 2001, where Foundation's reference date is.
    var daysSinceReference: Int {
        let years = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return years * 365 + years.quotient(4) - years.quotient(100) + years.quotient(400) + dayOfYear - 730_791
    }

    init?(daysSinceReference days: Int) {
        // Counted from 1 March of year 0, so that the leap day ends a year.
        let shifted = days + 730_791
        let era = shifted.quotient(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

nonisolated extension Int {
    /// Division that rounds down, as calendars need it before year 0.
    fileprivate func quotient(_ divisor: Int) -> Int { (self >= 0 ? self : self - divisor + 1) / divisor }
}
