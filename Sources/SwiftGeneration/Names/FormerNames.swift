// What the client of an older contract called otherwise: operations by their method and path, types and members by where they stand.

import HTTPTypes
package import JSONSchema
package import OpenAPIContract
import SourceDocuments

/// A contract whose names stay as deprecated aliases.
package struct OlderContract: Sendable {
    /// A member or parameter without its name: what its values satisfy, and whether it is always there.
    package typealias Member = (schemas: [Schema], isRequired: Bool)

    let contract: Contract
    /// The names that were given to it.
    let names: NameRegistry?
    /// Which of the members that went are which of those that came.
    let renames: @Sendable (_ gone: [Member], _ come: [Member]) -> [(gone: Int, come: Int)]

    /// - Parameter names: nil where they are not known; then those of today's client are taken.
    package init(
        _ contract: Contract, names: NameRegistry?,
        renames: @escaping @Sendable (_ gone: [Member], _ come: [Member]) -> [(gone: Int, come: Int)]
    ) {
        (self.contract, self.names, self.renames) = (contract, names, renames)
    }
}

/// Names of an older client that stand for something which has another name now.
struct FormerNames {
    /// The name that a method or type had, and the place of the operation among today's.
    private(set) var methods: [(former: String, operation: Int)] = []
    private(set) var types: [(former: String, current: String)] = []
    /// Types that stand in another, by the scope that they stand in today.
    private(set) var nestedTypes: [(scope: TypeScope, former: String, current: String)] = []
    private(set) var members: [Members] = []
    /// Operations that are no more.
    private(set) var removed: [(method: String, place: Place)] = []

    /// What has members, in today's client.
    enum Owner: Hashable {
        case type(TypeID)
        /// By the place among the operations.
        case request(Int)
        case response(Int)
        case headers(Int, StatusPattern)
        case credentials
    }

    /// Members of one owner, by the keys that they have there today.
    struct Members {
        let owner: Owner
        /// Those whose name means nothing else today.
        var renamed: [(former: String, key: String)]
        /// All that the initialiser took and still takes, in its order; nil for additional properties.
        var labels: [(former: String, key: String?)] = []
    }

    private let old: (model: ClientModel, names: Names)
    private let new: (model: ClientModel, names: Names)
    private let renames: @Sendable ([OlderContract.Member], [OlderContract.Member]) -> [(gone: Int, come: Int)]
    /// Names that mean something today: an alias would hide it.
    private var taken: Set<String>
    private var seen: Set<Pair> = []
    private var takenInScopes: [TypeScope: Set<String>] = [:]

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

    init(
        of old: (model: ClientModel, names: Names), in new: (model: ClientModel, names: Names),
        renames: @escaping @Sendable ([OlderContract.Member], [OlderContract.Member]) -> [(gone: Int, come: Int)]
    ) {
        (self.old, self.new, self.renames) = (old, new, renames)
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
            walk(operation, names, index)
        }
        let schemes = Dictionary(old.names.credentials.map { ($0.key, $0.key) }) { first, _ in first }
        keep(
            .credentials, old.model.contract.securitySchemes.map { ($0.name, old.names.credentials[$0.name]) },
            new.names.credentials, schemes, isStructure: true)
        self.methods.sort { $0.former < $1.former }
        types.sort { $0.former < $1.former }
    }

    var isEmpty: Bool { methods.isEmpty && types.isEmpty && nestedTypes.isEmpty && members.isEmpty }

    // MARK: Keeping a name

    private mutating func keep(_ former: String, for current: String) {
        guard former != current, taken.insert(former).inserted else { return }
        types.append((former, current))
    }

    private mutating func keepNested(_ former: TypeID, for current: TypeID, in scope: TypeScope) {
        let (former, name) = (old.names[former], new.names[current])
        guard former != name, !taken.contains(former) else { return }
        var names = takenInScopes[scope] ?? names(in: scope)
        guard names.insert(former).inserted else { return }
        takenInScopes[scope] = names
        nestedTypes.append((scope, former, name))
    }

    /// The types that a scope has today.
    private func names(in scope: TypeScope) -> Set<String> {
        let declared = Set(new.model.nested(in: scope, new.names).map { new.names[$0] })
        guard case .operation(let index) = scope,
            let place = new.model.operations.firstIndex(where: { $0.operation.index == index })
        else { return declared }
        let headers = new.model.operations[place].responses.map { $0.headersType }
        return declared.union(new.names.operations[place].contents.values).union(headers)
    }

    /// - Parameters:
    ///   - formers: keys and names in the order of the older contract.
    ///   - names: today's, by key.
    ///   - matches: today's key for each former one that has any.
    ///   - others: names that mean something else today.
    private mutating func keep(
        _ owner: Owner, _ formers: [(key: String, name: String?)], _ names: [String: String],
        _ matches: [String: String], besides others: Set<String> = [], isStructure: Bool,
        keepsAdditional: Bool = false
    ) {
        guard !members.contains(where: { $0.owner == owner }) else { return }
        var taken = others.union(names.values)
        var kept = Members(owner: owner, renamed: [])
        for (key, name) in formers {
            guard let name, let match = matches[key], let current = names[match] else { continue }
            if isStructure { kept.labels.append((name, match)) }
            if name != current, taken.insert(name).inserted { kept.renamed.append((name, match)) }
        }
        if keepsAdditional { kept.labels.append(("additionalProperties", nil)) }
        if !kept.renamed.isEmpty { members.append(kept) }
    }

    // MARK: Which is which

    /// Today's key for each former one: the same, or the one that it seems to have become.
    private func matches(
        _ were: [(key: String, member: OlderContract.Member?)], _ are: [(key: String, member: OlderContract.Member?)]
    ) -> [String: String] {
        let (formers, currents) = (Set(were.map(\.key)), Set(are.map(\.key)))
        var matches = Dictionary(formers.intersection(currents).map { ($0, $0) }) { first, _ in first }
        func rest(_ all: [(key: String, member: OlderContract.Member?)], _ others: Set<String>)
            -> [(key: String, member: OlderContract.Member)]
        {
            all.compactMap { key, member in others.contains(key) ? nil : member.map { (key, $0) } }
        }
        let (gone, come) = (rest(were, currents), rest(are, formers))
        guard !gone.isEmpty, !come.isEmpty else { return matches }
        for pair in renames(gone.map(\.member), come.map(\.member)) {
            matches[gone[pair.gone].key] = come[pair.come].key
        }
        return matches
    }

    // MARK: What stands in the same place

    private mutating func walk(_ old: OperationModel, _ names: Names.OperationNames, _ index: Int) {
        let (new, current) = (self.new.model.operations[index], self.new.names.operations[index])
        let matches = parameters(old, new)
        for parameter in old.parameters {
            let other = new.parameters.first { $0.key == matches[parameter.key] }
            walk(parameter.property.type, other?.property.type)
        }
        walk(old.body?.choices ?? [], new.body?.choices ?? [])
        let rest = ["body", "contentType"]
        keep(
            .request(index), (old.parameters.map(\.key) + rest).map { ($0, names.fields[$0]) }, current.fields,
            matches.merging(rest.map { ($0, $0) }) { first, _ in first },
            besides: Set(new.parameters.map { stored(current.fields[$0.key], $0.property) } + ["storedBody"]),
            isStructure: true)
        let statuses = old.responses.map(\.response.status)
        keep(
            .response(index), statuses.map { ("\($0)", names.cases[$0]) },
            Dictionary(current.cases.map { ("\($0.key)", $0.value) }) { first, _ in first },
            Dictionary(statuses.map { ("\($0)", "\($0)") }) { first, _ in first },
            besides: ["undocumented", "example", "status"], isStructure: false)
        for response in old.responses {
            let status = response.response.status
            let other = new.responses.first { $0.response.status == status }
            walk(response.payloads, other?.payloads ?? [])
            guard let labels = current.labels[status] else { continue }
            for header in response.headers {
                walk(header.type, other?.headers.first { $0.wire == header.wire }?.type)
            }
            keep(
                .headers(index, status), response.headers.map { ($0.wire, names.labels[status]?[$0.wire]) }, labels,
                Dictionary(response.headers.map { ($0.wire, $0.wire) }) { first, _ in first }, isStructure: true)
        }
    }

    /// Parameters of the path by where they stand in it, others by their names.
    private func parameters(_ old: OperationModel, _ new: OperationModel) -> [String: String] {
        var matches: [String: String] = [:]
        let paths = (old.operation.path.parameterNames, new.operation.path.parameterNames)
        if paths.0.count == paths.1.count {
            for (former, current) in zip(paths.0, paths.1) { matches["path/\(former)"] = "path/\(current)" }
        }
        for location in Set(old.parameters.map(\.location)) where location != .path {
            func members(_ model: OperationModel) -> [(key: String, member: OlderContract.Member?)] {
                model.parameters.filter { $0.location == location }.map { parameter in
                    (parameter.key, (parameter.property.schemas, parameter.property.presence == .required))
                }
            }
            matches.merge(self.matches(members(old), members(new))) { first, _ in first }
        }
        return matches
    }

    private mutating func walk(_ old: [Content], _ new: [Content]) {
        for content in old { walk(content.type, new.first { $0.mediaType == content.mediaType }?.type) }
    }

    private mutating func walk(_ old: SwiftType, _ new: SwiftType?) {
        guard let new, let former = old.declaration, let current = new.declaration else { return }
        guard seen.insert(Pair(old: former, new: current)).inserted else { return }
        let (before, now) = (self.old.model[former], self.new.model[current])
        switch (before.scope, now.scope) {
        case (.file, .file): keep(self.old.names[former], for: self.new.names[current])
        case (.type, .type), (.operation, .operation): keepNested(former, for: current, in: now.scope)
        default: break
        }
        switch (before.kind, now.kind) {
        case (.structure(let before), .structure(let now)): walk(before, now, former, current)
        case (.union(let before), .union(let now)): walk(before, now, former, current)
        case (.openEnum(let before), .openEnum):
            let keys = before.values.map(\.enumKey)
            keepMembers(
                of: former, in: current, keys, Dictionary(keys.map { ($0, $0) }) { first, _ in first },
                besides: ["known", "unknown", "allCases", "rawValue", "example"], isStructure: false)
        default: break
        }
    }

    private mutating func walk(_ before: Structure, _ now: Structure, _ former: TypeID, _ current: TypeID) {
        func members(_ structure: Structure) -> [(key: String, member: OlderContract.Member?)] {
            structure.properties.map { property in
                let isRequired = [.required, .nullable].contains(property.presence)
                return (property.wire, property.schemas.isEmpty ? nil : (property.schemas, isRequired))
            }
        }
        let matches = matches(members(before), members(now))
        for property in before.properties {
            walk(property.type, now.properties.first { $0.wire == matches[property.wire] }?.type)
        }
        if let additional = before.additional { walk(additional, now.additional) }
        let names = new.names.members[current.index]
        keepMembers(
            of: former, in: current, before.properties.map(\.wire), matches,
            besides: Set(now.properties.map { stored(names[$0.wire], $0) } + ["additionalProperties", "parts"]),
            isStructure: true, keepsAdditional: before.additional != nil && now.additional != nil)
    }

    private mutating func walk(_ before: Union, _ now: Union, _ former: TypeID, _ current: TypeID) {
        func members(_ union: Union) -> [(key: String, member: OlderContract.Member?)] {
            union.branches.map { branch in (branch.wire, branch.schema.map { ([$0], true) }) }
        }
        var matches = matches(members(before), members(now))
        // The values by which a branch is chosen say which it is, whatever is in it.
        for branch in before.branches where matches[branch.wire] == nil && !branch.fit.tags.isEmpty {
            let same = now.branches.first { $0.fit.tags == branch.fit.tags && !matches.values.contains($0.wire) }
            if let same { matches[branch.wire] = same.wire }
        }
        for branch in before.branches {
            guard let payload = branch.payload else { continue }
            walk(payload, now.branches.first { $0.wire == matches[branch.wire] }?.payload)
        }
        keepMembers(
            of: former, in: current, before.branches.map(\.wire), matches, besides: ["unknown", "example"],
            isStructure: false)
    }

    private mutating func keepMembers(
        of former: TypeID, in current: TypeID, _ keys: [String], _ matches: [String: String],
        besides others: Set<String>, isStructure: Bool, keepsAdditional: Bool = false
    ) {
        keep(
            .type(current), keys.map { ($0, old.names.members[former.index][$0]) }, new.names.members[current.index],
            matches, besides: others.union(names(in: .type(current))), isStructure: isStructure,
            keepsAdditional: keepsAdditional)
    }

    private func stored(_ name: String?, _ property: Property) -> String {
        ClientWriter.Field.stored(name ?? property.wire, property)
    }
}
