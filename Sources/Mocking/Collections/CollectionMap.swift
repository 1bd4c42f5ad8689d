// Which operations make up the collections that a mock keeps, and what those start with.

import MockRules
import ContractCollections
import JSONValues
import HTTPTypes
import JSONSchema
import OpenAPIContract

/// The collections of a contract that no rule covers.
struct CollectionMap: Sendable {
    enum Role: Sendable {
        case list, create, createAll, replaceByBody, read, replace, patch, delete, clear
    }

    struct Collection: Sendable {
        let index: Int
        let declared: ResourceCollection
        /// What its lists start with.
        let book: SeedBook
        /// What the state calls it; nil where rules speak for it, where its resources are another's, and for one resource by itself.
        let stateName: String?
        /// The collections whose resources its own belong to, the closest first, as indices.
        let above: [Int]
    }

    let collections: [Collection]
    let seeding: Seeding
    /// By `Operation.index`.
    private let members: [Int: Member]

    private struct Member {
        let collection: Int
        let role: Role
        /// What tells the resource apart, where that is not its id.
        var key: ResourceCollection.KeyedOperation?
    }

    static let none = CollectionMap(collections: [], members: [:], Seeding())

    private init(collections: [Collection], members: [Int: Member], _ seeding: Seeding) {
        self.seeding = seeding
        self.collections = collections
        self.members = members
    }

    init(_ contract: Contract, _ behaviour: Behaviour, _ seeding: Seeding) {
        guard behaviour.infersCollections else {
            self = .none
            return
        }
        var members: [Int: Member] = [:]
        var views: [Int: [ResourceCollection]] = [:]
        let found = contract.findCollections(withSingles: true)
        for (index, declared) in found.enumerated() {
            // What rules say of a part of it would be two stories of one resource.
            guard declared.operations.allSatisfy({ behaviour.rules[$0.index]?.isEmpty ?? true }) else { continue }
            if let home = declared.home { views[home.collection, default: []].append(declared) }
            let roles: [(Operation?, Role)] = [
                (declared.list, .list), (declared.create, declared.isSingle ? .replace : .create),
                (declared.replaceByBody, .replaceByBody),
                (declared.read, .read), (declared.replace, .replace), (declared.patch, .patch),
                (declared.update, .patch), (declared.delete, .delete), (declared.clear, .clear),
            ]
            let others =
                declared.searches.map { ($0.operation, Role.list) } + declared.createAll.map { ($0, Role.createAll) }
            for (operation, role) in others where behaviour.rules[operation.index]?.isEmpty ?? true {
                if members[operation.index] == nil {
                    members[operation.index] = Member(collection: index, role: role)
                }
            }
            for case (let operation?, let role) in roles where members[operation.index] == nil {
                members[operation.index] = Member(collection: index, role: role)
            }
            for key in declared.keyed where behaviour.rules[key.operation.index]?.isEmpty ?? true {
                guard members[key.operation.index] == nil, let role = Self.role(of: key.operation) else { continue }
                members[key.operation.index] = Member(collection: index, role: role, key: key)
            }
        }
        self.members = members
        self.seeding = seeding
        let kept = Set(members.values.map(\.collection))
        var taken = Set(behaviour.state.names)
        collections = found.enumerated().map { index, declared in
            let names = [declared.name, declared.fullName, "/" + declared.fullName]
            let isOwn = kept.contains(index) && declared.home == nil && !declared.isSingle
            let name = isOwn ? names.first { taken.insert($0).inserted } : nil
            return Collection(
                index: index, declared: declared, book: SeedBook(declared, views: views[index] ?? [], seeding),
                stateName: name, above: Self.above(index, found))
        }
    }

    private static func role(of operation: Operation) -> Role? {
        switch operation.method {
        case .get: .read
        case .put: .replace
        case .patch, .post: .patch
        case .delete: .delete
        default: nil
        }
    }

    private static func above(_ index: Int, _ found: [ResourceCollection]) -> [Int] {
        var above: [Int] = []
        var next = found[index].parent
        while let parent = next, !above.contains(parent) {
            above.append(parent)
            next = found[parent].parent
        }
        return above
    }

    /// What the operation does, and with which collection; nil where it belongs to none.
    subscript(operation: Operation) -> (collection: Collection, role: Role)? {
        members[operation.index].map { (collections[$0.collection], $0.role) }
    }

    /// What tells the resource of the operation apart, where that is not its id.
    func key(of operation: Operation) -> ResourceCollection.KeyedOperation? { members[operation.index]?.key }

    /// The one of that name, under the same number of parameters.
    func collection(like other: Collection) -> Collection? {
        collections.first {
            $0.declared.name == other.declared.name && $0.declared.scopeCount == other.declared.scopeCount
                && $0.declared.home == nil && $0.declared.isSingle == other.declared.isSingle
                && (!other.declared.isSingle || $0.declared.fullName == other.declared.fullName)
        }
    }

    /// The collections whose resources those of this one belong to, the closest first.
    func above(_ collection: Collection) -> [Collection] { collection.above.map { collections[$0] } }

    /// The collection that has the resources: itself, or the one that it shows a part of.
    func home(of collection: Collection) -> Collection {
        collection.declared.home.map { collections[$0.collection] } ?? collection
    }
}
