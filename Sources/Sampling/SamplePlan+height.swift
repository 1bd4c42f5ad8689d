// How deep the shallowest value of a plan is, so that recursive schemas end.

import JSONValues
import JSONSchema

extension SamplePlan.Key {
    /// Whether schemas or keywords are to fail, of which there can be any number of ways.
    fileprivate var hasFailures: Bool {
        breaks || goals.contains { if case .fails = $0.literal { true } else { false } }
    }
}

extension SamplePlan.State {
    /// Deeper than any value that is made: of a schema that has no finite one.
    static let endless = 64
}

extension SamplePlan {
    /// Works out the levels of arrays and objects that the shallowest value of a plan has within it.
    /// Not where the effort is spent on the way.
    func measure(_ number: Int, _ schema: Schema, _ effort: SampleEffort) {
        guard let key = use({ $0.heights[number] < 0 ? $0.keys[number] : nil }) else { return }
        // Where every branch of many is to fail, most ways contradict each other, and there are more than can be tried.
        var measure = Measure(plan: self, schema: schema, effort: effort, work: key.hasFailures ? 300 : 20_000)
        let height = (0..<State.endless).first { measure.fits(number, room: $0) }
        guard height != nil || !effort.isSpent else { return }
        use { $0.heights[number] = height ?? State.endless }
    }

    private struct Measure {
        let plan: SamplePlan
        let schema: Schema
        let effort: SampleEffort
        private struct FitQuestion: Hashable {
            let number: Int
            let room: Int
        }
        private var answers: [FitQuestion: Bool] = [:]
        private var work: Int

        init(plan: SamplePlan, schema: Schema, effort: SampleEffort, work: Int) {
            self.plan = plan
            self.schema = schema
            self.effort = effort
            self.work = work
        }

        mutating func fits(_ number: Int, room: Int) -> Bool {
            effort.spend()
            guard room >= 0, work > 0, !effort.isSpent else { return false }
            let height = plan.use { $0.heights[number] }
            if height >= 0 { return height <= room }
            let question = FitQuestion(number: number, room: room)
            if let answer = answers[question] { return answer }
            work -= 1
            let answer = decide(plan.expand(number, schema, effort), room)
            answers[question] = answer
            return answer
        }

        private mutating func decide(_ node: SamplePlan.Node, _ room: Int) -> Bool {
            switch node {
            case .unknown, .impossible: return false
            case .choice(let options, _, let members):
                // What fits in no option is not looked for in each.
                for member in members where !fits(member, room: room - 1) { return false }
                for option in options where fits(option, room: room) { return true }
                return false
            case .requirements(let planned):
                let requirements = planned.requirements
                if requirements.values != nil
                    || !requirements.types.isDisjoint(with: [.null, .boolean, .integer, .number, .string])
                {
                    return true
                }
                return (requirements.types.contains(.array) && fitsArray(planned, room))
                    || (requirements.types.contains(.object) && fitsObject(planned, room))
            }
        }

        private mutating func fitsArray(
            _ planned: PlannedRequirements, _ room: Int
        ) -> Bool {
            let least = max(planned.requirements.minItems, planned.requirements.containing.map(\.minimum).max() ?? 0)
            for position in 0..<min(least, planned.elements.count + 1) {
                guard fits(planned.plan(ofElement: position), room: room - 1) else { return false }
            }
            return true
        }

        private mutating func fitsObject(
            _ planned: PlannedRequirements, _ room: Int
        ) -> Bool {
            for member in planned.members where member.isRequired && !member.isLeftOut {
                guard fits(member.plan, room: room - 1) else { return false }
            }
            return true
        }
    }
}
