// What a contract says of secrets: its API keys, and whatever is a password by its format.

package import HTTPExchange
import JSONSchema
package import OpenAPIContract

extension RedactionRules {
    /// Adds the names that a contract gives to secrets, in requests and in answers.
    package mutating func add(from contract: Contract) {
        for scheme in contract.securitySchemes {
            if case .apiKey(_, let name) = scheme.kind { add(name) }
        }
        var walk = PasswordWalk()
        for operation in contract.operations + contract.webhooks {
            for parameter in operation.parameters {
                if let schema = parameter.schema { walk.visit(schema, named: parameter.name) }
            }
            let answers = operation.responses.flatMap(\.content)
            for media in (operation.body?.content ?? []) + answers {
                if let schema = media.schema { walk.visit(schema, named: nil) }
            }
        }
        for name in walk.names { add(name) }
    }
}

/// Looks for properties whose format is `password`, each schema once under each name.
private struct PasswordWalk {
    var names: Set<String> = []
    private var seen: Set<String> = []

    mutating func visit(_ schema: Schema, named name: String?) {
        guard seen.insert("\(schema.place) \(name ?? "")").inserted else { return }
        if let name, schema.conjuncts.contains(where: { $0.node.formatName == "password" }) { names.insert(name) }
        for property in schema.properties { visit(property.schema, named: property.name) }
        if let items = schema.items { visit(items, named: name) }
    }
}
