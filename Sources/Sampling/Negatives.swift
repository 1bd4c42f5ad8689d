// Values that are almost right: for each keyword the smallest that breaks it, and as little else as can be.

package import JSONValues
import JSONSchema

/// A value that breaks one keyword.
package struct Negative: Hashable, Sendable {
    /// As the schema writes it; `false` of a schema that is `false`.
    package let keyword: String
    /// Where the keyword stands: the document's URI, `#`, the pointer.
    package let schema: String
    /// Where in the value it is broken.
    package let instance: JSONPointer
    /// The value, which breaks that one keyword.
    package let value: JSON
    /// How many keywords the value breaks in all, those within alternatives not counted.
    package let violations: Int
}

extension Sampler {
    /// For each keyword of the schema, and of what it refers to, the smallest value that breaks it. A keyword that is met in several
    /// places is broken in the first. Left out is what no value breaks, or none that was found.
    package func negatives(atMost limit: Int = 1_000) -> [Negative] {
        var search = NegativeSearch(schema, plan.direction, options, limit: limit)
        search.run()
        return search.found
    }
}
