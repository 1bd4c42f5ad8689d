// A duration on the command line.

import ArgumentParser
import HTTPExchange

/// `300ms`, `1.5s`, `2m`.
struct TimeSpan: ExpressibleByArgument, Hashable, Sendable {
    /// The forms of a duration, for help and error messages.
    static let forms = "300ms|1.5s|2m"

    let duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    init?(argument: String) {
        let number = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let value = Double(number), value.isFinite else { return nil }
        let seconds: Double? =
            switch argument.dropFirst(number.count) {
            case "ms": value / 1_000
            case "s": value
            case "m": value * 60
            default: nil
            }
        guard let seconds, seconds <= 86_400 else { return nil }
        duration = GivenNumber.seconds(seconds)
    }

    var defaultValueDescription: String {
        let (seconds, attoseconds) = duration.components
        return attoseconds == 0 ? "\(seconds)s" : "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)ms"
    }
}
