// A request to show: one that should go well.

package import JSONValues
package import JSONSchema
package import HTTPExchange
import SourceDocuments
package import OpenAPIContract
import HTTPTypes

extension Contract {
    /// A request by the contract's own examples: that of the first pair that is answered well, else whatever is required at its
    /// first example, as `makeValue` makes it, or at its default or an allowed value; a value that nothing is known of is named by
    /// its parameter. Credentials are of the first kind that is asked for, and nobody's.
    package func exampleRequest(
        of operation: Operation, basePath: String? = nil, makeValue: (Schema) -> JSON? = { _ in nil }
    ) -> Request {
        var request = operation.exampleRequest(basePath: basePath, makeValue: makeValue)
        guard let asked = operation.security.first, !operation.security.contains(where: \.schemes.isEmpty) else {
            return request
        }
        for scheme in asked.schemes { securityScheme(scheme.name)?.kind.present(in: &request) }
        return request
    }
}

extension SecurityScheme.Kind {
    /// Adds credentials of this kind, unless the request has some.
    fileprivate func present(in request: inout Request) {
        switch self {
        case .apiKey(.header, let name):
            guard let name = HTTPField.Name(name), request.headers[name] == nil else { return }
            request.headers[name] = "KEY"
        case .apiKey(.cookie, let name):
            let cookie = "\(name)=KEY"
            request.headers[.cookie] = request.headers[.cookie].map { "\($0); \(cookie)" } ?? cookie
        case .apiKey(_, let name):
            guard Pairs(query: request.query ?? "").values(name).isEmpty else { return }
            request.target += (request.query == nil ? "?" : "&") + Percent.encoded(name) + "=KEY"
        case .http("basic", _):
            // user:password
            request.headers[.authorization] = "Basic dXNlcjpwYXNzd29yZA=="
        case .http(let scheme, _):
            request.headers[.authorization] = "\(scheme.prefix(1).uppercased())\(scheme.dropFirst()) TOKEN"
        case .oauth2, .openIDConnect: request.headers[.authorization] = "Bearer TOKEN"
        case .mutualTLS: break
        }
    }
}

extension Operation {
    /// As the contract's, without credentials.
    package func exampleRequest(basePath: String?, makeValue: (Schema) -> JSON?) -> Request {
        if let pair = pairs.first(where: { (200...299).contains($0.status) && $0.isWhole && $0.asksByTheContract }) {
            return request(for: pair, basePath: basePath)
        }
        let values = parameters.filter { $0.required }.map { parameter in
            let schema = parameter.schema ?? parameter.content?.schema
            let examples = parameter.examples + (parameter.content?.examples ?? [])
            let example = examples.first { schema?.accepts($0.value, direction: .request) ?? true }
            return (
                parameter: parameter,
                value: example?.value ?? schema.flatMap { makeValue($0) ?? $0.suggestion(named: parameter.name) }
                    ?? .string(parameter.name)
            )
        }
        let unknown: JSON? = if body?.required == true { .string("body") } else { .none }
        let body = body?.content.first.flatMap { media in
            let made = media.schema.flatMap { makeValue($0) ?? $0.suggestion(named: "body") }
            let example = media.examples.first { media.schema?.accepts($0.value, direction: .request) ?? true }
            return (example?.value ?? made ?? media.examples.first?.value ?? unknown).map { (media: media, value: $0) }
        }
        return encode(values: values, body: body, basePath: basePath)
    }
}

extension ExamplePair {
    /// Whether its request keeps to the contract: one that does not would be refused, whatever it shows.
    fileprivate var asksByTheContract: Bool {
        let isBodyRight = body.map { $0.media.schema?.accepts($0.value, direction: .request) ?? true } ?? true
        return isBodyRight
            && parameters.allSatisfy { parameter, value in
                (parameter.schema ?? parameter.content?.schema)?.accepts(value, direction: .request) ?? true
            }
    }
}

extension Schema {
    /// A value that the schema itself names, else the simplest one of its type; nil where nothing is known of it. Deep values
    /// are cut off.
    fileprivate func suggestion(named name: String, depth: Int = 0) -> JSON? {
        let conjuncts = conjuncts
        for node in conjuncts.map(\.node) {
            if let value = node.examples.first ?? node.defaultValue { return value }
            for keyword in node.keywords {
                switch keyword {
                case .enumeration(let values): return values.first
                case .const(let value): return value
                default: break
                }
            }
        }
        let properties = properties
        let types = types
        if types == .all, properties.isEmpty { return nil }
        if types.contains(.object), types != .all || !properties.isEmpty {
            let required = requiredNames
            guard depth < 4 else { return .object(JSONObject()) }
            return .object(
                JSONObject(
                    properties.filter { required.contains($0.name) }.map { property in
                        (property.name, property.schema.suggestion(named: property.name, depth: depth + 1) ?? nil)
                    }))
        }
        if types.contains(.integer) || types.contains(.number) { return 1 }
        if types.contains(.boolean) { return true }
        if types.contains(.array) { return .array([]) }
        return types.contains(.string) ? .string(name) : nil
    }
}
