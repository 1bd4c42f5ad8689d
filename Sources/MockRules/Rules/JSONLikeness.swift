// Whether JSON is as expected, but for what may differ.

import JSONValues
import RegularExpressions

/// Compares a value with an expected one. Numbers are equal by their value, members stand in any order.
struct JSONLikeness {
    /// What may differ.
    enum Leave: String, CaseIterable {
        /// The elements of arrays stand in any order.
        case order
        /// There may be more members and elements than expected.
        case more
        /// Texts of the expected value such as `${json-unit.any-string}` stand for any value of a kind.
        case placeholders
    }

    var leaves: Set<Leave> = []

    func holds(_ value: JSON, as expected: JSON) -> Bool {
        if leaves.contains(.placeholders), let text = expected.string, text.hasPrefix("${json-unit."),
            let verdict = takes(value, text.dropFirst(12).dropLast())
        {
            return verdict
        }
        switch (value, expected) {
        case (.object(let members), .object(let wanted)):
            guard leaves.contains(.more) || members.count == wanted.count else { return false }
            return wanted.allSatisfy { name, value in members[name].map { holds($0, as: value) } ?? false }
        case (.array(let elements), .array(let wanted)):
            return leaves.contains(.order) ? pairs(elements, wanted) : follows(elements, wanted)
        default: return value == expected
        }
    }

    /// Each wanted element has one that is as expected, in their order.
    private func follows(_ elements: [JSON], _ wanted: [JSON]) -> Bool {
        guard leaves.contains(.more) else {
            return elements.count == wanted.count && zip(elements, wanted).allSatisfy { holds($0, as: $1) }
        }
        var rest = elements[...]
        for expected in wanted {
            guard let index = rest.firstIndex(where: { holds($0, as: expected) }) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }

    /// Each wanted element has one of its own, in any order: a matching by augmenting paths.
    private func pairs(_ elements: [JSON], _ wanted: [JSON]) -> Bool {
        guard wanted.count <= elements.count, leaves.contains(.more) || wanted.count == elements.count else {
            return false
        }
        var owner = [Int?](repeating: nil, count: elements.count)
        func place(_ expected: Int, _ seen: inout Set<Int>) -> Bool {
            for index in elements.indices
            where !seen.contains(index) && holds(elements[index], as: wanted[expected]) {
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
        case "ignore", "ignore-element": return true
        case "any-string": return value.string != nil
        case "any-number": return value.number != nil
        case "any-boolean": return value.bool != nil
        default:
            guard name.hasPrefix("regex") else { return nil }
            return value.string.map { text in (try? Pattern(String(name.dropFirst(5))))?.matchesWhole(text) ?? false }
        }
    }
}
