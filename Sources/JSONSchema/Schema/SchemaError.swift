// What is wrong with a schema, all of it at once.

/// A schema that cannot be compiled: every problem in it and in what it refers to.
package struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one.
    package let problems: [SchemaProblem]

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// One thing that is wrong with a schema.
package struct SchemaProblem: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    package enum Kind: String, Sendable {
        /// A reference to a document that was not added.
        case unknownDocument
        /// A reference into a document that has nothing there.
        case unresolved
        /// A keyword's value is not what the specification asks for.
        case malformed
        /// References that lead to each other and nowhere else.
        case endless
        /// A `$schema` or a required vocabulary that is not understood.
        case unknownDialect
        /// A regular expression that cannot be read.
        case pattern
    }

    /// Whether the schema can be used nevertheless.
    package enum Severity: String, Sendable {
        /// The schema cannot be used.
        case error
        /// It is used with its evident meaning, or without the keyword.
        case warning
    }

    package let severity: Severity
    package let kind: Kind
    /// Of the keyword, or of the schema itself.
    package let place: SchemaPlace
    package let found: String
    package let expected: String
    /// A sentence.
    package let message: String

    package var description: String { "\(place): \(message)" }
}
