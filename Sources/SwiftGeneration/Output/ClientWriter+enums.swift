// Enums: listed values that stay open, and alternatives that carry a value each.

import JSONValues
import JSONSchema

extension ClientWriter {
    func write(_ enumeration: OpenEnumeration, _ id: TypeID, _ declaration: Declaration, _ source: inout Source) {
        let raw: String
        switch enumeration.raw {
        case .string: raw = "String"
        case .integer(let type): raw = type.rawValue
        }
        source.block("\(head(declaration.scope)) enum \(names[id].escaped): OpenEnum") { source in
            source.line("case known(Known), unknown(\(raw))")
            let members = enumeration.values.map { value in
                (name: names.members[id.index][value.enumKey] ?? value.enumKey, value: value)
            }
            source.block("\(access) enum Known: \(raw), CaseIterable, Sendable") { source in
                source.cases(
                    members.map { member in
                        guard let text = member.value.string else {
                            return "\(member.name.escaped) = \(member.value.rawLiteral)"
                        }
                        return member.name == text ? text.escaped : "\(member.name.escaped) = \(text.literal)"
                    })
            }
            for member in members {
                source.line("\(access) static var \(member.name.escaped): Self { .known(.\(member.name)) }")
            }
            source.line(
                "\(access) var rawValue: \(raw) { switch self { case .known(let k): k.rawValue; case .unknown(let u): u } }"
            )
        }
    }

    func write(_ union: Union, _ id: TypeID, _ declaration: Declaration, _ source: inout Source) {
        let scope = TypeScope.type(id)
        let indirect = union.isIndirect ? "indirect " : ""
        let parameter = model.parameterTypes.contains(id) ? ", ParameterValue" : ""
        source.block(
            "\(head(declaration.scope)) \(indirect)enum \(names[id].escaped): Hashable, Sendable, Codable, UnionModel\(parameter)"
        ) { source in
            let branches = union.branches.map { branch in
                CaseText(branch, name: names.members[id.index][branch.wire] ?? branch.wire, scope, self, &source)
            }
            for branch in branches { source.line("case \(branch.declaration)") }
            if union.isOpen {
                source.line("/// Something else than the contract lists, as it came.")
                source.line("case unknown(JSONValue)")
            }
            if let tag = union.tag, let kind = union.tagKind {
                decodeTagged(union, branches, tag, kind, &source)
            } else {
                decodeByFit(union, branches, &source)
            }
            visit(union, branches, &source)
            nested(in: scope, &source)
        }
    }

    /// A case with the texts that stand for it.
    struct CaseText {
        let branch: Union.Case
        let name: String
        let declaration: String
        /// The type of the payload; empty without one.
        let payload: String
        /// Reads the payload from `decoder`.
        let decoded: String

        init(_ branch: Union.Case, name: String, _ scope: TypeScope, _ writer: ClientWriter, _ source: inout Source) {
            self.branch = branch
            self.name = name
            guard let payload = branch.payload else {
                declaration = name.escaped
                payload = ""
                decoded = ".\(self.name)"
                return
            }
            let type = writer.typeText(payload, from: scope, &source)
            declaration = "\(name.escaped)(\(type))"
            self.payload = type
            let value: String
            switch payload {
            case _ where payload.isWireCoded: value = "try Wired<\(type)>(from: decoder).value"
            case .nullable(let wrapped):
                value = "try Optional<\(writer.typeText(wrapped, from: scope, &source))>(from: decoder)"
            default: value = "try \(type)(from: decoder)"
            }
            decoded = ".\(self.name)(\(value))"
        }
    }

    private func decodeTagged(
        _ union: Union, _ branches: [CaseText], _ tag: String, _ kind: String, _ source: inout Source
    ) {
        source.addBlankLine()
        source.block("\(access) init(from decoder: any Decoder) throws") { source in
            let fallback = branches.first { $0.branch.fit.isDefault }
            let isRequired = branches.allSatisfy { $0.branch.fit.required.contains(tag) }
            let method = fallback == nil && (isRequired || !union.isOpen) ? "tag" : "tagIfPresent"
            source.line("switch try decoder.\(method)(\(tag.literal), as: \(kind).self) {")
            for branch in branches where !branch.branch.fit.isDefault {
                let values = branch.branch.fit.tags.map(\.rawLiteral)
                source.line("case \(values.joined(separator: ", ")): self = \(branch.decoded)")
            }
            if let fallback {
                source.line("default: self = \(fallback.decoded)")
            } else if union.isOpen {
                source.line("default: self = .unknown(try JSONValue(from: decoder))")
            } else if Set(union.branches.flatMap(\.fit.tags)).count < 2 {
                source.line("default: throw decoder.corrupted(\("no alternative has this \(tag)".literal))")
            }
            source.line("}")
        }
    }

    private func decodeByFit(_ union: Union, _ branches: [CaseText], _ source: inout Source) {
        source.addBlankLine()
        source.block("\(access) init(from decoder: any Decoder) throws") { source in
            source.line("self = try decoder.shape(of: [")
            source.indented { source in
                for branch in branches { fit(branch, &source) }
                if union.isOpen {
                    source.line("UnionCase([.object]) { decoder in .unknown(try JSONValue(from: decoder)) },")
                }
            }
            source.line("])")
        }
    }

    private func fit(_ branch: CaseText, _ source: inout Source) {
        let fit = branch.branch.fit
        let kinds = fit.kinds.armNames.map { ".\($0)" }.joined(separator: ", ")
        var arguments = ["[\(kinds)]"]
        func list(_ label: String, _ values: [String]) {
            if !values.isEmpty { arguments.append("\(label): [\(values.joined(separator: ", "))]") }
        }
        if fit.kinds.contains(.object) {
            list("required", fit.required.map(\.literal))
            list("known", fit.known.map(\.literal))
            for (label, properties) in [("constants", fit.constants), ("listed", fit.listed)] {
                list(
                    label,
                    properties.map { "\($0.wire.literal): [\($0.values.map(\.valueLiteral).joined(separator: ", "))]" })
            }
        }
        if let constant = branch.branch.constant {
            list("only", [constant.valueLiteral])
        } else {
            list("values", fit.values.map(\.valueLiteral))
        }
        let closure = branch.branch.constant == nil ? "decoder in" : "_ in"
        source.closure("UnionCase", arguments, closure, branch.decoded)
    }

    private func visit(_ union: Union, _ branches: [CaseText], _ source: inout Source) {
        source.addBlankLine()
        source.block("func visit(_ values: ValueVisitor)") { source in
            source.line("switch self {")
            for branch in branches {
                guard branch.branch.payload != nil else {
                    let constant = (branch.branch.constant ?? .null).valueLiteral
                    source.line("case .\(branch.name): values.branch(\(constant) as JSONValue)")
                    continue
                }
                let isWired = branch.branch.payload?.isWireCoded ?? false
                var told = "values.\(isWired ? "wiredBranch" : "branch")(value"
                // Only an object has room for it.
                if let tag = union.tag, branch.branch.fit.kinds.contains(.object),
                    !branch.branch.fit.known.contains(tag), let value = branch.branch.fit.tags.first
                {
                    told += ", \(tag.literal), \(value.valueLiteral)"
                }
                // Two cases with values of one type are different all the same.
                let isAlone =
                    branches.count { $0.payload == branch.payload } == 1
                    && !(union.isOpen && branch.branch.payload == .json)
                let label = isAlone ? "" : "values.add(\(branch.branch.wire.literal)); "
                source.line("case .\(branch.name)(let value): \(label)\(told))")
            }
            if union.isOpen { source.line("case .unknown(let value): values.branch(value)") }
            source.line("}")
        }
    }
}

extension JSON {
    /// A string, a truth value or a whole number as a literal of its own type.
    fileprivate var rawLiteral: String {
        string?.literal ?? number?.int64.map(String.init) ?? number?.uint64.map(String.init) ?? serialized()
    }
}

extension Union {
    /// How the tag is read, by the type of its values; nil where they are of several.
    var tagKind: String? {
        let tags = branches.flatMap(\.fit.tags)
        guard !tags.isEmpty, branches.allSatisfy({ !$0.fit.tags.isEmpty || $0.fit.isDefault }),
            Set(tags).count == tags.count
        else { return nil }
        if tags.allSatisfy({ $0.string != nil }) { return "String" }
        if tags.allSatisfy({ $0.bool != nil }) { return "Bool" }
        return tags.allSatisfy { $0.number?.int64 != nil } ? "Int" : nil
    }
}

extension TypeSet {
    /// The cases of the runtime's `JSONKind`.
    var armNames: [String] {
        names.map { $0 == "boolean" ? "bool" : $0 }
    }
}
