// Schemas and instances as tests write them: JSON texts.

@testable import JSONValues
@testable import JSONSchema

extension Schema {
    /// The schema that a text is, or that stands at a fragment of it.
    static func compiled(
        _ text: String, at fragment: String = "", dialect: Dialect = .draft202012, assertions: SchemaAssertions = .all
    ) throws -> Schema {
        var library = SchemaLibrary(dialect: dialect, assertions: assertions)
        library.add(try JSON(parsing: text), uri: "schema.json", dialect: dialect)
        return try library.compile("schema.json#\(fragment)")
    }

    /// The violations of an instance, each as `pointer keyword`, and the same for tree and document.
    func findings(_ text: String, direction: Direction? = nil) throws -> [String] {
        let violations = validate(try JSON(parsing: text), direction: direction)
        let document = try JSONDocument(parsing: Array(text.utf8))
        precondition(validate(document, direction: direction) == violations)
        precondition(accepts(document, direction: direction) == violations.isEmpty)
        return violations.map { "\($0.instance) \($0.keyword)" }
    }
}
