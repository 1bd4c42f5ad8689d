// What need not be read back from the bytes of a response.

package import JSONValues
package import JSONSchema

/// What the writer of a response's content knows of it, so that the judge need not find it out again.
package struct KnownContent: Sendable {
    /// What the bytes say where they are JSON.
    let value: JSON
    /// The schema by which the validator has accepted the value as that of a response, if it was asked.
    let accepted: Schema?
    /// What the same response has said before, of the same media type, without breaking the contract.
    let precedent: JSON?

    package init(_ value: JSON, accepted: Schema? = nil, precedent: JSON? = nil) {
        self.value = value
        self.accepted = accepted
        self.precedent = precedent
    }
}
