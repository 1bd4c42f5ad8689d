// Which values of a request need not be those of the recording.

package import JSONValues
import JSONSchema
import HTTPExchange
import Archives

/// Rules that say what is another value each time. They count only where no recorded request has all of the values.
package struct VolatileRules: Hashable, Sendable {
    /// Parameters and members of bodies, without regard to case, `-` and `_`, wherever they stand.
    private var names: Set<String>
    /// Places in bodies: JSON Pointers, in which `*` is any element.
    private var pointers: Set<[String]> = []
    /// Dates and UUIDs that the client made up: those that no earlier answer of the recording had.
    package var detectsByShape: Bool

    /// - Parameter names: of members, fields and parameters, or pointers such as `body/items/*/id`.
    package init(detectsByShape: Bool = true, names: [String] = VolatileRules.usual) {
        self.detectsByShape = detectsByShape
        self.names = Set(names.map(VolatileRules.plain))
    }

    /// Only what is added.
    package static let none = VolatileRules(detectsByShape: false, names: [])

    /// What clients make up for each request, or take from the clock.
    package static let usual = [
        "_", "cachebuster", "cb", "nonce", "timestamp", "ts", "request-id", "x-request-id", "correlation-id",
        "x-correlation-id", "trace-id", "traceparent", "tracestate", "x-b3-traceid", "x-b3-spanid", "idempotency-key",
        "x-idempotency-key", "date", "if-modified-since", "if-none-match", "if-match", "if-unmodified-since",
    ]

    /// A name, or a place in a body: `/order/created`, `/items/*/id`.
    package mutating func add(_ text: String) throws(JSONPointer.SyntaxError) {
        if text.hasPrefix("/") {
            pointers.insert(try JSONPointer(parsing: text).tokens)
        } else {
            names.insert(VolatileRules.plain(text))
        }
    }

    func matches(name: String) -> Bool { names.contains(VolatileRules.plain(name)) }

    /// - Parameter path: to a value in `RequestValues`, elements of arrays as `*`.
    func matches(_ path: [String]) -> Bool {
        guard path.first == "body", !pointers.isEmpty else { return false }
        return pointers.contains { pointer in
            pointer.count == path.count - 1
                && zip(pointer, path.dropFirst()).allSatisfy { asked, token in
                    asked == token || token == "*" && JSONPointer.index(asked) != nil
                }
        }
    }

    private static func plain(_ name: String) -> String {
        let plain = name.lowercased().filter { !"-_".contains($0) }
        // `_` is a name, too.
        return plain.isEmpty ? name : plain
    }
}

/// What a text may be that is another one each time.
enum VolatileShape {
    /// A date and time, a date, or a UUID.
    static func matches(_ text: String) -> Bool {
        guard (8...40).contains(text.utf8.count) else { return false }
        return Format.dateTime.accepts(text) || Format.date.accepts(text) || Format.uuid.accepts(text)
            || isHTTPDate(text)
    }

    /// As header fields have it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    private static func isHTTPDate(_ text: String) -> Bool {
        text.utf8.count == 29 && text.hasSuffix(" GMT") && text.dropFirst(3).hasPrefix(", ")
    }
}

extension JSON {
    /// Whether this stands for a secret that redaction took out.
    var isPseudonym: Bool {
        switch self {
        case .string(let text):
            Pseudonyms.isPseudonym(text) || text.hasSuffix("@redacted.invalid") && text.hasPrefix("redacted-")
        // Digits stand for digits, counted from there.
        case .number(let number): number.uint64.map { (9_000_000_001...9_000_999_999).contains($0) } ?? false
        case .null, .bool, .array, .object: false
        }
    }
}
