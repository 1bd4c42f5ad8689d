// Who is asking, where the mock file lists those who may.

import JSONValues
package import OpenAPIContract

/// A client that is known by its credentials.
package struct Identity: Hashable, Sendable {
    /// As the mock file calls it; rules compare `identity` with it.
    package let name: String
    /// The token of `Authorization: Bearer`.
    package var bearer: String?
    /// `user:password`, as the scheme `Basic` has it before it is encoded (RFC 7617, section 2).
    package var basic: String?
    /// The value of an API key.
    package var key: String?

    /// Whether what a request presents is what this one has.
    func has(_ presented: String, by kind: SecurityScheme.Kind) -> Bool {
        switch kind {
        case .apiKey: presented == key
        case .http("basic", _): Base64.standard.decode(presented) == basic.map { Array($0.utf8) }
        case .http, .oauth2, .openIDConnect: presented == bearer
        case .mutualTLS: false
        }
    }
}

/// What the credentials of a request tell.
package enum Caller: Hashable, Sendable {
    /// No credentials need to be known: no identities are declared, none are asked for, or they are optional and not sent.
    case anyone
    case known(String)
    /// The credentials are of no declared identity.
    case unknownCaller

    /// The identity's name; empty where there is none.
    package var name: String { if case .known(let name) = self { name } else { "" } }
}

extension Behaviour {
    /// Who is asking. Where the file lists no identities any well-formed credentials will do.
    package func caller(of judged: JudgedRequest, in contract: Contract) -> Caller {
        guard !identities.isEmpty, !judged.operation.security.isEmpty else { return .anyone }
        let credentials = Credentials(judged.request)
        var presentsAny = false
        for requirement in judged.operation.security {
            let schemes = requirement.schemes.compactMap { contract.securityScheme($0.name)?.kind }
                .filter { $0 != .mutualTLS }
            let presented = schemes.map { credentials.presented(by: $0) }
            presentsAny = presentsAny || presented.contains { $0 != nil }
            guard !schemes.isEmpty, !presented.contains(nil) else { continue }
            let identity = identities.first { identity in
                zip(schemes, presented).allSatisfy { kind, text in text.map { identity.has($0, by: kind) } ?? false }
            }
            if let identity { return .known(identity.name) }
        }
        return presentsAny ? .unknownCaller : .anyone
    }
}
