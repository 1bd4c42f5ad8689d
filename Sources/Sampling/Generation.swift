// Making one value: a plan is followed, choices are drawn, and what turns out wrong is tried another way.

import JSONValues
import JSONSchema

/// Which of the values that fit is wanted.
enum SampleSize: Sendable {
    case random, smallest, largest
}

/// The making of one value.
struct Generation {
    let schema: Schema
    let plan: SamplePlan
    let options: SamplingOptions
    private(set) var size: SampleSize
    /// Attempts that failed: after some of them what is optional is left out, and other types are tried.
    var failures = 0
    var isFrugal: Bool { failures > 5 }
    /// Values within the value that may still be made.
    var budget = 20_000
    /// Levels that may still be added where a value of its own depth is of no use.
    private var spareRoom = 12
    private var state: SamplePlan.State
    let effort: SampleEffort

    enum Outcome {
        case value(JSON)
        /// Nothing can satisfy the plan.
        case impossible
        case failed
    }

    init(
        _ schema: Schema, _ plan: SamplePlan, size: SampleSize, options: SamplingOptions,
        _ effort: SampleEffort = SampleEffort()
    ) {
        self.schema = schema
        self.plan = plan
        self.size = size
        self.options = options
        state = plan.snapshot
        self.effort = effort
    }

    /// - Parameters:
    ///   - room: how many levels of arrays and objects may stand within the value.
    ///   - forced: a part of the value that is given.
    mutating func value(
        _ number: Int, room: Int, style: NameStyle?, forced: ForcedPart? = nil, _ generator: inout SeededGenerator
    ) -> Outcome {
        budget -= 1
        effort.spend()
        guard budget > 0, room > -2, !effort.isSpent else { return .failed }
        switch node(number) {
        case .unknown: return .failed
        case .impossible: return .impossible
        case .choice(let plans, _, _): return choice(plans, room, style, forced, &generator)
        case .requirements(let planned): return value(of: planned, number, room, style, forced, &generator)
        }
    }

    private mutating func choice(
        _ plans: [Int], _ room: Int, _ style: NameStyle?, _ forced: ForcedPart?, _ generator: inout SeededGenerator
    ) -> Outcome {
        var order = plans
        // To measure many options takes longer than to try some of them.
        if size == .smallest, plans.count <= 8 {
            order = plans.enumerated().sorted { (height($0.1), $0.0) < (height($1.1), $1.0) }.map(\.element)
        } else if size != .smallest {
            let first = generator.below(plans.count)
            order = Array(plans[first...] + plans[..<first])
            // A value says more than null.
            if isNull(order[0]), !(size == .random && generator.percent(15)) { order.append(order.removeFirst()) }
            if height(order[0]) > room {
                order = order.filter { height($0) <= room } + order.filter { height($0) > room }
            }
        }
        var isImpossible = true
        for plan in order {
            switch value(plan, room: room, style: style, forced: forced, &generator) {
            case .value(let value): return .value(value)
            case .impossible: break
            case .failed: isImpossible = false
            }
        }
        return isImpossible ? .impossible : .failed
    }

    private mutating func value(
        of planned: PlannedRequirements, _ number: Int, _ room: Int, _ style: NameStyle?, _ forced: ForcedPart?,
        _ generator: inout SeededGenerator
    ) -> Outcome {
        if forced == nil {
            if let given = given(planned, &generator) { return .value(given) }
            if planned.requirements.values != nil { return .failed }
        }
        let isFree = planned.requirements.avoided.isEmpty && planned.requirements.excluded.isEmpty
        var isImpossible = true
        var met: [Goal] = []
        for attempt in 0..<(isFree ? 2 : 4) {
            for type in types(planned, forced, &generator) {
                switch value(type, planned, room, style, forced, attempt, &generator) {
                case .value(let value):
                    if isFree { return .value(value) }
                    isImpossible = false
                    let unwanted = satisfiedExclusions(value, planned.requirements)
                    if unwanted.isEmpty, !planned.requirements.excluded.contains(value) { return .value(value) }
                    met += unwanted.filter { !met.contains($0) }
                case .impossible: break
                case .failed: isImpossible = false
                }
                guard budget > 0 else { return .failed }
            }
            if isImpossible { return .impossible }
        }
        guard !met.isEmpty else { return .failed }
        // Chance did not avoid them: ask for it.
        let key = key(of: number)
        let strict = self.number(
            of: SamplePlan.Key(
                goals: key.goals + met, skipped: key.skipped + met.map { $0.with(.avoids($0.literal.schema)) },
                breaks: key.breaks))
        let missing = height(strict) - room
        guard missing < spareRoom else { return .failed }
        spareRoom -= max(missing, 0)
        if case .value(let value) = value(
            strict, room: max(room, room + missing), style: style, forced: forced, &generator)
        {
            return .value(value)
        }
        return .failed
    }

    /// Of the schemas that are to be avoided, those that the value satisfies.
    private func satisfiedExclusions(_ value: JSON, _ requirements: ValueRequirements) -> [Goal] {
        defer { if !requirements.avoided.isEmpty { effort.lookAtClock() } }
        return requirements.avoided.filter { schema[$0.literal.schema].accepts(value, direction: plan.direction) }
    }

    /// A value that the schema names itself.
    private func given(_ planned: PlannedRequirements, _ generator: inout SeededGenerator) -> JSON? {
        if let values = planned.requirements.values {
            let allowed = values.filter { isAllowed($0, planned.requirements) }
            switch size {
            case .random: return generator.element(of: allowed)
            case .smallest: return allowed.min { $0.weight < $1.weight }
            case .largest: return allowed.max { $0.weight < $1.weight }
            }
        }
        guard size == .random, options.usesExamples else { return nil }
        if let example = generator.element(of: planned.examples), isAllowed(example, planned.requirements) {
            return example
        }
        guard let value = planned.defaults.first, generator.percent(50), isAllowed(value, planned.requirements) else {
            return nil
        }
        return value
    }

    private func isAllowed(_ value: JSON, _ requirements: ValueRequirements) -> Bool {
        !requirements.excluded.contains(value) && satisfiedExclusions(value, requirements).isEmpty
    }

    private mutating func value(
        _ type: TypeSet, _ planned: PlannedRequirements, _ room: Int, _ style: NameStyle?, _ forced: ForcedPart?,
        _ attempt: Int,
        _ generator: inout SeededGenerator
    ) -> Outcome {
        switch type {
        case .null: return .value(.null)
        case .boolean:
            let value = JSON.bool(size == .random ? generator.percent(50) : size == .largest)
            return .value(planned.requirements.excluded.contains(value) ? .bool(!(value.bool ?? false)) : value)
        case .number:
            guard let numbers = planned.number else { return .impossible }
            return numbers.sample(size, style ?? planned.style, &generator).map { .value(.number($0)) } ?? .failed
        case .string: return string(planned, style ?? planned.style, attempt, &generator)
        case .array: return array(planned, room, style, forced?.position, &generator)
        default: return object(planned, room, forced?.member, frugal: isFrugal || attempt > 1, &generator)
        }
    }
}

/// A part of a value that is given, so that the rest is made around it.
struct ForcedPart {
    enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    let step: Step
    let value: JSON

    var member: (name: String, value: JSON)? {
        if case .member(let name) = step { (name, value) } else { nil }
    }

    var position: (position: Int, value: JSON)? {
        if case .element(let position) = step { (position, value) } else { nil }
    }
}

extension Generation {
    /// The types to try, in order; number stands for integers too.
    private func types(_ planned: PlannedRequirements, _ forced: ForcedPart?, _ generator: inout SeededGenerator)
        -> [TypeSet]
    {
        if let forced { return forced.member == nil ? [.array] : [.object] }
        let order = size == .smallest ? planned.simplestFirst : planned.richestFirst
        guard order.count > 1 else { return order }
        var first: Int?
        if failures > 8 {
            first = failures % order.count
        } else if size == .random {
            let nulls = order.last == .null ? 1 : 0
            if nulls == 1, order.count < 6, generator.percent(10) {
                first = order.count - 1
            } else if !planned.isMeant {
                first = generator.below(order.count - nulls)
            }
        }
        guard let first, first > 0 else { return order }
        return [order[first]] + order[..<first] + order[(first + 1)...]
    }

    mutating func node(_ number: Int) -> SamplePlan.Node {
        if case .unknown = state.nodes[number] { refresh { $0.expanded(number, $1, $2) } }
        return state.nodes[number]
    }

    mutating func height(_ number: Int) -> Int {
        if state.heights[number] < 0 { refresh { $0.withHeight(of: number, $1, $2) } }
        return state.heights[number] < 0 ? SamplePlan.State.endless : state.heights[number]
    }

    mutating func number(of key: SamplePlan.Key) -> Int {
        if let number = state.numbers[key] { return number }
        state = SamplePlan.State()
        let number = plan.number(of: key, effort)
        state = plan.snapshot
        return number
    }

    func key(of number: Int) -> SamplePlan.Key { state.keys[number] }

    mutating func isImpossible(_ number: Int) -> Bool {
        switch node(number) {
        case .impossible: true
        case .choice(let options, _, _):
            height(number) >= SamplePlan.State.endless && options.allSatisfy { isImpossible($0) }
        case .unknown, .requirements: false
        }
    }

    private mutating func isNull(_ number: Int) -> Bool {
        if case .requirements(let planned) = node(number) { planned.requirements.types == .null } else { false }
    }

    /// Any value at all, whatever the size that is wanted: where the smallest, say, is taken already.
    mutating func anyValue(
        _ number: Int, room: Int, style: NameStyle?, _ generator: inout SeededGenerator
    ) -> Outcome {
        let wanted = size
        size = .random
        defer { size = wanted }
        return value(number, room: room, style: style, &generator)
    }

    /// Lets go of what is known before the plan adds to it, so that nothing is copied.
    private mutating func refresh(_ body: (SamplePlan, Schema, SampleEffort) -> SamplePlan.State) {
        state = SamplePlan.State()
        state = body(plan, schema, effort)
        // Schemas can be so entangled that there is no end to what can be worked out.
        budget -= 20
    }
}

extension Literal {
    /// The schema that holds or fails.
    var schema: SchemaNode.ID {
        switch self {
        case .holds(let id), .fails(let id), .avoids(let id), .keyword(let id, _), .breaks(let id, _),
            .dependency(let id, _, _):
            id
        case .fact: preconditionFailure("a fact is of no schema")
        }
    }
}

extension JSON {
    /// How much there is of it.
    var weight: Int {
        switch self {
        case .null, .bool: 1
        case .number(let number): number.text.utf8.count
        case .string(let text): 2 + text.utf8.count
        case .array(let elements): elements.reduce(2) { $0 + $1.weight + 1 }
        case .object(let object): object.reduce(2) { $0 + $1.key.utf8.count + $1.value.weight + 4 }
        }
    }
}
