// A violation as a log tells it: without secrets, and without characters that move a cursor.

package import Journals
package import JSONValues
import SourceDocuments
import OpenAPIContract
import Mocking

extension Violation {
    /// One line: `path parameter 'id': found "x", expected integer  (openapi.yaml:6:72)`.
    /// - Parameter redaction: hides what was found where that is a secret; nil hides nothing.
    package func line(hiding redaction: Redaction?) -> String {
        let isHidden = redaction?.hides(self) ?? false
        // A schema's message says again what was found and expected.
        let what = keyword == nil && !isHidden ? "\(message); " : "\(location): "
        return "\(what)found \(isHidden ? Redaction.hidden : found), expected \(expected)".printable
            + (place.map { "  (\($0))" } ?? "")
    }

    /// Its members as the JSON log has them.
    /// - Parameter redaction: hides what was found where that is a secret; nil hides nothing.
    package func json(hiding redaction: Redaction?) -> JSON {
        let isHidden = redaction?.hides(self) ?? false
        let message = isHidden ? "\(location): found \(Redaction.hidden), expected \(expected)." : message
        let found = isHidden ? Redaction.hidden : found
        var members = JSONObject([
            ("check", .string(check.rawValue)), ("severity", .string(severity.rawValue)),
            ("location", .string(location.description)), ("message", .string(message)),
            ("found", .string(found)), ("expected", .string(expected)),
        ])
        if let place { members["contract"] = .string(place.description) }
        return .object(members)
    }
}

extension String {
    /// With U+FFFD in the place of control characters: nothing that a client sends may move the cursor of whoever reads the log.
    package var printable: String {
        let isHarmless = unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
        guard !isHarmless else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? "\u{FFFD}" : $0 }))
    }
}
