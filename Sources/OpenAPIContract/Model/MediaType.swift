// What a body may be: media types with their schemas and examples.

package import HTTPExchange
package import JSONValues
package import JSONSchema
package import SourceDocuments

/// One entry of a `content` map ([Media Type Object](https://spec.openapis.org/oas/v3.1.1.html#media-type-object)).
package struct MediaType: Sendable {
    /// As written: `application/json`, `text/*; charset=utf-8`.
    package let range: String
    /// Nil where any body of this type will do.
    package let schema: Schema?
    /// The schema of each item of a sequence, such as a line of JSON Lines (OpenAPI 3.2, `itemSchema`).
    package let itemSchema: Schema?
    package let examples: [Example]
    /// How the properties of a form are written, for those that say so.
    package let encoding: [PropertyEncoding]
    package let extensions: JSONObject
    package let place: Place
    let shape: WireShape

    /// The parsed `range`; nil where it is no media range.
    package let media: MediaRange?
}

/// How one property of a form-encoded or multipart body is written ([Encoding
/// Object](https://spec.openapis.org/oas/v3.1.1.html#encoding-object)).
package struct PropertyEncoding: Sendable {
    package let property: String
    package let contentType: String?
    /// Nil where none of style, explode and allowReserved is given, so that `contentType` rules.
    package let style: Parameter.Style?
    package let explode: Bool
    package let allowReserved: Bool
    package let headers: [HeaderSpec]
}

/// An example of a value ([Example Object](https://spec.openapis.org/oas/v3.1.1.html#example-object)).
package struct Example: Sendable {
    /// Its name under `examples`; nil for a plain `example`, or one of the schema's own.
    package let name: String?
    package let summary: String?
    package let value: JSON
    package let place: Place
}

/// A request's body ([Request Body Object](https://spec.openapis.org/oas/v3.1.1.html#request-body-object)).
package struct RequestBody: Sendable {
    package let required: Bool
    package let content: [MediaType]
    package let description: String?
    package let extensions: JSONObject
    package let place: Place
}

extension [MediaType] {
    /// The entry that a body of that type falls under: the most precise range that includes it.
    package func match(_ contentType: MediaRange) -> MediaType? {
        var best: (index: Int, precision: Int)?
        for index in indices {
            guard let range = self[index].media, range.includes(contentType) else { continue }
            if best.map({ $0.precision < range.precision }) ?? true { best = (index, range.precision) }
        }
        return best.map { self[$0.index] }
    }
}
