// What is asserted beyond what JSON Schema always asserts, each on a switch.

/// Switches for keywords that a specification leaves to the application.
package struct SchemaAssertions: Hashable, Sendable {
    /// The formats that `format` asserts; others are annotations, as in JSON Schema all are
    /// ([validation, section 7](https://json-schema.org/draft/2020-12/json-schema-validation#section-7)). A metaschema with the
    /// format-assertion vocabulary asserts them all.
    package var formats: Set<Format>
    /// Whether `contentEncoding`, `contentMediaType` and `contentSchema` assert something.
    package var content: Bool
    /// Whether a `readOnly` property in a request is a violation, and not only of no use there.
    package var readOnly: Bool
    /// Whether a `writeOnly` property in a response is a violation.
    package var writeOnly: Bool

    package init(
        formats: Set<Format> = Set(Format.allCases), content: Bool = true, readOnly: Bool = true, writeOnly: Bool = true
    ) {
        self.formats = formats
        self.content = content
        self.readOnly = readOnly
        self.writeOnly = writeOnly
    }

    /// Everything that is known is asserted: formats, contents, read-only and write-only members.
    package static let all = SchemaAssertions()
    /// JSON Schema by the letter.
    package static let none = SchemaAssertions(formats: [], content: false, readOnly: false, writeOnly: false)
}
