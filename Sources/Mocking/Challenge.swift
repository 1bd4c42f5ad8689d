// Which credentials a refusal asks for (RFC 9110, section 11.6.1).

import HTTPExchange
import HTTPTypes
import OpenAPIContract

extension AnswerComposer {
    /// The answer with `WWW-Authenticate`, where it is a 401 that does not say it yet.
    func challenging(_ known: KnownAnswer, _ operation: Operation, to judged: JudgedRequest) -> KnownAnswer {
        guard known.response.response.status == 401, !known.response.response.headers.contains(.wwwAuthenticate),
            let challenge = challenge(of: operation)
        else { return known }
        var response = known.response.response
        response.headers[.wwwAuthenticate] = challenge
        return answer(operation, response, known.decision, to: judged)
    }

    /// One for each scheme that would do; nil where none is of HTTP.
    private func challenge(of operation: Operation) -> String? {
        var challenges: [String] = []
        for scheme in operation.security.flatMap(\.schemes) {
            guard let challenge = contract.securityScheme(scheme.name)?.kind.challenge, !challenges.contains(challenge)
            else { continue }
            challenges.append(challenge)
        }
        return challenges.isEmpty ? nil : challenges.joined(separator: ", ")
    }
}

extension SecurityScheme.Kind {
    fileprivate var challenge: String? {
        switch self {
        case .http("basic", _): "Basic realm=\"mock\", charset=\"UTF-8\""
        case .http("digest", _): "Digest realm=\"mock\", qop=\"auth\", nonce=\"mock\""
        case .http(let scheme, _): "\(scheme.prefix(1).uppercased())\(scheme.dropFirst()) realm=\"mock\""
        case .oauth2, .openIDConnect: "Bearer realm=\"mock\""
        case .apiKey(let place, let name): "ApiKey realm=\"mock\", in=\"\(place.rawValue)\", name=\"\(name)\""
        case .mutualTLS: nil
        }
    }
}
