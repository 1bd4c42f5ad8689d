// What only the backend sets: JSON Schema 2020-12, Validation, section 9.4.

import OpenAPIContract
import JSONValues
package import JSONSchema

extension Schema {
    /// The properties that a request is not to set.
    package var readOnlyProperties: [(name: String, schema: Schema)] {
        properties.filter { $0.schema.conjuncts.contains { $0.node.source["readOnly"]?.bool == true } }
    }
}
