// The rule by which a time zone changes its clocks year after year.

import Expressions
import JSONValues

/// A rule in the form of POSIX's TZ variable with the extensions of RFC 8536, section 3.3.1: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct YearlyRule: Sendable {
    private var standard: Int
    private var summer: (offset: Int, start: Change, end: Change)?

    private struct Change: Sendable {
        var day: Day
        /// Seconds after midnight, by the clock before the change.
        var time: Int

        enum Day: Sendable {
            /// From 1; the 29th of February is never counted.
            case julian(Int)
            /// From 0, leap days counted.
            case dayOfYear(Int)
            /// The nth such weekday of the month, 5 being the last.
            case weekday(month: Int, week: Int, day: Int)
        }
    }

    init?(_ text: String) {
        var rest = text.utf8[...]
        guard YearlyRule.skipName(&rest), let offset = YearlyRule.time(&rest) else { return nil }
        standard = -offset
        guard !rest.isEmpty else { return }
        guard YearlyRule.skipName(&rest) else { return nil }
        var summerOffset = standard + 3600
        if rest.first != UInt8(ascii: ",") {
            guard let offset = YearlyRule.time(&rest) else { return nil }
            summerOffset = -offset
        }
        guard let start = YearlyRule.change(&rest), let end = YearlyRule.change(&rest), rest.isEmpty else { return nil }
        summer = (summerOffset, start, end)
    }

    /// Seconds east of UTC.
    func offset(at time: Int64) -> Int {
        guard let summer else { return standard }
        let local = Int(time) + standard
        let year = DateTime(secondsSinceEpoch: local).date.year
        let start = seconds(of: summer.start, in: year) - standard
        let end = seconds(of: summer.end, in: year) - summer.offset
        let isSummer =
            start < end ? start <= Int(time) && Int(time) < end : !(end <= Int(time) && Int(time) < start)
        return isSummer ? summer.offset : standard
    }

    private func seconds(of change: Change, in year: Int) -> Int {
        let newYear = CalendarDate.dayNumber(year: year, month: 1, day: 1)
        let day: Int
        switch change.day {
        case .julian(let number):
            day = newYear + number - 1 + (CalendarDate.days(in: 2, of: year) == 29 && number >= 60 ? 1 : 0)
        case .dayOfYear(let number): day = newYear + number
        case .weekday(let month, let week, let weekday):
            let first = CalendarDate(dayNumber: CalendarDate.dayNumber(year: year, month: month, day: 1))
            let offset = (weekday - first.dayOfWeek + 7) % 7 + (week - 1) * 7
            let length = CalendarDate.days(in: month, of: year)
            day = first.dayNumber + (offset < length ? offset : offset - 7)
        }
        return day * 86_400 + change.time
    }

    private static func skipName(_ rest: inout Substring.UTF8View) -> Bool {
        if rest.first == UInt8(ascii: "<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let name = rest.prefix { isNameStart($0) }
        rest = rest[name.endIndex...]
        return name.count >= 3
    }

    private static func number(_ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix { isDigit($0) }
        guard digits.count <= 4 else { return nil }
        rest = rest[digits.endIndex...]
        return Int(Substring(digits))
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private static func time(_ rest: inout Substring.UTF8View) -> Int? {
        let negative = rest.first == UInt8(ascii: "-")
        if negative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard var total = number(&rest).map({ $0 * 3600 }) else { return nil }
        for unit in [60, 1] where rest.first == UInt8(ascii: ":") {
            rest = rest.dropFirst()
            guard let value = number(&rest) else { return nil }
            total += value * unit
        }
        return negative ? -total : total
    }

    /// `,M3.2.0/2`, `,J60` or `,59`.
    private static func change(_ rest: inout Substring.UTF8View) -> Change? {
        guard rest.first == UInt8(ascii: ",") else { return nil }
        rest = rest.dropFirst()
        let day: Change.Day
        switch rest.first {
        case UInt8(ascii: "M"):
            var parts: [Int] = []
            for _ in 0..<3 {
                rest = rest.dropFirst()
                guard let part = number(&rest) else { return nil }
                parts.append(part)
            }
            guard (1...12).contains(parts[0]), (1...5).contains(parts[1]), (0...6).contains(parts[2]) else {
                return nil
            }
            day = .weekday(month: parts[0], week: parts[1], day: parts[2])
        case UInt8(ascii: "J"):
            rest = rest.dropFirst()
            guard let number = number(&rest), (1...365).contains(number) else { return nil }
            day = .julian(number)
        default:
            guard let number = number(&rest), (0...365).contains(number) else { return nil }
            day = .dayOfYear(number)
        }
        var time = 7200
        if rest.first == UInt8(ascii: "/") {
            rest = rest.dropFirst()
            guard let value = self.time(&rest) else { return nil }
            time = value
        }
        return Change(day: day, time: time)
    }
}
