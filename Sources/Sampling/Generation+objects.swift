// Objects: which members there are, and what they are called where the schema leaves that open.

import JSONValues
import JSONSchema

extension Generation {
    mutating func object(
        _ planned: PlannedRequirements, _ room: Int, _ forced: (name: String, value: JSON)?, frugal: Bool,
        _ generator: inout SeededGenerator
    ) -> Outcome {
        let requirements = planned.requirements
        let needed = dependentNames(planned, forced?.name)
        var members = Members(room: planned.members.count)
        var optional = max(0, requirements.maxProperties - requirements.required.count - needed.count)
        for member in planned.members {
            var fork = generator.forked(member.salt)
            if let forced, forced.name == member.name {
                members.append(forced.name, forced.value)
                continue
            }
            if member.isLeftOut { continue }
            let isNeeded = member.isRequired || (!needed.isEmpty && needed.contains(member.name))
            if !isNeeded {
                guard optional > 0, addsOptionalMember(member, room, frugal: frugal, &fork),
                    height(member.plan) < room, isNamed(member.name, requirements),
                    canStandAlone(member.name, requirements, members, needed)
                else { continue }
            } else if height(member.plan) >= max(room, 1), height(member.plan) < SamplePlan.State.endless {
                return .failed
            }
            switch memberValue(member, requirements, room, &fork) {
            case .value(let value):
                members.append(member.name, value)
                if !isNeeded { optional -= 1 }
            case .impossible: if isNeeded { return .impossible }
            case .failed: if isNeeded { return .failed }
            }
        }
        let isComplete = members.names.count == planned.members.count
        // Names that `dependentRequired` asks for, or that are forced, need not be declared.
        for name in needed where !planned.members.contains(where: { $0.name == name }) {
            if let forced, forced.name == name {
                members.append(forced.name, forced.value)
            } else if let value = undeclaredMember(name, requirements, room, &generator) {
                members.append(name, value)
            } else {
                return .failed
            }
        }
        guard addUndeclaredMembers(planned, room, frugal, &members, &generator) else { return .failed }
        if !requirements.names.isEmpty, requirements.misnamed.isEmpty,
            !members.names.allSatisfy({ isNamed($0, requirements) })
        {
            return (requirements.required + needed).allSatisfy { isNamed($0, requirements) } ? .failed : .impossible
        }
        if isComplete, members.names.count == planned.members.count, let names = planned.names {
            return .value(.object(JSONObject(keys: names, values: members.values)))
        }
        return .value(.object(JSONObject(zip(members.names, members.values))))
    }

    /// Names beside those that are required: what is forced, and all that these need in turn.
    private func dependentNames(_ planned: PlannedRequirements, _ forced: String?) -> [String] {
        let requirements = planned.requirements
        guard forced != nil || !requirements.dependencies.isEmpty else { return [] }
        var needed = [forced].compactMap(\.self).filter { !requirements.required.contains($0) }
        var count = -1
        while count != needed.count {
            count = needed.count
            for (property, names) in requirements.dependencies
            where needed.contains(property) || requirements.required.contains(property) {
                needed += names.filter { !needed.contains($0) && !requirements.required.contains($0) }
            }
        }
        return needed
    }

    private mutating func memberValue(
        _ member: PlannedRequirements.Member, _ requirements: ValueRequirements, _ room: Int,
        _ generator: inout SeededGenerator
    ) -> Outcome {
        if let tag = requirements.tags.last(where: { $0.property == member.name }) {
            let value = JSON.string(tag.value)
            let goals = requirements.goals(forMember: member.name) ?? []
            if goals.allSatisfy({ schema.admits(value, $0) }) { return .value(value) }
        }
        return value(member.plan, room: room - 1, style: member.style, &generator)
    }

    private mutating func addsOptionalMember(
        _ member: PlannedRequirements.Member, _ room: Int, frugal: Bool, _ generator: inout SeededGenerator
    ) -> Bool {
        switch size {
        case .smallest: return false
        case .largest: return !frugal
        case .random:
            guard !frugal, budget > 1_000 else { return false }
            switch options.optional {
            case .few: return generator.percent(10)
            case .most: return generator.percent(room > 2 ? 90 : room > 1 ? 60 : 30)
            // Deep within, what holds more is left to chance, so that values end.
            case .all: return room > 2 || height(member.plan) == 0 || generator.percent(room > 1 ? 60 : 30)
            }
        }
    }

    /// Whether a member can be there without others that are not.
    private func canStandAlone(
        _ name: String, _ requirements: ValueRequirements, _ members: Members, _ needed: [String] = []
    ) -> Bool {
        requirements.dependencies.allSatisfy { property, names in
            property != name
                || names.allSatisfy { other in
                    requirements.required.contains(other) || needed.contains(other) || members.names.contains(other)
                }
        }
    }

    private func isNamed(_ name: String, _ requirements: ValueRequirements) -> Bool {
        requirements.names.allSatisfy { schema.admits(.string(name), $0) }
    }

    /// Members that nothing names: those that must have a wrong name, as many as `minProperties` asks for, and a few where an object is
    /// a dictionary.
    private mutating func addUndeclaredMembers(
        _ planned: PlannedRequirements, _ room: Int, _ frugal: Bool, _ members: inout Members,
        _ generator: inout SeededGenerator
    ) -> Bool {
        let requirements = planned.requirements
        for goal in requirements.misnamed {
            let key = SamplePlan.Key(goals: [goal.with(.fact(.types(.string))), goal])
            guard case .value(.string(let name)) = value(number(of: key), room: 0, style: nil, &generator),
                let value = undeclaredMember(name, requirements, room, &generator)
            else { return false }
            if !members.names.contains(name) { members.append(name, value) }
        }
        let isFilled = planned.isDictionary && size != .smallest && !frugal && room > 0 && members.names.isEmpty
        let wanted = max(
            requirements.minProperties,
            isFilled ? min(requirements.maxProperties, generator.within(1...3)) : 0)
        guard wanted <= 10_000 else { return false }
        // Declared members first, they were only left out by chance.
        for member in planned.members where members.names.count < wanted {
            guard !members.names.contains(member.name), !member.isLeftOut, height(member.plan) < room,
                isNamed(member.name, requirements),
                canStandAlone(member.name, requirements, members)
            else { continue }
            var fork = generator.forked(member.salt)
            if case .value(let value) = memberValue(member, requirements, room, &fork) {
                members.append(member.name, value)
            }
        }
        var misses = 0
        while members.names.count < wanted, misses < 40 {
            let name = name(requirements, misses + members.names.count, &generator)
            guard let name, !members.names.contains(name), isNamed(name, requirements),
                canStandAlone(name, requirements, members),
                let value = undeclaredMember(name, requirements, room, &generator)
            else {
                misses += 1
                continue
            }
            members.append(name, value)
        }
        return members.names.count >= requirements.minProperties
    }

    /// The value of a member that is not planned by name; nil where there can be none.
    private mutating func undeclaredMember(
        _ name: String, _ requirements: ValueRequirements, _ room: Int, _ generator: inout SeededGenerator
    ) -> JSON? {
        guard let goals = requirements.goals(forMember: name) else { return nil }
        let number = number(of: SamplePlan.Key(goals: goals))
        guard height(number) < max(room, 1) else { return nil }
        var fork = generator.forked(name.salt)
        if case .value(let value) = value(number, room: room - 1, style: NameStyle(name), &fork) { return value }
        return nil
    }

    /// A name for a member: by `patternProperties` or `propertyNames` where they say something.
    private mutating func name(_ requirements: ValueRequirements, _ attempt: Int, _ generator: inout SeededGenerator)
        -> String?
    {
        let patterns = requirements.properties.flatMap { $0.properties.patterns.map(\.pattern) }
        if !requirements.names.isEmpty, attempt % 2 == 0 {
            let key = SamplePlan.Key(goals: requirements.names + [requirements.names[0].with(.fact(.types(.string)))])
            let number = number(of: key)
            let outcome =
                attempt == 0
                ? value(number, room: 0, style: nil, &generator) : anyValue(number, room: 0, style: nil, &generator)
            if case .value(.string(let name)) = outcome { return name }
            return nil
        }
        if let pattern = generator.element(of: patterns), attempt % 3 != 2 {
            return PatternSample.text(of: pattern, length: attempt % 12, .plain, &generator)
        }
        if size == .smallest, attempt < Vocabulary.unknownNames.count { return Vocabulary.unknownNames[attempt] }
        return attempt < 8 ? generator.element(of: Vocabulary.nouns) : "member\(attempt)"
    }
}

/// The members of an object that is being made: names, and beside them their values.
private struct Members {
    private(set) var names: [String] = []
    private(set) var values: [JSON] = []

    init(room: Int) {
        names.reserveCapacity(room)
        values.reserveCapacity(room)
    }

    mutating func append(_ name: String, _ value: JSON) {
        names.append(name)
        values.append(value)
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
