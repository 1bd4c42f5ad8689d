// Values for a schema: a plan is made once, and followed for every seed.

package import JSONValues
package import JSONSchema

/// Makes values that fit a schema. The same seed makes the same value, on every platform and in every run.
///
/// A schema is planned when values first need it: references are followed, `allOf` is merged, choices are listed. The plan is kept with
/// the schema's library, so that a sampler costs little. A value is then drawn part by part and checked as a whole by the validator,
/// unless the plan proves by itself that all its values fit: what comes out fits, or nothing does.
package struct Sampler: Sendable {
    let schema: Schema
    let plan: SamplePlan
    /// The schema's place in the plan.
    private let root: Int
    let options: SamplingOptions

    /// - Parameter direction: leaves out `readOnly` properties of requests, and `writeOnly` ones of responses.
    package init(_ schema: Schema, direction: Direction? = nil, options: SamplingOptions = .standard) {
        self.schema = schema
        plan = schema.kept(SamplePlans.init)[direction]
        root = plan.number(of: schema)
        self.options = options
    }

    /// A value as real answers have them.
    package func sample(seed: UInt64) -> Sample { sample(.random, seed) }

    /// The same, for whoever makes several: what one has spent, the next has not.
    package func sample(seed: UInt64, _ effort: SampleEffort) -> Sample { made(.random, seed, effort) }

    /// The smallest value: without what is optional, and each part at its lower limit.
    package func smallest() -> Sample { sample(.smallest, 0) }

    /// A large value: with everything that is optional, and each part at its upper limit where it has one.
    package func largest(seed: UInt64 = 0) -> Sample { sample(.largest, seed) }
}

/// The result of sampling.
package enum Sample: Hashable, Sendable {
    case value(JSON)
    /// No value fits the schema.
    case unsatisfiable
    /// None was found within the limits.
    case gaveUp

    /// The value; nil where there is none that fits.
    package var value: JSON? { if case .value(let value) = self { value } else { nil } }
}

/// How values are made.
package struct SamplingOptions: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z that count as now: dates lie around it.
    package var clock: Int
    /// Whether a schema's own examples, and now and then its default, are taken where they fit it.
    package var usesExamples: Bool
    /// Levels of arrays and objects within each other, unless the schema asks for more.
    package var depth: Int
    /// Which of the properties that need not be there are.
    package var optional: OptionalProperties
    /// What a value may cost; past it none was found.
    package var budget: SampleEffort.Budget

    /// The present, which sampled dates are near: 2026-11-21T09:30:00Z.
    package init(
        clock: Int = 1_795_253_400, usesExamples: Bool = true, depth: Int = 6,
        optional: OptionalProperties = .most, budget: SampleEffort.Budget = .standard
    ) {
        self.clock = clock
        self.usesExamples = usesExamples
        self.depth = depth
        self.optional = optional
        self.budget = budget
    }

    /// The default options.
    package static let standard = SamplingOptions()
}

/// How many of the properties that a schema does not require a value has.
package enum OptionalProperties: String, Hashable, Sendable, CaseIterable {
    /// Hardly any.
    case few
    /// Most, by chance.
    case most
    /// As many as there is room for.
    case all
}

extension Sampler {
    /// Whether the next value need not be checked.
    var isProven: Bool { plan.proves(root, schema, SampleEffort(options.budget)) }

    private func sample(_ size: SampleSize, _ seed: UInt64) -> Sample {
        guard !plan.isOverspent(root) else { return .gaveUp }
        let effort = SampleEffort(options.budget)
        let sample = made(size, seed, effort)
        if sample == .gaveUp, effort.isSpent { plan.noteOverspent(root) }
        return sample
    }

    private func made(_ size: SampleSize, _ seed: UInt64, _ effort: SampleEffort) -> Sample {
        let isProven = plan.proves(root, schema, effort)
        var attempt = 0
        while attempt < 16, !effort.isSpent {
            var generation = Generation(schema, plan, size: size, options: options, effort)
            generation.failures = attempt
            let height = generation.height(root)
            var generator = SeededGenerator(seed: seed).forked(UInt64(attempt))
            let room = size == .smallest ? height : max(height, options.depth - attempt / 3)
            switch generation.value(root, room: room, style: nil, &generator) {
            case .value(let value):
                if isProven || schema.accepts(value, direction: plan.direction) { return .value(value) }
            case .impossible: return effort.isSpent ? .gaveUp : .unsatisfiable
            case .failed: break
            }
            effort.lookAtClock()
            // What was too much once is so again, until what is optional is left out.
            attempt += generation.budget > 0 ? 1 : 6
        }
        return .gaveUp
    }
}
