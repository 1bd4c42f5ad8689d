// A date without a time: RFC 3339's full-date.
public import Foundation

/// A day of the Gregorian calendar, without a time or a time zone.
public nonisolated struct CalendarDate: Hashable, Sendable, Comparable, LosslessStringConvertible {
    /// From 0 to 9999.
    public let year: Int
    /// From 1 to 12.
    public let month: Int
    /// From 1 to 31.
    public let day: Int

    /// Nil if there is no such day: years run from 0 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, ofYear: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Reads `2024-02-29`, and nothing else.
    public init?(_ description: String) {
        let text = Array(description.utf8)
        guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            let year = text[0..<4].decimal, let month = text[5..<7].decimal, let day = text[8..<10].decimal
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day on which a moment falls in a time zone.
    public init?(_ date: Date, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The first moment of the day in a time zone.
    public func start(in timeZone: TimeZone) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar.date(from: DateComponents(year: year, month: month, day: day))
    }

    /// As RFC 3339 writes it: `2024-02-29`.
    public var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

    /// Whether the left day comes before the right one.
    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

nonisolated extension CalendarDate: Codable {
    /// Reads it from what a decoder has.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = CalendarDate(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a date like 2024-02-29: \(text)")
        }
        self = date
    }

    /// Writes it as JSON has it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

nonisolated extension Collection<UInt8> {
    /// The number that ASCII digits spell: nil for anything else, and for more digits than 18.
    var decimal: Int? {
        guard !isEmpty, count <= 18, allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

nonisolated extension Int {
    func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
