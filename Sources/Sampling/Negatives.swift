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
    var missed: [Target] { tried.filter { !broken.contains($0) } }

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
    private var broken: Set<Target> = []
    private var tried: [Target] = []
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
        case .choice(_, let options):
            // Once an option is taken, what it asks stands against breaking the choice.
            let expansion = Expansion(generation.key(of: site.number), schema: plan.schema)
            for goal in expansion.keywords where isChoice(goal) { attempt(goal, at: site) }
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
        guard !site.path.isEmpty else { return }
        let way = SamplePlan.Key(goals: key.goals.filter { !isNever($0) }, skipped: key.skipped, breaks: true)
        attempt([[way]], Target(schema: never.literal.schema, keyword: 0), site)
    }

    private func isChoice(_ goal: Goal) -> Bool {
        guard case .keyword(let id, let index) = goal.literal else { return false }
        return switch plan.schema[id].node.keywords[index] {
        case .anyOf, .oneOf, .not: true
        default: false
        }
    }

    private mutating func attempt(_ goal: Goal, at site: Site) {
        guard case .keyword(let id, let index) = goal.literal, !goal.isAssumed else { return }
        let keyword = plan.schema[id].node.keywords[index]
        guard !keyword.names.isEmpty else { return }
        let key = generation.key(of: site.number)
        let ways = plan.schema.negations(of: id, index).prefix(64).map { way in
            variants(of: key, breaking: goal, by: way.map(goal.with))
        }
        attempt(Array(ways), Target(schema: id, keyword: index), site, all: keyword.isList)
    }

    /// What is asked while a keyword is broken, from all that was asked before to less and less of it.
    private func variants(of key: SamplePlan.Key, breaking goal: Goal, by way: [Goal]) -> [SamplePlan.Key] {
        let goals = key.goals + way
        func asked(_ goals: [Goal], without skipped: [Goal] = []) -> SamplePlan.Key {
            SamplePlan.Key(goals: goals, skipped: key.skipped + skipped + [goal], breaks: true)
        }
        var variants = [asked(goals)]
        let beside = branchesBeside(key)
        if !beside.isEmpty { variants.append(asked(goals + beside)) }
        let heeding = goals.filter { if case .avoids = $0.literal { false } else { true } }
        if heeding.count < goals.count { variants.append(asked(heeding)) }
        // What a broken branch no longer evaluates breaks these too, and a text that is too short has no match.
        let others = Expansion(key, schema: plan.schema).keywords.filter { $0 != goal }
        for isGivenUp in [\Keyword.isUnevaluated, \.isOfScalars] {
            let skipped = others.filter { other in
                guard case .keyword(let id, let index) = other.literal else { return false }
                return plan.schema[id].node.keywords[index][keyPath: isGivenUp]
            }
            if !skipped.isEmpty { variants.append(asked(goals, without: skipped)) }
        }
        return variants
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

    /// - Parameters:
    ///   - ways: to break the target, each in its variants.
    ///   - all: whether each way counts, and not only the one that breaks least.
    private mutating func attempt(_ ways: [[SamplePlan.Key]], _ target: Target, _ site: Site, all: Bool = false) {
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
    var names: [String] {
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

    fileprivate var isUnevaluated: Bool {
        switch self {
        case .unevaluatedItems, .unevaluatedProperties: true
        default: false
        }
    }

    /// Whether it asks something of strings or numbers, or of any value as a whole.
    fileprivate var isOfScalars: Bool {
        switch self {
        case .enumeration, .const, .multipleOf, .minimum, .maximum, .minLength, .maxLength, .pattern, .format, .content:
            true
        default: false
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
