// The search for keywords to break: through all that a plan leads to, the nearest first.

import JSONValues
import RegularExpressions
import JSONSchema

/// Walks through all that a plan leads to, the nearest first.
struct NegativeSearch {
    let schema: Schema
    /// Its own: what is broken on purpose is of no use to anyone else.
    let plan: SamplePlan
    let limit: Int
    var generation: Generation
    var found: [Negative] = []
    /// Keywords that can be broken, but of which no value was found that does.
    var missed: [Target] { tried.filter { !broken.contains($0) } }

    /// A keyword of a schema.
    struct Target: Hashable {
        let schema: SchemaNode.ID
        let keyword: Int
    }

    /// An instance within the value, and how to get there: what is asked of each instance on the way, and the step from it.
    struct Site {
        let number: Int
        let path: [(number: Int, step: ForcedPart.Step)]
    }

    private var sites: [Site]
    private var seen: Set<Int> = []
    var broken: Set<Target> = []
    var tried: [Target] = []
    var places: [SchemaNode.ID: String] = [:]

    init(_ schema: Schema, _ direction: Direction?, _ options: SamplingOptions, limit: Int) {
        self.schema = schema
        plan = SamplePlan(direction)
        sites = [Site(number: plan.number(of: schema), path: [])]
        self.limit = limit
        // Of one search for many values, for which nobody waits.
        let effort = SampleEffort(.init(steps: 40_000_000, bytes: 256 << 20, time: .seconds(60)))
        generation = Generation(schema, plan, size: .smallest, options: options, effort)
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
        case .impossible: breakFalseSchema(site)
        case .choice(let options, _, _):
            // Once an option is taken, what it asks stands against breaking the choice.
            let expansion = Expansion(generation.key(of: site.number), schema: schema, generation.effort)
            for goal in expansion.keywords where isChoice(goal) { attempt(goal, at: site) }
            for option in options where generation.height(option) < SamplePlan.State.endless { add(option, site.path) }
        case .requirements(let planned):
            for goal in planned.keywords { attempt(goal, at: site) }
            addParts(of: planned, site)
        }
    }

    private mutating func add(_ number: Int, _ path: [(number: Int, step: ForcedPart.Step)]) {
        guard path.count < 12, seen.insert(number).inserted else { return }
        sites.append(Site(number: number, path: path))
    }

    private mutating func addParts(of planned: PlannedRequirements, _ site: Site) {
        let requirements = planned.requirements
        func path(_ step: ForcedPart.Step) -> [(number: Int, step: ForcedPart.Step)] {
            site.path + [(site.number, step)]
        }
        let canBeObject = planned.members.allSatisfy {
            !$0.isRequired || generation.height($0.plan) < SamplePlan.State.endless
        }
        if requirements.types.contains(.object), canBeObject {
            for member in planned.members where !member.isLeftOut { add(member.plan, path(.member(member.name))) }
            var names = requirements.properties.flatMap {
                $0.properties.patterns.compactMap { PatternSample.shortest(of: $0.pattern) }
            }
            let isOpen =
                requirements.properties.contains { $0.properties.additional != nil }
                || !requirements.unevaluatedProperties.isEmpty
            if isOpen {
                names += Vocabulary.unknownNames.lazy.filter { name in
                    !requirements.properties.contains { rule in
                        rule.properties.declared.contains { $0.name == name }
                            || rule.properties.patterns.contains { $0.pattern.matches(in: name) }
                    }
                }.prefix(1)
            }
            for name in names {
                guard let goals = requirements.goals(forMember: name) else { continue }
                add(generation.number(of: SamplePlan.Key(goals: goals)), path(.member(name)))
            }
        }
        if requirements.types.contains(.array), !requirements.items.isEmpty || !requirements.unevaluatedItems.isEmpty {
            for (position, number) in (planned.elements + [planned.rest]).enumerated() {
                add(number, path(.element(position)))
            }
        }
    }

    /// A schema that is `false` is broken by anything.
    private mutating func breakFalseSchema(_ site: Site) {
        let key = generation.key(of: site.number)
        let schema = schema
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
        return switch schema[id].node.keywords[index] {
        case .anyOf, .oneOf, .not: true
        default: false
        }
    }
}
