// All files of a contract as one document: what other files hold moves to components, and references follow it.

import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

/// Copies a contract's documents into one. The root document keeps its structure, so that references within it stay as they are.
struct Bundler {
    private let contract: Contract
    private let root: SourceFile
    /// The edition that the document is to be told in.
    private let version: SpecificationVersion
    /// The schemas that say their own URIs, where those can be no part of the document.
    private let named: [String: NamedSchema]
    /// The URI that references are resolved by, of the schema around them.
    private var base: String?
    /// The media types that are being copied to where they are used.
    private var open: Set<Place> = []
    /// The references that parts of other files are known by now.
    private var moved: [Place: String] = [:]
    /// What has moved, by the kind's field under `components`.
    private var components: [String: [(name: String, value: JSON)]] = [:]
    private var taken: [String: Set<String>] = [:]
    /// How deep in callbacks the path item stands that is being copied.
    private var callbackDepth = 0

    /// The bundled document.
    ///
    /// What an edition has no place for is put where it is used: media types among the components before 3.2, and URIs of schemas
    /// in 3.0.
    static func document(of contract: Contract, for version: SpecificationVersion) -> JSON {
        guard let root = contract.sources.first else { return .object(JSONObject()) }
        var bundler = Bundler(contract: contract, root: root, version: version)
        return bundler.document()
    }

    private init(contract: Contract, root: SourceFile, version: SpecificationVersion) {
        self.contract = contract
        self.root = root
        self.version = version
        named =
            version == .v3_0
            ? contract.sources.reduce(into: [:]) {
                $0.merge(NamedSchema.all(in: $1)) { first, _ in first }
            }
            : [:]
        for (field, value) in root.root["components"]?.object ?? JSONObject() {
            taken[field] = Set((value.object ?? JSONObject()).keys)
        }
    }

    private mutating func document() -> JSON {
        let own = rewrite(Located(json: root.root, source: root, pointer: .root), .document)
        guard var members = own.object else { return own }
        var all = members["components"]?.object ?? JSONObject()
        if version < .v3_2, all["mediaTypes"] != nil {
            all["mediaTypes"] = nil
            members["components"] = .object(all)
        }
        guard !components.isEmpty else { return .object(members) }
        for field in components.keys.sorted() {
            var map = all[field]?.object ?? JSONObject()
            for (name, value) in components[field] ?? [] { map[name] = value }
            all[field] = .object(map)
        }
        members["components"] = .object(all)
        return .object(members)
    }

    // MARK: Copying

    private mutating func rewrite(_ value: Located, _ kind: ObjectKind) -> JSON {
        guard case .object(let members) = value.json else { return value.json }
        let outer = base
        defer { base = outer }
        if kind == .schema, let id = members["$id"]?.string {
            // A schema with an identifier of its own resolves its references by that, and only within itself.
            guard version == .v3_0 else { return value.json }
            base = base.map { URIReference(id).resolved(against: URIReference($0)).document } ?? id
        }
        if kind.componentsField != nil, let reference = members["$ref"]?.string {
            return rewrite(reference: reference, of: value, members, kind)
        }
        if kind == .callback { callbackDepth += 1 }
        defer { if kind == .callback { callbackDepth -= 1 } }
        var copy: [(String, JSON)] = []
        for (field, child) in members {
            copy.append(
                (
                    field,
                    rewrite(
                        Located(json: child, source: value.source, pointer: value.pointer.appending(field)), field,
                        of: kind)
                ))
        }
        if kind == .example { copy = withValue(copy, at: value) }
        return .object(JSONObject(copy))
    }

    private mutating func rewrite(_ value: Located, _ field: String, of kind: ObjectKind) -> JSON {
        if kind == .schema, field == "discriminator" { return rewriteMapping(value) }
        guard let (childKind, holding) = kind.child(field) else { return value.json }
        switch (holding, value.json) {
        case (.one, .object): return rewrite(value, childKind)
        case (.list, .array), (.one, .array): return .array(value.elements.map { rewrite($0, childKind) })
        case (.map, .object):
            return .object(
                JSONObject(
                    value.members.map { name, child in
                        (name, name.hasPrefix("x-") && kind == .document ? child.json : rewrite(child, childKind))
                    }))
        default: return value.json
        }
    }

    /// The content of a file that an example names goes into the example.
    private func withValue(_ members: [(String, JSON)], at value: Located) -> [(String, JSON)] {
        guard members.contains(where: { $0.0 == "externalValue" }), let content = contract.externalValues[value.place]
        else {
            return members
        }
        return members.filter { $0.0 != "externalValue" } + [("value", content)]
    }

    // MARK: References

    private mutating func rewrite(reference: String, of value: Located, _ members: JSONObject, _ kind: ObjectKind)
        -> JSON
    {
        guard let target = target(of: reference, from: value.source) else { return value.json }
        if kind == .mediaType, version < .v3_2 {
            // One that holds itself, by the headers of its parts, is left empty inside.
            guard open.insert(target.place).inserted else { return .object(JSONObject()) }
            defer { open.remove(target.place) }
            return rewrite(target, .mediaType)
        }
        // 3.0 has no place for paths among the components, so they are copied to where they are used; those of callbacks, which can
        // lead back to themselves, are not.
        if kind == .pathItem, target.source !== root, callbackDepth == 0 {
            var merged = rewrite(target, .pathItem).object ?? JSONObject()
            for (key, sibling) in members where key != "$ref" { merged[key] = sibling }
            return .object(merged)
        }
        var copy = JSONObject()
        for (key, sibling) in members {
            let child = Located(json: sibling, source: value.source, pointer: value.pointer.appending(key))
            copy[key] = key == "$ref" ? .string(place(target, kind)) : rewrite(child, key, of: kind)
        }
        return .object(copy)
    }

    private func target(of reference: String, from source: SourceFile) -> Located? {
        guard !named.isEmpty else { return contract.target(of: reference, from: source) }
        let resolved = URIReference(reference).resolved(against: URIReference(base ?? source.uri))
        return named[resolved.document].flatMap { $0.target(of: resolved) }
            ?? contract.target(of: reference, from: source)
    }

    /// The reference to a target in the bundled document, to which the target is added if need be.
    private mutating func place(_ target: Located, _ kind: ObjectKind) -> String {
        if target.source === root { return "#" + target.pointer.fragment }
        if let known = moved[target.place] { return known }
        let field = kind == .pathItem && contract.version == .v3_0 ? "x-pathItems" : kind.componentsField ?? "schemas"
        let name = freeName(for: target, in: field)
        let reference = "#" + JSONPointer(["components", field, name]).fragment
        // Known before it is copied: it may refer to itself.
        moved[target.place] = reference
        components[field, default: []].append((name, nil))
        let slot = (components[field]?.count ?? 1) - 1
        let outer = base
        base = nil
        let copy = rewrite(target, kind)
        base = outer
        components[field]?[slot].value = copy
        return reference
    }

    private mutating func freeName(for target: Located, in field: String) -> String {
        let stem = target.source.uri.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? "part"
        let wanted = Bundler.componentName(target.pointer.tokens.last ?? String(stem))
        var name = wanted
        var number = 2
        while !taken[field, default: []].insert(name).inserted {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }

    /// Only some characters can stand in a component's name (OpenAPI 3.1, section 4.8.7.1).
    private static func componentName(_ text: String) -> String {
        let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
        return name.isEmpty ? "part" : name
    }

    private mutating func rewriteMapping(_ value: Located) -> JSON {
        guard var discriminator = value.json.object, let mapping = value["mapping"], case .object = mapping.json else {
            return value.json
        }
        discriminator["mapping"] = .object(
            JSONObject(
                mapping.members.map { name, target in
                    guard let reference = target.json.string, reference.contains("/") || reference.contains("#"),
                        let found = self.target(of: reference, from: value.source)
                    else { return (name, target.json) }
                    return (name, .string(place(found, .schema)))
                }))
        return .object(discriminator)
    }
}
