// The operations that make, list, read, change and delete one kind of thing.

import HTTPTypes
import JSONSchema
import OpenAPIContract

struct Resource {
    let child: ThingPaths.Child
    let create: Operation
    let list: Operation?
    let read: Operation?
    let replace: Operation?
    let patch: Operation?
    let delete: Operation?
    let paging: ResourceList.Paging?

    /// Those of a contract that have an operation which makes things and one that uses them.
    static func all(of contract: Contract, _ paths: ThingPaths) -> [Resource] {
        contract.operations.filter { $0.method == .post }.flatMap { create in
            paths.children(of: create.path).compactMap { child -> Resource? in
                func item(_ method: HTTPRequest.Method) -> Operation? {
                    contract.operations.first {
                        $0.method == method && $0.path.thingKey == child.key && $0.path.endsInParameter
                    }
                }
                let list = contract.operations.first { $0.method == .get && $0.path.key == create.path.key }
                // Of things that cannot be asked for one by one, no more is told by turning pages.
                let collection = contract.collections.first {
                    $0.idParameter != nil && $0.list != nil && $0.list === list
                }
                return Resource(
                    child: child, create: create, list: list, read: item(.get), replace: item(.put),
                    patch: item(.patch), delete: item(.delete), paging: collection?.listing?.paging)
            }
        }
    }
}

/// A thing that has been made, and what is known of it.
struct Made {
    /// The values of its path's parameters.
    let thing: [JSON]
    let trial: Run.Trial
    var draft: Draft
    /// As the answer showed it; nil where it did not.
    let shown: JSON?

    var id: JSON { thing.last ?? .null }
    var exchange: Exchange { trial.exchange }
}

extension JSON {
    /// Whether a server that tidies what it is sent would take the one for the other: numbers by value, text without case and
    /// surrounding space, times by the instant, arrays in any order, of objects what both have.
    func isLike(_ other: JSON) -> Bool {
        switch (self, other) {
        case (.string(let left), .string(let right)):
            if left == right || left.tidy == right.tidy { return true }
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
    fileprivate var tidy: String { String(lowercased().filter { !$0.isWhitespace }) }
}
