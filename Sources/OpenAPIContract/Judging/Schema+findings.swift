// What the judge takes over from the validator.

package import JSONSchema
package import JSONValues

extension Schema {
    /// The violations of a value, one for each thing that is wrong: a number beyond its `maximum` is not told again that it is
    /// beyond its `format`.
    /// - Parameter precedent: a value that there were no violations of.
    package func findings(_ value: JSON, _ direction: Direction, precedent: JSON? = nil) -> [SchemaViolation] {
        let all = validate(value, direction: direction, precedent: precedent)
        guard all.count > 1 else { return all }
        let others = Set(all.lazy.filter { $0.keyword != "format" }.map(\.instance))
        return all.filter { $0.keyword != "format" || !others.contains($0.instance) }
    }
}
