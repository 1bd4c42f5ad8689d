// Schemas that give themselves a URI of their own (JSON Schema 2020-12, section 8.2.1).

import JSONSchema

extension DocumentStore {
    /// A schema that has said its own URI.
    struct NamedSchema {
        let source: SourceFile
        let pointer: JSONPointer
        let value: JSON
    }

    /// The schema of that URI in one of the files that are there.
    mutating func schema(named uri: String) -> NamedSchema? {
        // Only a URI of some authority or scheme can be told from a file's.
        guard uri.utf8.contains(UInt8(ascii: ":")) else { return nil }
        while namedUpTo < order.count {
            named.merge(NamedSchema.all(in: order[namedUpTo])) { first, _ in first }
            namedUpTo += 1
        }
        return named[uri]
    }

    /// What a reference by such a URI leads to.
    mutating func target(
        of reference: URIReference, in schema: NamedSchema, written: String, at place: Place
    ) -> Target? {
        guard let target = schema.target(of: reference) else {
            report(
                .refUnresolved, "'\(written)' leads nowhere: the schema of that URI has nothing there",
                remedy: "Add what it names, or mend the reference.", at: place)
            return nil
        }
        return Target(source: target.source, pointer: target.pointer, value: target.json)
    }
}

extension DocumentStore.NamedSchema {
    /// The schemas of a file that have said their URIs, the first of each.
    static func all(in source: SourceFile) -> [String: DocumentStore.NamedSchema] {
        var found: [String: DocumentStore.NamedSchema] = [:]
        note(source.root, at: .root, base: nil, in: source, &found)
        return found
    }

    private static func note(
        _ value: JSON, at pointer: JSONPointer, base: String?, in source: SourceFile,
        _ found: inout [String: DocumentStore.NamedSchema]
    ) {
        switch value {
        case .object(let object):
            var base = base
            if case .string(let id)? = object["$id"] {
                let uri = base.map { URIReference(id).resolved(against: URIReference($0)).document } ?? id
                found[uri] = found[uri] ?? DocumentStore.NamedSchema(source: source, pointer: pointer, value: value)
                base = uri
            }
            for (key, child) in object { note(child, at: pointer.appending(key), base: base, in: source, &found) }
        case .array(let array):
            for (index, child) in array.enumerated() {
                note(child, at: pointer.appending(index), base: base, in: source, &found)
            }
        case .null, .bool, .number, .string: break
        }
    }

    /// What the fragment of a reference to it leads to.
    func target(of reference: URIReference) -> Located? {
        let fragment = reference.decodedFragment ?? ""
        let found: (JSONPointer, JSON)? =
            if let pointer = try? JSONPointer(parsing: fragment) {
                value[pointer: pointer].map { (pointer, $0) }
            } else {
                DocumentStore.find(anchor: fragment, in: value, at: .root)
            }
        return found.map {
            Located(json: $0.1, source: source, pointer: JSONPointer(pointer.tokens + $0.0.tokens))
        }
    }
}
