// What is wrong with an exchange, placed in the exchange and in the contract.

package import JSONValues
import JSONSchema
package import HTTPExchange
package import SourceDocuments

/// One way in which a request or response breaks the contract.
package struct Violation: Sendable {
    /// Whether it breaks the contract.
    package enum Severity: String, Sendable {
        case violation
        /// Against the letter of the contract, but taken from anyone.
        case note
    }

    package private(set) var severity: Severity
    package let check: Check
    package let location: Location
    /// The schema keyword that is broken, such as `maximum`; nil where it is not a matter of a schema.
    package let keyword: String?
    package let found: String
    package let expected: String
    /// One sentence.
    package let message: String
    /// What in the contract is broken.
    package let place: Place?
    /// The status that the broken parameter asks for (`x-invalid-status`).
    package let invalidStatus: Int?
    /// What the format expects that is broken, be it by the one alternative that came near.
    package var brokenFormat: String?

    /// A kind of violation. The raw value is stable.
    package enum Check: String, Sendable, CaseIterable {
        // Requests
        case missingParameter = "missing-parameter"
        case invalidParameter = "invalid-parameter"
        case missingBody = "missing-body"
        case requestContentType = "request-content-type"
        case malformedRequestBody = "malformed-request-body"
        case requestBodyShape = "request-body-shape"
        case missingCredentials = "missing-credentials"
        /// A slash more or less at the end of the path than the contract has: always a note.
        case trailingSlash = "trailing-slash"
        /// An encoded comma between the elements of a list: always a note.
        case encodedComma = "encoded-comma"
        /// One JSON type is asked for and another declared: always a note.
        case notAcceptable = "not-acceptable"
        /// A required list of which a form says nothing, because it is empty: always a note.
        case emptyList = "empty-list"
        /// `True` for `true`: always a note.
        case booleanSpelling = "boolean-spelling"
        // Responses
        case undeclaredStatus = "undeclared-status"
        case missingHeader = "missing-header"
        case invalidHeader = "invalid-header"
        case contentType = "content-type"
        case malformedBody = "malformed-body"
        case bodyShape = "body-shape"
        /// A body where none is declared: always a note.
        case undeclaredBody = "undeclared-body"
    }

    /// Where in the exchange.
    package enum Location: Sendable, Hashable {
        case parameter(Parameter.Location, name: String, pointer: JSONPointer)
        case body(JSONPointer)
        case header(name: String, pointer: JSONPointer)
        case path
        case status
        case credentials
    }
}

extension Violation {
    /// The same where nothing is tolerated.
    var untolerated: Violation {
        var violation = self
        violation.severity = .violation
        return violation
    }

    init(
        _ check: Check, _ location: Location, severity: Severity = .violation, found: String, expected: String,
        message: String,
        place: Place?, invalidStatus: Int? = nil
    ) {
        self.init(
            severity: severity, check: check, location: location, keyword: nil, found: found, expected: expected,
            message: message, place: place, invalidStatus: invalidStatus)
    }

    /// What a schema has found.
    init(
        _ check: Check, _ location: Location, severity: Severity = .violation, _ violation: SchemaViolation,
        in contract: Contract, invalidStatus: Int? = nil
    ) {
        self.init(
            severity: severity, check: check, location: location, keyword: violation.keyword, found: violation.found,
            expected: violation.expected, message: violation.message, place: contract.place(ofSchema: violation.schema),
            invalidStatus: invalidStatus)
        let telling = violation.nested.count == 1 ? violation.nested[0] : violation
        if telling.keyword == "format", telling.instance == violation.instance { brokenFormat = telling.expected }
    }
}

extension Violation.Location: CustomStringConvertible {
    /// `query parameter 'limit'`, `body at /items/0/id`.
    package var description: String {
        func at(_ pointer: JSONPointer) -> String { pointer.tokens.isEmpty ? "" : " at \(pointer)" }
        return switch self {
        case .parameter(let location, let name, let pointer): "\(location.rawValue) parameter '\(name)'\(at(pointer))"
        case .body(let pointer): "body\(at(pointer))"
        case .header(let name, let pointer): "header '\(name)'\(at(pointer))"
        case .path: "path"
        case .status: "status"
        case .credentials: "credentials"
        }
    }
}

extension Violation {
    /// A body that is not in the content coding that the response names (RFC 9110, section 8.4).
    package static func broken(_ coding: String, of operation: Operation, _ response: Response) -> Violation {
        Violation(
            .malformedBody, .body(.root), found: "a body that is no whole \(coding)",
            expected: "\(coding), as Content-Encoding says", message: "the body is not in the coding that it names",
            place: operation.response(for: response.status)?.place ?? operation.place)
    }
}
