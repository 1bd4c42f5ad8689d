// What is a secret: by its name, and by its shape.

/// Rules that say which values must not reach a disk.
package struct RedactionRules: Hashable, Sendable {
    /// Names of headers, cookies, parameters, fields of forms and members of JSON, without regard to case, `-`, `_` and blanks.
    package private(set) var names: Set<String>
    /// What the names of secrets end with.
    private var endings: [String]
    /// Names that were taken away.
    private var kept: Set<String> = []
    /// Whole values that are no secrets, whatever their name.
    package var allowed: Set<String>
    /// Tokens and keys that are known by how they begin, and JSON Web Tokens (RFC 7519), wherever they stand.
    package var tokens: Bool
    /// Card numbers that pass Luhn's test (ISO/IEC 7812-1), and account numbers (IBAN, ISO 13616).
    package var cardNumbers: Bool
    /// E-mail addresses.
    package var emails: Bool
    /// Long words that no person has chosen, wherever they stand: ids and digests look like that too, so that it is for who asks for it.
    package var entropy = false

    /// - Parameter allowed: names that are never secret, whatever the other rules say.
    package init(
        names: [String] = RedactionRules.usual, endings: [String] = RedactionRules.usualEndings,
        allowed: Set<String> = [], tokens: Bool = true, cardNumbers: Bool = true, emails: Bool = false
    ) {
        self.names = Set(names.map(RedactionRules.plain))
        self.endings = endings
        self.allowed = allowed
        self.tokens = tokens
        self.cardNumbers = cardNumbers
        self.emails = emails
    }

    /// Those that are added, and no others.
    package static var none: RedactionRules { RedactionRules(names: [], endings: []) }

    /// Takes values of that name for secrets, in whichever style it is written.
    package mutating func add(_ name: String) {
        let name = RedactionRules.plain(name)
        names.insert(name)
        kept.remove(name)
    }

    /// Takes a name away. Values that are secrets by their shape stay so.
    package mutating func remove(_ name: String) {
        let name = RedactionRules.plain(name)
        names.remove(name)
        kept.insert(name)
    }

    /// Names that stand for secrets wherever they are met.
    package static let usual = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "key", "csrf", "_csrf", "xsrf", "bearer", "jwt",
        "session", "session_id", "sid", "phpsessid", "jsessionid", "aspsessionid", "connect.sid", "x-functions-key",
        "x-auth-key", "x-amz-credential", "aws_access_key_id", "access_key_id", "connection_string", "sig", "hmac",
        "pwd", "pass", "old_pass", "new_pass", "passphrase", "passwords", "tokens", "secrets", "api_keys",
        "password_confirmation", "confirm_password", "password_hash", "password_salt", "pin", "otp", "totp",
        "mfa_code", "one_time_password", "one_time_code", "verification_code", "recovery_code", "recovery_codes",
        "backup_codes", "device_code", "user_code", "auth_code", "authorization_code", "security_answer",
        "secret_answer", "code_verifier", "assertion", "saml_response", "card", "pan", "cvv", "cvc", "cvv2", "cvn",
        "security_code", "iban", "account_number", "routing_number", "ssn", "nonce", "auth",
    ]

    /// `X-Shop-Api-Key`, `resetToken` and `DB_PASSWORD` are secrets as `api_key`, `token` and `password` are.
    package static let usualEndings = [
        "password", "passwd", "passphrase", "passcode", "token", "secret", "apikey", "accesskey", "secretkey",
        "privatekey", "subscriptionkey", "accountkey", "masterkey", "encryptionkey", "authkey", "signature",
        "credential", "credentials", "authorization", "sessionid", "jwt", "assertion", "cardnumber",
    ]

    /// Where a list goes on is no secret, whatever it is called.
    private static let harmless: Set<String> = [
        "nexttoken", "pagetoken", "nextpagetoken", "prevpagetoken", "previoustoken", "continuationtoken",
        "continuetoken", "synctoken", "nextsynctoken",
    ]

    /// Words that are names of other things too: in the text of a page or a program they tell nothing.
    private static let weak: Set<String> = [
        "key", "card", "pan", "pin", "pass", "auth", "nonce", "sid", "sig", "session", "signature", "otp", "cookie",
        "bearer", "token", "tokens", "secret", "credentials", "credential",
    ]

    /// Whether a value of this name is a secret. `user[password]`, `password[0]` and `billing.card_number` go by their last part that is a
    /// name.
    package func isSecret(_ name: String) -> Bool {
        let whole = RedactionRules.plain(name)
        if names.contains(whole) || isListed(whole.filter { $0 != "." }) { return true }
        // `X-Pin` is a field of HTTP as `Pin` is.
        if name.count > 2, name.lowercased().hasPrefix("x-"), !kept.contains(whole),
            isSecretWord(String(whole.dropFirst()))
        {
            return true
        }
        var parts = name.split { ".[]/:".contains($0) }
        while parts.count > 1, let last = parts.last, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            parts.removeLast()
        }
        return isSecretWord(RedactionRules.plain(parts.last.map(String.init) ?? name))
    }

    /// Whether the name alone tells that what follows it in a text is a secret.
    func tells(_ name: String) -> Bool { !RedactionRules.weak.contains(RedactionRules.plain(name)) && isSecret(name) }

    private func isSecretWord(_ plain: String) -> Bool {
        guard !kept.contains(plain) else { return false }
        if names.contains(plain) || isListed(plain) { return true }
        guard !RedactionRules.harmless.contains(plain) else { return false }
        if endings.contains(where: { plain.hasSuffix($0) }) { return true }
        // `password2`, `X-Hub-Signature-256`
        let word = String(plain.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
        return word != plain && !kept.contains(word) && endings.contains { word.hasSuffix($0) }
    }

    /// Whether it is in the table of names, which goes with the usual ones.
    private func isListed(_ plain: String) -> Bool {
        guard !endings.isEmpty, !kept.contains(plain) else { return false }
        return RedactionRules.listed.contains(plain) || RedactionRules.listedEndings.contains { plain.hasSuffix($0) }
    }

    /// Whether a field of HTTP of this name is a secret that is none elsewhere.
    func isSecretField(_ name: String) -> Bool {
        !endings.isEmpty && SecretTable.fields.contains(name.lowercased()) && !kept.contains(RedactionRules.plain(name))
    }

    private static let listed = listed(.whole)
    private static let listedEndings = listed(.ending)

    private static func listed(_ extent: SecretTable.Extent) -> Set<String> {
        Set(
            SecretTable.names.filter { $0.extent == extent }.flatMap(\.words).map {
                plain($0).filter { $0 != "." }
            })
    }

    /// Whether a segment of a path tells that the next one is a secret, if that looks like nothing else.
    static func tellsNext(_ segment: String) -> Bool { segments.contains(segment.lowercased()) }

    private static let segments = Set(SecretTable.segments.flatMap(\.words))

    static func plain(_ name: String) -> String {
        // Names in other scripts have cases too.
        let name = name.utf8.allSatisfy { $0 < 0x80 } ? name : name.lowercased()
        return String(
            decoding: name.utf8.compactMap { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "): nil
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                default: byte
                }
            }, as: UTF8.self)
    }
}
