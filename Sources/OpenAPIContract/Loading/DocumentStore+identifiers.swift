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
        guard uri.contains(":") else { return nil }
        while namedUpTo < order.count {
            let source = order[namedUpTo]
            namedUpTo += 1
            note(source.root, at: .root, base: nil, in: source)
        }
        return named[uri]
    }

    private mutating func note(_ value: JSON, at pointer: JSONPointer, base: String?, in source: SourceFile) {
        switch value {
        case .object(let object):
            var base = base
            if case .string(let id)? = object["$id"] {
                let uri = base.map { URIReference(id).resolved(against: URIReference($0)).document } ?? id
                named[uri] = named[uri] ?? NamedSchema(source: source, pointer: pointer, value: value)
                base = uri
            }
            for (key, child) in object { note(child, at: pointer.appending(key), base: base, in: source) }
        case .array(let array):
            for (index, child) in array.enumerated() {
                note(child, at: pointer.appending(index), base: base, in: source)
            }
        case .null, .bool, .number, .string: break
        }
    }

    /// What a reference by such a URI leads to.
    mutating func target(
        of reference: URIReference, in schema: NamedSchema, written: String, at place: Place
    ) -> Target? {
        let fragment = reference.decodedFragment ?? ""
        let found: (JSONPointer, JSON)? =
            if let pointer = try? JSONPointer(parsing: fragment) {
                schema.value[pointer: pointer].map { (pointer, $0) }
            } else {
                DocumentStore.find(anchor: fragment, in: schema.value, at: .root)
            }
        guard let (pointer, value) = found else {
            report(
                .refUnresolved, "'\(written)' leads nowhere: the schema of that URI has nothing there",
                remedy: "Add what it names, or mend the reference.", at: place)
            return nil
        }
        return Target(
            source: schema.source, pointer: JSONPointer(schema.pointer.tokens + pointer.tokens), value: value)
    }
}
