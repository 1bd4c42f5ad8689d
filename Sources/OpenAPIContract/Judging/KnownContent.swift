// What need not be read back from the bytes of a response.

package import JSONSchema

/// What whoever has just written the content of a response knows of it.
package struct KnownContent: Sendable {
    /// What the bytes say where they are JSON.
    let value: JSON
    /// The media type that the value was written as, by one of those that are declared for it.
    let contentType: String
    /// The schema by which the validator has accepted the value as that of a response, if it was asked.
    let accepted: Schema?

    package init(_ value: JSON, contentType: String, accepted: Schema? = nil) {
        self.value = value
        self.contentType = contentType
        self.accepted = accepted
    }
}
