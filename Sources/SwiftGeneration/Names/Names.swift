// The Swift names of everything in a client.

import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

struct Names {
    /// The name of a type by itself.
    private var own: [String]
    /// The name of a type from the file's scope on.
    private var full: [String]
    private var parents: [TypeScope]
    /// Properties of structs and cases of enums, by wire name.
    private(set) var members: [[String: String]]
    private(set) var operations: [OperationNames] = []
    private(set) var credentials: [String: String] = [:]

    struct OperationNames {
        var method: String
        var type: String
        /// By `ParameterModel.key`.
        var fields: [String: String] = [:]
        var cases: [StatusPattern: String] = [:]
        /// The enums of bodies that come in several forms; the request's is that of no status.
        var contents: [StatusPattern?: String] = [:]
        /// By status and header.
        var labels: [StatusPattern: [String: String]] = [:]
    }

    subscript(id: TypeID) -> String { own[id.index] }

    /// The name as it is written inside a scope.
    func reference(_ id: TypeID, from scope: TypeScope) -> String {
        parents[id.index] == scope ? own[id.index] : full[id.index]
    }

    func fullName(_ id: TypeID) -> String { full[id.index] }

    /// - Parameter isNamespaced: types stand in an enum, where they hide nothing of Foundation.
    init(_ model: ClientModel, api: String, isNamespaced: Bool = true, _ naming: inout Naming) {
        let count = model.declarations.count
        own = [String](repeating: "", count: count)
        full = own
        parents = model.declarations.map(\.scope)
        members = [[String: String]](repeating: [:], count: count)
        nameFile(model, api, isNamespaced ? [] : ReservedWords.foundationTypes, &naming)
        let taken = Set(model.declarations.indices.filter { parents[$0] == .file }.map { own[$0] })
            .union(operations.map(\.type)).union(ReservedWords.libraryTypes).union(ReservedWords.clientTypes).union([
                api, api + "API",
            ])
        var children: [TypeScope: [Int]] = [:]
        for index in parents.indices { children[parents[index], default: []].append(index) }
        for (index, operation) in model.operations.enumerated() {
            operations[index].contents = Self.contents(of: operation, besides: taken)
            nameNested(
                children, .operation(operation.operation.index), path: operations[index].type,
                reserved: taken.union(ReservedWords.operationTypes).union(operations[index].contents.values), model,
                &naming)
        }
        for index in children[.file] ?? [] {
            nameNested(children, .type(TypeID(index: index)), path: own[index], reserved: taken, model, &naming)
        }
        // A member of such a name would hide the type.
        let caseless = Set(own.filter { Words($0).lowerCamel == $0 || $0.lowercased() == $0.uppercased() })
        for index in model.declarations.indices {
            // A name without letters is the same in either case: `_2`.
            let nested = Set((children[.type(TypeID(index: index))] ?? []).map { own[$0] }).union(caseless)
            members[index] = Self.members(model.declarations[index], full[index], besides: nested, &naming)
        }
        for index in model.operations.indices {
            nameParts(of: model.operations[index], index, besides: caseless, &naming)
        }
        let schemes = model.contract.securitySchemes.map {
            Scope.Entry(wire: $0.name, candidates: [Words($0.name).lowerCamel])
        }
        credentials = Scope(path: "credentials", reserved: ReservedWords.members).resolve(schemes, &naming)
    }

    // MARK: Types

    private mutating func nameFile(_ model: ClientModel, _ api: String, _ hidden: Set<String>, _ naming: inout Naming) {
        var entries: [Scope.Entry] = []
        for (index, declaration) in model.declarations.enumerated() where declaration.scope == .file {
            let key = declaration.rank == 0 ? "schemas/\(declaration.wire)" : declaration.wire
            let unique = entries.contains { $0.wire == key } ? "\(key)#\(index)" : key
            let spelling = declaration.wire.split(separator: "/").last.map(String.init)
            entries.append(
                Scope.Entry(
                    wire: unique, candidates: declaration.candidates, spelling: spelling, rank: declaration.rank))
            own[index] = unique
        }
        for operation in model.operations {
            let words = Words(operation.operation.id)
            let name = words.upperCamel
            // Without letters of two cases the method would hide the type: `_1`, `名前`.
            let candidates = (name == words.lowerCamel ? [] : [name]) + [name + "Operation"]
            entries.append(
                Scope.Entry(wire: "operations/\(operation.operation.id)", candidates: candidates, rank: 1))
        }
        let reserved = ReservedWords.libraryTypes.union(ReservedWords.clientTypes).union(ReservedWords.operationTypes)
            .union([api, api + "API"]).union(hidden)
        let types = Scope(path: "types", reserved: reserved, suffix: "Model").resolve(entries, &naming)
        for index in own.indices where parents[index] == .file {
            own[index] = types[own[index]] ?? own[index]
            full[index] = own[index]
        }
        let methods = Scope(path: "methods", reserved: ReservedWords.clientMembers).resolve(
            model.operations.map {
                Scope.Entry(wire: $0.operation.id, candidates: [Words($0.operation.id).lowerCamel])
            },
            &naming)
        operations = model.operations.map { operation in
            let id = operation.operation.id
            return OperationNames(method: methods[id] ?? id, type: types["operations/\(id)"] ?? id)
        }
    }

    private mutating func nameNested(
        _ children: [TypeScope: [Int]], _ scope: TypeScope, path: String, reserved: Set<String>, _ model: ClientModel,
        _ naming: inout Naming
    ) {
        guard let indices = children[scope] else { return }
        var keys: [String: Int] = [:]
        var entries: [Scope.Entry] = []
        for index in indices {
            let declaration = model.declarations[index]
            var key = declaration.wire
            while keys[key] != nil { key += "'" }
            keys[key] = index
            entries.append(Scope.Entry(wire: key, candidates: declaration.candidates))
        }
        let scopeOfTypes = Scope(path: "\(path)/types", reserved: reserved.union(ReservedWords.nestedTypes))
        for (key, name) in scopeOfTypes.resolve(entries, &naming) {
            guard let index = keys[key] else { continue }
            own[index] = name
            full[index] = "\(path).\(name)"
        }
        for index in indices {
            nameNested(
                children, .type(TypeID(index: index)), path: full[index], reserved: reserved, model, &naming)
        }
    }

    /// Where a type of the file has the name already, it would be hidden.
    private static func contents(of model: OperationModel, besides taken: Set<String>) -> [StatusPattern?: String] {
        var taken = taken
        func name(_ candidates: [String]) -> String {
            let free = candidates.first { !taken.contains($0) } ?? (candidates[0] + "2")
            taken.insert(free)
            return free
        }
        var names: [StatusPattern?: String] = [:]
        for response in model.responses where !response.headers.isEmpty {
            taken.insert(response.headersType)
        }
        if (model.body?.choices.count ?? 0) > 1 { names[nil] = name(["Content", "BodyContent", "RequestContent"]) }
        for response in model.responses where response.payloads.count > 1 {
            let status = response.response.status.words.lowerCamel.capitalizedFirst
            names[response.response.status] = name([status + "Content", status + "BodyContent"])
        }
        return names
    }

    // MARK: Members

    private static func members(
        _ declaration: Declaration, _ path: String, besides nested: Set<String>, _ naming: inout Naming
    ) -> [String: String] {
        let members = ReservedWords.members.union(nested)
        switch declaration.kind {
        case .structure(let structure):
            let wires = structure.properties.map(\.wire) + structure.constants.map(\.wire) + structure.forbidden
            var reserved = members
            if structure.additional != nil { reserved.insert("additionalProperties") }
            reserved.formUnion(structure.properties.compactMap(Self.backingName))
            let entries = wires.map { Scope.Entry(wire: $0, candidates: [Words($0).lowerCamel]) }
            return Scope(path: path, reserved: reserved.union(["parts"]), suffix: "Field").resolve(
                entries, &naming)
        case .openEnum(let enumeration):
            let entries = enumeration.values.map { value in
                Scope.Entry(wire: value.enumKey, candidates: [Words(value.enumKey).lowerCamel])
            }
            let reserved = members.union(["known", "unknown", "allCases", "rawValue", "example"])
            return Scope(path: path, reserved: reserved).resolve(entries, &naming)
        case .union(let union):
            let entries = union.branches.map {
                Scope.Entry(wire: $0.wire, candidates: $0.candidates, spelling: $0.candidates.first)
            }
            return Scope(path: path, reserved: members.union(["unknown", "example", "visit"])).resolve(entries, &naming)
        case .pending: return [:]
        }
    }

    /// The name of what a property is computed from, if it is.
    private static func backingName(_ property: Property) -> String? {
        let name = Words(property.wire).lowerCamel
        let stored = ClientWriter.Field.stored(name, property)
        return stored == name ? nil : stored
    }

    private mutating func nameParts(
        of model: OperationModel, _ index: Int, besides caseless: Set<String>, _ naming: inout Naming
    ) {
        let path = operations[index].type
        var fields = model.parameters.map { parameter in
            let name = (parameter.location == .header ? Words(parameter.name).withoutX : Words(parameter.name))
                .lowerCamel
            let placed = name + Words(parameter.location.rawValue).upperCamel
            return Scope.Entry(wire: parameter.key, candidates: [name, placed], spelling: parameter.name)
        }
        if model.body != nil { fields.append(Scope.Entry(wire: "body", candidates: ["body"], rank: -1)) }
        if model.body?.contentType != nil {
            fields.append(Scope.Entry(wire: "contentType", candidates: ["contentType", "bodyContentType"], rank: -1))
        }
        let reserved = ReservedWords.members.union(model.parameters.map(\.property).compactMap(Self.backingName))
            .union(["storedBody"]).union(caseless)
        operations[index].fields = Scope(path: "\(path).Request", reserved: reserved).resolve(fields, &naming)
        let cases = model.responses.map { response in
            let name = response.response.status.words.lowerCamel
            return Scope.Entry(wire: "\(response.response.status)", candidates: [name], spelling: name)
        }
        let names = Scope(
            path: "\(path).Response", reserved: ReservedWords.members.union(["undocumented", "example", "status"])
        )
        .resolve(cases, &naming)
        for response in model.responses {
            let status = response.response.status
            operations[index].cases[status] = names["\(status)"]
            let labels = response.headers.map { header in
                let words = Words(header.wire)
                return Scope.Entry(wire: header.wire, candidates: [words.withoutX.lowerCamel, words.lowerCamel])
            }
            operations[index].labels[status] = Scope(
                path: "\(path).Response/\(status)", reserved: ReservedWords.members.union(["status"])
            )
            .resolve(labels, &naming)
        }
    }
}

extension ParameterModel {
    /// Tells parameters of one name apart that stand in different places.
    var key: String { "\(location.rawValue)/\(name)" }
}

extension JSON {
    /// What an enumeration's value is called in the names file.
    var enumKey: String { string ?? serialized() }
}
