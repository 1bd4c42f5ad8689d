// Learning from an exchange that went well.

import VerificationReports
import ContractCollections
import Lifecycles
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
                    if let name = child.name(in: resource) {
                        note(name, named: child.resourceName + "name")
                        if child.id(in: resource) == nil { note(scope + [name], at: child.key) }
                    }
                    guard let id = child.id(in: resource) else { continue }
                    note(scope + [id], at: child.key)
                    note(id, named: child.referenceName)
                }
            }
            learnNames(from: answer, depth: 0)
            learnNames(listedBy: operation, in: answer)
            var left = ObservedValues.followed
            learnAddresses(in: answer, of: contract, depth: 0, &left)
        }
        learnSentName(of: request, answered: response, answer, paths)
        learnLinks(of: request, answered: response, answer, in: contract)
        guard operation.method == .post || operation.method == .put, let location = response.headers[.location],
            let link = contract.resource(at: location), let key = link.operation.path.resourceKey
        else { return }
        note(link.values, at: key)
    }

    /// What the first element has that a list chooses by: all of it together finds that again.
    mutating func learnFilters(of list: ResourceList, from answer: JSON) {
        guard case .object(let first)? = answer[pointer: list.pointer]?.array?.first else { return }
        for filter in list.filters where [nil, "gte", "lte"].contains(filter.comparison) {
            guard let value = first[filter.property], value.string?.isEmpty == false || value.number != nil,
                value.isPlainOnTheWire, let index = list.operation.index(of: filter.parameter)
            else { continue }
            note(value, filter: index, of: list.operation)
        }
    }

    private static let listed = 24

    /// How many addresses of one answer are looked at.
    private static let followed = 48

    /// Answers that say where other things are, `{"self": "https://…/pets/7"}`, tell how to ask for them.
    private mutating func learnAddresses(in value: JSON, of contract: Contract, depth: Int, _ left: inout Int) {
        guard depth < 6, left > 0 else { return }
        switch value {
        case .string(let text):
            guard text.utf8.count < 300, text.hasPrefix("/") || text.hasPrefix("http"), !text.contains("{") else {
                return
            }
            left -= 1
            guard let target = contract.resource(at: text), let key = target.operation.path.resourceKey,
                target.operation.path.segments.contains(where: \.isLiteral), resources(at: key).isEmpty
            else { return }
            note(target.values, at: key)
        case .array(let elements):
            for element in elements.prefix(16) { learnAddresses(in: element, of: contract, depth: depth + 1, &left) }
        case .object(let members):
            for member in members { learnAddresses(in: member.value, of: contract, depth: depth + 1, &left) }
        case .null, .bool, .number: return
        }
    }

    /// What was made is called as it was asked to be, where the answer does not say otherwise.
    private mutating func learnSentName(
        of request: JudgedRequest, answered response: Response, _ answer: JSON?, _ paths: ResourcePaths
    ) {
        guard request.operation.method == .post, response.headers[.location] == nil, let sent = request.body else {
            return
        }
        for child in paths.children(of: request.operation.path) {
            guard answer.map({ child.resources(in: $0).isEmpty }) ?? true, let name = child.nameAsked(in: sent) else {
                continue
            }
            note(request.pathValues + [name], at: child.key)
            note(name, named: child.resourceName + "name")
        }
    }

    /// A list of nothing but texts is one of names, which others call as its path is called: `/plugins` and `/pluginslist` those of
    /// `{plugin}`.
    private mutating func learnNames(listedBy operation: Operation, in answer: JSON) {
        guard operation.method == .get, let texts = answer.array?.prefix(ObservedValues.listed),
            let last = operation.path.key.split(separator: "/").last, !last.contains("{"),
            texts.allSatisfy({ $0.string != nil })
        else { return }
        var name = last.comparableName
        if name.hasSuffix("list"), name.count > 4 { name.removeLast(4) }
        for text in texts where text.isPlainOnTheWire { note(text, named: EnglishNoun.singular(of: name)) }
    }

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

extension ObservedValues {
    /// Notes the resource that each link leads to, and the values that it gives to other parameters.
    mutating func learnLinks(
        of request: JudgedRequest, answered response: Response, _ answer: JSON?, in contract: Contract
    ) {
        for link in ResolvedLink.all(of: request, answered: response, answer, in: contract) {
            if let key = link.target.path.resourceKey, let resource = link.resource { note(resource, at: key) }
            for (name, value) in link.values where !link.target.path.parameterNames.contains(name) {
                note(value, named: name)
            }
        }
    }
}

extension PathTemplate.Segment {
    fileprivate var isLiteral: Bool {
        allSatisfy { if case .literal(let text) = $0 { !text.isEmpty } else { false } } && !isEmpty
    }
}
