// Reads the `identities` section.

import JSONSchema
import SourceDocuments

extension MockFileReader {
    mutating func identity(_ name: String, _ value: Located) -> Identity? {
        let fields = ["bearer", "username", "password", "key"]
        guard object(value, "an identity", fields: fields) else { return nil }
        func text(_ field: String) -> String? { value[field].flatMap { self.text($0, "'\(field)'") } }
        var identity = Identity(name: name)
        identity.bearer = text("bearer")
        identity.key = text("key")
        if let username = text("username") {
            identity.basic = "\(username):\(text("password") ?? "")"
        } else if let password = value["password"] {
            report(
                .missingField, "a 'password' has no 'username'", remedy: "Name the user it belongs to.",
                at: password.place)
        }
        if identity == Identity(name: name) {
            report(
                .missingField, "the identity '\(name)' has no credentials",
                expected: "bearer, key, or username and password", at: value.place)
        }
        return identity
    }
}
