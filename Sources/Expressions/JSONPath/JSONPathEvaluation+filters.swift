// What filters ask: existence, comparison, functions.

import JSONValues
import RegularExpressions
import JSONSchema

extension JSONPathEvaluation {
    mutating func holds(_ condition: JSONPathCondition, for current: JSON) throws(UnlocatedError) -> Bool {
        try step()
        switch condition {
        case .any(let terms):
            for term in terms where try holds(term, for: current) { return true }
            return false
        case .all(let terms):
            for term in terms where !(try holds(term, for: current)) { return false }
            return true
        case .not(let inner): return !(try holds(inner, for: current))
        case .exists(let query): return !(try values(query, from: current).isEmpty)
        case .comparison(let meaning, let left, let right):
            return try compare(meaning, try value(left, for: current), try value(right, for: current))
        case .matches(let text, let pattern, let whole):
            guard case .string(let text)? = try value(text, for: current),
                let pattern = try self.pattern(pattern, for: current)
            else { return false }
            try step(text.utf8.count / 4)
            switch pattern.verdict(on: text, whole: whole) {
            case .match: return true
            case .noMatch: return false
            case .gaveUp: throw .limit("the regular expression takes more steps than it is allowed", at: 0)
            }
        }
    }

    private mutating func pattern(_ pattern: JSONPathPattern, for current: JSON) throws(UnlocatedError) -> Pattern? {
        switch pattern {
        case .fixed(let pattern): return pattern
        case .matchesNothing: return nil
        case .computed(let operand):
            guard case .string(let source)? = try value(operand, for: current) else { return nil }
            return try self.pattern(source)
        }
    }

    private mutating func values(_ query: JSONPathQuery, from current: JSON) throws(UnlocatedError) -> [JSON] {
        let start = JSONPathNode(query.isRelative ? current : root, tracksPath: false)
        return try nodes(query, from: start).map(\.value)
    }

    /// Nil is Nothing: the value of a query that selects no node.
    private mutating func value(_ operand: JSONPathOperand, for current: JSON) throws(UnlocatedError) -> JSON? {
        switch operand {
        case .literal(let json): return json
        case .query(let query): return try values(query, from: current).first
        case .count(let query): return .number(JSONNumber(try values(query, from: current).count))
        case .single(let query):
            let values = try values(query, from: current)
            if values.count == 1 { return values[0] }
            return nil
        case .length(let operand):
            switch try value(operand, for: current) {
            case .string(let text)?:
                try step(text.utf8.count / 16)
                return .number(JSONNumber(text.unicodeScalars.count))
            case .array(let array)?: return .number(JSONNumber(array.count))
            case .object(let object)?: return .number(JSONNumber(object.count))
            case .null?, .bool?, .number?, nil: return nil
            }
        }
    }

    /// Section 2.3.5.2.2: Nothing is equal to Nothing alone, and only numbers and strings have an order.
    private mutating func compare(_ meaning: JSONPathComparison, _ left: JSON?, _ right: JSON?) throws(UnlocatedError)
        -> Bool
    {
        switch meaning {
        case .equal: return try areEqual(left, right)
        case .notEqual: return !(try areEqual(left, right))
        case .less: return precedes(left, right)
        case .greater: return precedes(right, left)
        case .lessOrEqual:
            if precedes(left, right) { return true }
            return try areEqual(left, right)
        case .greaterOrEqual:
            if precedes(right, left) { return true }
            return try areEqual(left, right)
        }
    }

    private mutating func areEqual(_ left: JSON?, _ right: JSON?) throws(UnlocatedError) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return try areEqual(left, right)
    }

    /// JSON's equality, every part of it a step.
    private mutating func areEqual(_ left: JSON, _ right: JSON) throws(UnlocatedError) -> Bool {
        try step()
        switch (left, right) {
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            for (left, right) in zip(left, right) where !(try areEqual(left, right)) { return false }
            return true
        case (.object(let left), .object(let right)):
            guard left.count == right.count else { return false }
            for (name, value) in left {
                try step(left.count / 64)
                guard let other = right[name], try areEqual(value, other) else { return false }
            }
            return true
        default: return left == right
        }
    }

    private func precedes(_ left: JSON?, _ right: JSON?) -> Bool {
        switch (left, right) {
        case (.number(let left)?, .number(let right)?): left < right
        case (.string(let left)?, .string(let right)?): left.utf8.lexicographicallyPrecedes(right.utf8)
        default: false
        }
    }
}
