// The operations that create, list, read, change and delete one kind of resource.

import VerificationReports
package import ContractCollections
import HTTPExchange
import HTTPTypes
import JSONSchema
package import JSONValues
package import OpenAPIContract

/// A kind of resource, with the operations on it that the contract has.
package struct Resource {
    package let child: ResourcePaths.Child
    /// POST to the list.
    package let create: Operation
    /// GET of the list.
    package let list: Operation?
    /// GET of one.
    package let read: Operation?
    /// PUT to one.
    package let replace: Operation?
    /// PATCH of one.
    package let patch: Operation?
    /// DELETE of one.
    package let delete: Operation?
    /// How the list's pages are turned; nil where that tells no more.
    package let paging: ResourceList.Paging?
    /// By what the list is asked for a part of it, whether or not its pages are turned.
    package let bounds: ResourceList.Paging?

    /// Those of a contract that have an operation which creates them and one that uses them.
    package static func all(of contract: Contract, _ paths: ResourcePaths) -> [Resource] {
        let collections = contract.findCollections()
        return contract.operations.filter { $0.method == .post }.flatMap { create in
            paths.children(of: create.path).compactMap { child -> Resource? in
                func item(_ method: HTTPRequest.Method) -> Operation? {
                    contract.operations.first {
                        $0.method == method && $0.path.resourceKey == child.key && $0.path.endsInParameter
                    }
                }
                let list = contract.operations.first {
                    $0.method == .get && $0.path.key == create.path.key && !$0.showsOne(of: create, collections)
                }
                // Of what cannot be asked for one by one, no more is told by turning pages.
                let collection = collections.first {
                    $0.idParameter != nil && $0.list != nil && $0.list === list
                }
                let paging = collection?.listing?.paging
                return Resource(
                    child: child, create: create, list: list, read: item(.get), replace: item(.put),
                    patch: item(.patch), delete: item(.delete), paging: paging,
                    bounds: paging ?? list.flatMap { ResourceList(alone: $0) }?.paging)
            }
        }
    }
}

extension CaseResult {
    /// Which resource a request has created, and how the answer shows it: by the id in its body, else by where `Location` leads; nil
    /// where it does not say.
    package func createdResource(
        _ child: ResourcePaths.Child, in contract: Contract
    ) -> (values: [JSON], shown: JSON?)? {
        guard let judged = test.judged else { return nil }
        if let shown = exchange.answer.flatMap({ child.resource(in: $0) }), let id = child.id(in: shown) {
            return (judged.pathValues + [id], shown)
        }
        guard let location = exchange.response.headers[.location], let target = contract.resource(at: location),
            target.operation.path.resourceKey == child.key
        else { return nil }
        return (target.values, nil)
    }
}

extension JSON {
    /// Whether a server that normalizes what it is sent would take the one for the other: numbers by value, text without case and
    /// surrounding space, times by the instant, arrays in any order, of objects what both have.
    package func isLike(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)):
            if left == right || left.normalized == right.normalized { return true }
            guard let one = DateTime(left), let same = DateTime(right) else { return false }
            return one.secondsSinceEpoch == same.secondsSinceEpoch
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            return zip(left, right).allSatisfy { $0.isLike($1) }
                || left.allSatisfy { value in right.contains { value.isLike($0) } }
        case (.object(let left), .object(let right)):
            return left.allSatisfy { key, value in right[key].map { value.isLike($0) } ?? value.isNull }
        default: return self == other
        }
    }
}

extension String {
    fileprivate var normalized: String { String(lowercased().filter { !$0.isWhitespace }) }
}

extension Operation {
    /// Whether it answers what making a resource does, and is no collection's list: then it shows that resource.
    fileprivate func showsOne(of create: Operation, _ collections: [ResourceCollection]) -> Bool {
        guard let shown = answerSchema, let made = create.answerSchema, shown.types != .array else { return false }
        return (shown.mayBe(made) || made.mayBe(shown)) && !collections.contains { $0.list === self }
    }
}
