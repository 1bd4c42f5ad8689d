// What can be asked of one instance: that a schema holds or fails, down to single facts.

import JSONValues
import JSONSchema

/// A statement about one instance, to be made true.
enum Literal: Hashable, Sendable {
    case holds(SchemaNode.ID)
    case fails(SchemaNode.ID)
    /// Fails too, but that is left to chance and checked: the other branches of a `oneOf`.
    case avoids(SchemaNode.ID)
    /// The keyword of that number of a schema holds, or does not.
    case keyword(SchemaNode.ID, Int)
    case breaks(SchemaNode.ID, Int)
    /// A single entry of a keyword's `dependentSchemas`.
    case dependency(SchemaNode.ID, Int, entry: Int)
    case fact(Fact)
}

/// A statement about one instance that needs no further taking apart.
enum Fact: Hashable, Sendable {
    case types(TypeSet)
    case notInteger
    /// None of the values that an `enum` or `const` names.
    case otherThan(SchemaNode.ID, Int)
    case minimum(Limit)
    case maximum(Limit)
    case notMultiple(JSONNumber)
    case minLength(Int)
    case maxLength(Int)
    case unmatched(SchemaNode.ID, Int)
    /// Not of a format, or not of a content, that a keyword asserts.
    case unformatted(SchemaNode.ID, Int)
    case minItems(Int)
    case maxItems(Int)
    case repeats
    case element(Int, SchemaNode.ID, holds: Bool)
    case everyElementFails(SchemaNode.ID)
    case containing(SchemaNode.ID, Int)
    case minProperties(Int)
    case maxProperties(Int)
    case required(String)
    case forbidden(String)
    case member(String, SchemaNode.ID, holds: Bool)
    /// A member whose name does not satisfy the schema.
    case misnamed(SchemaNode.ID)
    /// A member that says which schema its object is of.
    case tag(String, String)
}

/// A bound of numbers.
struct Limit: Hashable, Sendable {
    var value: JSONNumber
    var exclusive: Bool
}

/// A literal where it was met.
struct Goal: Hashable, Sendable {
    var literal: Literal
    var scope: DynamicScope
    /// The schemas around it, of the same instance, that ask with `unevaluated…` what it evaluates.
    var owners: [SchemaNode.ID] = []
    /// Whether it was only assumed on the way to another: to break it breaks nothing.
    var isAssumed = false

    func with(_ literal: Literal) -> Goal {
        Goal(literal: literal, scope: scope, owners: owners, isAssumed: isAssumed)
    }

    /// Of an element or a member of the instance.
    func ofPart(_ literal: Literal) -> Goal { Goal(literal: literal, scope: scope, isAssumed: isAssumed) }

    /// Of the condition of an `if`, or of what must fail.
    func assuming(_ literal: Literal) -> Goal {
        Goal(literal: literal, scope: scope, owners: owners, isAssumed: true)
    }
}
