// The answers to requests that no operation takes: row 1 of the decision table.

import Journals
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes

enum Unrouted {
    case noPath(Request, nearest: [NearMiss])
    case noMethod(Request, allow: [HTTPRequest.Method], nearest: [NearMiss])
    case methods([HTTPRequest.Method])
    case preflight(Response)
    case badSession(SessionRequest.InvalidName)

    var decision: Decision {
        switch self {
        case .noPath: .noPath
        case .noMethod: .noMethod
        case .methods: .methods
        case .preflight: .preflight
        case .badSession: .badSession
        }
    }

    var nearest: [NearMiss] {
        switch self {
        case .noPath(_, let nearest), .noMethod(_, _, let nearest): nearest
        case .methods, .preflight, .badSession: []
        }
    }

    func response(showsDecision: Bool) -> Response {
        var response = response
        if showsDecision { response.headers.state(decision) }
        return response
    }

    private var response: Response {
        switch self {
        case .noPath(let request, let nearest):
            let closest = nearest.first.map { miss in
                " The closest is \(miss.operation.title): \(miss.reasons.joined(separator: "; ")). To mend it, \(miss.fix)."
            }
            return Problem(
                status: 404, title: "No such path",
                detail: "The contract has no path \(request.path).\(closest ?? "")",
                extensions: JSONObject([("nearest", .array(nearest.map(\.json)))])
            ).response()
        case .noMethod(let request, let allow, let nearest):
            let methods = Unrouted.list(allow)
            let fix = nearest.first.map { " To mend it, \($0.fix)." } ?? ""
            return Problem(
                status: 405, title: "No such method",
                detail: "The contract has \(request.path) for \(methods), not for \(request.method.rawValue).\(fix)",
                extensions: JSONObject([("nearest", .array(nearest.map(\.json)))])
            ).response(headers: [.allow: methods])
        case .badSession(let invalid): return SessionRequest.refusal(invalid).response()
        case .preflight(let response): return response
        case .methods(let allow):
            return Response(status: 204, headers: [.allow: Unrouted.list(allow + [.options])])
        }
    }

    /// GET brings HEAD with it.
    private static func list(_ methods: [HTTPRequest.Method]) -> String {
        let implied: [HTTPRequest.Method] = methods.contains(.get) && !methods.contains(.head) ? [.head] : []
        return (methods + implied).map(\.rawValue).joined(separator: ", ")
    }
}

extension HTTPFields {
    /// Says why the answer is what it is.
    mutating func state(_ decision: Decision) {
        if let name = HTTPField.Name.decision { self[name] = decision.fieldValue }
    }
}

extension HTTPField.Name {
    fileprivate static let decision = HTTPField.Name("Counterpart-Decision")
}
