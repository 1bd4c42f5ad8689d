// A parameter of an operation: where it is, how it is written, what values it takes.

package import JSONValues
package import JSONSchema
package import SourceDocuments

/// A path, query, header or cookie parameter ([Parameter
/// Object](https://spec.openapis.org/oas/v3.1.1.html#parameter-object)). A class, because its value is told together with it for every
/// request.
package final class Parameter: Sendable {
    /// Where a request carries it.
    package enum Location: String, Sendable, CaseIterable {
        case path, query, header, cookie
        /// The whole query as one value (OpenAPI 3.2).
        case querystring
    }

    /// How a value is spread over text ([OpenAPI 3.1, section 4.8.12.3](https://spec.openapis.org/oas/v3.1.1.html#style-values)).
    package enum Style: String, Sendable, CaseIterable {
        case matrix, label, simple, form, spaceDelimited, pipeDelimited, deepObject
        /// As `form`, joined by `; ` (OpenAPI 3.2).
        case cookie
    }

    package let name: String
    package let location: Location
    package let required: Bool
    package let deprecated: Bool
    package let allowEmptyValue: Bool
    /// Reserved characters stand unencoded in the query.
    package let allowReserved: Bool
    package let style: Style
    package let explode: Bool
    /// Nil where `content` describes the value, or nothing does.
    package let schema: Schema?
    /// A media type that the value is serialised as, instead of a style.
    package let content: MediaType?
    package let examples: [Example]
    /// The status that answers an invalid value (`x-invalid-status`).
    package let invalidStatus: Int?
    package let description: String?
    package let extensions: JSONObject
    package let place: Place
    /// What the schema lets the text stand for.
    let shape: WireShape

    init(
        name: String, location: Location, required: Bool, deprecated: Bool, allowEmptyValue: Bool, allowReserved: Bool,
        style: Style, explode: Bool, schema: Schema?, content: MediaType?, examples: [Example], invalidStatus: Int?,
        description: String?, extensions: JSONObject, place: Place, shape: WireShape
    ) {
        self.name = name
        self.location = location
        self.required = required
        self.deprecated = deprecated
        self.allowEmptyValue = allowEmptyValue
        self.allowReserved = allowReserved
        self.style = style
        self.explode = explode
        self.schema = schema
        self.content = content
        self.examples = examples
        self.invalidStatus = invalidStatus
        self.description = description
        self.extensions = extensions
        self.place = place
        self.shape = shape
    }

    /// Header names are compared without case (RFC 9110, section 5.1).
    package func matches(name: String) -> Bool {
        location == .header ? self.name.lowercased() == name.lowercased() : self.name == name
    }
}
