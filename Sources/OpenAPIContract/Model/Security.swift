// Who may call: schemes and what an operation asks of them.

package import JSONValues
package import SourceDocuments

/// A way to present credentials ([Security Scheme
/// Object](https://spec.openapis.org/oas/v3.1.1.html#security-scheme-object)).
package struct SecurityScheme: Sendable {
    /// How credentials are presented.
    package enum Kind: Sendable, Hashable {
        case apiKey(location: Parameter.Location, name: String)
        /// An authentication scheme of the `Authorization` header, in lower case: `basic`, `bearer`, `digest`.
        case http(scheme: String, bearerFormat: String?)
        case mutualTLS
        /// The `flows` object as it stands.
        case oauth2(flows: JSON)
        case openIDConnect(url: String)
    }

    /// Its name under `components.securitySchemes`.
    package let name: String
    package let kind: Kind
    package let description: String?
    package let place: Place
}

/// Schemes that must all be satisfied together ([Security Requirement
/// Object](https://spec.openapis.org/oas/v3.1.1.html#security-requirement-object)). An empty one is met by anybody.
package struct SecurityRequirement: Sendable, Hashable {
    package let schemes: [Scheme]

    package init(schemes: [Scheme]) { self.schemes = schemes }

    /// A scheme that must be satisfied, with the scopes that it must grant.
    package struct Scheme: Sendable, Hashable {
        /// Of the scheme, under `components`.
        package let name: String
        /// Of OAuth 2 and OpenID Connect; of other schemes names of roles.
        package let scopes: [String]
    }
}

extension Operation {
    /// Whether no request without credentials may be taken.
    package var asksForCredentials: Bool { !security.isEmpty && !security.contains { $0.schemes.isEmpty } }
}
