// Requests and responses as a pact has them: on one side what is expected, on the other what came.

/// A request, expected with rules and generators, or actual without.
package struct PactRequest: Sendable {
    /// In upper case.
    package var method: String
    /// Not percent-encoded.
    package var path: String
    /// Names with their values in order, not percent-encoded. A value is nil for a name without `=`.
    package var query: [(name: String, values: [String?])]
    package var content: PactContent

    /// - Parameter method: in any case.
    package init(method: String, path: String, query: [(name: String, values: [String?])] = [], content: PactContent) {
        self.method = method.uppercased()
        self.path = path
        self.query = query
        self.content = content
    }
}

/// A response, expected with rules and generators, or actual without.
package struct PactResponse: Sendable {
    /// 100 to 599.
    package var status: Int
    package var content: PactContent

    package init(status: Int, content: PactContent) {
        self.status = status
        self.content = content
    }
}

/// What requests and responses have both.
package struct PactContent: Sendable {
    /// Names as they are written, each with the values of its lines.
    package var headers: [(name: String, values: [String])]
    package var body: PactBody
    package var rules: MatchingRules
    package var generators: Generators

    package init(
        headers: [(name: String, values: [String])] = [], body: PactBody = .missing,
        rules: MatchingRules = MatchingRules(), generators: Generators = Generators()
    ) {
        self.headers = headers
        self.body = body
        self.rules = rules
        self.generators = generators
    }

    /// The values of a header; case does not matter.
    package func header(_ name: String) -> [String]? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.values
    }
}

/// A body, or how it is absent.
package enum PactBody: Hashable, Sendable {
    /// Nothing is said of the body.
    case missing
    /// There must be none.
    case null
    case empty
    /// - Parameter type: as the file says it; nil where it says nothing.
    case present([UInt8], type: String?)

    /// The bytes; none where it is absent.
    package var bytes: [UInt8] { if case .present(let bytes, _) = self { bytes } else { [] } }

    /// The bytes of a message that came.
    package init(actual bytes: [UInt8], type: String?) { self = bytes.isEmpty ? .empty : .present(bytes, type: type) }
}
