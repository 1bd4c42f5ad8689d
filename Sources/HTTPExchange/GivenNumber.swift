// Numbers of files, options and messages, converted without overflow.

/// The one way from a floating-point number of a file, an option or a message to a length of time or a whole number. Those of the standard
/// library end the program where a number is none, or is beyond what they hold.
package enum GivenNumber {
    /// No time that is given is longer: a year.
    package static let longest = Duration.seconds(366 * 86_400)
    /// All whole numbers up to it are exact in a double.
    package static let greatest = 1 << 53

    /// Rounded to microseconds; nothing for what is less than that or no number.
    package static func seconds(_ value: Double, atMost longest: Duration = longest) -> Duration {
        let most = longest / .seconds(1)
        guard value > 0 else { return .zero }
        return min(.microseconds(Int64((Swift.min(value, most) * 1e6).rounded())), longest)
    }

    /// As ``seconds(_:atMost:)``.
    package static func milliseconds(_ value: Double, atMost longest: Duration = longest) -> Duration {
        seconds(value / 1_000, atMost: longest)
    }

    /// The nearest whole number, no further from zero than `greatest`; zero for what is no number.
    package static func whole(_ value: Double) -> Int {
        guard !value.isNaN else { return 0 }
        return Int(Swift.min(max(value, -Double(greatest)), Double(greatest)).rounded())
    }
}
