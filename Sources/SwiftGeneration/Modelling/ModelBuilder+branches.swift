// The enum of a union: its cases, their names, and how a value finds its own.

import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ModelBuilder {
    mutating func kindUnion(_ kinds: [TypeSet], _ constraints: Constraints, _ origin: Origin, _ context: Context)
        -> SwiftType
    {
        let listed = constraints.values.flatMap { $0.isEmpty ? nil : $0 }
        // A kind of which no value is listed is none that can come.
        let kinds = kinds.filter { kind in listed.map { $0.contains { $0.fits(kind) } } ?? true }
        let branches = kinds.map { kind in
            var constraints = constraints
            constraints.types = kind
            constraints.isTyped = true
            constraints.values = listed.map { $0.filter { $0.fits(kind) } }
            return Alternative(constraints: constraints, schema: nil, part: kind.names[0])
        }
        if branches.isEmpty { return .json }
        if branches.count == 1 { return usage(of: branches[0], origin, context).type }
        return union(branches, constraints, origin, context, tag: nil)
    }

    mutating func union(
        _ branches: [Alternative], _ constraints: Constraints, _ origin: Origin, _ context: Context, tag: String?
    ) -> SwiftType {
        declare(origin, context, constraints) { modeller, id in
            var branches = branches
            let objects = branches.filter { $0.constraints.kinds == [.object] || !$0.tags.isEmpty }
            var tag = tag
            if tag == nil
                || objects.contains(where: {
                    $0.tags.isEmpty && !$0.isDefault && $0.constraints.values(of: tag ?? "") == nil
                }
                )
            {
                tag = Self.tag(among: objects.map(\.constraints))
            }
            if let tag {
                for index in branches.indices where branches[index].tags.isEmpty && !branches[index].isDefault {
                    branches[index].tags = branches[index].constraints.values(of: tag) ?? []
                }
            }
            let isTagged = tag != nil && objects.count == branches.count
            let tags = branches.flatMap(\.tags)
            var union = Union(tag: isTagged ? tag : nil, branches: [])
            union.isOpen = tag != nil && !branches.contains(where: \.isDefault) && !tags.contains { $0.bool != nil }
            union.branches = branches.map { modeller.branch($0, among: branches, tag: tag, origin, id) }
            return .union(union)
        }
    }

    mutating func branch(
        _ branch: Alternative, among branches: [Alternative], tag: String?, _ origin: Origin, _ id: TypeID
    ) -> Union.Case {
        let constraints = branch.constraints
        let others = branches.filter { $0.part != branch.part }
        var words = branch.words + [Self.words(branch, others: others, tag: tag)].compactMap(\.self)
        if words.isEmpty { words = [Words("option \(branch.part)")] }
        var fit = Union.Fit(kinds: TypeSet(constraints.kinds), tags: branch.tags, isDefault: branch.isDefault)
        if constraints.kinds.isEmpty || !constraints.groups.isEmpty {
            fit.kinds = constraints.isTyped ? constraints.types : .all
        }
        if !constraints.isTyped, let values = constraints.values { fit.kinds = TypeSet(values.map(\.kind)) }
        // What is there in one direction only says nothing of the shape in the other.
        fit.required = constraints.required.filter { name in
            let constraints = Constraints(constraints.members.first { $0.name == name }?.schemas ?? [])
            return !constraints.isReadOnly && !constraints.isWriteOnly
        }
        fit.known = constraints.members.map(\.name)
        fit.values = constraints.values ?? []
        for member in constraints.members {
            guard let values = constraints.values(of: member.name), values.allSatisfy(\.isScalar) else { continue }
            if member.name == tag || Constraints(member.schemas).isConstant {
                fit.constants.append((member.name, values))
            } else {
                fit.listed.append((member.name, values))
            }
        }
        if let tag, !branch.tags.isEmpty, !fit.constants.contains(where: { $0.wire == tag }) {
            fit.constants.append((tag, branch.tags))
        }
        let name = words[0]
        // A schema may be called `1`, and be another alternative than the second.
        let schemas = branches.map { $0.schema.flatMap { Self.globalName($0.place)?.wire } }
        let part = schemas.contains(branch.part) ? "#" + branch.part : branch.part
        var made = Union.Case(
            wire: branch.schema.flatMap { Self.globalName($0.place)?.wire } ?? part,
            candidates: words.map(\.lowerCamel),
            payload: nil, schema: branch.schema, constant: nil, fit: fit)
        made.documentation = Documentation(constraints)
        if let values = constraints.values, values.count == 1, values[0].isScalar, constraints.groups.isEmpty {
            made.constant = values[0]
            return made
        }
        let context = Context(scope: .type(id), wire: made.wire, words: name)
        made.payload = usage(of: branch, origin, context).element
        return made
    }

    /// What an alternative is called: by its schema's name, its kind, its title, its tag, or what only it has.
    private static func words(_ branch: Alternative, others: [Alternative], tag: String?) -> Words? {
        if let schema = branch.schema, let name = globalName(schema.place) { return name.words }
        let constraints = branch.constraints
        if let values = constraints.values, values.count == 1, let value = values.first {
            return value.string.map { $0.isEmpty ? Words("empty") : Words($0) } ?? Words(value.serialized())
        }
        if let kind = constraints.kinds.first, constraints.kinds.count == 1, kind != .object, constraints.groups.isEmpty
        {
            let isOneOfLists = kind == .array && others.contains { $0.constraints.kinds == [.array] }
            if isOneOfLists, let element = Constraints(constraints.items).kinds.first,
                Constraints(constraints.items).kinds.count == 1
            {
                return Words(kindName(element, Constraints(constraints.items)) + "s")
            }
            return Words(constraints.values == nil ? kindName(kind, constraints) : "named")
        }
        if let title = constraints.title, title.count <= 40 { return Words(title) }
        if let tag, (1...3).contains(branch.tags.count) {
            let names = branch.tags.map { tagWords($0, tag).words }
            return Words(words: Array(names.joined(separator: ["or"])))
        }
        if let discriminating = constraints.required.first(where: { name in
            others.allSatisfy { other in !other.constraints.members.contains { $0.name == name } }
        }) {
            return Words(discriminating)
        }
        return constraints.kinds == [.object] && others.allSatisfy({ $0.constraints.kinds != [.object] })
            ? Words("object") : nil
    }

    static func tagWords(_ value: JSON, _ tag: String) -> Words {
        switch value {
        case .bool(true): Words(tag)
        case .bool(false): Words(words: ["not"] + Words(tag).words)
        case .string(let text): text.isEmpty ? Words("empty") : Words(text)
        case .null, .number, .array, .object: Words(words: Words(tag).words + Words(value.serialized()).words)
        }
    }

    private static func kindName(_ kind: TypeSet, _ constraints: Constraints) -> String {
        switch kind {
        case .string:
            switch constraints.stringType {
            case .date: "date"
            case .calendarDate: "day"
            case .uuid: "uuid"
            case .url: "url"
            case .data: "data"
            default: "string"
            }
        case .array: "array"
        case .boolean: "bool"
        case .integer: "integer"
        case .number: "number"
        case .object: "object"
        default: "value"
        }
    }
}
