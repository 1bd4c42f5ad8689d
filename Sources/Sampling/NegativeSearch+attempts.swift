// Whole values around a broken keyword, and whether they break it.

import JSONValues
import JSONSchema

extension NegativeSearch {
    /// - Parameters:
    ///   - ways: to break the target, each in its variants.
    ///   - all: whether each way counts, and not only the one that breaks least.
    mutating func attempt(_ ways: [[SamplePlan.Key]], _ target: Target, _ site: Site, all: Bool = false) {
        guard !broken.contains(target) else { return }
        var best: [Negative] = []
        var canBeBroken = false
        for variants in ways {
            for variant in variants {
                let number = generation.number(of: variant)
                if generation.isImpossible(number) { continue }
                canBeBroken = true
                if let negative = negative(number, target, site) {
                    best.append(negative)
                    break
                }
            }
            if !all, best.last?.violations == 1 { break }
        }
        if canBeBroken, !tried.contains(target) { tried.append(target) }
        guard !best.isEmpty else { return }
        broken.insert(target)
        let least = best.min { ($0.violations, $0.value.weight) < ($1.violations, $1.value.weight) }
        found += all ? best : [least].compactMap(\.self)
    }

    /// A whole value around one that breaks the target, nil where it turns out not to.
    private mutating func negative(_ number: Int, _ target: Target, _ site: Site) -> Negative? {
        for attempt in 0..<3 {
            generation.budget = 20_000
            generation.failures = attempt * 6
            var generator = SeededGenerator(seed: UInt64(attempt))
            let height = generation.height(number)
            guard case .value(var value) = generation.value(number, room: height, style: nil, &generator) else {
                continue
            }
            var isWhole = true
            for (number, step) in site.path.reversed() {
                let room = max(generation.height(number), 1) + 1
                let forced = ForcedPart(step: step, value: value)
                guard
                    case .value(let outer) = generation.value(
                        number, room: room, style: nil, forced: forced, &generator)
                else {
                    isWhole = false
                    break
                }
                value = outer
            }
            if isWhole, let negative = judged(value, target, site.path) { return negative }
        }
        return nil
    }

    private mutating func judged(
        _ value: JSON, _ target: Target, _ path: [(number: Int, step: ForcedPart.Step)]
    ) -> Negative? {
        let violations = schema.validate(value, direction: plan.direction)
        guard !violations.isEmpty else { return nil }
        let names = schema[target.schema].node.keywords[target.keyword].names
        let place = place(of: target.schema)
        let wanted = names == ["false"] ? [place] : names.map { "\(place)/\($0)" }
        let isWanted = { (violation: SchemaViolation) in wanted.contains(violation.schema) }
        // Of alternatives only the nearest is reported, so the schema itself is asked too.
        guard
            let violation = violations.firstMatch(isWanted)
                ?? targetViolations(value, target, path).first(where: isWanted)
        else {
            return nil
        }
        return Negative(
            keyword: violation.keyword, schema: violation.schema, instance: violation.instance, value: value,
            violations: violations.count)
    }

    /// What the target's schema says of the instance that stands at the end of the path.
    private func targetViolations(_ value: JSON, _ target: Target, _ path: [(number: Int, step: ForcedPart.Step)])
        -> [SchemaViolation]
    {
        var pointer = JSONPointer([])
        for (_, step) in path {
            switch step {
            case .member(let name): pointer = pointer.appending(name)
            case .element(let position): pointer = pointer.appending(position)
            }
        }
        guard let instance = value[pointer: pointer] else { return [] }
        return schema[target.schema].validate(instance, direction: plan.direction)
    }

    private mutating func place(of id: SchemaNode.ID) -> String {
        if let place = places[id] { return place }
        let place = "\(schema[id].place)"
        places[id] = place
        return place
    }
}

extension [SchemaViolation] {
    /// The first of them and those nested in them.
    fileprivate func firstMatch(_ isWanted: (SchemaViolation) -> Bool) -> SchemaViolation? {
        for violation in self {
            if isWanted(violation) { return violation }
            if let nested = violation.nested.firstMatch(isWanted) { return nested }
        }
        return nil
    }
}
