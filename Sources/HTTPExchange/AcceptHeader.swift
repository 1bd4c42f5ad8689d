// Which media types a client takes: RFC 9110, section 12.5.1.

import HTTPTypes

/// The `Accept` field of a request. Without one, every media type is acceptable.
package struct AcceptHeader: Sendable {
    private let ranges: [(range: MediaRange, quality: Double)]
    private let takesOtherJSON: Bool
    /// Whether the client asks for events by other means than this field, which says what else it would take.
    package private(set) var prefersEvents = false

    /// - Parameters:
    ///   - isStrict: whether `application/json` leaves out `application/vnd.x+json`, and the other way.
    ///   - prefersEvents: whether the request asks for a stream by a value of its own, as clients do that send the same `Accept` as always.
    package init(_ request: Request, isStrict: Bool, prefersEvents: Bool = false) {
        self.init(request.value(of: .accept) ?? "", isStrict: isStrict)
        self.prefersEvents = !isStrict && prefersEvents
    }

    /// - Parameter text: of the field, all its lines.
    package init(_ text: String, isStrict: Bool) {
        ranges = text.split(separator: ",").compactMap { part in
            guard let range = MediaRange(part) else { return nil }
            return (range, range["q"].flatMap { Double($0) } ?? 1)
        }
        takesOtherJSON =
            !isStrict && ranges.contains { ($0.range.kind == .json || $0.range.isVersion) && $0.quality > 0 }
    }

    /// From 0, not acceptable, to 1, or above it for what is asked for by other means: what the most precise range that includes the
    /// type says. A JSON type that no range includes is better than nothing for a client that takes another JSON type, unless the field
    /// is taken strictly.
    package func quality(of type: MediaRange) -> Double {
        if prefersEvents, type.kind == .eventStream { return Self.bestQuality }
        guard !ranges.isEmpty else { return 1 }
        let fitting = ranges.filter { $0.range.includes(type) || type.includes($0.range) }
        if let best = fitting.max(by: { $0.range.precision < $1.range.precision }) { return best.quality }
        return takesOtherJSON && type.kind == .json ? Self.leastQuality : 0
    }

    /// Above all that a field can say.
    private static let bestQuality = 2.0
    /// Below all that a field can say, which has three digits.
    private static let leastQuality = 0.0001

    /// Whether none of the types is acceptable by the letter, but one is as another JSON type.
    package func needsTolerance(for types: [MediaRange]) -> Bool {
        var isTolerated = false
        for type in types {
            let quality = quality(of: type)
            if quality > Self.leastQuality { return false }
            if quality > 0 { isTolerated = true }
        }
        return isTolerated
    }
}

extension MediaRange {
    /// Whether it names a version or a preview of an API, and no format: `application/vnd.github.v3`,
    /// `application/vnd.github.squirrel-girl-preview`.
    fileprivate var isVersion: Bool {
        guard type == "application", subtype.hasPrefix("vnd."), !subtype.contains("+"),
            let last = subtype.split(separator: ".").last
        else { return false }
        let isNumbered = last.first == "v" && last.dropFirst().first?.isNumber == true
        return isNumbered || ["preview", "beta", "alpha"].contains(where: last.hasSuffix)
    }
}
