// A violation as the journal and a refusal tell it.

import SourceDocuments
package import JSONValues
package import OpenAPIContract

extension Violation {
    /// Its check, place, message, and what was found and expected.
    package var json: JSON {
        var members = JSONObject([
            ("check", .string(check.rawValue)), ("location", .string(location.description)),
            ("message", .string(message)), ("found", .string(found)), ("expected", .string(expected)),
        ])
        if severity == .note { members["severity"] = "note" }
        if let pointer = location.pointer { members["pointer"] = .string(pointer.description) }
        if let keyword { members["keyword"] = .string(keyword) }
        if let place { members["contract"] = .string(place.description) }
        return .object(members)
    }
}

extension Violation.Location {
    fileprivate var pointer: JSONPointer? {
        switch self {
        case .parameter(_, _, let pointer), .body(let pointer), .header(_, let pointer): pointer
        case .path, .status, .credentials: nil
        }
    }
}
