// Objects: which members there are, and what they are called where the schema leaves that open.

import JSONSchema

extension Generation {
    mutating func object(
        _ planned: PlannedDemand, _ room: Int, _ forced: (name: String, value: JSON)?, frugal: Bool,
        _ generator: inout SeededGenerator
    ) -> Outcome {
        let demand = planned.demand
        var needed = Set(demand.required)
        if let forced { needed.insert(forced.name) }
        closeOver(demand, &needed)
        var members: [(String, JSON)] = []
        var present: Set<String> = []
        var optional = max(0, demand.maxProperties - needed.count)
        for member in planned.members {
            var fork = generator.forked(member.salt)
            if let forced, forced.name == member.name {
                members.append((member.name, forced.value))
                present.insert(member.name)
                continue
            }
            let isNeeded = needed.contains(member.name)
            if member.isLeftOut { continue }
            if !isNeeded {
                guard optional > 0, wants(member, planned, room, frugal: frugal, &fork) else { continue }
                guard isNamed(member.name, demand), canFollow(member.name, demand, present.union(needed)) else {
                    continue
                }
            }
            guard height(member.plan) < room || isNeeded else { continue }
            if isNeeded, height(member.plan) >= max(room, 1) {
                return isImpossible(member.plan) ? .impossible : .failed
            }
            switch memberValue(member, demand, room, &fork) {
            case .value(let value):
                members.append((member.name, value))
                present.insert(member.name)
                if !isNeeded { optional -= 1 }
            case .impossible: if isNeeded { return .impossible }
            case .failed: if isNeeded { return .failed }
            }
        }
        // Names that `dependentRequired` asks for, or that are forced, need not be declared.
        for name in needed.sorted() where !present.contains(name) {
            if planned.members.contains(where: { $0.name == name && $0.isLeftOut }) { continue }
            let value: JSON
            if let forced, forced.name == name {
                value = forced.value
            } else {
                guard let made = stray(name, demand, room, &generator) else { return .failed }
                value = made
            }
            members.append((name, value))
            present.insert(name)
        }
        guard addMore(planned, room, frugal, &members, &present, &generator) else { return .failed }
        if !demand.names.isEmpty, demand.misnamed.isEmpty, !members.allSatisfy({ isNamed($0.0, demand) }) {
            return needed.allSatisfy { isNamed($0, demand) } ? .failed : .impossible
        }
        return .value(.object(JSONObject(members)))
    }

    private mutating func memberValue(
        _ member: PlannedDemand.Member, _ demand: Demand, _ room: Int, _ generator: inout SeededGenerator
    ) -> Outcome {
        if let tag = demand.tags.last(where: { $0.property == member.name }) {
            let value = JSON.string(tag.value)
            let goals = demand.goals(forMember: member.name) ?? []
            if goals.allSatisfy({ plan.schema.admits(value, $0) }) { return .value(value) }
        }
        return value(member.plan, room: room - 1, style: member.style, &generator)
    }

    private mutating func wants(
        _ member: PlannedDemand.Member, _ planned: PlannedDemand, _ room: Int, frugal: Bool,
        _ generator: inout SeededGenerator
    ) -> Bool {
        switch size {
        case .smallest: return false
        case .largest: return !frugal
        case .random: return !frugal && budget > 1_000 && generator.percent(room > 2 ? 90 : room > 1 ? 60 : 30)
        }
    }

    /// Adds what the names that are needed need in turn.
    private func closeOver(_ demand: Demand, _ needed: inout Set<String>) {
        guard !demand.dependencies.isEmpty else { return }
        var count = -1
        while count != needed.count {
            count = needed.count
            for (property, names) in demand.dependencies where needed.contains(property) { needed.formUnion(names) }
        }
    }

    /// Whether a member can be there without others that are not.
    private func canFollow(_ name: String, _ demand: Demand, _ present: Set<String>) -> Bool {
        demand.dependencies.allSatisfy { $0.property != name || present.isSuperset(of: $0.names) }
    }

    private func isNamed(_ name: String, _ demand: Demand) -> Bool {
        demand.names.allSatisfy { plan.schema.admits(.string(name), $0) }
    }

    /// Members that nothing names: those that must have a wrong name, as many as `minProperties` asks for, and a few where an object is
    /// a dictionary.
    private mutating func addMore(
        _ planned: PlannedDemand, _ room: Int, _ frugal: Bool, _ members: inout [(String, JSON)],
        _ present: inout Set<String>, _ generator: inout SeededGenerator
    ) -> Bool {
        let demand = planned.demand
        for goal in demand.misnamed {
            let key = SamplePlan.Key(goals: [goal.with(.fact(.types(.string))), goal])
            guard case .value(.string(let name)) = value(number(of: key), room: 0, style: nil, &generator),
                let value = stray(name, demand, room, &generator)
            else { return false }
            if present.insert(name).inserted { members.append((name, value)) }
        }
        let isDictionary =
            size != .smallest && !frugal && room > 0
            && demand.properties.contains { rule in
                rule.properties.declared.isEmpty
                    && (rule.properties.additional != nil || !rule.properties.patterns.isEmpty)
            }
        let wanted = max(
            demand.minProperties,
            isDictionary && members.isEmpty ? min(demand.maxProperties, generator.within(1...3)) : 0)
        guard wanted <= 10_000 else { return false }
        // Declared members first, they were only left out by chance.
        for member in planned.members where members.count < wanted {
            guard !present.contains(member.name), !member.isLeftOut, height(member.plan) < room,
                isNamed(member.name, demand),
                canFollow(member.name, demand, present)
            else { continue }
            var fork = generator.forked(member.salt)
            if case .value(let value) = memberValue(member, demand, room, &fork) {
                members.append((member.name, value))
                present.insert(member.name)
            }
        }
        var misses = 0
        while members.count < wanted, misses < 40 {
            let name = name(demand, misses + members.count, &generator)
            guard let name, !present.contains(name), isNamed(name, demand), canFollow(name, demand, present),
                let value = stray(name, demand, room, &generator)
            else {
                misses += 1
                continue
            }
            members.append((name, value))
            present.insert(name)
        }
        return members.count >= demand.minProperties
    }

    /// The value of a member that is not planned by name; nil where there can be none.
    private mutating func stray(
        _ name: String, _ demand: Demand, _ room: Int, _ generator: inout SeededGenerator
    ) -> JSON? {
        guard let goals = demand.goals(forMember: name) else { return nil }
        let number = number(of: SamplePlan.Key(goals: goals))
        guard height(number) < max(room, 1) else { return nil }
        var fork = generator.forked(name.salt)
        if case .value(let value) = value(number, room: room - 1, style: NameStyle(name), &fork) { return value }
        return nil
    }

    /// A name for a member: by `patternProperties` or `propertyNames` where they say something.
    private mutating func name(_ demand: Demand, _ attempt: Int, _ generator: inout SeededGenerator) -> String? {
        let patterns = demand.properties.flatMap { $0.properties.patterns.map(\.pattern) }
        if !demand.names.isEmpty, attempt % 2 == 0 {
            let key = SamplePlan.Key(goals: demand.names + [demand.names[0].with(.fact(.types(.string)))])
            guard case .value(.string(let name)) = value(number(of: key), room: 0, style: nil, &generator) else {
                return nil
            }
            return name
        }
        if let pattern = generator.element(of: patterns), attempt % 3 != 2 {
            return PatternSample.text(of: pattern, length: attempt % 12, .plain, &generator)
        }
        if size == .smallest, attempt < StrayNames.count { return StrayNames[attempt] }
        return attempt < 8 ? generator.element(of: Vocabulary.things) : "member\(attempt)"
    }
}

extension Schema {
    /// Whether a value is what a goal asks for, of those that can be asked of any value.
    func admits(_ value: JSON, _ goal: Goal) -> Bool {
        switch goal.literal {
        case .holds(let id): self[id].accepts(value)
        case .fails(let id): !self[id].accepts(value)
        case .avoids, .keyword, .breaks, .dependency, .fact: true
        }
    }
}
