// The metaschemas that schemas may refer to without anyone having added them.

import JSONValues

enum Metaschemas {
    /// The document of a URI without fragment, nil where it is none of them.
    static func document(_ uri: String) -> JSON? {
        guard let text = draft202012[uri] ?? vocabularies[uri] ?? draft4[uri] else { return nil }
        do {
            return try JSON(parsing: text)
        } catch {
            preconditionFailure("\(uri): \(error)")
        }
    }
}
