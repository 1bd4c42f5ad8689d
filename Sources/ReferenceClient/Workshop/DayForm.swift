// The time of a viewing, as the history screen says it in Russian.

public import Foundation

/// The Russian forms of a moment in the viewing history.
public enum DayForm {
    /// `сегодня в 21:08`, `вчера в 21:08`, otherwise `07 сентября в 21:08`.
    ///
    /// - Parameters:
    ///   - moment: when a product was opened.
    ///   - now: the present, against which today and yesterday are told.
    ///   - calendar: whose time zone decides where a day begins.
    public static func text(_ moment: Date, now: Date, calendar: Calendar = .current) -> String {
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        let parts = gregorian.dateComponents([.day, .month, .hour, .minute], from: moment)
        let time = "\(padded(parts.hour)):\(padded(parts.minute))"
        if gregorian.isDate(moment, inSameDayAs: now) { return "сегодня в \(time)" }
        if let yesterday = gregorian.date(byAdding: .day, value: -1, to: now),
            gregorian.isDate(moment, inSameDayAs: yesterday)
        {
            return "вчера в \(time)"
        }
        let month = parts.month.map { months[($0 - 1) % months.count] } ?? ""
        return "\(padded(parts.day)) \(month) в \(time)"
    }

    private static func padded(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : "\(number)"
    }

    private static let months = [
        "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
        "декабря",
    ]
}
