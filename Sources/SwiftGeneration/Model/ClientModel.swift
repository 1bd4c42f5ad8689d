// A client before its names are known: everything that will be declared.

import JSONSchema
import SourceDocuments
import OpenAPIContract

struct ClientModel {
    let contract: Contract
    var declarations: [Declaration]
    var operations: [OperationModel]
    /// Types that stand in a path, a query, a header or a cookie.
    var parameterTypes: Set<TypeID>
    var diagnostics: [Diagnostic]
    /// How many values each declaration holds in line.
    private var sizes: [Int] = []
    private var byScope: [TypeScope: [TypeID]] = [:]

    init(_ contract: Contract, operations chosen: [Operation]) {
        var modeller = ModelBuilder(contract)
        operations = chosen.map { modeller.model($0) }
        for webhook in contract.webhooks { modeller.readWebhook(webhook) }
        self.contract = contract
        declarations = modeller.declarations
        parameterTypes = modeller.parameters
        diagnostics = modeller.diagnostics
        separateDirections()
        applyDirections()
        declarations.boxRecursiveParts()
        sizes = declarations.boxLargeParts(limit: Self.inlineLimit)
        declarations.fillTags()
        byScope = Dictionary(grouping: declarations.indices.map(TypeID.init), by: { declarations[$0.index].scope })
    }

    /// A value holds no more values in line than this, but for what each of its properties holds at least: some 1 KB. Without a limit a charge
    /// of Stripe's would be 25,000, and the compiler unrolls each copy of them; with one of 512 its client is two and a half times the code.
    static let inlineLimit = 64

    /// Whether a value of the type is held in a box where it is a part of another.
    func isLarge(_ type: SwiftType) -> Bool { type.direct.map { sizes[$0.index] > Self.inlineLimit } ?? false }

    subscript(id: TypeID) -> Declaration { declarations[id.index] }

    /// The declarations that stand in a scope, in the order of their names.
    func nested(in scope: TypeScope, _ names: Names) -> [TypeID] {
        (byScope[scope] ?? []).sorted { names[$0] < names[$1] }
    }

    /// All types of values, with those inside them; declarations stand for themselves.
    var types: Set<SwiftType> {
        var types: Set<SwiftType> = []
        func add(_ type: SwiftType) {
            guard types.insert(type).inserted else { return }
            switch type {
            case .array(let inner), .dictionary(let inner), .nullable(let inner), .eventStream(let inner): add(inner)
            default: break
            }
        }
        for declaration in declarations {
            switch declaration.kind {
            case .structure(let structure):
                (structure.properties.map(\.type) + [structure.additional].compactMap(\.self)).forEach(add)
            case .union(let union): union.branches.compactMap(\.payload).forEach(add)
            case .openEnum(let enumeration):
                switch enumeration.raw {
                case .string: add(.string)
                case .integer(let type): add(.integer(type))
                }
            case .pending: break
            }
        }
        for operation in operations {
            operation.parameters.forEach { add($0.property.type) }
            (operation.body?.choices ?? []).forEach { add($0.type) }
            for response in operation.responses {
                response.payloads.forEach { add($0.type) }
                response.headers.forEach { add($0.type) }
            }
        }
        return types
    }

    /// Has the properties of what is received note that they are read.
    mutating func track() {
        for index in declarations.indices {
            guard !declarations[index].isInput, case .structure(var structure) = declarations[index].kind,
                !structure.isForm
            else { continue }
            let schema = declarations[index].schema.map { "#\($0.place.pointer)" } ?? ""
            for property in structure.properties.indices { structure.properties[property].tracked = schema }
            declarations[index].kind = .structure(structure)
        }
    }

    /// A note of the schemas that have no type, because no operation leads to them.
    var unreached: [Diagnostic] {
        var reached: Set<Schema> = []
        for operation in operations.map(\.operation) + contract.webhooks {
            for parameter in operation.parameters { reach(parameter.schema ?? parameter.content?.schema, &reached) }
            for media in (operation.body?.content ?? []) + operation.responses.flatMap(\.content) {
                reach(media.schema, &reached)
                reach(media.itemSchema, &reached)
            }
            for header in operation.responses.flatMap(\.headers) {
                reach(header.schema ?? header.content?.schema, &reached)
            }
        }
        let left = contract.schemas.filter { !reached.contains($0.schema) }
        guard let first = left.first else { return [] }
        let names =
            left.prefix(10).map(\.name).joined(separator: ", ")
            + (left.count > 10 ? " and \(left.count - 10) more" : "")
        return [
            Diagnostic(
                .clientLeftOut, "no operation leads to \(names): they are left out",
                at: contract.place(ofSchema: first.schema.place.description))
        ]
    }

    /// The schema, and all that it applies.
    private func reach(_ schema: Schema?, _ reached: inout Set<Schema>) {
        var open = [schema].compactMap(\.self)
        while let next = open.popLast() {
            guard reached.insert(next).inserted else { continue }
            open += next.node.keywords.flatMap(\.subschemas).map { next[$0] }
        }
    }
}
