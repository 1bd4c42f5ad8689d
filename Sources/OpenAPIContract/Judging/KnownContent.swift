// What need not be read back from the bytes of a response.

package import JSONValues
package import JSONSchema

/// What whoever has just written the content of a response knows of it.
package struct KnownContent: Sendable {
    /// What the bytes say where they are JSON.
    let value: JSON
    /// The schema by which the validator has accepted the value as that of a response, if it was asked.
    let accepted: Schema?

    package init(_ value: JSON, accepted: Schema? = nil) {
        self.value = value
        self.accepted = accepted
    }
}
