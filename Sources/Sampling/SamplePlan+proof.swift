// Which plans prove by themselves that whatever comes of them fits.

import JSONValues
import JSONSchema

/// What is known of the values of a schema before one is made.
enum SampleProof: Sendable {
    /// One value was asked for, which is checked for less.
    case postponed
    /// All fit.
    case found
    case lacking
}

extension SamplePlan {
    /// As many plans are looked at for one proof. Of schemas with more, values are checked.
    private static let mostPlans = 500

    /// Whether every value that the plan of a schema leads to satisfies the schema, so that it need not be checked.
    ///
    /// It is enough that each plan on the way keeps its own part: a value's type, limits, patterns and formats are asserted as it is
    /// drawn, its members and elements are values of plans on the way.
    func proves(_ root: Int, _ schema: Schema, _ effort: SampleEffort) -> Bool {
        let known = use { state in
            defer { if state.proofs[root] == nil { state.proofs[root] = .postponed } }
            return state.proofs[root]
        }
        switch known {
        case .found?: return true
        case .lacking?, nil: return false
        case .postponed?:
            let isProven = findProof(root, schema, effort)
            use { $0.proofs[root] = isProven ? .found : .lacking }
            return isProven
        }
    }

    private func findProof(_ root: Int, _ schema: Schema, _ effort: SampleEffort) -> Bool {
        var seen: Set<Int> = [root]
        var pending = [root]
        var isProven = true
        while isProven, let number = pending.popLast() {
            var parts: [Int] = []
            switch expand(number, schema, effort) {
            case .unknown: isProven = false
            case .impossible: break
            case .choice(let options, let isAny, _):
                isProven = isAny
                parts = options
            case .requirements(let planned):
                isProven = planned.keepsItself
                parts = planned.members.map(\.plan) + planned.elements + [planned.rest]
                if isProven, let goals = planned.requirements.goalsOfStrays {
                    parts.append(self.number(of: Key(goals: goals)))
                }
            }
            for part in parts where seen.insert(part).inserted { pending.append(part) }
            if seen.count > Self.mostPlans { isProven = false }
        }
        return isProven
    }
}

extension ValueRequirements {
    /// What members are asked whose names no schema says anything of; nil where there is nothing but what is declared.
    fileprivate var goalsOfStrays: [Goal]? {
        guard types.contains(.object) else { return nil }
        return properties.compactMap { rule in rule.properties.additional.map { rule.goal.ofPart(.holds($0)) } }
    }

    /// Whether values that are drawn for the demand satisfy its schemas, if their members and elements do what is asked of them.
    /// - Parameter given: the values among them that the schemas name themselves.
    func isGuaranteed(
        by members: [PlannedRequirements.Member], given: [JSON], _ schema: Schema, _ direction: Direction?
    ) -> Bool {
        // What may be missing or present in one direction alone hangs on all the schemas around it.
        guard !members.contains(where: \.isForOneDirection), distinctElements <= PlannedRequirements.mostElements else {
            return false
        }
        let isDrawn = schemas.allSatisfy { id in
            schema[id].node.keywords.allSatisfy { isGuaranteed($0) }
        }
        guard isDrawn, direction != nil else { return isDrawn }
        return given.allSatisfy { value in
            schemas.allSatisfy { schema[$0].accepts(value, direction: direction) }
        }
    }

    private func isGuaranteed(_ keyword: Keyword) -> Bool {
        switch keyword {
        case .type, .enumeration, .const, .multipleOf, .minimum, .maximum, .minLength, .maxLength, .pattern, .format,
            .minItems, .maxItems, .items, .minProperties, .maxProperties, .required, .reference, .allOf:
            true
        // Which of them holds is a choice, and so a plan of its own.
        case .anyOf(let alternatives): alternatives.discriminator == nil
        case .properties(let properties): properties.patterns.isEmpty
        case .content(let content): !content.asserted || (contents.count == 1 && patterns.isEmpty && content.isEncoded)
        case .never, .uniqueItems, .contains, .propertyNames, .dependentRequired, .dependentSchemas, .dynamicReference,
            .oneOf, .not, .conditional, .subtypes, .unevaluatedItems, .unevaluatedProperties:
            false
        }
    }
}

extension Content {
    /// Whether all that is asserted of it is what encoding makes sure of, or the first bytes of a picture.
    fileprivate var isEncoded: Bool {
        guard let encoding, ["base64", "base64url"].contains(encoding.lowercased()) else { return false }
        let mediaType = mediaType?.lowercased() ?? ""
        return !mediaType.contains("json") && !mediaType.contains { $0 == ";" || $0 == " " }
    }
}
