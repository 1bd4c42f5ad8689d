// Who may call: schemes and what an operation asks of them.

package import JSONValues
package import SourceDocuments

/// A way to present credentials.
package struct SecurityScheme: Sendable {
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

/// Schemes that must all be satisfied together. An empty one is met by anybody.
package struct SecurityRequirement: Sendable, Hashable {
    package let schemes: [Scheme]

    package init(schemes: [Scheme]) { self.schemes = schemes }

    package struct Scheme: Sendable, Hashable {
        package let name: String
        package let scopes: [String]
    }
}
