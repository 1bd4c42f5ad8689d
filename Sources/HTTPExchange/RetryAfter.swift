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
