// Something that was inferred, and what supports it.

/// One statement of an inferred contract.
package struct Guess: Hashable, Sendable {
    /// `GET /items/{itemId}`
    package let operation: String
    /// `query page`, `200 body /items/*/id`
    package let place: String
    /// `integer int64, required`
    package let statement: String
    /// How many values, or exchanges, say so, of how many.
    package let support: Int
    /// How many exchanges could have spoken for it or against it.
    package let seen: Int

    /// As a comment in the contract.
    var comment: String { support == seen ? "\(support) seen" : "\(support) of \(seen)" }
}
