// Values for every schema of the published test suite: each fits, and no schema is called unsatisfiable that is not.

import Foundation
import JSONSchema
import Testing

@testable import Sampling

// Skipped where the published suite is not at hand: see SuiteSchemas.folder.
@Suite(.enabled(if: SuiteSchemas.isThere, "the JSON Schema Test Suite is not at \(SuiteSchemas.folder.path)"))
struct SuiteSamplingTests {
    /// No value fits these, as the suite's own instances show: it calls none of them valid.
    static let unsatisfiable: Set<String> = [
        "draft2020-12/allOf.json: allOf with boolean schemas, some false",
        "draft2020-12/allOf.json: allOf with boolean schemas, all false",
        "draft2020-12/anyOf.json: anyOf with boolean schemas, all false",
        "draft2020-12/boolean_schema.json: boolean schema 'false'", "draft2020-12/enum.json: empty enum",
        "draft2020-12/not.json: forbid everything with empty schema",
        "draft2020-12/not.json: forbid everything with boolean schema true",
        "draft2020-12/oneOf.json: oneOf with boolean schemas, all true",
        "draft2020-12/oneOf.json: oneOf with boolean schemas, more than one true",
        "draft2020-12/oneOf.json: oneOf with boolean schemas, all false",
        "draft2020-12/ref.json: $ref to boolean schema false", "draft4/not.json: forbid everything with empty schema",
    ]

    /// Ten thousand seeds in all, shared among the schemas.
    @Test func everySampleFits() throws {
        let schemas = try SuiteSchemas.parts.flatMap(SuiteSchemas.all)
        let perSchema = 10_000 / schemas.count + 1
        var seed: UInt64 = 0
        var found: Set<String> = []
        for entry in schemas {
            let sampler = Sampler(entry.schema)
            var samples = [sampler.smallest(), sampler.largest()]
            for _ in 0..<perSchema {
                samples.append(sampler.sample(seed: seed))
                seed += 1
            }
            for sample in samples {
                switch sample {
                case .value(let value): #expect(entry.schema.accepts(value), "\(entry.name): \(value.serialized())")
                case .unsatisfiable:
                    #expect(entry.valid.isEmpty, "\(entry.name) has valid instances")
                    found.insert(entry.name)
                case .gaveUp: Issue.record("\(entry.name): no value was found")
                }
            }
        }
        #expect(found == Self.unsatisfiable)
        print("sampling: \(seed) seeds over \(schemas.count) schemas, \(found.count) of them unsatisfiable")
    }
}
