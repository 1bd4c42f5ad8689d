// Points in time, and the calendar they are read by.

import JSONValues

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

    /// Reads RFC 3339, section 5.6: a date, a time and an offset; no leap second, which CEL does not know.
    package init?(rfc3339 text: String) {
        guard let moment = DateTime(text), moment.time.second < 60 else { return nil }
        self.init(seconds: Int64(moment.secondsSinceEpoch), nanoseconds: Int32(moment.time.nanosecond))
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
        DateTime(secondsSinceEpoch: Int(seconds), nanosecond: Int(nanoseconds)).description
    }

    /// What a calendar and a clock on the wall show, that many seconds east of UTC.
    func clock(offset: Int) -> DateTime { DateTime(secondsSinceEpoch: Int(seconds) + offset) }
}
