// Money as the screens show it.

public import Foundation

extension Decimal {
    /// Two digits after the point at least, and all that there are: `89.95`, `84.00`, `0.125`. The same on every device.
    public var money: String {
        let text = NSDecimalNumber(decimal: self).description(
            withLocale: Locale(identifier: "en_US_POSIX"))
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return "\(parts[0]).\(fraction)" + String(repeating: "0", count: max(0, 2 - fraction.count))
    }
}
