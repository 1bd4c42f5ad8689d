// One operation: a method on a path, with all that it takes and answers.

package import HTTPTypes
package import JSONValues
package import SourceDocuments

/// An operation with its path's parameters and servers merged in ([Operation
/// Object](https://spec.openapis.org/oas/v3.1.1.html#operation-object)). A class, because it is handed around for every request.
package final class Operation: Sendable {
    /// Its place in `Contract.operations`.
    package let index: Int
    /// The `operationId`, or `get /path` where the document gives none or gives it twice.
    package let id: String
    package let method: HTTPRequest.Method
    package let path: PathTemplate
    package let summary: String?
    package let description: String?
    package let tags: [String]
    package let deprecated: Bool
    package let parameters: [Parameter]
    package let body: RequestBody?
    /// In the order of the document.
    package let responses: [ResponseSpec]
    /// Any one of them suffices; without any, none is asked for.
    package let security: [SecurityRequirement]
    /// The operation's own servers, else its path's, else the contract's.
    package let servers: [Server]
    /// Requests that the API sends because of this one.
    package let callbacks: [Callback]
    package let extensions: JSONObject
    package let place: Place
    package let pairs: [ExamplePair]
    /// How the values of its parameters are read.
    let plan: ParameterPlan
    /// Whether a segment of its path can be taken apart in several ways.
    let hasSharedSegments: Bool

    init(_ parts: Parts) {
        index = parts.index
        id = parts.id
        method = parts.method
        path = parts.path
        summary = parts.summary
        description = parts.description
        tags = parts.tags
        deprecated = parts.deprecated
        parameters = parts.parameters
        body = parts.body
        responses = parts.responses
        security = parts.security
        servers = parts.servers
        callbacks = parts.callbacks
        extensions = parts.extensions
        place = parts.place
        pairs = parts.pairs
        plan = ParameterPlan(parts.parameters)
        hasSharedSegments = parts.path.sharesSegments
    }

    /// What an operation is built from.
    struct Parts {
        var index: Int
        var id: String
        var method: HTTPRequest.Method
        var path: PathTemplate
        var summary: String?
        var description: String?
        var tags: [String] = []
        var deprecated = false
        var parameters: [Parameter] = []
        var body: RequestBody?
        var responses: [ResponseSpec] = []
        var security: [SecurityRequirement] = []
        var servers: [Server] = []
        var callbacks: [Callback] = []
        var extensions = JSONObject()
        var place: Place
        var pairs: [ExamplePair] = []
    }
}

extension Operation {
    /// The parameter of that name; names of header fields are compared without regard to case.
    package func parameter(_ name: String, in location: Parameter.Location) -> Parameter? {
        parameters.first { $0.location == location && $0.matches(name: name) }
    }

    /// The declared response that a status falls under: exactly, then by its range, then `default`.
    package func response(for status: Int) -> ResponseSpec? {
        responses.first { $0.status == .exact(status) } ?? responses.first { $0.status == .range(status / 100) }
            ?? responses.first { $0.status == .any }
    }

    /// The answer that is meant when all goes well: the lowest declared 2xx, else `2XX`, else `default`, else the first.
    package var successResponse: ResponseSpec? {
        var lowest: (index: Int, status: Int)?
        for index in responses.indices {
            guard case .exact(let status) = responses[index].status, (200...299).contains(status) else { continue }
            if lowest.map({ status < $0.status }) ?? true { lowest = (index, status) }
        }
        return lowest.map { responses[$0.index] } ?? responses.first { $0.status == .range(2) }
            ?? responses.first { $0.status == .any } ?? responses.first
    }
}

extension Operation {
    /// Whether there are declared responses, and every one is a refusal or an error. Of its success nothing is said then, though it
    /// should be (OpenAPI 3.1, section 4.8.16).
    package var declaresErrorsAlone: Bool {
        !responses.isEmpty
            && responses.allSatisfy { response in
                switch response.status {
                case .exact(let status): status >= 400
                case .range(let hundred): hundred >= 4
                case .any: false
                }
            }
    }
}

extension Operation {
    /// `GET /pets/{id}`.
    package var title: String { "\(method.rawValue) \(path.text)" }
}

/// A callback of an operation: requests that the API sends to a URL that is worked out from the exchange ([Callback
/// Object](https://spec.openapis.org/oas/v3.1.1.html#callback-object)).
package struct Callback: Sendable {
    package let name: String
    /// A runtime expression in a URL: `{$request.body#/url}`.
    package let expression: String
    package let operations: [Operation]
    package let place: Place
}
