// How long a server asks to be left alone.

import Foundation

/// The field `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// Seconds from now on: a number of them, or until a moment. Nil where the field is neither; never negative.
    static func seconds(_ field: String, now: Date) -> TimeInterval? {
        let text = field.trimmingCharacters(in: .whitespaces)
        return seconds(text) ?? date(text).map { max(0, $0.timeIntervalSince(now)) }
    }

    /// A number of seconds alone.
    static func seconds(_ field: String) -> TimeInterval? {
        guard !field.isEmpty, field.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return TimeInterval(field)
    }

    /// The field that asks for so many seconds, rounded up.
    static func field(_ seconds: TimeInterval) -> String {
        String(format: "%.0f", seconds.rounded(.up))
    }

    /// An HTTP date in its preferred form (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(_ text: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text)
    }
}
