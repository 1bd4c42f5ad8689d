// Schemas that give themselves a URI of their own (JSON Schema 2020-12, section 8.2.1).

package import JSONSchema
import JSONValues
package import SourceDocuments

/// A schema with an `$id`, and where it stands.
package struct NamedSchema {
    let source: SourceFile
    let pointer: JSONPointer
    let value: JSON
}

extension NamedSchema {
    /// The schemas of a file that have said their URIs, the first of each.
    package static func all(in source: SourceFile) -> [String: NamedSchema] {
        var found: [String: NamedSchema] = [:]
        note(source.root, at: .root, base: nil, in: source, &found)
        return found
    }

    private static func note(
        _ value: JSON, at pointer: JSONPointer, base: String?, in source: SourceFile,
        _ found: inout [String: NamedSchema]
    ) {
        switch value {
        case .object(let object):
            var base = base
            if case .string(let id)? = object["$id"] {
                let uri = base.map { URIReference(id).resolved(against: URIReference($0)).document } ?? id
                found[uri] = found[uri] ?? NamedSchema(source: source, pointer: pointer, value: value)
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
    package func target(of reference: URIReference) -> Located? {
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
