// What is a secret: by its name, and by its shape.

/// Rules that say which values must not reach a disk.
package struct RedactionRules: Hashable, Sendable {
    /// Names of headers, cookies, parameters, fields of forms and members of JSON, without regard to case, `-`, `_` and blanks.
    package private(set) var names: Set<String>
    /// Whole values that are no secrets, whatever their name.
    package var allowed: Set<String>
    /// JSON Web Tokens (RFC 7519), wherever they stand.
    package var tokens: Bool
    /// Card numbers that pass Luhn's test (ISO/IEC 7812-1).
    package var cardNumbers: Bool
    package var emails: Bool

    package init(
        names: [String] = RedactionRules.usual, allowed: Set<String> = [], tokens: Bool = true,
        cardNumbers: Bool = true,
        emails: Bool = false
    ) {
        self.names = Set(names.map(RedactionRules.plain))
        self.allowed = allowed
        self.tokens = tokens
        self.cardNumbers = cardNumbers
        self.emails = emails
    }

    package mutating func add(_ name: String) { names.insert(RedactionRules.plain(name)) }

    /// Takes a name away. Values that are secrets by their shape stay so.
    package mutating func remove(_ name: String) { names.remove(RedactionRules.plain(name)) }

    /// Names that stand for secrets wherever they are met.
    package static let usual = [
        "authorization", "proxy-authorization", "www-authenticate", "cookie", "set-cookie", "x-api-key", "api-key",
        "apikey", "key", "token", "access_token", "refresh_token", "id_token", "auth_token", "session_token",
        "csrf_token", "xsrf-token", "x-csrf-token", "x-xsrf-token", "x-auth-token", "x-access-token",
        "x-amz-security-token",
        "bearer", "jwt", "session", "session_id", "sessionid", "sid", "phpsessid", "jsessionid", "secret",
        "client_secret", "client_assertion", "shared_secret", "private_key", "signature", "sig", "x-amz-signature",
        "password", "passwd", "pwd", "pass", "passphrase", "passcode", "old_password", "new_password",
        "password_confirmation", "pin", "otp", "totp", "mfa_code", "one_time_password", "verification_code",
        "credential", "credentials", "code_verifier", "assertion", "card", "card_number", "cardnumber", "pan", "cvv",
        "cvc", "cvv2", "security_code", "iban", "account_number", "ssn", "nonce", "auth",
    ]

    /// Whether a value of this name is a secret. `user[password]` and `billing.card_number` go by their last part.
    package func isSecret(_ name: String) -> Bool {
        if names.contains(RedactionRules.plain(name)) { return true }
        let parts = name.split { ".[]/:".contains($0) }
        return parts.count > 1 && parts.last.map { names.contains(RedactionRules.plain(String($0))) } ?? false
    }

    private static func plain(_ name: String) -> String {
        name.lowercased().filter { !"-_ ".contains($0) }
    }
}
