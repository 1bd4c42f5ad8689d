// What a reference in one of a contract's files leads to.

import JSONSchema
import JSONValues
package import SourceDocuments

extension Contract {
    /// What a reference in one of the contract's files leads to.
    package func target(of reference: String, from source: SourceFile) -> Located? {
        let resolved = URIReference(reference).resolved(against: URIReference(source.uri))
        let file = resolved.document == source.uri ? source : sourcesByURI[resolved.document]
        guard let file, let fragment = resolved.decodedFragment else { return nil }
        if !fragment.isEmpty, !fragment.hasPrefix("/") {
            return DocumentStore.find(anchor: fragment, in: file.root, at: .root).map {
                Located(json: $0.1, source: file, pointer: $0.0)
            }
        }
        guard let pointer = try? JSONPointer(parsing: fragment), let value = file.root[pointer: pointer] else {
            return nil
        }
        return Located(json: value, source: file, pointer: pointer)
    }
}
