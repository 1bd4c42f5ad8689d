// Values that are almost right: for each keyword the smallest that breaks it, and as little else as can be.

package import JSONSchema

/// A value that breaks one keyword.
package struct Negative: Hashable, Sendable {
    /// As the schema writes it; `false` of a schema that is `false`.
    package let keyword: String
    /// Where the keyword stands: the document's URI, `#`, the pointer.
    package let schema: String
    /// Where in the value it is broken.
    package let instance: JSONPointer
    package let value: JSON
    /// How many keywords the value breaks in all, those within alternatives not counted.
    package let violations: Int
}

extension Sampler {
    /// For each keyword of the schema, and of what it refers to, the smallest value that breaks it. A keyword that is met in several
    /// places is broken in the first. Left out is what no value breaks, or none that was found.
    package func negatives(atMost limit: Int = 1_000) -> [Negative] {
        var search = NegativeSearch(plan, options, limit: limit)
        search.run()
        return search.found
    }
}

/// Walks through all that a plan leads to, the nearest first.
struct NegativeSearch {
    private let plan: SamplePlan
    private let limit: Int
    private var generation: Generation
    private(set) var found: [Negative] = []
    /// Keywords that can be broken, but of which no value was found that does.
    private(set) var missed: [Target] = []

    /// A keyword of a schema.
    struct Target: Hashable {
        let schema: SchemaNode.ID
        let keyword: Int
    }

    /// An instance within the value, and how to get there: what is asked of each instance on the way, and the step from it.
    private struct Site {
        let number: Int
        let path: [(number: Int, step: Forced.Step)]
    }

    private var sites: [Site] = [Site(number: SamplePlan.root, path: [])]
    private var seen: Set<Int> = [SamplePlan.root]
    private var targets: Set<Target> = []
    private var places: [SchemaNode.ID: String] = [:]

    init(_ plan: SamplePlan, _ options: SamplingOptions, limit: Int) {
        self.plan = plan
        self.limit = limit
        generation = Generation(plan, size: .smallest, options: options)
    }

    mutating func run() {
        var next = 0
        // Recursive schemas lead to the same plans again, or to as many as a value may hold.
        while next < sites.count, found.count < limit, next < 10_000 {
            visit(sites[next])
            next += 1
        }
    }

    private mutating func visit(_ site: Site) {
        switch generation.node(site.number) {
        case .unknown: break
        case .impossible: breakNever(site)
        case .choice(let goal, let options):
            attempt(goal, at: site)
            for option in options where generation.height(option) < SamplePlan.State.endless { add(option, site.path) }
        case .demand(let planned):
            for goal in planned.keywords { attempt(goal, at: site) }
            addParts(of: planned, site)
        }
    }

    private mutating func add(_ number: Int, _ path: [(number: Int, step: Forced.Step)]) {
        guard path.count < 12, seen.insert(number).inserted else { return }
        sites.append(Site(number: number, path: path))
    }

    private mutating func addParts(of planned: PlannedDemand, _ site: Site) {
        let demand = planned.demand
        func path(_ step: Forced.Step) -> [(number: Int, step: Forced.Step)] { site.path + [(site.number, step)] }
        let canBeObject = planned.members.allSatisfy {
            !$0.isRequired || generation.height($0.plan) < SamplePlan.State.endless
        }
        if demand.types.contains(.object), canBeObject {
            for member in planned.members where !member.isLeftOut { add(member.plan, path(.member(member.name))) }
            var names = demand.properties.flatMap {
                $0.properties.patterns.compactMap { PatternSample.shortest(of: $0.pattern) }
            }
            let isOpen =
                demand.properties.contains { $0.properties.additional != nil } || !demand.unevaluatedProperties.isEmpty
            if isOpen {
                names += StrayNames.lazy.filter { name in
                    !demand.properties.contains { rule in
                        rule.properties.declared.contains { $0.name == name }
                            || rule.properties.patterns.contains { $0.pattern.matches(in: name) }
                    }
                }.prefix(1)
            }
            for name in names {
                guard let goals = demand.goals(forMember: name) else { continue }
                add(generation.number(of: SamplePlan.Key(goals: goals)), path(.member(name)))
            }
        }
        if demand.types.contains(.array), !demand.items.isEmpty || !demand.unevaluatedItems.isEmpty {
            for (position, number) in (planned.elements + [planned.rest]).enumerated() {
                add(number, path(.element(position)))
            }
        }
    }

    /// A schema that is `false` is broken by anything.
    private mutating func breakNever(_ site: Site) {
        let key = generation.key(of: site.number)
        let schema = plan.schema
        let isNever = { (goal: Goal) in
            guard case .holds(let id) = goal.literal, case .never? = schema[id].node.keywords.first else {
                return false
            }
            return true
        }
        guard let never = key.goals.first(where: isNever) else { return }
        let target = Target(schema: never.literal.schema, keyword: 0)
        guard !site.path.isEmpty, targets.insert(target).inserted else { return }
        attempt(
            [SamplePlan.Key(goals: key.goals.filter { !isNever($0) }, skipped: key.skipped, breaks: true)], target, site
        )
    }

    private mutating func attempt(_ goal: Goal, at site: Site) {
        guard case .keyword(let id, let index) = goal.literal, !goal.isAssumed else { return }
        let target = Target(schema: id, keyword: index)
        let keyword = plan.schema[id].node.keywords[index]
        guard !keyword.names.isEmpty, targets.insert(target).inserted else { return }
        let key = generation.key(of: site.number)
        let beside = branchesBeside(key)
        let unevaluated = unevaluatedGoals(key)
        let isAvoiding = { (goal: Goal) in if case .avoids = goal.literal { true } else { false } }
        let ways = plan.schema.negations(of: id, index).flatMap { way in
            // First as it stands, then with all other branches failing, then whatever becomes of them.
            let goals = key.goals + way.map(goal.with)
            let variants =
                [goals] + (beside.isEmpty ? [] : [goals + beside])
                + (goals.contains(where: isAvoiding) ? [goals.filter { !isAvoiding($0) }] : [])
            return variants.map { SamplePlan.Key(goals: $0, skipped: key.skipped + [goal], breaks: true) }
                + (unevaluated.isEmpty
                    ? [] : [SamplePlan.Key(goals: goals, skipped: key.skipped + unevaluated + [goal], breaks: true)])
        }
        attempt(ways, target, site, all: keyword.isList)
    }

    /// Of an `anyOf` on the way all other branches are to fail too, or breaking the one would break nothing.
    private func branchesBeside(_ key: SamplePlan.Key) -> [Goal] {
        key.skipped.flatMap { settled -> [Goal] in
            guard case .keyword(let id, let index) = settled.literal,
                case .anyOf(let alternatives) = plan.schema[id].node.keywords[index]
            else { return [] }
            return alternatives.schemas.map { settled.with(.holds($0)) }.filter { !key.goals.contains($0) }
                .map { settled.with(.avoids($0.literal.schema)) }
        }
    }

    /// What a broken branch no longer evaluates is bound to break these as well.
    private func unevaluatedGoals(_ key: SamplePlan.Key) -> [Goal] {
        Expansion(key, schema: plan.schema).keywords.filter { goal in
            guard case .keyword(let id, let index) = goal.literal else { return false }
            return switch plan.schema[id].node.keywords[index] {
            case .unevaluatedItems, .unevaluatedProperties: true
            default: false
            }
        }
    }

    /// - Parameter all: whether each way counts, and not only the one that breaks least.
    private mutating func attempt(_ ways: [SamplePlan.Key], _ target: Target, _ site: Site, all: Bool = false) {
        var best: Negative?
        var canBeBroken = false
        for way in ways.prefix(64) {
            let number = generation.number(of: way)
            if generation.isImpossible(number) { continue }
            canBeBroken = true
            guard let negative = negative(number, target, site) else { continue }
            if all {
                found.append(negative)
                best = negative
            } else if best.map({ (negative.violations, negative.value.weight) < ($0.violations, $0.value.weight) })
                ?? true
            {
                best = negative
            }
            if !all, negative.violations == 1 { break }
        }
        if let best {
            if !all { found.append(best) }
        } else if canBeBroken {
            missed.append(target)
        }
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
                let forced = Forced(step: step, value: value)
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
        _ value: JSON, _ target: Target, _ path: [(number: Int, step: Forced.Step)]
    ) -> Negative? {
        let violations = plan.schema.validate(value, direction: plan.direction)
        guard !violations.isEmpty else { return nil }
        let names = plan.schema[target.schema].node.keywords[target.keyword].names
        let place = place(of: target.schema)
        let wanted = names == ["false"] ? [place] : names.map { "\(place)/\($0)" }
        let isWanted = { (violation: SchemaViolation) in wanted.contains(violation.schema) }
        // Of alternatives only the nearest is reported, so the schema itself is asked too.
        guard let violation = violations.firstMatch(isWanted) ?? own(value, target, path).first(where: isWanted) else {
            return nil
        }
        return Negative(
            keyword: violation.keyword, schema: violation.schema, instance: violation.instance, value: value,
            violations: violations.count)
    }

    /// What the target's schema says of the instance that stands at the end of the path.
    private func own(_ value: JSON, _ target: Target, _ path: [(number: Int, step: Forced.Step)]) -> [SchemaViolation] {
        var pointer = JSONPointer([])
        for (_, step) in path {
            switch step {
            case .member(let name): pointer = pointer.appending(name)
            case .element(let position): pointer = pointer.appending(position)
            }
        }
        guard let instance = value[pointer: pointer] else { return [] }
        return plan.schema[target.schema].validate(instance, direction: plan.direction)
    }

    private mutating func place(of id: SchemaNode.ID) -> String {
        if let place = places[id] { return place }
        let place = "\(plan.schema[id].place)"
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

extension Keyword {
    /// What the validator calls the keyword where it is broken; nothing where other keywords say what is wrong.
    fileprivate var names: [String] {
        switch self {
        case .never: ["false"]
        case .type: ["type"]
        case .enumeration: ["enum"]
        case .const: ["const"]
        case .multipleOf: ["multipleOf"]
        case .minimum: ["minimum", "exclusiveMinimum"]
        case .maximum: ["maximum", "exclusiveMaximum"]
        case .minLength: ["minLength"]
        case .maxLength: ["maxLength"]
        case .pattern: ["pattern"]
        case .format: ["format"]
        case .content: ["contentEncoding", "contentMediaType", "contentSchema"]
        case .minItems: ["minItems"]
        case .maxItems: ["maxItems"]
        case .uniqueItems: ["uniqueItems"]
        case .contains: ["contains", "minContains", "maxContains"]
        case .minProperties: ["minProperties"]
        case .maxProperties: ["maxProperties"]
        case .required: ["required"]
        case .propertyNames: ["propertyNames"]
        case .dependentRequired: ["dependentRequired", "dependencies"]
        case .anyOf: ["anyOf"]
        case .oneOf: ["oneOf"]
        case .not: ["not"]
        case .items, .properties, .reference, .dynamicReference, .allOf, .conditional, .dependentSchemas, .subtypes,
            .unevaluatedItems, .unevaluatedProperties:
            []
        }
    }

    /// Whether it asks for several things, each of which is broken by itself.
    fileprivate var isList: Bool {
        switch self {
        case .required, .dependentRequired, .contains: true
        default: false
        }
    }
}
