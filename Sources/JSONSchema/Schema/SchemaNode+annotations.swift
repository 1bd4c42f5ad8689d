// What a schema says of its values without asserting it.

package import JSONValues

extension SchemaNode {
    /// A keyword's value as written. Beside a `$ref` that hides its siblings there is none.
    package func annotation(_ keyword: String) -> JSON? {
        guard case .object(let object) = source else { return nil }
        if dialect.referenceHidesSiblings, object["$ref"] != nil { return nil }
        return object[keyword]
    }

    /// The keyword `title`.
    package var title: String? { annotation("title")?.string }
    package var description: String? { annotation("description")?.string }
    /// The keyword `default`.
    package var defaultValue: JSON? { annotation("default") }
    /// The keyword `deprecated`, as declared here.
    package var isDeprecated: Bool { annotation("deprecated")?.bool ?? false }
    /// As declared here; what a reference leads to may say it too.
    package var isReadOnly: Bool { annotation("readOnly")?.bool ?? false }
    /// The keyword `writeOnly`, as declared here.
    package var isWriteOnly: Bool { annotation("writeOnly")?.bool ?? false }

    /// `examples`, and OpenAPI's `example`.
    package var examples: [JSON] {
        (annotation("examples")?.array ?? []) + [annotation("example")].compactMap(\.self)
    }

    /// The name of the format, whether it is a known one and asserted or not.
    package var formatName: String? { annotation("format")?.string }
    /// The keyword's value, whether the coding is a known one or not.
    package var contentEncoding: String? { annotation("contentEncoding")?.string }
    /// The keyword's value, whether the type is a known one or not.
    package var contentMediaType: String? { annotation("contentMediaType")?.string }

    /// The members whose names begin with `x-`, in order.
    package var extensions: [(name: String, value: JSON)] {
        guard case .object(let object) = source, annotation("$ref") != nil || object["$ref"] == nil else { return [] }
        return object.filter { $0.key.hasPrefix("x-") }.map { ($0.key, $0.value) }
    }
}
