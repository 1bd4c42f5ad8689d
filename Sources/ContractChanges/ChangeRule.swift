// What is looked for, rule by rule: a name that never changes, and how grave it is.

/// A kind of change.
package struct ChangeRule: Sendable, Hashable, Identifiable {
    /// Stable: `response-property-became-nullable`.
    package let id: String
    /// How much such a change breaks.
    package let severity: ChangeSeverity

    private init(_ id: String, _ severity: ChangeSeverity) {
        self.id = id
        self.severity = severity
    }

    /// A change of an operation's outline.
    init(_ change: OutlineChange) { self.init(change.rawValue, change.severity) }

    /// A change of the values that stand somewhere.
    init(_ change: ValueChange, of subject: ValueSubject) {
        self.init("\(subject.rawValue)-\(change.rawValue)", change.effect.severity(in: subject.direction))
    }

    /// Every rule, those of the outline first.
    package static let all: [ChangeRule] =
        OutlineChange.allCases.map { ChangeRule($0) }
        + ValueSubject.allCases.flatMap { subject in
            ValueChange.allCases.filter { subject.isProperty || !$0.isOfProperties }.map { ChangeRule($0, of: subject) }
        }
}

/// The direction in which a value is sent.
package enum ValueDirection: Sendable, Hashable {
    case request, response

    var opposite: ValueDirection { self == .request ? .response : .request }
}

/// Whose values have changed.
enum ValueSubject: String, CaseIterable {
    case requestParameter = "request-parameter"
    case requestBody = "request-body"
    /// Anything inside a parameter or a request's body.
    case requestProperty = "request-property"
    case responseHeader = "response-header"
    case responseBody = "response-body"
    case responseProperty = "response-property"

    var direction: ValueDirection {
        switch self {
        case .requestParameter, .requestBody, .requestProperty: .request
        case .responseHeader, .responseBody, .responseProperty: .response
        }
    }

    var isProperty: Bool { self == .requestProperty || self == .responseProperty }

    /// The subject of its properties.
    var inner: ValueSubject { direction == .request ? .requestProperty : .responseProperty }
}

/// What a change does to the set of values that are allowed.
enum ChangeEffect {
    case narrows, widens
    /// Some are new, others gone.
    case replaces
    /// The effect cannot be determined.
    case unknown
    case nothing
    case said(request: ChangeSeverity, response: ChangeSeverity)

    /// Requests may not be narrowed, answers may not be widened.
    func severity(in direction: ValueDirection) -> ChangeSeverity {
        switch self {
        case .narrows: direction == .request ? .breaking : .note
        case .widens: direction == .request ? .note : .breaking
        case .replaces: .breaking
        case .unknown: .warning
        case .nothing: .note
        case .said(let request, let response): direction == .request ? request : response
        }
    }
}
