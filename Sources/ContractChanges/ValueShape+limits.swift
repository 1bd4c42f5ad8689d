// Limits on numbers and counts: the tighter one counts.

import JSONSchema
import JSONValues

extension ValueShape {
    mutating func raise(_ keyword: String, to count: Int, by schema: Schema) {
        // A minimum of 0 is no constraint.
        guard count > 0 || keyword == "minContains", counts[keyword].map({ $0.value < count }) ?? true else { return }
        counts[keyword] = Declared(value: count, by: schema, keyword: keyword)
    }

    mutating func lower(_ keyword: String, to count: Int, by schema: Schema) {
        guard counts[keyword].map({ $0.value > count }) ?? true else { return }
        counts[keyword] = Declared(value: count, by: schema, keyword: keyword)
    }

    enum End { case minimum, maximum }

    /// For integers, an exclusive minimum of 0 is a minimum of 1.
    func limit(_ bound: Bound, _ end: End) -> Limit {
        let isWhole = !types.contains(.number) && types.contains(.integer)
        if bound.exclusive, isWhole, let value = bound.value.int64, value > .min, value < .max {
            return Limit(value: JSONNumber(end == .minimum ? value + 1 : value - 1), isExclusive: false)
        }
        return Limit(value: bound.value, isExclusive: bound.exclusive)
    }

    func minimumKeyword(_ bound: Bound, of schema: Schema) -> String {
        bound.exclusive && schema.node.annotation("exclusiveMinimum")?.number != nil ? "exclusiveMinimum" : "minimum"
    }

    func maximumKeyword(_ bound: Bound, of schema: Schema) -> String {
        bound.exclusive && schema.node.annotation("exclusiveMaximum")?.number != nil ? "exclusiveMaximum" : "maximum"
    }

    static func isTighter(_ left: Limit, than right: Limit, upwards: Bool) -> Bool {
        if left.value == right.value { return left.isExclusive && !right.isExclusive }
        return upwards ? left.value > right.value : left.value < right.value
    }
}
