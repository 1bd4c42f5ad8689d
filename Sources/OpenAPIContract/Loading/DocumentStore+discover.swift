// Finds every reference of a contract, so that all files are there before anything is built from them.

import JSONValues
import JSONSchema
import SourceDocuments

extension DocumentStore {
    /// Reads every file that references lead to, starting from the root document, and reports those that lead nowhere.
    mutating func discover(from root: SourceFile) {
        var next = 0
        if order.isEmpty { return }
        while next < order.count {
            let source = order[next]
            next += 1
            for reference in References.all(in: source.root) {
                if let base = reference.base {
                    readIfThere(
                        URIReference(reference.text).resolved(against: URIReference(base))
                            .resolved(against: URIReference(source.uri)))
                } else {
                    let before = diagnostics.count
                    _ = target(of: reference.text, at: Place(source: source, pointer: reference.pointer))
                    // The schemas that a discriminator chooses from are told by more than its mapping.
                    if reference.isMapping { weaken(from: before) }
                }
            }
        }
    }

    private mutating func weaken(from first: Int) {
        for index in diagnostics.indices.dropFirst(first) { diagnostics[index].severity = .warning }
    }
}

/// Walks a document for its references, by what can hold one: not in examples, defaults, constants and extensions, whose
/// `$ref` is data.
package struct References {
    struct Reference {
        let text: String
        let pointer: JSONPointer
        /// The `$id` of the schema that it stands in, by which it is resolved. Whether it leads anywhere only the schema compiler
        /// can say then.
        let base: String?
        /// Of a discriminator: no schema hangs on it.
        let isMapping: Bool
    }

    private var found: [Reference] = []
    private var path: [String] = []
    private var base: String?
    /// The names that a discriminator's mapping may use in place of a reference.
    private let schemaNames: Set<String>

    private init(_ root: JSON) {
        schemaNames = (root["components"]?["schemas"]?.object).map { Set($0.keys) } ?? []
    }

    static func all(in root: JSON) -> [Reference] {
        var references = References(root)
        references.visit(root)
        return references.found
    }

    private mutating func visit(_ value: JSON) {
        switch value {
        case .object(let object):
            let outer = base
            if let id = object["$id"]?.string {
                base = base.map { URIReference(id).resolved(against: URIReference($0)).document } ?? id
            }
            add(object["$ref"], "$ref")
            for (key, child) in object { visit(child, under: key) }
            base = outer
        case .array(let array):
            for (index, child) in array.enumerated() {
                path.append(String(index))
                visit(child)
                path.removeLast()
            }
        case .null, .bool, .number, .string: break
        }
    }

    private mutating func visit(_ value: JSON, under key: String) {
        switch value {
        case .object, .array: break
        case .null, .bool, .number, .string: return
        }
        path.append(key)
        defer { path.removeLast() }
        switch References.roles[key] {
        case .data?: break
        case .examples?: visitExamples(value)
        case .discriminator?: visitDiscriminator(value)
        case .names?: visitNames(value, skippingExtensions: key == "paths" || key == "responses")
        case nil:
            if !key.hasPrefix("x-") { visit(value) }
        }
    }

    private enum Role {
        case data, examples, discriminator
        /// A map from names of the author's choice: there a member called `example` is as good as any other.
        case names
    }

    private static let roles: [String: Role] = {
        var roles: [String: Role] = ["examples": .examples, "discriminator": .discriminator]
        for key in [
            "example", "default", "enum", "const", "value", "dataValue", "security", "required", "scopes",
            "description",
        ] { roles[key] = .data }
        for key in [
            "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas", "responses",
            "parameters",
            "headers", "requestBodies", "securitySchemes", "links", "callbacks", "pathItems", "paths", "webhooks",
            "content",
            "encoding", "variables", "mediaTypes",
        ] { roles[key] = .names }
        return roles
    }()

    private mutating func visitNames(_ value: JSON, skippingExtensions: Bool) {
        guard case .object(let object) = value else { return visit(value) }
        add(object["$ref"], "$ref")
        for (name, child) in object where !(skippingExtensions && name.hasPrefix("x-")) {
            path.append(name)
            visit(child)
            path.removeLast()
        }
    }

    private mutating func visitExamples(_ value: JSON) {
        guard case .object(let object) = value else { return }
        for (name, example) in object { add(example["$ref"], name, "$ref") }
    }

    /// A mapping's values are names of schemas or references to them.
    private mutating func visitDiscriminator(_ value: JSON) {
        for (name, target) in value["mapping"]?.object ?? JSONObject() {
            guard let text = target.string, !schemaNames.contains(text), References.isReference(text) else { continue }
            add(target, "mapping", name, isMapping: true)
        }
    }

    /// Names of components hold neither slash nor hash; what ends so is a file all the same.
    package static func isReference(_ text: String) -> Bool {
        text.contains("/") || text.contains("#")
            || [".yaml", ".yml", ".json"].contains { text.hasSuffix($0) }
    }

    private mutating func add(_ reference: JSON?, _ tokens: String..., isMapping: Bool = false) {
        guard case .string(let text)? = reference else { return }
        found.append(Reference(text: text, pointer: JSONPointer(path + tokens), base: base, isMapping: isMapping))
    }
}
