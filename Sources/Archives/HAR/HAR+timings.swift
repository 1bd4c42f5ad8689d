// The times of an exchange as a HAR has them.

package import JSONValues
package import HTTPExchange

extension HAR.Timings {
    /// From durations to milliseconds.
    package init(_ timings: ExchangeTimings) {
        self.init(
            blocked: HAR.milliseconds(timings.blocked), connect: timings.connect.flatMap { HAR.milliseconds($0) },
            send: HAR.milliseconds(timings.send), wait: HAR.milliseconds(timings.wait),
            receive: HAR.milliseconds(timings.receive))
    }
}

extension HAR {
    /// With three digits of the second's fraction, as all readers take it.
    package static func timestamp(_ moment: DateTime) -> String {
        let milliseconds = String(moment.time.nanosecond / 1_000_000)
        let whole = DateTime(secondsSinceEpoch: moment.secondsSinceEpoch).description.dropLast()
        return "\(whole).\(String(repeating: "0", count: 3 - milliseconds.count))\(milliseconds)Z"
    }

    /// To the microsecond, which is as fine as it was measured.
    package static func milliseconds(_ duration: Duration) -> JSONNumber? {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let digits = String(max(microseconds, 0) % 1_000)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return JSONNumber("\(max(microseconds, 0) / 1_000).\(fraction)")
    }
}
