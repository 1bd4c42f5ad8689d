// References to schemas by the URIs that they give themselves.

import JSONValues
import JSONSchema
import SourceDocuments

extension DocumentStore {
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
