// Where a compiled schema stands in the contract's files.

import JSONValues
package import JSONSchema
package import SourceDocuments

extension Contract {
    /// The place of a schema, or of one of its keywords; nil where it is of none of the contract's files.
    package func place(of schema: Schema, keyword: String? = nil) -> Place? {
        let place = schema.place
        guard let source = sourcesByURI[place.document] else { return nil }
        return Place(source: source, pointer: keyword.map { place.pointer.appending($0) } ?? place.pointer)
    }
}
