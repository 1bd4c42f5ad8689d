// Which properties of answers an app reads, as its generated client has noted it.

package import JSONValues

/// The properties by the schemas of their objects. An object of which nothing is known here was read as a whole.
package struct ReadProperties: Sendable, Hashable {
    /// By the pointer of the schema in its document, `#/components/schemas/Order`; under the empty one those of objects that
    /// several schemas make up.
    private(set) var names: [String: Set<String>] = [:]

    /// The form of the file. A later one that means something else has a higher number.
    private static let version: JSON = 1

    /// Whether a document says that it is such a file.
    package static func isReads(_ json: JSON) -> Bool { json["counterpartReads"] != nil }

    /// Reads a file.
    package init(_ json: JSON) throws(Usage.Invalid) {
        guard json["counterpartReads"] == Self.version else {
            throw Usage.Invalid(
                description: Self.isReads(json)
                    ? "it is a file of a later version of counterpart"
                    : "it is no file of a generated client: 'counterpartReads' is missing")
        }
        guard let properties = json["properties"]?.object else {
            throw Usage.Invalid(description: "properties is no object")
        }
        for (schema, written) in properties {
            let texts = written.array?.compactMap(\.string)
            guard let texts, texts.count == written.array?.count else {
                throw Usage.Invalid(description: "properties of \(schema) is no list of texts")
            }
            names[schema] = Set(texts)
        }
    }

    /// Adds what another has noted.
    package mutating func merge(_ other: ReadProperties) { names.merge(other.names) { $0.union($1) } }
}
