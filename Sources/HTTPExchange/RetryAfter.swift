// How long a server asks to be left alone (RFC 9110, section 10.2.3).

import HTTPTypes

extension Response {
    /// What `Retry-After` asks for: seconds, or a moment, which is counted from the answer's own `Date`. Nil where it says neither,
    /// or a moment in an answer without a date.
    package var retryAfter: Duration? {
        guard let name = HTTPField.Name("Retry-After"), let text = headers[name] else { return nil }
        if let seconds = Int(text), seconds >= 0, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(seconds, 1 << 32))
        }
        guard let moment = HTTPDate(text), let date = HTTPField.Name("Date").flatMap({ headers[$0] }),
            let now = HTTPDate(date)
        else { return nil }
        return .seconds(max(0, moment.secondsSince1970 - now.secondsSince1970))
    }
}

extension HTTPDate {
    /// Reads IMF-fixdate, the one form that servers may send (RFC 9110, section 5.6.7).
    package init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT" else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false).map {
            HTTPDate.number($0, digits: 2)
        }
        guard let day = HTTPDate.number(parts[1], digits: 2), let month = HTTPDate.month(parts[2]),
            let year = HTTPDate.number(parts[3], digits: 4), time.count == 3, let hour = time[0], let minute = time[1],
            let second = time[2], hour < 24, minute < 60, second <= 60, (1...31).contains(day)
        else { return nil }
        let days = HTTPDate.daysSince1970(year: year, month: month, day: day)
        let moment = HTTPDate(secondsSince1970: days * 86_400 + hour * 3_600 + minute * 60 + second)
        // The name of the day must be its own, and the day be in its month.
        guard moment.description.hasPrefix(text.prefix(16)) || second == 60 else { return nil }
        self = moment
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// The day number of a Gregorian date, by eras of 400 years that begin on the first of March.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
