// What an example's value is replaced by, so that it is of today or of the state that the provider was put into.

import JSONValues

/// A generator of one value.
package enum Generator: Sendable {
    case randomInt(ClosedRange<Int>)
    case randomDecimal(digits: Int)
    case randomHexadecimal(digits: Int)
    case randomString(size: Int)
    case randomBoolean
    case regex(String)
    case uuid(UUIDForm)
    /// - Parameter expression: how far from now; nil for now.
    case moment(DatePattern, DateExpression?)
    /// A value that the provider's states have given, in a text with `${name}`.
    case providerState(String, dataType: String?)
    /// The URL of the mock in place of that of the example; the pattern's first group is kept.
    case mockServerURL(example: String, regex: String)

    /// How a UUID is written.
    package enum UUIDForm: String, Sendable, CaseIterable {
        case simple
        case lowerHyphenated = "lower-case-hyphenated"
        case upperHyphenated = "upper-case-hyphenated"
        case urn = "URN"
    }
}

/// The generators of a request or a response, by its parts.
package struct Generators: Sendable {
    /// Of the whole path.
    package var path: Generator?
    /// Of a response.
    package var status: Generator?
    /// The first step is the parameter's name.
    package var query: [(path: RulePath, generator: Generator)] = []
    /// The first step is the header's name, in lower case.
    package var header: [(path: RulePath, generator: Generator)] = []
    /// From the root of the body.
    package var body: [(path: RulePath, generator: Generator)] = []

    package init() {}
}

/// `today + 1 week`, `now - 2 hours`, `tomorrow`.
package struct DateExpression: Hashable, Sendable {
    private var seconds = 0
    private var months = 0

    /// Nil for what is not of that form.
    package init?(_ text: String) {
        var words = text.lowercased().split(whereSeparator: \.isWhitespace).flatMap { DateExpression.signs(in: $0) }[
            ...]
        switch words.first {
        case "now"?, "today"?: words.removeFirst()
        case "tomorrow"?:
            seconds = 86_400
            words.removeFirst()
        case "yesterday"?:
            seconds = -86_400
            words.removeFirst()
        case "+"?, "-"?: break
        default: return nil
        }
        while let sign = words.popFirst() {
            guard sign == "+" || sign == "-", let number = words.popFirst().flatMap({ Int($0) }), number < 1_000_000,
                let unit = words.popFirst()
            else { return nil }
            let amount = sign == "-" ? -number : number
            switch unit.hasSuffix("s") ? String(unit.dropLast()) : unit {
            case "second": seconds += amount
            case "minute": seconds += amount * 60
            case "hour": seconds += amount * 3_600
            case "day": seconds += amount * 86_400
            case "week", "fortnight": seconds += amount * 86_400 * (unit.hasPrefix("w") ? 7 : 14)
            case "month": months += amount
            case "year": months += amount * 12
            default: return nil
            }
        }
    }

    /// `+1` is two words.
    private static func signs(in word: Substring) -> [String] {
        guard let first = word.first, first == "+" || first == "-", word.count > 1 else { return [String(word)] }
        return [String(first), String(word.dropFirst())]
    }

    /// The instant that is meant; the last day of a month that has no such day.
    func applied(to now: DateTime) -> DateTime {
        let moved = DateTime(secondsSinceEpoch: now.secondsSinceEpoch + seconds, nanosecond: now.time.nanosecond)
        guard months != 0 else { return moved }
        let month = moved.date.year * 12 + moved.date.month - 1 + months
        let (year, inYear) = (month / 12, month % 12 + 1)
        let day = min(moved.date.day, CalendarDate.days(in: inYear, of: year))
        let days = CalendarDate.dayNumber(year: year, month: inYear, day: day) - moved.date.dayNumber
        return DateTime(secondsSinceEpoch: moved.secondsSinceEpoch + days * 86_400, nanosecond: now.time.nanosecond)
    }
}
