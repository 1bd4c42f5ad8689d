// Learning from an exchange that went well.

import JSONSchema
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension ObservedValues {
    /// - Parameter answer: the response's body, where it is JSON.
    mutating func learn(
        from request: JudgedRequest, answered response: Response, _ answer: JSON?, in contract: Contract,
        _ paths: ResourcePaths
    ) {
        let operation = request.operation
        let scope = request.pathValues
        if let key = operation.path.resourceKey, scope.count == operation.path.parameterNames.count {
            if operation.method == .delete, operation.path.endsInParameter {
                forget(scope, at: key, named: paths.referenceName(of: key))
            } else {
                note(scope, at: key)
            }
        }
        if let answer {
            for child in paths.children(of: operation.path) {
                for resource in child.resources(in: answer).suffix(ObservedValues.listed) {
                    guard let id = child.id(in: resource) else { continue }
                    note(scope + [id], at: child.key)
                    note(id, named: child.referenceName)
                }
            }
            learnNames(from: answer, depth: 0)
        }
        learnLinks(of: request, answered: response, answer, in: contract)
        guard operation.method == .post || operation.method == .put, let location = response.headers[.location],
            let link = contract.resource(at: location), let key = link.operation.path.resourceKey
        else { return }
        note(link.values, at: key)
    }

    private static let listed = 24

    private mutating func learnNames(from value: JSON, depth: Int) {
        guard depth < 4 else { return }
        switch value {
        case .object(let members):
            for (name, member) in members {
                if ObservedValues.isReferenceName(name) { note(member, named: name) }
                learnNames(from: member, depth: depth + 1)
            }
        case .array(let elements): for element in elements.prefix(8) { learnNames(from: element, depth: depth + 1) }
        case .null, .bool, .number, .string: break
        }
    }
}

extension Contract {
    /// What reads the resource that a URL leads to, and the values of its path; nil where that leads to nothing of the contract.
    func resource(at location: String) -> (operation: Operation, values: [JSON])? {
        guard case .operation(let target, let values) = route(.get, location.pathAlone) else { return nil }
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
    var pathValues: [JSON] { operation.path.parameterNames.compactMap { value($0, in: .path) } }
}

extension PathTemplate {
    /// Whether it asks for a resource itself, not for something beneath it.
    var endsInParameter: Bool {
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
