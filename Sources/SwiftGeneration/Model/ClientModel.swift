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
        applyDirections()
        declarations.boxRecursiveParts()
        sizes = declarations.boxLargeParts(limit: Self.inlineLimit)
        declarations.fillTags()
        byScope = Dictionary(grouping: declarations.indices.map(TypeID.init), by: { declarations[$0.index].scope })
    }

    /// A part that holds more values than this is held in a box: some 8 KB, of which a thread's stack of 512 KB has room for many.
    /// Without a limit a charge of Stripe's would be 25,000 values in line, and the compiler unrolls each copy of them.
    static let inlineLimit = 512

    /// Whether a value of the type is held in a box where it is a part of another.
    func isLarge(_ type: SwiftType) -> Bool { type.direct.map { sizes[$0.index] > Self.inlineLimit } ?? false }

    subscript(id: TypeID) -> Declaration { declarations[id.index] }

    /// The declarations that stand in a scope, in the order of their names.
    func nested(in scope: TypeScope, _ names: Names) -> [TypeID] {
        (byScope[scope] ?? []).sorted { names[$0] < names[$1] }
    }
}
