// Whether JSON is as expected, but for what may differ.

import JSONValues
import RegularExpressions

/// Compares a value with an expected one. Numbers are equal by their value, members stand in any order.
struct JSONLikeness {
    /// What may differ.
    enum Leave: String, CaseIterable {
        /// The elements of arrays stand in any order.
        case order
        /// The elements of XML that have other names stand in any order, those of one name in theirs.
        case interleaving
        /// There may be more members than expected, and more elements: behind the expected ones, or with `order` anywhere.
        case more
        /// Names of XML are equal as they are written, whatever namespaces their prefixes stand for.
        case namespaces
        /// Texts of the expected value such as `${json-unit.any-string}` stand for any value of a kind.
        case placeholders
    }

    var leaves: Set<Leave> = []

    func holds(_ value: JSON, as expected: JSON) -> Bool {
        if leaves.contains(.placeholders), let text = expected.string, text.hasPrefix("${json-unit."),
            let verdict = takes(value, text.dropFirst(12))
        {
            return verdict
        }
        switch (value, expected) {
        case (.object(let members), .object(let wanted)):
            guard leaves.contains(.more) || members.count == wanted.count else { return false }
            return wanted.allSatisfy { name, value in members[name].map { holds($0, as: value) } ?? false }
        case (.array(let elements), .array(let wanted)):
            return Self.pairs(elements, wanted, leaving: leaves) { holds($0, as: $1) }
        default: return value == expected
        }
    }

    /// Whether each wanted element has one of its own that is as expected: in their order or, with `order`, in any; without others, or with
    /// `more` beside others.
    static func pairs<Found, Wanted>(
        _ elements: [Found], _ wanted: [Wanted], leaving leaves: Set<Leave>, where holds: (Found, Wanted) -> Bool
    ) -> Bool {
        guard wanted.count <= elements.count, leaves.contains(.more) || wanted.count == elements.count else {
            return false
        }
        guard leaves.contains(.order) else {
            return zip(elements, wanted).allSatisfy(holds)
        }
        // A matching by augmenting paths.
        var owner = [Int?](repeating: nil, count: elements.count)
        func place(_ expected: Int, _ seen: inout Set<Int>) -> Bool {
            for index in elements.indices where !seen.contains(index) && holds(elements[index], wanted[expected]) {
                seen.insert(index)
                if let other = owner[index] { guard place(other, &seen) else { continue } }
                owner[index] = expected
                return true
            }
            return false
        }
        for expected in wanted.indices {
            var seen: Set<Int> = []
            guard place(expected, &seen) else { return false }
        }
        return true
    }

    /// Nil for a placeholder that is not known.
    private func takes(_ value: JSON, _ name: Substring) -> Bool? {
        switch name {
        case "ignore}", "ignore-element}": return true
        case "any-string}": return value.string != nil
        case "any-number}": return value.number != nil
        case "any-boolean}": return value.bool != nil
        default:
            // The pattern stands behind the brace.
            guard name.hasPrefix("regex}") else { return nil }
            return value.string.map { text in (try? Pattern(String(name.dropFirst(6))))?.matchesWhole(text) ?? false }
        }
    }
}
