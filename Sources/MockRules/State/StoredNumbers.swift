// Numbers of documents that another process has written: none of them is so large that counting on would end the program.

package import JSONValues

extension JSON {
    /// How often something was; nil for what is no whole number, less than nothing or more than can have been.
    package var storedCount: Int? {
        guard let number = number?.int64, (0...1 << 53).contains(number) else { return nil }
        return Int(number)
    }
}

extension Duration {
    /// In whole microseconds.
    package var document: JSON { .number(JSONNumber(microseconds)) }

    /// Nil where it is no whole number of microseconds, or no time since 1970 that is written with four digits for the year.
    package init?(document: JSON) {
        guard let microseconds = document.number?.int64, Duration.times.contains(microseconds) else { return nil }
        self = .microseconds(microseconds)
    }

    /// Of the years from 1970 to 9999, in microseconds.
    package static let times: ClosedRange<Int64> = 0...253_402_300_799_000_000

    /// Whole microseconds; what is less is left out, and what is more than the largest number is that.
    package var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, isMore) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        return isTooMuch || isMore ? (seconds < 0 ? .min : .max) : sum
    }
}
