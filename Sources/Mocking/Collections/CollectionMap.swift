// Which operations make up the collections that a mock keeps, and what those start with.

import JSONValues
import JSONSchema
import OpenAPIContract

/// The collections of a contract that no rule covers.
struct CollectionMap: Sendable {
    enum Role: Sendable {
        case list, create, createAll, replaceByBody, read, replace, patch, delete
    }

    struct Collection: Sendable {
        let index: Int
        let resource: ResourceCollection
        let seeds: [Seed]
        /// What the state calls it; nil where rules speak for it.
        let stateName: String?
    }

    /// A thing that an example shows.
    struct Seed: Sendable {
        /// The values of the path's parameters before the id; nil where the example says nothing of them.
        let scope: [String]?
        let id: String
        let value: JSON
    }

    let collections: [Collection]
    /// By `Operation.index`.
    private let members: [Int: (collection: Int, role: Role)]

    static let none = CollectionMap(collections: [], members: [:])

    private init(collections: [Collection], members: [Int: (collection: Int, role: Role)]) {
        self.collections = collections
        self.members = members
    }

    init(_ contract: Contract, _ behaviour: Behaviour) {
        guard behaviour.infersCollections else {
            self = .none
            return
        }
        var members: [Int: (collection: Int, role: Role)] = [:]
        for (index, resource) in contract.collections.enumerated() {
            // What rules say of a part of it would be two stories of one thing.
            guard resource.operations.allSatisfy({ behaviour.rules[$0.index]?.isEmpty ?? true }) else { continue }
            let roles: [(Operation?, Role)] = [
                (resource.list, .list), (resource.create, .create), (resource.replaceByBody, .replaceByBody),
                (resource.read, .read), (resource.replace, .replace), (resource.patch, .patch),
                (resource.update, .patch), (resource.delete, .delete),
            ]
            let others =
                resource.searches.map { ($0.operation, Role.list) } + resource.createAll.map { ($0, Role.createAll) }
            for (operation, role) in others where behaviour.rules[operation.index]?.isEmpty ?? true {
                if members[operation.index] == nil { members[operation.index] = (index, role) }
            }
            for case (let operation?, let role) in roles where members[operation.index] == nil {
                members[operation.index] = (index, role)
            }
        }
        self.members = members
        let kept = Set(members.values.map(\.collection))
        var taken = Set(behaviour.state.names)
        collections = contract.collections.enumerated().map { index, resource in
            let names = [resource.name, resource.fullName, "/" + resource.fullName]
            let name = kept.contains(index) ? names.first { taken.insert($0).inserted } : nil
            return Collection(index: index, resource: resource, seeds: Seed.all(of: resource), stateName: name)
        }
    }

    /// What the operation does, and with which collection; nil where it belongs to none.
    subscript(operation: Operation) -> (collection: Collection, role: Role)? {
        members[operation.index].map { (collections[$0.collection], $0.role) }
    }

    /// The one of that name, under the same number of parameters.
    func collection(like other: Collection) -> Collection? {
        collections.first {
            $0.resource.name == other.resource.name && $0.resource.scopeCount == other.resource.scopeCount
        }
    }

    func parent(of collection: Collection) -> Collection? { collection.resource.parent.map { collections[$0] } }
}

extension CollectionMap.Seed {
    /// Every thing that the examples of reading and listing show, each once.
    static func all(of resource: ResourceCollection) -> [CollectionMap.Seed] {
        var seeds: [CollectionMap.Seed] = []
        func add(_ value: JSON, scope: [String]?, path: String?) {
            let value = resource.unwrapped(value)
            // What the thing says of itself counts before the path that it was read by.
            guard value.object != nil, let id = resource.idProperty.flatMap({ value[$0]?.idText }) ?? path,
                !seeds.contains(where: { $0.id == id && $0.scope == scope })
            else { return }
            seeds.append(CollectionMap.Seed(scope: scope, id: id, value: value))
        }
        for pair in resource.list?.pairs ?? [] where (200...299).contains(pair.status) {
            let scope = pair.pathValues(resource.list)
            for value in pair.response?.value[pointer: resource.listPointer]?.array ?? [] {
                add(value, scope: scope?.count == resource.scopeCount ? scope : nil, path: nil)
            }
        }
        for pair in resource.read?.pairs ?? [] where (200...299).contains(pair.status) {
            guard let value = pair.response?.value, let path = pair.pathValues(resource.read) else { continue }
            let scope = Array(path.prefix(resource.scopeCount))
            add(value, scope: scope, path: resource.idParameter.flatMap { pair.value(of: $0) } ?? path.last)
        }
        for value in resource.list?.shownValues ?? [] {
            for value in value[pointer: resource.listPointer]?.array ?? [] { add(value, scope: nil, path: nil) }
        }
        for value in resource.read?.shownValues ?? [] { add(value, scope: nil, path: nil) }
        return seeds
    }
}

extension ExamplePair {
    fileprivate func value(of parameter: Parameter) -> String? {
        parameters.first {
            $0.parameter.location == parameter.location && $0.parameter.name == parameter.name
        }?.value.idText
    }

    /// Texts of the path's parameters, in their order; nil where one has no value.
    fileprivate func pathValues(_ operation: Operation?) -> [String]? {
        guard let operation else { return nil }
        let values = operation.path.parameterNames.map { name in
            parameters.first { $0.parameter.location == .path && $0.parameter.name == name }?.value.idText
        }
        return values.contains(nil) ? nil : values.compactMap { $0 }
    }
}

extension Operation {
    /// Named examples of the JSON content of its success. One without a name shows what things are like, not which there are.
    fileprivate var shownValues: [JSON] {
        let examples = successResponse?.content.first { $0.media?.kind == .json }?.examples ?? []
        return examples.filter { $0.name != nil }.map(\.value)
    }
}

extension JSON {
    /// A scalar as it stands in a path; nil for anything else.
    var idText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.int64.map { String($0) } ?? number.uint64.map { String($0) } ?? number.text
        case .bool(let value): String(value)
        case .null, .array, .object: nil
        }
    }
}
