// Which resources of a list a query parameter lets through.

import MockRules
import ContractCollections
import JSONValues
import JSONSchema
import OpenAPIContract

/// One parameter that is named like a property, with the value that it has.
struct ListFilter: Sendable {
    private let property: String
    private let comparison: String?
    private let wanted: JSON
    /// Whether the property can have such a value at all: `all` of an enum without it asks for no part.
    private let isPossible: Bool

    /// Nil where the value chooses nothing.
    init?(_ filter: ResourceList.Filter, wanted: JSON, in list: ResourceList) {
        (property, comparison, self.wanted) = (filter.property, filter.comparison, wanted)
        if let bounds = wanted.object, !bounds.contains(where: { Self.comparisons.contains($0.key) }) { return nil }
        // `state=all` names no state: it asks for all of them.
        if let word = wanted.string?.lowercased(), ["all", "any", "*"].contains(word),
            list.properties[filter.property]?.allows(wanted) != true
        {
            return nil
        }
        guard comparison == nil, wanted.object == nil, let schema = list.properties[filter.property] else {
            isPossible = true
            return
        }
        let values = wanted.array ?? [wanted]
        isPossible = values.contains { value in
            [value, [value]].contains { schema.accepts($0, direction: .response) }
                || value.idText.map { schema.accepts(.string($0), direction: .response) } == true
                || schema.types.contains(.object) && value.object == nil
        }
    }

    /// Those that it lets through. A value that no property can have, and that none has, leaves out nothing.
    func chosen<Resource>(from resources: [Resource], _ value: (Resource) -> JSON) -> [Resource] {
        let found = resources.filter { lets(value($0)) }
        return found.isEmpty && !isPossible ? resources : found
    }

    private static let comparisons: Set<String> = ["gt", "gte", "lt", "lte", "eq", "ne", "in"]

    private func lets(_ resource: JSON) -> Bool {
        guard let value = resource[property] else {
            // Nothing says that what lacks it lies outside of a range.
            let ways = comparison.map { [$0] } ?? wanted.object?.map(\.key) ?? []
            return !ways.isEmpty && ways.allSatisfy { !["eq", "in"].contains($0) }
        }
        if let comparison { return Self.holds(value, comparison, wanted) }
        if let bounds = wanted.object { return bounds.allSatisfy { Self.holds(value, $0.key, $0.value) } }
        return Self.meets(value, wanted)
    }

    /// A resource that is made up can as well be what is asked for; one that cannot stays as it is.
    func bent(_ resource: JSON, _ index: Int, as schema: Schema?) -> JSON {
        guard var object = resource.object, !lets(resource), wanted.object == nil, comparison == nil else {
            return resource
        }
        let choices = wanted.array ?? [wanted]
        let choice = choices.isEmpty ? wanted : choices[index % choices.count]
        for value in [choice, [choice]] {
            object[property] = value
            if schema?.accepts(.object(object), direction: .response) ?? true { return .object(object) }
        }
        return resource
    }

    /// Of what has no order nothing is left out.
    private static func holds(_ value: JSON, _ comparison: String, _ bound: JSON) -> Bool {
        switch comparison {
        case "eq": return meets(value, bound)
        case "ne": return !meets(value, bound)
        case "in": return meets(value, .array((bound.idText ?? "").split(separator: ",").map { .string(String($0)) }))
        default: break
        }
        guard let order = value.order(to: bound) else { return true }
        switch comparison {
        case "gt", "after": return order > 0
        case "gte", "from": return order >= 0
        case "lt", "before": return order < 0
        case "lte", "to": return order <= 0
        default: return true
        }
    }

    /// A list of wanted values is met by any of them, a list of values by one that is wanted, and an object by its name or id.
    private static func meets(_ value: JSON, _ wanted: JSON) -> Bool {
        if case .array(let choices) = wanted { return choices.contains { meets(value, $0) } }
        if case .array(let values) = value { return values.contains { meets($0, wanted) } }
        if case .object(let object) = value, wanted.object == nil {
            return ["name", "id"].contains { object[$0]?.idText != nil && object[$0]?.idText == wanted.idText }
        }
        return value == wanted || (value.idText != nil && value.idText == wanted.idText)
    }
}

extension Schema {
    /// Whether one of the values that it lists is this one.
    fileprivate func allows(_ value: JSON) -> Bool {
        conjuncts.contains { schema in
            schema.node.keywords.contains {
                if case .enumeration(let values) = $0 { values.contains(value) } else { false }
            }
        }
    }
}

extension JSON {
    /// Less than, equal to or more than 0; nil where the two cannot be compared. Nothing comes before everything.
    func order(to other: JSON) -> Int? {
        if isNull || other.isNull { return (isNull ? 0 : 1) - (other.isNull ? 0 : 1) }
        if let left = numeric, let right = other.numeric { return left < right ? -1 : left > right ? 1 : 0 }
        guard let left = idText, let right = other.idText else { return nil }
        if let left = DateTime(left)?.secondsSinceEpoch {
            if let right = DateTime(right)?.secondsSinceEpoch { return (left - right).signum() }
            if let right = Int(right) { return (left - right).signum() }
        }
        return left < right ? -1 : left > right ? 1 : 0
    }

    private var numeric: Double? {
        switch self {
        case .number(let number): Double(number.text)
        case .string(let text): Double(text)
        case .bool(let value): value ? 1 : 0
        case .null, .array, .object: nil
        }
    }
}
