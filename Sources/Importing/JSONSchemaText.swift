// JSON Schemas that other tools' files hold.

import JSONSchema
import JSONValues

enum JSONSchemaText {
    /// Whether a schema compiles on its own.
    static func isValid(_ json: JSON) -> Bool {
        var library = SchemaLibrary()
        library.add(json, uri: "schema.json")
        return (try? library.compile("schema.json")) != nil
    }
}
