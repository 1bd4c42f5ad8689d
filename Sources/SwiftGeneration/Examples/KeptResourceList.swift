// What of a contract's collections a fake can keep: those whose examples show that the answers it puts together are right.

import ContractCollections
import JSONValues
import JSONSchema
import OpenAPIContract

/// A list of resources, and the operations on it that work on what a fake keeps.
struct KeptResourceList {
    enum Role: String {
        case list, create, clear, read, replace, change, delete

        var isOnItem: Bool { [.read, .replace, .change, .delete].contains(self) }
        var isChange: Bool { ![.list, .read].contains(self) }
    }

    struct Operation {
        let role: Role
        /// Of the client's operations.
        let index: Int
        let name: String
        let path: String
        let answer: ReplyExample
        let place: [String]
        let isInList: Bool
        let sent: [String]
        /// The answer where there is no such resource; nil where the contract has none.
        let missing: ReplyExample?
        /// What the answer is, where it is JSON.
        fileprivate let schema: Schema?
    }

    let name: String
    /// The property that tells resources apart.
    let id: String?
    let examples: JSON
    /// What every resource has, for what nobody sends.
    let rest: JSON
    /// What is sent and never shown: `writeOnly` properties.
    let hidden: [String]
    let operations: [Operation]
}

extension ClientWriter {
    /// The collections of the contract that a fake keeps, as far as the client has their operations.
    func keptCollections(_ examples: inout ExampleFinder) -> [KeptResourceList] {
        let indices = Dictionary(
            model.operations.indices.map { (model.operations[$0].operation.index, $0) }, uniquingKeysWith: { $1 })
        var taken: Set<Int> = []
        return model.contract.findCollections().compactMap { collection in
            guard let list = kept(collection, indices.filter { !taken.contains($0.value) }, &examples) else {
                return nil
            }
            taken.formUnion(list.operations.map(\.index))
            return list
        }
    }

    private func kept(
        _ collection: ResourceCollection, _ indices: [Int: Int], _ examples: inout ExampleFinder
    ) -> KeptResourceList? {
        guard collection.home == nil, collection.createdID == nil, !collection.isSingle,
            collection.idParameter?.location != .query
        else { return nil }
        let all: [(KeptResourceList.Role, Operation?)] = [
            (.list, collection.list), (.create, collection.create), (.clear, collection.clear),
            (.read, collection.read), (.replace, collection.replace), (.change, collection.patch),
            (.delete, collection.delete),
        ]
        var operations: [KeptResourceList.Operation] = []
        for (role, operation) in all {
            guard let operation, let index = indices[operation.index], !role.isOnItem || collection.idProperty != nil,
                let known = self.operation(role, index, of: collection, &examples)
            else { continue }
            operations.append(known)
        }
        let shown = Shown(collection, operations)
        let list = KeptResourceList(
            name: collection.name, id: collection.idProperty, examples: .array(shown.examples),
            rest: .object(shown.rest), hidden: shown.hidden.sorted(),
            operations: operations.filter { operation in
                shown.fits(operation) && fits(operation, in: collection, shown, operations, &examples)
            })
        guard list.operations.contains(where: \.role.isChange), list.operations.contains(where: { !$0.role.isChange })
        else { return nil }
        return list
    }

    private func operation(
        _ role: KeptResourceList.Role, _ index: Int, of collection: ResourceCollection,
        _ examples: inout ExampleFinder
    ) -> KeptResourceList.Operation? {
        let model = model.operations[index]
        let operation = model.operation
        // Values of the path are whole segments, as they are.
        let isPlain = operation.path.segments.allSatisfy { segment in
            segment.count <= 1 && !segment.contains { if case .parameter(_, true) = $0 { true } else { false } }
        }
        guard isPlain, operation.path.parameterNames.count == collection.scopeCount + (role.isOnItem ? 1 : 0),
            operation.parameters.allSatisfy({ $0.location != .path || $0.style == .simple }),
            let success = operation.successResponse, success.status.isSuccess,
            let answer = reply(model, success, &examples),
            let response = model.responses.first(where: { $0.response.status == success.status })
        else { return nil }
        let content = response.payloads.first
        guard content.map({ $0.kind == .json }) ?? true else { return nil }
        if [.create, .replace, .change].contains(role) {
            guard let body = model.body?.choices.first, body.kind == .json,
                !body.essence.contains("json-patch")
            else { return nil }
        }
        let place = collection.place(inAnswerOf: operation)
        return KeptResourceList.Operation(
            role: role, index: index, name: operation.id, path: operation.path.text, answer: answer,
            place: role == .list ? collection.listPointer.tokens : place.names,
            isInList: role != .list && place.isInList, sent: collection.place(inBodyOf: operation).names,
            missing: role.isOnItem ? operation.response(for: 404).flatMap { missing($0, model, &examples) } : nil,
            schema: content.flatMap { content in success.content.first { $0.wire == content.accept }?.schema })
    }

    private func missing(
        _ response: ResponseSpec, _ operation: OperationModel, _ examples: inout ExampleFinder
    ) -> ReplyExample? {
        guard !response.status.isSuccess, var answer = reply(operation, response, &examples) else { return nil }
        answer.status = 404
        return answer
    }

    /// Whether what an example of its request leaves can be shown by every operation that shows it.
    private func fits(
        _ operation: KeptResourceList.Operation, in collection: ResourceCollection, _ shown: Shown,
        _ all: [KeptResourceList.Operation], _ examples: inout ExampleFinder
    ) -> Bool {
        guard [.create, .replace, .change].contains(operation.role) else { return true }
        let model = model.operations[operation.index]
        guard let content = model.body?.choices.first,
            let schema = model.operation.body?.content.first(where: { $0.wire == content.accept })?.schema,
            let body = examples.example(schema, .request)
        else { return false }
        let sent = collection.resource(inBody: body, of: model.operation).object ?? JSONObject()
        let old = operation.role == .change ? shown.examples.first?.object ?? shown.rest : shown.rest
        let resource = JSON.object(
            sent.filter { !shown.hidden.contains($0.key) }.reduce(into: old) { $0[$1.key] = $1.value })
        return all.allSatisfy { $0.schema == nil || shown.fits($0, resource) }
    }
}

/// The resources that a collection's examples show.
private struct Shown {
    private(set) var examples: [JSON] = []
    private(set) var rest = JSONObject()
    private(set) var hidden: Set<String> = []

    init(_ collection: ResourceCollection, _ operations: [KeptResourceList.Operation]) {
        var members = JSONObject()
        var required = Set([collection.idProperty].compactMap(\.self))
        var defaults = JSONObject()
        var listed: [JSON] = []
        var single: [JSON] = []
        for operation in operations {
            guard let text = operation.answer.body, let body = try? JSON(parsing: text),
                let found = body[pointer: JSONPointer(operation.place)]
            else { continue }
            if operation.role == .list { listed = found.array?.filter { $0.object != nil } ?? [] }
            let resource = operation.role == .list || operation.isInList ? found[0] : found
            for (key, value) in resource?.object ?? JSONObject() { members[key] = value }
            if operation.role == .read, let resource { single = [resource] }
            guard let schema = operation.schema else { continue }
            let inner = operation.place.reduce(Optional(schema)) { $0?.property($1) }
            guard let inner = operation.role == .list || operation.isInList ? inner?.items : inner else { continue }
            required.formUnion(inner.requiredNames)
            let properties = inner.properties.filter { $0.schema.conjuncts.contains { $0.node.isWriteOnly } }
            hidden.formUnion(properties.map(\.name))
            for (name, property) in inner.properties where operation.role != .list {
                if let value = property.node.defaultValue { defaults[name] = value }
            }
        }
        for (key, value) in members where required.contains(key) { rest[key] = value }
        for (key, value) in defaults where rest[key] == nil { rest[key] = value }
        let id = collection.idProperty
        for resource in listed + single {
            guard let own = resource.object, id == nil || own[id ?? ""] != nil else { continue }
            if let id, examples.contains(where: { $0[id] == own[id] }) { continue }
            examples.append(.object(own.reduce(into: rest) { $0[$1.key] = $1.value }))
        }
    }

    /// Whether the examples can be shown so.
    func fits(_ operation: KeptResourceList.Operation) -> Bool {
        guard operation.role != .list else { return examples.isEmpty || fits(operation, nil) }
        return (examples.isEmpty ? [.object(rest)] : examples).allSatisfy { fits(operation, $0) }
    }

    /// Whether a resource can be shown so; beside the others in a list.
    func fits(_ operation: KeptResourceList.Operation, _ resource: JSON?) -> Bool {
        guard let schema = operation.schema, let text = operation.answer.body, let body = try? JSON(parsing: text)
        else { return operation.role.isChange }
        var value: JSON = resource ?? .null
        if operation.role == .list {
            value = .array(examples + [resource].compactMap(\.self))
        } else if operation.isInList {
            value = [value]
        }
        return body.replacing(operation.place[...], with: value).map { schema.accepts($0, direction: .response) }
            ?? false
    }
}
