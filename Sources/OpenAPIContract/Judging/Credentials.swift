// Whether a request presents the credentials that an operation asks for. Whose they are is not a matter of the contract.

package import HTTPExchange
import SourceDocuments
import HTTPTypes

/// What a request presents, compared with what an operation asks for.
package struct Credentials {
    /// A token, key, user name or password that stands for credentials which a server refuses.
    private static let refusalPlaceholders: Set<String> = ["invalid", "aW52YWxpZDppbnZhbGlk"]

    private let request: Request

    package init(_ request: Request) { self.request = request }

    /// Whether all of one alternative's schemes are met.
    func satisfy(_ requirement: SecurityRequirement, in contract: Contract) -> Bool {
        requirement.schemes.allSatisfy { asked in
            // A scheme that is declared nowhere cannot be asked for.
            contract.securityScheme(asked.name).map { presents($0.kind) } ?? true
        }
    }

    private func presents(_ kind: SecurityScheme.Kind) -> Bool {
        // Below HTTP: nothing of it is seen here.
        if case .mutualTLS = kind { return true }
        return presented(by: kind).map { !Credentials.isRefusalPlaceholder($0) } ?? false
    }

    static func isRefusalPlaceholder(_ credentials: String) -> Bool { refusalPlaceholders.contains(credentials) }

    /// What the request presents by a scheme: the key, the token, or the user and password as they are encoded. Nil where that is
    /// missing, empty or malformed.
    package func presented(by kind: SecurityScheme.Kind) -> String? {
        switch kind {
        case .apiKey(.header, let name): header(name).flatMap { $0.isEmpty ? nil : $0 }
        case .apiKey(.query, let name): Pairs(query: request.query ?? "").values(name).first { !$0.isEmpty }
        case .apiKey(_, let name):
            Pairs(cookie: request.headers[values: .cookie].joined(separator: "; ")).values(name).first { !$0.isEmpty }
        case .http(let scheme, _):
            authorization(scheme).flatMap { Credentials.isWellFormed($0, scheme: scheme) ? $0 : nil }
        // Bearer tokens in practice (RFC 6750), by header or, discouraged, by query.
        case .oauth2, .openIDConnect:
            authorization("bearer").flatMap { $0.isEmpty ? nil : $0 }
                ?? Pairs(query: request.query ?? "").values("access_token").first { !$0.isEmpty }
        case .mutualTLS: nil
        }
    }

    private func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }

    /// What follows the name of the scheme, which is compared without case (RFC 9110, section 11.1).
    private func authorization(_ scheme: String) -> String? {
        guard let value = request.headers[.authorization] else { return nil }
        let name = value.prefix { $0 != " " }
        guard name.lowercased() == scheme.lowercased() else { return nil }
        return String(value.dropFirst(name.count).drop { $0 == " " })
    }

    private static func isWellFormed(_ credentials: String, scheme: String) -> Bool {
        guard !credentials.isEmpty else { return false }
        guard scheme == "basic" else { return true }
        // Base64 of `user:password` (RFC 7617, section 2).
        return credentials.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
                true
            default: false
            }
        }
    }
}
