// Which pages of a browser may use the mock: the CORS protocol of the Fetch standard.

import HTTPExchange
import OpenAPIContract
import HTTPTypes

/// Whose pages get to see answers. Credentials are allowed, so answers name the origin that asks, never `*`
/// ([Fetch, section 3.3](https://fetch.spec.whatwg.org/#http-cors-protocol)).
package enum CrossOriginPolicy: Hashable, Sendable {
    /// Pages of any origin.
    case any
    /// As `Origin` names them: `https://shop.example`, `http://localhost:5173`.
    case listed([String])

    func allows(_ origin: String) -> Bool {
        switch self {
        case .any: true
        case .listed(let origins): origins.contains(origin)
        }
    }

    /// The answer as a page of another origin may read it; unchanged for one that may not.
    func opened(_ answer: Answer, to origin: String) -> Answer {
        let response = opened(answer.response, to: origin)
        return response === answer.response ? answer : answer.with(response)
    }

    func opened(_ prepared: PreparedResponse, to origin: String) -> PreparedResponse {
        guard allows(origin) else { return prepared }
        var response = prepared.response
        let exposed = response.headers.map(\.name).reduce(into: [HTTPField.Name.eTag]) { names, name in
            if !names.contains(name), !CrossOriginPolicy.safelisted.contains(name) { names.append(name) }
        }
        response.headers.open(to: origin)
        response.headers[.accessControlExposeHeaders] = exposed.map(\.rawName).joined(separator: ", ")
        return PreparedResponse(response)
    }

    /// The answer to a browser that asks whether a page may send a request; nil where it does not ask that.
    func preflight(_ request: Request, in contract: Contract) -> Response? {
        guard request.method == .options, let origin = request.headers[.origin], allows(origin),
            let wanted = request.headers[.accessControlRequestMethod].flatMap({ HTTPRequest.Method($0) })
        else { return nil }
        let (methods, fields) = allowed(wanted, request.target, in: contract)
        var headers = HTTPFields()
        headers.open(to: origin)
        headers[.accessControlAllowMethods] = methods.map(\.rawValue).joined(separator: ", ")
        let asked = request.headers[values: .accessControlRequestHeaders].joined(separator: ",").split(separator: ",")
            .map { $0.filter { $0 != " " && $0 != "\t" } }
        // What a contract does not declare is not against it either, so what is asked for is allowed as well.
        let names = (fields + asked).reduce(into: [String]()) { names, name in
            if !names.contains(where: { $0.lowercased() == name.lowercased() }) { names.append(name) }
        }
        if !names.isEmpty { headers[.accessControlAllowHeaders] = names.joined(separator: ", ") }
        // https://wicg.github.io/private-network-access/#headers: a public page may reach this machine.
        if let asks = HTTPField.Name("Access-Control-Request-Private-Network"), request.headers[asks] == "true",
            let allows = HTTPField.Name("Access-Control-Allow-Private-Network")
        {
            headers[allows] = "true"
        }
        headers[.vary] = "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"
        return Response(status: 204, headers: headers)
    }

    /// The methods of the path, and the header fields that the operation takes.
    private func allowed(
        _ wanted: HTTPRequest.Method, _ target: String, in contract: Contract
    ) -> (methods: [HTTPRequest.Method], fields: [String]) {
        let declared: [HTTPRequest.Method] =
            if case .noMethod(let allow) = contract.route(.options, target) { allow } else { [] }
        switch contract.route(wanted, target) {
        case .operation(let operation, _):
            let methods = declared.contains(wanted) ? declared : declared + [wanted]
            return (methods + implied(methods), operation.requestFields(in: contract))
        case .noMethod(let allow): return (allow + implied(allow), [])
        // The page is to read why there is no such path: the answer to the request itself says it.
        case .noPath: return ([wanted], [])
        }
    }

    private func implied(_ methods: [HTTPRequest.Method]) -> [HTTPRequest.Method] {
        methods.contains(.get) && !methods.contains(.head) ? [.head] : []
    }

    /// Fields that a page may read anyway (Fetch, section 2.2.2).
    private static let safelisted: Set<HTTPField.Name> = [
        .cacheControl, .contentLanguage, .contentLength, .contentType, .expires, .lastModified,
    ]
}

extension HTTPFields {
    fileprivate mutating func open(to origin: String) {
        self[.accessControlAllowOrigin] = origin
        self[.accessControlAllowCredentials] = "true"
        varyByOrigin()
    }

    /// So that no cache gives one origin's answer to another.
    mutating func varyByOrigin() {
        guard !self[values: .vary].contains(where: { $0.contains("Origin") || $0 == "*" }) else { return }
        append(HTTPField(name: .vary, value: "Origin"))
    }
}

extension Operation {
    fileprivate func requestFields(in contract: Contract) -> [String] {
        let parameters = self.parameters.filter { $0.location == .header }.map(\.name)
        let credentials = security.flatMap(\.schemes).compactMap { scheme -> String? in
            switch contract.securityScheme(scheme.name)?.kind {
            case .apiKey(.header, let name): name
            case .http, .oauth2, .openIDConnect: "Authorization"
            case .apiKey, .mutualTLS, nil: nil
            }
        }
        return parameters + credentials + (body == nil ? [] : ["Content-Type"])
    }
}
