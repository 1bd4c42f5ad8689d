// Which of the identities of a run a request was sent with.

/// Whose credentials a request carries.
package enum IdentityChoice: String, Sendable, Hashable {
    case own, other, none
    /// Its own, but what the request says of itself stands.
    case completing
}
