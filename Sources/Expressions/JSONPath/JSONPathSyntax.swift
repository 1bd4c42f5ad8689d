// What a JSONPath says, once it is known to be well-formed and well-typed.

import JSONValues
import RegularExpressions

/// A query (RFC 9535, section 2.1): where it starts, and its segments.
struct JSONPathQuery: Sendable {
    /// Starts at the current node, `@`, not at the root, `$`.
    var isRelative: Bool
    var segments: [JSONPathSegment]

    /// Whether it can give one node at most (section 2.3.5.1).
    var isSingular: Bool {
        segments.allSatisfy { segment in
            guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
            switch segment.selectors[0] {
            case .name, .index: return true
            case .wildcard, .slice, .filter: return false
            }
        }
    }
}

struct JSONPathSegment: Sendable {
    /// `..`: applies to a node and to all its descendants.
    var isDescendant: Bool
    var selectors: [JSONPathSelector]
}

enum JSONPathSelector: Sendable {
    case name(String)
    case wildcard
    /// From the end where it is negative.
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(JSONPathCondition)
}

/// The condition of a filter (section 2.3.5).
indirect enum JSONPathCondition: Sendable {
    case any([JSONPathCondition])
    case all([JSONPathCondition])
    case not(JSONPathCondition)
    /// The query selects something.
    case exists(JSONPathQuery)
    case comparison(JSONPathComparison, JSONPathOperand, JSONPathOperand)
    /// `match()` where it is the whole of the value that the regular expression must match, else `search()`.
    case matches(JSONPathOperand, JSONPathPattern, whole: Bool)
}

enum JSONPathComparison: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}

/// An operand that gives a value, or Nothing (section 2.4.1).
indirect enum JSONPathOperand: Sendable {
    case literal(JSON)
    /// A singular one.
    case query(JSONPathQuery)
    case length(JSONPathOperand)
    case count(JSONPathQuery)
    /// `value()`: the one node of a query, if it is one.
    case single(JSONPathQuery)
}

/// The regular expression of `match()` and `search()`: read with the query where it is a literal.
enum JSONPathPattern: Sendable {
    case fixed(Pattern)
    /// A literal that is no I-Regexp (section 2.4.6).
    case matchesNothing
    case computed(JSONPathOperand)
}
