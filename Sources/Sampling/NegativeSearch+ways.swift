// The requirements on a value that breaks one keyword.

import JSONValues
import JSONSchema

extension NegativeSearch {
    mutating func attempt(_ goal: Goal, at site: Site) {
        guard case .keyword(let id, let index) = goal.literal, !goal.isAssumed else { return }
        let keyword = schema[id].node.keywords[index]
        guard !keyword.names.isEmpty else { return }
        let key = generation.key(of: site.number)
        let ways = schema.negations(of: id, index).prefix(64).map { way in
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
        let others = Expansion(key, schema: schema, generation.effort).keywords.filter { $0 != goal }
        for isGivenUp in [\Keyword.isUnevaluated, \.isOfScalars] {
            let skipped = others.filter { other in
                guard case .keyword(let id, let index) = other.literal else { return false }
                return schema[id].node.keywords[index][keyPath: isGivenUp]
            }
            if !skipped.isEmpty { variants.append(asked(goals, without: skipped)) }
        }
        return variants
    }

    /// Of an `anyOf` on the way all other branches are to fail too, or breaking the one would break nothing.
    private func branchesBeside(_ key: SamplePlan.Key) -> [Goal] {
        key.skipped.flatMap { settled -> [Goal] in
            guard case .keyword(let id, let index) = settled.literal,
                case .anyOf(let alternatives) = schema[id].node.keywords[index]
            else { return [] }
            return alternatives.schemas.map { settled.with(.holds($0)) }.filter { !key.goals.contains($0) }
                .map { settled.with(.avoids($0.literal.schema)) }
        }
    }
}
