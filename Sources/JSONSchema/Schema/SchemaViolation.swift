// One way in which an instance breaks a schema.

package import JSONValues

/// A keyword that an instance does not satisfy, with all that is needed to mend it.
package struct SchemaViolation: Hashable, Sendable, CustomStringConvertible {
    /// Where in the instance.
    package let instance: JSONPointer
    /// Where the keyword stands: the document's URI, `#`, the pointer.
    package let schema: String
    /// The keyword, as the schema writes it; `false` of a schema that is `false`.
    package let keyword: String
    package let found: String
    package let expected: String
    /// Where, found and expected, in one sentence.
    package let message: String
    /// Of `oneOf` and `anyOf`: what is wrong by the branch that came nearest.
    package let nested: [SchemaViolation]

    package var description: String { message }
}

/// Which way a message goes: properties that are `readOnly` are not for requests, those that are `writeOnly` not for
/// responses ([OpenAPI 3.0.3](https://spec.openapis.org/oas/v3.0.3#fixed-fields-20)).
package enum Direction: Sendable {
    case request, response
}
