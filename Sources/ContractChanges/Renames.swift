// Which of what went is which of what came: members of an object, and parameters of an operation, that have another name now.

package import JSONSchema

/// A contract tells members by their names alone. What went and what came are one thing if they have the same schema and no other of
/// either side has it.
package enum Renames {
    /// A member or parameter without its name: what its values satisfy, and whether it is always there.
    package typealias Member = (schemas: [Schema], isRequired: Bool)

    /// So many that went and came at once are another object rather than names that changed.
    private static let mostComparisons = 1_000

    /// The pairs that can be meant in one way only, by their places in both lists.
    package static func pairs(gone: [Member], come: [Member]) -> [(gone: Int, come: Int)] {
        guard gone.count * come.count <= mostComparisons else { return [] }
        let alike = gone.map { was in come.indices.filter { areAlike(was, come[$0]) } }
        return alike.enumerated().compactMap { index, found in
            guard found.count == 1, alike.count(where: { $0.contains(found[0]) }) == 1 else { return nil }
            return (index, found[0])
        }
    }

    /// What a report adds to something that went.
    static func hint(to name: String?) -> String { name.map { " (renamed to '\($0)'?)" } ?? "" }

    /// What a report adds to something that came.
    static func hint(from name: String?) -> String { name.map { " (renamed from '\($0)'?)" } ?? "" }

    private static func areAlike(_ was: Member, _ now: Member) -> Bool {
        guard was.isRequired == now.isRequired else { return false }
        // A reference to the same component is one, whatever has changed in that.
        if was.schemas.count == 1, now.schemas.count == 1, was.schemas[0].isNamed(like: now.schemas[0]) { return true }
        // What is only added counts as nothing from one side.
        return ValueComparison.areEquivalent(was.schemas, now.schemas)
            && ValueComparison.areEquivalent(now.schemas, was.schemas)
    }
}
