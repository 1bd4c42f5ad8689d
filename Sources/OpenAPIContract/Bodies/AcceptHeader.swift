// Which media types a client takes: RFC 9110, section 12.5.1.

import HTTPExchange
import OpenAPIContract
import HTTPTypes

/// The `Accept` field of a request. Without one, everything is taken.
struct Acceptance {
    private let ranges: [(range: MediaRange, quality: Double)]

    init(_ request: Request) {
        self.init(request.value(of: .accept) ?? "")
    }

    /// - Parameter text: of the field, all its lines.
    init(_ text: String) {
        ranges = text.split(separator: ",").compactMap { part in
            guard let range = MediaRange(part) else { return nil }
            return (range, range["q"].flatMap { Double($0) } ?? 1)
        }
    }

    /// From 0, not taken, to 1: what the most precise range that includes the type says.
    func quality(of type: MediaRange) -> Double {
        guard !ranges.isEmpty else { return 1 }
        let fitting = ranges.filter { $0.range.includes(type) || type.includes($0.range) }
        return fitting.max { $0.range.precision < $1.range.precision }?.quality ?? 0
    }
}
