// Who is calling, where each security scheme wants to read it.
import Foundation

nonisolated enum Credential: Sendable {
    case header(String, String)
    case query(String, String)
    case cookie(String, String)
    /// Presented by the transport, as a certificate is.
    case byTransport

    static func bearer(_ token: String) -> Credential { .header("Authorization", "Bearer \(token)") }

    var isSent: Bool { if case .byTransport = self { false } else { true } }

    func apply(to call: inout HTTPCall) {
        switch self {
        case .header(let name, let value): call.headers[name] = value
        case .query(let name, let value):
            let pair = "\(name.percentEncoded())=\(value.percentEncoded())"
            call.target += (call.target.contains("?") ? "&" : "?") + pair
        case .cookie(let name, let value):
            let pair = "\(name)=\(value.percentEncoded())"
            call.headers["Cookie"] = [call.headers["Cookie"], pair].compactMap(\.self).joined(separator: "; ")
        case .byTransport: break
        }
    }

    /// Takes the first alternative for which all credentials are there. To send none is the last of them, wherever it stands: who has a
    /// token wants to be known.
    static func authorizing(
        by credential: @escaping @Sendable (_ scheme: String) -> Credential?
    ) -> @Sendable (_ call: inout HTTPCall, _ alternatives: [[String]]) -> Void {
        { call, alternatives in
            for schemes in alternatives {
                let credentials = schemes.compactMap(credential)
                guard credentials.count == schemes.count, credentials.contains(where: \.isSent) else { continue }
                for credential in credentials { credential.apply(to: &call) }
                return
            }
        }
    }
}

/// Name and password of HTTP's basic authentication (RFC 7617).
public nonisolated struct BasicCredential: Hashable, Sendable {
    /// The name of the user, without a colon.
    public var user: String
    /// The password of the user.
    public var password: String

    /// A name and its password.
    public init(user: String, password: String) { (self.user, self.password) = (user, password) }

    var credential: Credential {
        .header("Authorization", "Basic " + Data("\(user):\(password)".utf8).base64EncodedString())
    }
}
