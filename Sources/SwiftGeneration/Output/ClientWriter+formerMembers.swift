// Aliases for members and cases that an older contract called otherwise.

import JSONSchema
import OpenAPIContract

extension ClientWriter {
    /// A parameter of an initialiser, and the property that it fills.
    private struct Slot {
        /// Nil for additional properties.
        let key: String?
        let name: String
        let type: String
        /// ` = nil`; empty where it must be said.
        let defaultValue: String
    }

    func writeFormerMembers(_ former: FormerNames, _ source: inout Source) {
        for (scope, types) in Dictionary(grouping: former.nestedTypes, by: \.scope).map({ (path($0), $1) }).sorted(
            by: { $0.0 < $1.0 })
        {
            source.block("nonisolated extension \(scope)") { source in
                for type in types.sorted(by: { $0.former < $1.former }) {
                    source.line(deprecated(type.current))
                    source.line("\(access) typealias \(type.former) = \(type.current)")
                }
            }
        }
        for (path, members) in former.members.map({ (path($0.owner), $0) }).sorted(by: { $0.0 < $1.0 }) {
            switch members.owner {
            case .response(let index): writeCases(members, of: model.operations[index], index, path, &source)
            case .type(let id):
                switch model[id].kind {
                case .openEnum: writeValues(members, names.members[id.index], path, &source)
                case .union(let union): writeCases(members, of: union, names.members[id.index], path, &source)
                default: writeProperties(members, path, &source)
                }
            case .request, .headers, .credentials: writeProperties(members, path, &source)
            }
        }
    }

    // MARK: Where it stands

    private func path(_ scope: TypeScope) -> String {
        switch scope {
        case .file, .outside: settings.name
        case .type(let id): namespace + names.fullName(id)
        case .operation(let index):
            namespace + (pairs.first { $0.0.operation.index == index }?.1.type.escaped ?? "")
        }
    }

    private func path(_ owner: FormerNames.Owner) -> String {
        switch owner {
        case .type(let id): namespace + names.fullName(id)
        case .request(let index): "\(namespace)\(names.operations[index].type.escaped).Request"
        case .response(let index): "\(namespace)\(names.operations[index].type.escaped).Response"
        case .headers(let index, let status):
            part(response(index, status)?.headersType ?? "", of: names.operations[index], .outside)
        case .credentials: namespace + "Credentials"
        }
    }

    private func response(_ index: Int, _ status: StatusPattern) -> ResponseModel? {
        model.operations[index].responses.first { $0.response.status == status }
    }

    // MARK: Structs

    private func slots(_ owner: FormerNames.Owner, _ source: inout Source) -> [Slot] {
        func slot(_ key: String, _ field: Field) -> Slot {
            Slot(key: key, name: field.name, type: field.declared, defaultValue: field.defaultValue(self))
        }
        switch owner {
        case .type(let id):
            guard case .structure(let structure) = model[id].kind else { return [] }
            let slots = structure.properties.map { property in
                slot(property.wire, Field(property, names.members[id.index], .outside, self, &source))
            }
            guard let additional = structure.additional else { return slots }
            let type = "[String: \(typeText(additional, from: .outside, &source))]"
            return slots + [Slot(key: nil, name: "additionalProperties", type: type, defaultValue: " = [:]")]
        case .request(let index):
            return requestFields(model.operations[index], names.operations[index], .outside, &source).map(slot)
        case .headers(let index, let status):
            guard let response = response(index, status) else { return [] }
            return headerFields(response, names.operations[index], .outside, &source).map {
                slot($0.property.wire, $0)
            }
        case .credentials:
            return credentialFields.map {
                Slot(key: $0.scheme.name, name: $0.name, type: $0.type + "?", defaultValue: " = nil")
            }
        case .response: return []
        }
    }

    private func writeProperties(_ members: FormerNames.Members, _ path: String, _ source: inout Source) {
        let slots = slots(members.owner, &source)
        source.block("nonisolated extension \(path)") { source in
            for (former, key) in members.renamed {
                guard let slot = slots.first(where: { $0.key == key }) else { continue }
                source.line(deprecated(slot.name))
                source.accessors(
                    "\(access) var \(former.escaped): \(slot.type)", get: "self.\(slot.name)",
                    set: "self.\(slot.name) = newValue")
            }
            writeInitialisers(members, slots, &source)
        }
    }

    /// Initialisers that take the former names in their order. Each needs a former name that means nothing today, so that no call fits
    /// both it and today's: where all of these may be left out there is one for each, which leaves out those before.
    private func writeInitialisers(_ members: FormerNames.Members, _ slots: [Slot], _ source: inout Source) {
        let labels = members.labels.compactMap { former, key in
            slots.first { $0.key == key }.map { (former: former, slot: $0) }
        }
        let isComplete = slots.allSatisfy { slot in
            !slot.defaultValue.isEmpty || labels.contains { $0.slot.key == slot.key }
        }
        guard isComplete else { return }
        let fresh = labels.indices.filter { index in members.renamed.contains { $0.key == labels[index].slot.key } }
        let needed = fresh.first { labels[$0].slot.defaultValue.isEmpty }
        for first in needed.map({ [$0] }) ?? fresh {
            let left = needed == nil ? fresh.filter { $0 < first } : []
            let passed = labels.indices.filter { !left.contains($0) }
            let names = passed.map { labels[$0].slot.name.label + ":" }.joined()
            source.line(deprecated("init(\(names))"))
            let parameters = passed.map { index in
                let (former, slot) = labels[index]
                return "\(former.escaped): \(slot.type)\(index == first ? "" : slot.defaultValue)"
            }
            source.function("\(access) init", parameters) { source in
                let arguments = slots.compactMap { slot in
                    passed.first { labels[$0].slot.key == slot.key }.map {
                        "\(slot.name.label): \(labels[$0].former.escaped)"
                    }
                }
                source.call("self.init", arguments)
            }
        }
    }

    // MARK: Enums

    /// The listed values of an open enum, by both names of each.
    private func writeValues(
        _ members: FormerNames.Members, _ names: [String: String], _ path: String, _ source: inout Source
    ) {
        for (path, head, tail) in [(path, ".known(.", ")"), (path + ".Known", ".", "")] {
            source.block("nonisolated extension \(path)") { source in
                for (former, key) in members.renamed {
                    let name = names[key] ?? key
                    source.line(deprecated(name))
                    source.line("\(access) static var \(former.escaped): Self { \(head)\(name)\(tail) }")
                }
            }
        }
    }

    private func writeCases(
        _ members: FormerNames.Members, of union: Union, _ names: [String: String], _ path: String,
        _ source: inout Source
    ) {
        source.block("nonisolated extension \(path)") { source in
            for (former, key) in members.renamed {
                guard let branch = union.branches.first(where: { $0.wire == key }) else { continue }
                let values = branch.payload.map {
                    [(label: String?.none, type: typeText($0, from: .outside, &source))]
                }
                writeCase(former, names[key] ?? key, values ?? [], &source)
            }
        }
    }

    private func writeCases(
        _ members: FormerNames.Members, of operation: OperationModel, _ index: Int, _ path: String,
        _ source: inout Source
    ) {
        let names = names.operations[index]
        source.block("nonisolated extension \(path)") { source in
            for (former, key) in members.renamed {
                guard let response = operation.responses.first(where: { "\($0.response.status)" == key }),
                    let name = names.cases[response.response.status]
                else { continue }
                let values = associated(response, names, .outside, &source)
                writeCase(former, name, values, &source)
                guard response.response.status.isSuccess, !response.payloads.isEmpty else { continue }
                source.line(deprecated(name))
                source.line(
                    "\(access) var \(former.escaped): \(values[0].type) { get throws(CallError) { try self.\(name) } }")
            }
        }
    }

    /// What makes a value of the case; a pattern cannot have another name.
    private func writeCase(
        _ former: String, _ name: String, _ values: [(label: String?, type: String)], _ source: inout Source
    ) {
        source.line(deprecated(name))
        guard !values.isEmpty else {
            return source.line("\(access) static var \(former.escaped): Self { .\(name) }")
        }
        let parameters = values.map { "\($0.label ?? "_ value"): \($0.type)" }
        let arguments = values.map { $0.label.map { "\($0): \($0)" } ?? "value" }
        source.function("\(access) static func \(former.escaped)", parameters, tail: " -> Self") { source in
            source.line(".\(name)(\(arguments.joined(separator: ", ")))")
        }
    }
}
