// What a rule demands of a value.

package import RegularExpressions

/// A matcher of one of the specification's versions.
package indirect enum Matcher: Sendable {
    case equality
    /// The type of the example, and of lists how long they may be.
    case type(min: Int?, max: Int?)
    case regex(Pattern)
    case include(String)
    case integer, decimal, number, boolean, null
    case date(DatePattern)
    case semver
    case notEmpty
    case contentType(String)
    case statusCode(StatusClass)
    /// The values of an object, whatever their keys.
    case values
    /// Each key of an object.
    case eachKey([Matcher])
    /// Each value of an object or a list.
    case eachValue([Matcher])
    /// A list that holds something like each of these, among others.
    case arrayContains([Variant])

    /// An element that a list must hold.
    package struct Variant: Sendable {
        /// Of the example's element.
        package let index: Int
        /// For the element, from its own root.
        package let rules: RuleSet
    }

    /// Which statuses fit.
    package enum StatusClass: Hashable, Sendable {
        /// 100 to 199, 200 to 299 and so on, as a range of hundreds.
        case hundreds(ClosedRange<Int>)
        case codes([Int])
    }

    /// Whether what stands below the rule's place is judged by it too.
    var cascades: Bool {
        switch self {
        case .values, .eachKey, .eachValue, .arrayContains, .notEmpty, .contentType: false
        case .equality, .type, .regex, .include, .integer, .decimal, .number, .boolean, .null, .date, .semver,
            .statusCode:
            true
        }
    }

    /// What tells it apart from others, as files name it.
    package var name: String {
        switch self {
        case .equality: "equality"
        case .type: "type"
        case .regex: "regex"
        case .include: "include"
        case .integer: "integer"
        case .decimal: "decimal"
        case .number: "number"
        case .boolean: "boolean"
        case .null: "null"
        case .date(let pattern): pattern.kind.rawValue
        case .semver: "semver"
        case .notEmpty: "notEmpty"
        case .contentType: "contentType"
        case .statusCode: "statusCode"
        case .values: "values"
        case .eachKey: "eachKey"
        case .eachValue: "eachValue"
        case .arrayContains: "arrayContains"
        }
    }
}

/// The matchers for one place.
package struct RuleList: Sendable {
    /// In the file's order.
    package var matchers: [Matcher]
    /// Whether one of them suffices.
    package var isAlternative = false
}

/// The rules of one part of a message.
package struct RuleSet: Sendable {
    /// In the file's order.
    package var rules: [(path: RulePath, list: RuleList)] = []

    package init() {}

    /// The rule that fits a place best: the heaviest, and of equals the last.
    func best(for path: ValuePath) -> (list: RuleList, isCascaded: Bool)? {
        var best: (list: RuleList, isCascaded: Bool, weight: Int)?
        for (rule, list) in rules {
            guard let fit = rule.fit(path), fit.weight >= best?.weight ?? 0 else { continue }
            best = (list, fit.isCascaded, fit.weight)
        }
        return best.map { ($0.list, $0.isCascaded) }
    }
}

/// The rules of a request or a response, by its parts.
package struct MatchingRules: Sendable {
    /// For the whole path.
    package var path: RuleList?
    /// For the status of a response.
    package var status: RuleList?
    /// The first step is the parameter's name.
    package var query = RuleSet()
    /// The first step is the header's name, in lower case.
    package var header = RuleSet()
    /// From the root of the body.
    package var body = RuleSet()

    package init() {}
}
