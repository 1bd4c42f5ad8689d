// Arrays: how many elements, what each is asked, and that they differ where they must.

import JSONValues
import JSONSchema

extension Generation {
    mutating func array(
        _ planned: PlannedRequirements, _ room: Int, _ style: NameStyle?, _ forced: (position: Int, value: JSON)?,
        _ generator: inout SeededGenerator
    ) -> Outcome {
        let requirements = planned.requirements
        var most = min(requirements.maxItems, 10_000)
        for position in 0...planned.elements.count where isImpossible(planned.plan(ofElement: position)) {
            most = min(most, position)
            break
        }
        let containing = Containing(requirements)
        let least = max(
            requirements.minItems, containing.minimumCount(within: most), forced.map { $0.position + 1 } ?? 0,
            requirements.repeats ? 2 : 0
        )
        if let forced { most = max(most, forced.position + 1) }
        guard least <= most else { return least > 10_000 ? .failed : .impossible }
        let count = length(planned, least...most, room, &generator)

        var elements: [JSON] = []
        elements.reserveCapacity(count)
        var known: Set<JSON> = []
        for position in 0..<count {
            if let forced, forced.position == position {
                elements.append(forced.value)
                continue
            }
            if requirements.repeats, position == count - 1, let last = elements.last {
                elements.append(last)
                continue
            }
            let number = plan(ofElement: position, planned, containing, count)
            if height(number) >= max(room, 1) {
                if position >= least { break }
                return isImpossible(number) ? .impossible : .failed
            }
            guard let element = element(number, room, style, requirements.unique ? known : [], &generator) else {
                if position >= least { break }
                return isImpossible(number) ? .impossible : .failed
            }
            if requirements.unique { known.insert(element) }
            elements.append(element)
        }
        return .value(.array(elements))
    }

    private mutating func length(
        _ planned: PlannedRequirements, _ range: ClosedRange<Int>, _ room: Int, _ generator: inout SeededGenerator
    ) -> Int {
        let (least, most) = (range.lowerBound, range.upperBound)
        if size == .smallest || room <= 0 || isFrugal || budget < 2_000 { return least }
        // Only as far as the elements can end in the room that is left.
        let named = planned.elements.firstIndex { height($0) >= room } ?? planned.elements.count
        let goesOn = named == planned.elements.count && height(planned.rest) < room
        let further = goesOn ? (size == .largest ? 5 : generator.within(room > 2 ? 1...3 : 0...1)) : 0
        return min(max(least, planned.elements.isEmpty ? further : named + (goesOn ? further / 3 : 0)), most)
    }

    private mutating func element(
        _ number: Int, _ room: Int, _ style: NameStyle?, _ known: Set<JSON>, _ generator: inout SeededGenerator
    ) -> JSON? {
        for attempt in 0..<(known.isEmpty ? 1 : 30) {
            var fork = generator.forked(generator.next())
            let outcome =
                attempt == 0
                ? value(number, room: room - 1, style: style, &fork)
                : anyValue(number, room: room - 1, style: style, &fork)
            guard case .value(let value) = outcome else { return nil }
            if !known.contains(value) { return value }
        }
        return nil
    }

    private mutating func plan(
        ofElement position: Int, _ planned: PlannedRequirements, _ containing: Containing, _ count: Int
    ) -> Int {
        guard !containing.rules.isEmpty else { return planned.plan(ofElement: position) }
        let (goals, covered) = containing.goals(at: position, of: count)
        return number(
            of: SamplePlan.Key(goals: planned.requirements.goals(forElement: position, coveredFor: covered) + goals))
    }
}

/// Which elements satisfy which `contains`.
private struct Containing {
    let rules: [ValueRequirements.ContainsRule]
    private let unevaluated: Bool

    init(_ requirements: ValueRequirements) {
        rules = requirements.containing
        unevaluated = !requirements.unevaluatedItems.isEmpty
    }

    /// Elements of its own for every rule, as long as there is room for them.
    func minimumCount(within most: Int) -> Int {
        let apart = rules.reduce(0) { $0 + min($1.minimum, 10_001) }
        return apart <= most && !unevaluated ? apart : rules.map(\.minimum).max() ?? 0
    }

    /// What the rules ask of an element, and the owners of `unevaluatedItems` that they evaluate it for.
    func goals(at position: Int, of count: Int) -> (goals: [Goal], covered: [SchemaNode.ID]) {
        let areApart = rules.reduce(0) { $0 + min($1.minimum, 10_001) } <= count && !unevaluated
        var goals: [Goal] = []
        var covered: [SchemaNode.ID] = []
        var start = 0
        for rule in rules {
            // Under `unevaluatedItems` every element is to satisfy what is contained, as far as that goes.
            let end = unevaluated ? min(rule.maximum ?? count, count) : start + rule.minimum
            if (start..<max(start, end)).contains(position) {
                goals.append(rule.goal)
                covered += rule.owners
            } else if rule.maximum != nil {
                goals.append(rule.failing)
            }
            if areApart { start = end }
        }
        return (goals, covered)
    }
}
