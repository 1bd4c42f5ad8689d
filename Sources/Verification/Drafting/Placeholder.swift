// Credentials that nobody gave: what an operation asks for, with a value that says it is made up, or that no server may take.

import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

/// Made-up credentials.
enum Placeholder: String {
    /// Taken by mocks, and by servers that ask for credentials without looking at them.
    case madeUp = "counterpart"
    /// Credentials that no server may accept.
    case invalid

    /// The request with what the operation's first requirement asks for.
    func applied(to request: Request, of operation: Operation, in contract: Contract) -> Request {
        guard let requirement = operation.security.first else { return request }
        var request = request
        for asked in requirement.schemes {
            switch contract.securityScheme(asked.name)?.kind {
            case .apiKey(.header, let name)?:
                if let name = HTTPField.Name(name) { request.headers[name] = rawValue }
            case .apiKey(.query, let name)?:
                request.target += (request.query == nil ? "?" : "&") + "\(name)=\(rawValue)"
            case .apiKey(_, let name)?:
                let others = request.headers[.cookie].map { $0 + "; " } ?? ""
                request.headers[.cookie] = others + "\(name)=\(rawValue)"
            case .http("basic", _)?: request.headers[.authorization] = "Basic \(basic)"
            case .http(let scheme, _)?:
                request.headers[.authorization] =
                    scheme.prefix(1).uppercased() + scheme.dropFirst() + " \(rawValue)"
            case .oauth2?, .openIDConnect?: request.headers[.authorization] = "Bearer \(rawValue)"
            case .mutualTLS?, nil: break
            }
        }
        return request
    }

    /// Base64 of `counterpart:counterpart` and `invalid:invalid` (RFC 7617, section 2).
    private var basic: String {
        switch self {
        case .madeUp: "Y291bnRlcnBhcnQ6Y291bnRlcnBhcnQ="
        case .invalid: "aW52YWxpZDppbnZhbGlk"
        }
    }
}
