// What is known of a schema before a value of it is made: demands, choices between them, and the demands of their parts.

import JSONValues
import JSONSchema
import Synchronization

/// The demands that can be met on the way through the schemas of a library, worked out when they are first needed and kept.
final class SamplePlan: Sendable {
    /// One instance's goals. Plans refer to each other by number.
    struct Key: Hashable, Sendable {
        var goals: [Goal]
        /// The goals that are skipped, see ``Expansion``.
        var skipped: [Goal] = []
        /// Whether the goals break a keyword on purpose, so that no schema need hold as a whole.
        var breaks = false
    }

    enum Node: Sendable {
        case unknown
        case impossible
        /// One of several plans for the same instance; `isAny` where it may be any of them and even several, as with `anyOf`. The
        /// members are plans that every one of them asks for, whatever else it does.
        case choice([Int], isAny: Bool, members: [Int])
        case requirements(PlannedRequirements)
    }

    struct State: Sendable {
        var keys: [Key] = []
        var nodes: [Node] = []
        /// See ``SamplePlan/measure(_:_:_:)``; −1 where it is not known yet.
        var heights: [Int] = []
        var numbers: [Key: Int] = [:]
        /// Of whole schemas, which is what values are mostly asked for.
        var roots: [SchemaNode.ID: Int] = [:]
        /// See ``SamplePlan/proves(_:_:_:)``.
        var proofs: [Int: SampleProof] = [:]
        /// How often no value of a plan was found before the effort was spent.
        var overspent: [Int: Int] = [:]
    }

    /// About what a goal takes, here and in what it refers to.
    fileprivate static let bytesPerGoal = 120

    let direction: Direction?
    /// Held for moments alone: whoever works something out, which may take long, keeps nobody else from what is known.
    private let state = Mutex(State())

    init(_ direction: Direction?) { self.direction = direction }

    var snapshot: State { state.withLock { $0 } }

    /// Reads or writes what is known, in a moment.
    func use<Result>(_ body: (inout State) -> sending Result) -> sending Result { state.withLock { body(&$0) } }

    func number(of key: Key, _ effort: SampleEffort? = nil) -> Int {
        state.withLock { state in
            if let number = state.numbers[key] { return number }
            effort?.spend(bytes: (key.goals.count + key.skipped.count + 4) * Self.bytesPerGoal)
            return state.number(of: key)
        }
    }

    /// Whether it is known of a plan that no effort is enough. Once may be chance.
    func isOverspent(_ root: Int) -> Bool { state.withLock { $0.overspent[root, default: 0] >= 3 } }

    func noteOverspent(_ root: Int) { state.withLock { $0.overspent[root, default: 0] += 1 } }

    /// The number of the plan of a schema without further goals.
    func number(of schema: Schema) -> Int {
        state.withLock { state in
            if let number = state.roots[schema.id] { return number }
            let number = state.number(of: Key(goals: [Goal(literal: .holds(schema.id), scope: DynamicScope())]))
            state.roots[schema.id] = number
            return number
        }
    }

    /// What is known once that plan is worked out, or the effort spent.
    func expanded(_ number: Int, _ schema: Schema, _ effort: SampleEffort) -> State {
        _ = expand(number, schema, effort)
        return snapshot
    }

    func withHeight(of number: Int, _ schema: Schema, _ effort: SampleEffort) -> State {
        measure(number, schema, effort)
        return snapshot
    }
}

/// The plans for all schemas of a library, which share what they refer to.
final class SamplePlans: Sendable {
    private let undirected = SamplePlan(nil)
    private let requests = SamplePlan(.request)
    private let responses = SamplePlan(.response)

    subscript(direction: Direction?) -> SamplePlan {
        switch direction {
        case nil: undirected
        case .request: requests
        case .response: responses
        }
    }
}

/// A demand, and the plans of the parts that it names.
final class PlannedRequirements: Sendable {
    let requirements: ValueRequirements
    /// The keywords that hold in it.
    let keywords: [Goal]
    let members: [Member]
    /// Their names, shared by all objects that have them all.
    let names: JSONKeys?
    /// Of the elements that differ, by position; after them all are asked the same.
    let elements: [Int]
    let rest: Int
    /// Examples and defaults that satisfy all that is asked.
    let examples: [JSON]
    let defaults: [JSON]
    let number: NumberRequirements?
    let content: ContentRequirements?
    let style: NameStyle?
    /// The types of its values, by how much they say and by how little.
    let richestFirst: [TypeSet]
    let simplestFirst: [TypeSet]
    /// Whether the first of the types is the one that the schema goes on about.
    let isMeant: Bool
    /// Whether objects have members that the schema leaves to name, and no others.
    let isDictionary: Bool
    /// Whether what is drawn for it satisfies its schemas, if members and elements do what is asked of them.
    let keepsItself: Bool

    /// Elements that are planned one by one.
    static let mostElements = 256

    /// A member of an object that is named by the schema. A class, because every object is made from all of them.
    final class Member: Sendable {
        let name: String
        let plan: Int
        let isRequired: Bool
        /// It is not for messages of this direction.
        let isLeftOut: Bool
        /// Left out, or refused by the validator for its direction.
        let isForOneDirection: Bool
        let style: NameStyle
        let salt: UInt64

        init(_ name: String, plan: Int, isRequired: Bool, isLeftOut: Bool, isForOneDirection: Bool) {
            self.name = name
            self.plan = plan
            self.isRequired = isRequired
            self.isLeftOut = isLeftOut
            self.isForOneDirection = isForOneDirection
            style = NameStyle(name)
            salt = name.salt
        }
    }

    init(_ expansion: Expansion, _ schema: Schema, _ direction: Direction?, number: (SamplePlan.Key) -> Int) {
        var requirements = expansion.requirements
        let required = Set(requirements.required)
        members = requirements.namedMembers.compactMap { name in
            guard let goals = requirements.goals(forMember: name) else { return nil }
            let isLeftOut = goals.contains { schema.isLeftOut($0, direction) }
            return Member(
                name, plan: number(SamplePlan.Key(goals: goals)), isRequired: required.contains(name),
                isLeftOut: isLeftOut,
                isForOneDirection: isLeftOut || goals.contains { schema.isRefused($0, direction) })
        }
        names = JSONKeys(members.map(\.name))
        let distinct = min(requirements.distinctElements, Self.mostElements)
        elements = (0..<distinct).map { number(SamplePlan.Key(goals: requirements.goals(forElement: $0))) }
        rest = number(SamplePlan.Key(goals: requirements.goals(forElement: requirements.distinctElements)))
        if let values = requirements.values { requirements.values = values.filter { requirements.admits($0, schema) } }
        examples = requirements.examples.filter { requirements.admits($0, schema) }
        defaults = requirements.defaults.filter { requirements.admits($0, schema) }
        self.number = requirements.types.isDisjoint(with: [.integer, .number]) ? nil : NumberRequirements(requirements)
        content = ContentRequirements(requirements.contents)
        isDictionary = requirements.properties.contains { rule in
            rule.properties.declared.isEmpty
                && (rule.properties.additional != nil || !rule.properties.patterns.isEmpty)
        }
        style = requirements.title.map(NameStyle.init)
        keywords = expansion.keywords
        let meant = requirements.meantType
        let likely = meant ?? (requirements.types == .all ? .string : nil)
        richestFirst = requirements.richestTypes.sorted { $0 == likely && $1 != likely }
        simplestFirst = requirements.simplestTypes.sorted { requirements.types == .all && $0 == meant && $1 != meant }
        isMeant = likely != nil || richestFirst.count == 1
        keepsItself = requirements.isGuaranteed(
            by: members, given: (requirements.values ?? []) + examples + defaults, schema, direction)
        self.requirements = requirements
    }

    func plan(ofElement position: Int) -> Int { position < elements.count ? elements[position] : rest }
}

extension Schema {
    /// Whether a property that satisfies the goal is not for messages of the direction.
    fileprivate func isLeftOut(_ goal: Goal, _ direction: Direction?) -> Bool {
        guard case .holds(var id) = goal.literal, let direction else { return false }
        // A chain of references ends: the compiler refuses one that does not.
        while true {
            let node = self[id].node
            if direction == .request ? node.isReadOnly : node.isWriteOnly { return true }
            guard case .reference(let reference)? = node.keywords.first(where: \.isReference) else { return false }
            id = reference.target
        }
    }
}

extension Schema {
    /// Whether the validator refuses a property that satisfies the goal in messages of the direction.
    fileprivate func isRefused(_ goal: Goal, _ direction: Direction?) -> Bool {
        guard case .holds(let id) = goal.literal, let direction else { return false }
        return self[id].isRefused(in: direction)
    }

    /// Whether the goal is an `anyOf` that no value names a branch of.
    fileprivate func isAny(_ goal: Goal) -> Bool {
        guard case .keyword(let id, let index) = goal.literal,
            case .anyOf(let alternatives) = self[id].node.keywords[index]
        else { return false }
        return alternatives.discriminator == nil
    }
}

extension Keyword {
    fileprivate var isReference: Bool { if case .reference = self { true } else { false } }
}

extension SamplePlan.State {
    mutating func number(of key: SamplePlan.Key) -> Int {
        if let number = numbers[key] { return number }
        let number = nodes.count
        numbers[key] = number
        keys.append(key)
        nodes.append(.unknown)
        heights.append(-1)
        return number
    }
}

extension SamplePlan {
    /// Works a plan out. Leaves it unknown where the effort is spent on the way.
    func expand(_ number: Int, _ schema: Schema, _ effort: SampleEffort) -> Node {
        let (node, key) = use { ($0.nodes[number], $0.keys[number]) }
        guard case .unknown = node, !effort.isSpent else { return node }
        let expansion = Expansion(key, schema: schema, effort)
        guard !effort.isSpent else { return .unknown }
        let expanded = expand(expansion, of: key, schema, effort)
        use { $0.nodes[number] = expanded }
        return expanded
    }

    private func expand(_ expansion: Expansion, of key: Key, _ schema: Schema, _ effort: SampleEffort) -> Node {
        if expansion.isImpossible { return .impossible }
        if let choice = expansion.choices.first {
            let options = choice.options.map { option in
                self.number(
                    of: Key(goals: key.goals + option, skipped: key.skipped + [choice.goal], breaks: key.breaks), effort
                )
            }
            let members = expansion.requirements.certainMembers
                .filter { !$0.contains { schema.isLeftOut($0, direction) } }
                .map { self.number(of: Key(goals: $0), effort) }
            return .choice(options, isAny: schema.isAny(choice.goal), members: members)
        }
        let planned = PlannedRequirements(expansion, schema, direction) { self.number(of: $0, effort) }
        effort.lookAtClock()
        return planned.requirements.values?.isEmpty == true ? .impossible : .requirements(planned)
    }
}
