// What a contract itself says to be a secret.

import JSONSchema
import Archives

extension RedactionRules {
    /// Adds the names that a contract has for secrets: those of its API keys, and of parameters and properties of
    /// `format: password`.
    package mutating func add(from contract: Contract) {
        for scheme in contract.securitySchemes {
            if case .apiKey(_, let name) = scheme.kind { add(name) }
        }
        var walk = PasswordWalk()
        for operation in contract.operations + contract.webhooks {
            let media = (operation.body?.content ?? []) + operation.responses.flatMap(\.content)
            for parameter in operation.parameters { walk.visit(parameter.schema, named: parameter.name) }
            for schema in media.map(\.schema) { walk.visit(schema, named: nil) }
        }
        for name in walk.names { add(name) }
    }
}

/// Looks for passwords in schemas, in each of them once.
private struct PasswordWalk {
    private(set) var names: Set<String> = []
    private var seen: Set<Schema> = []

    mutating func visit(_ schema: Schema?, named name: String?) {
        var waiting: [(schema: Schema, name: String?)] = schema.map { [($0, name)] } ?? []
        while let (schema, name) = waiting.popLast() {
            if let name, schema.isPassword { names.insert(name) }
            guard seen.insert(schema).inserted else { continue }
            waiting += schema.properties.map { ($0.schema, $0.name) }
            // The elements of a list of passwords go by the list's name.
            if let items = schema.items { waiting.append((items, name)) }
        }
    }
}

extension Schema {
    fileprivate var isPassword: Bool { conjuncts.contains { $0.node.formatName == "password" } }
}
