// What the client of an older contract called otherwise: operations by their method and path, types by where they stand.

import HTTPTypes
import OpenAPIContract
import SourceDocuments

/// Names of an older client that stand for something which has another name now.
struct FormerNames {
    /// The name that a method or type had, and the place of the operation among today's.
    private(set) var methods: [(former: String, operation: Int)] = []
    private(set) var types: [(former: String, current: String)] = []
    /// Operations that are no more.
    private(set) var removed: [(method: String, place: Place)] = []

    private let old: (model: ClientModel, names: Names)
    private let new: (model: ClientModel, names: Names)
    /// Names that mean something today: an alias would hide it.
    private var taken: Set<String>
    private var seen: Set<Pair> = []

    private struct Pair: Hashable {
        let old: TypeID
        let new: TypeID
    }

    /// An operation in a contract that may call it otherwise: parameters of the path have no name here.
    private struct Key: Hashable {
        let method: HTTPRequest.Method
        let path: [String]

        init(_ operation: Operation) {
            method = operation.method
            path = operation.path.text.split(separator: "{", omittingEmptySubsequences: false).enumerated().map {
                index, part in index == 0 ? String(part) : String(part.drop { $0 != "}" })
            }
        }
    }

    init(of old: (model: ClientModel, names: Names), in new: (model: ClientModel, names: Names)) {
        (self.old, self.new) = (old, new)
        taken = Set(new.model.nested(in: .file, new.names).map { new.names[$0] })
        taken.formUnion(new.names.operations.map(\.type))
        let methods = Set(new.names.operations.map(\.method))
        let byKey = Dictionary(
            new.model.operations.enumerated().map { (Key($1.operation), $0) }, uniquingKeysWith: { first, _ in first })
        let byID = Dictionary(
            new.model.operations.enumerated().map { ($1.operation.id, $0) }, uniquingKeysWith: { first, _ in first })
        for (operation, names) in zip(old.model.operations, old.names.operations) {
            guard let index = byKey[Key(operation.operation)] ?? byID[operation.operation.id] else {
                removed.append((names.method, operation.operation.place))
                continue
            }
            let current = new.names.operations[index]
            if names.method != current.method, !methods.contains(names.method) {
                self.methods.append((names.method, index))
            }
            keep(names.type, for: current.type)
            walk(operation, new.model.operations[index])
        }
        self.methods.sort { $0.former < $1.former }
        types.sort { $0.former < $1.former }
    }

    var isEmpty: Bool { methods.isEmpty && types.isEmpty }

    private mutating func keep(_ former: String, for current: String) {
        guard former != current, taken.insert(former).inserted else { return }
        types.append((former, current))
    }

    // MARK: What stands in the same place

    private mutating func walk(_ old: OperationModel, _ new: OperationModel) {
        for parameter in old.parameters {
            let other = new.parameters.first { $0.name == parameter.name && $0.location == parameter.location }
            walk(parameter.property.type, other?.property.type)
        }
        walk(old.body?.choices ?? [], new.body?.choices ?? [])
        for response in old.responses {
            let other = new.responses.first { $0.response.status == response.response.status }
            walk(response.payloads, other?.payloads ?? [])
        }
    }

    private mutating func walk(_ old: [Content], _ new: [Content]) {
        for content in old { walk(content.type, new.first { $0.mediaType == content.mediaType }?.type) }
    }

    private mutating func walk(_ old: SwiftType, _ new: SwiftType?) {
        guard let new, let former = old.declaration, let current = new.declaration else { return }
        guard seen.insert(Pair(old: former, new: current)).inserted else { return }
        let (before, now) = (self.old.model[former], self.new.model[current])
        if before.scope == .file, now.scope == .file { keep(self.old.names[former], for: self.new.names[current]) }
        switch (before.kind, now.kind) {
        case (.structure(let before), .structure(let now)):
            for property in before.properties {
                walk(property.type, now.properties.first { $0.wire == property.wire }?.type)
            }
            if let additional = before.additional { walk(additional, now.additional) }
        case (.union(let before), .union(let now)) where before.branches.count == now.branches.count:
            for (branch, other) in zip(before.branches, now.branches) {
                if let payload = branch.payload { walk(payload, other.payload) }
            }
        default: break
        }
    }
}
