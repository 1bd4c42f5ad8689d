// The keywords of a node in the form a verdict is come to fastest: without a reference count touched on the way.

import JSONValues
import RegularExpressions

/// The checks of one node, a run of ``SchemaGraph/State/checks``.
struct SchemaPlan: BitwiseCopyable {
    let first: Int32
    let count: Int32
    /// Whether evaluation has to keep track of more than the checks: what has been evaluated, or where it came through.
    let isIntricate: Bool
}

/// A keyword, checked. Where a check cannot say more than the keyword does, it is the keyword.
///
/// Safe: `SchemaGraph.State.owned` and the nodes keep all that is pointed at, neither lets go of anything, and a validator holds the graph. With
/// references that are counted, a changed cart and its reading take 5 % more instructions (139,874 in place of 132,970).
enum SchemaCheck: Sendable {
    case never
    case type(TypeSet)
    case minimum(Unmanaged<Kept<Bound>>)
    case maximum(Unmanaged<Kept<Bound>>)
    case minLength(Int)
    case maxLength(Int)
    case minItems(Int)
    case maxItems(Int)
    case format(Format)
    case pattern(Unmanaged<Kept<Pattern>>)
    /// `enum` or `const` with strings alone.
    case strings(Unmanaged<Kept<NameTable>>)
    case items(SchemaNode.ID)
    case properties(Unmanaged<Properties>)
    /// A schema that applies to the same instance.
    case schema(SchemaNode.ID)
    case keyword(Unmanaged<Kept<Keyword>>)
}

/// A value that stays where it is, so that it can be pointed at.
final class Kept<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

extension SchemaGraph.State {
    /// Plans the nodes from `first` on, whose traits have been settled.
    mutating func plan(from first: Int) {
        for index in first..<nodes.count {
            let start = checks.count
            for keyword in nodes[index].keywords { addChecks(of: keyword) }
            let isIntricate = !nodes[index].traits.isDisjoint(with: [.reenters, .collectsEvaluated])
            plans.append(
                SchemaPlan(first: Int32(start), count: Int32(checks.count - start), isIntricate: isIntricate))
        }
    }

    private mutating func addChecks(of keyword: Keyword) {
        switch keyword {
        case .never: checks.append(.never)
        case .type(let types): checks.append(.type(types))
        case .const(.string(let string)): checks.append(.strings(keep(NameTable([string]))))
        case .enumeration(let values):
            let strings = values.compactMap(\.string)
            let isOfStrings = strings.count == values.count
            checks.append(isOfStrings ? .strings(keep(NameTable(strings))) : .keyword(keep(keyword)))
        case .minimum(let bound): checks.append(.minimum(keep(bound)))
        case .maximum(let bound): checks.append(.maximum(keep(bound)))
        case .minLength(let count): checks.append(.minLength(count))
        case .maxLength(let count): checks.append(.maxLength(count))
        case .pattern(let pattern): checks.append(.pattern(keep(pattern)))
        case .format(let format, let asserted): if asserted { checks.append(.format(format)) }
        case .minItems(let count): checks.append(.minItems(count))
        case .maxItems(let count): checks.append(.maxItems(count))
        case .items(let items):
            if let rest = items.rest, items.prefix.isEmpty {
                checks.append(.items(rest))
            } else {
                checks.append(.keyword(keep(keyword)))
            }
        case .required(let required): if !required.inProperties { checks.append(.keyword(keep(keyword))) }
        case .properties(let properties): checks.append(.properties(Unmanaged.passUnretained(properties)))
        case .reference(let reference): checks.append(.schema(reference.target))
        case .allOf(let schemas): for schema in schemas { checks.append(.schema(schema)) }
        case .const, .multipleOf, .content, .uniqueItems, .contains, .minProperties, .maxProperties, .propertyNames,
            .dependentRequired, .dependentSchemas, .dynamicReference, .anyOf, .oneOf, .not, .conditional, .subtypes,
            .unevaluatedItems, .unevaluatedProperties:
            checks.append(.keyword(keep(keyword)))
        }
    }

    private mutating func keep<Value: Sendable>(_ value: Value) -> Unmanaged<Kept<Value>> {
        let kept = Kept(value)
        owned.append(kept)
        return Unmanaged.passUnretained(kept)
    }
}
