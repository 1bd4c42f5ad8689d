// Which resource a URL, a path or a request is about.

import HTTPExchange
import HTTPTypes
package import JSONValues
import JSONSchema
package import OpenAPIContract

extension Contract {
    /// What reads the resource that a URL leads to, and the values of its path; nil where that leads to nothing of the contract.
    package func resource(at location: String) -> (operation: Operation, values: [JSON])? {
        guard let (target, values) = self.target(.get, location.pathAlone) else { return nil }
        let resource = values.map { value -> JSON in
            let text = Percent.decoded(value.text)
            return target.parameter(value.name, in: .path).flatMap { $0.schema }.flatMap { schema in
                JSONNumber(text).map(JSON.number).flatMap { schema.accepts($0, direction: .request) ? $0 : nil }
            } ?? .string(text)
        }
        return (target, resource)
    }
}

extension JudgedRequest {
    /// The values of the path's parameters in the path's order, those that are declared.
    package var pathValues: [JSON] { operation.path.parameterNames.compactMap { value($0, in: .path) } }
}

extension PathTemplate {
    /// The path up to its last parameter with the names left out: `/users/{}/posts/{}`; nil without a parameter.
    package var resourceKey: String? {
        guard let last = segments.lastIndex(where: { $0.contains { if case .parameter = $0 { true } else { false } } })
        else { return nil }
        return PathTemplate.key(segments[...last])
    }

    /// The whole path with the names left out.
    package var key: String { PathTemplate.key(segments[...]) }

    private static func key(_ segments: ArraySlice<Segment>) -> String {
        segments.map { "/" + $0.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined() }.joined()
    }

    /// Whether it asks for a resource itself, not for something beneath it.
    package var endsInParameter: Bool {
        var segments = segments[...]
        if segments.last?.isEmpty == true { segments = segments.dropLast() }
        guard case .parameter? = segments.last?.first else { return false }
        return true
    }
}

extension String {
    /// The path of a URL or of a reference to one.
    var pathAlone: String {
        guard let scheme = firstRange(of: "://") else { return self }
        let rest = self[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }
}
