// Comes to a verdict by the plan of a schema: the way that all valid instances take.

import RegularExpressions
import JSONValues

extension Validator {
    /// Whether the instance satisfies the schema. Without a report alone.
    mutating func verdict(_ id: SchemaNode.ID, _ value: Value) -> Bool {
        let plan = graph.plans[Int(id.index)]
        if plan.count == 0 { return true }
        if plan.isIntricate || tracksScope {
            var evaluated: Evaluated?
            return check(id, value.alone, &evaluated)
        }
        guard begin() else { return giveUp(id) }
        defer { depth -= 1 }
        let kind = value.kind
        for index in Int(plan.first)..<Int(plan.first + plan.count) {
            guard holds(graph.checks[index], of: id, value, kind) else { return false }
        }
        return true
    }

    @inline(__always)
    private mutating func holds(_ check: SchemaCheck, of id: SchemaNode.ID, _ value: Value, _ kind: JSONKind) -> Bool {
        switch check {
        case .never: return false
        case .type(let types): return types.contains(kind.types) || checkType(types, id, value)
        case .minimum(let bound): return bound._withUnsafeGuaranteedRef { checkMinimum($0.value, id, value) }
        case .maximum(let bound): return bound._withUnsafeGuaranteedRef { checkMaximum($0.value, id, value) }
        case .minLength(let count): return kind != .string || value.scalarCount >= count
        case .maxLength(let count): return kind != .string || value.scalarCount <= count
        case .minItems(let count): return kind != .array || value.count >= count
        case .maxItems(let count): return kind != .array || value.count <= count
        case .format(let format): return checkFormat(format, id, value)
        case .pattern(let pattern):
            return kind != .string
                || pattern._withUnsafeGuaranteedRef { pattern in
                    value.withUTF8 { pattern.value.verdict(on: $0) == .match }
                }
        case .strings(let strings):
            return kind == .string
                && strings._withUnsafeGuaranteedRef { strings in
                    value.withUTF8 { strings.value.index(of: $0) != nil }
                }
        case .items(let schema):
            guard kind == .array else { return true }
            var valid = true
            value.forEachElement { _, element in
                valid = verdictWithin(schema, element)
                return valid
            }
            return valid
        case .properties(let properties):
            guard kind == .object else { return true }
            var evaluated: Evaluated?
            return properties._withUnsafeGuaranteedRef { checkProperties($0, id, value, &evaluated) }
        case .schema(let schema): return verdict(schema, value)
        case .keyword(let keyword): return holds(keyword, of: id, value)
        }
    }

    private mutating func holds(_ keyword: Unmanaged<Kept<Keyword>>, of id: SchemaNode.ID, _ value: Value) -> Bool {
        var evaluated: Evaluated?
        return keyword._withUnsafeGuaranteedRef { check($0.value, of: id, value.alone, &evaluated) }
    }

    /// Judges a value one level deeper.
    @inline(__always)
    mutating func verdictWithin(_ schema: SchemaNode.ID, _ value: Value) -> Bool {
        if value.isUnchanged { return true }
        let outer = entry
        level += 1
        entry = schema
        let valid = verdict(schema, value)
        level -= 1
        entry = outer
        return valid
    }
}
