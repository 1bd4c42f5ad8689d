// What must hold for any JSON that is taken for a schema, and for any other that is judged by it.

import JSONValues
import JSONSchema

/// Takes an array of a schema and instances for it, or one value that is both.
func fuzzSchema(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let text = try? JSON(parsing: bytes) else { return }
    let written = text[0] ?? text
    let instances = text.array.map { Array($0.dropFirst()) } ?? [text]
    for dialect in Dialect.allCases {
        guard let schema = compiled(written, dialect) else { continue }
        for instance in instances { judge(instance, schema) }
    }
}

private func compiled(_ written: JSON, _ dialect: Dialect) -> Schema? {
    var library = SchemaLibrary(dialect: dialect)
    library.add(written, uri: "schema.json", dialect: dialect)
    defer { precondition(library.warnings.allSatisfy { $0.severity == .warning }) }
    do throws(SchemaError) {
        let schema = try library.compile("schema.json")
        precondition(schema.place.description == "schema.json#")
        return schema
    } catch {
        precondition(!error.problems.isEmpty)
        precondition(error.problems.allSatisfy { $0.severity == .error && !$0.message.isEmpty })
        let again = Result { () throws(SchemaError) in try library.compile("schema.json") }
        guard case .failure(error) = again else { preconditionFailure("what was refused is refused again") }
        return nil
    }
}

private func judge(_ instance: JSON, _ schema: Schema) {
    let document: JSONDocument
    do throws(JSONError) {
        document = try JSONDocument(parsing: Array(instance.serialized().utf8))
    } catch {
        preconditionFailure("written but not read: \(error)")
    }
    for direction in [nil, Direction.request, .response] {
        let violations = schema.validate(instance, direction: direction)
        let inPlace = schema.validate(document, direction: direction)
        // How far the stack reaches is another matter for each of them.
        if (violations + inPlace).contains(where: { $0.keyword == "limit" }) { continue }
        precondition(violations == inPlace, "tree and document differ")
        precondition(violations.isEmpty == schema.accepts(instance, direction: direction))
        precondition(violations.count <= SchemaLimits.standard.violations)
        for violation in violations {
            precondition(!violation.message.isEmpty && violation.nested.count <= 10)
            precondition(instance[pointer: violation.instance] != nil, "\(violation) is nowhere in the instance")
        }
    }
}
