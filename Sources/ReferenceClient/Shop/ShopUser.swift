// Who is logged in.

/// A user of the shop.
public struct ShopUser: Hashable, Sendable, Codable, Identifiable {
    /// Exact up to 18446744073709551615.
    public var id: UInt64
    /// As the shop greets the user.
    public var name: String

    /// A user as `login` tells it.
    public init(id: UInt64, name: String) {
        self.id = id
        self.name = name
    }
}

/// What came of a login. A wrong password is an answer, not an error.
public enum LoginOutcome: Sendable {
    /// Everything else can be done now.
    case loggedIn(ShopSession)
    /// Email or password are wrong.
    case wrongCredentials
}
