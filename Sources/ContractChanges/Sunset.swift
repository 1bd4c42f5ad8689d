// The day from which something deprecated may be gone: the extension `x-sunset`, a date or a date with a time.

import JSONValues
import JSONSchema

/// The date in `x-sunset`.
enum Sunset: Hashable {
    case none
    /// An RFC 3339 full date, whose order is that of its text.
    case date(String)
    case invalid(String)

    init(of extensions: JSONObject) {
        guard let value = extensions["x-sunset"] else {
            self = .none
            return
        }
        let text = value.string ?? value.serialized()
        let day = String(text.prefix(10))
        let isDate = Format.date.accepts(day) && (text.utf8.count == 10 || Format.dateTime.accepts(text))
        self = isDate ? .date(day) : .invalid(text)
    }

    enum Change: CustomStringConvertible {
        case removed(String)
        case earlier(String, String)
        case invalid(String)

        var description: String {
            switch self {
            case .removed(let date): "is gone, it was \(date); when may it end?"
            case .earlier(let was, let now): "is \(now), it was \(was)"
            case .invalid(let text): "'\(text)' is no date"
            }
        }
    }

    /// What of a change leaves those without notice who have planned by the old date.
    static func change(from was: Sunset, to now: Sunset, isDeprecated: Bool) -> Change? {
        switch (was, now) {
        case (.date(let date), .none): isDeprecated ? .removed(date) : nil
        case (.date(let before), .date(let after)): after < before ? .earlier(before, after) : nil
        case (_, .invalid(let text)): was == now ? nil : .invalid(text)
        default: nil
        }
    }
}
