// Values for every schema of the published test suite: each fits, and no schema is called unsatisfiable that is not.

import Foundation
import JSONValues
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
        var valid: [(SuiteSchema, [JSON])] = []
        for entry in schemas {
            let sampler = Sampler(entry.schema)
            var samples = [sampler.smallest(), sampler.largest()]
            for _ in 0..<perSchema {
                samples.append(sampler.sample(seed: seed))
                seed += 1
            }
            valid.append((entry, samples.compactMap(\.value)))
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
        try SampleFile.write("valid", valid)
        print("sampling: \(seed) seeds over \(schemas.count) schemas, \(found.count) of them unsatisfiable")
    }

    /// Keywords for which no value was found that breaks them, each with the reason.
    static let unbroken: [(keyword: String, reason: String)] = [
        (
            "draft2020-12/anyOf.json: anyOf with one empty schema /anyOf/0 type",
            "the other branch holds for everything"
        ),
        (
            "draft2020-12/defs.json: validate definition against metaschema /properties/$vocabulary propertyNames",
            "names are strings, and it asserts no more"
        ),
        (
            "draft2020-12/defs.json: validate definition against metaschema /properties/patternProperties propertyNames",
            "names are strings, and it asserts no more"
        ),
        (
            "draft2020-12/multipleOf.json: small multiple of large integer  multipleOf",
            "every integer is a multiple of it"
        ),
        (
            "draft2020-12/oneOf.json: oneOf with base schema /oneOf/0 minLength",
            "where the one branch fails the other holds"
        ),
        (
            "draft2020-12/oneOf.json: oneOf with base schema /oneOf/1 maxLength",
            "where the one branch fails the other holds"
        ),
        (
            "draft2020-12/optional/float-overflow.json: all integers are multiples of 0.5, if overflow is handled  multipleOf",
            "every integer is a multiple of it"
        ),
        (
            "draft2020-12/ref.json: remote ref, containing refs itself /properties/$vocabulary propertyNames",
            "names are strings, and it asserts no more"
        ),
        (
            "draft2020-12/ref.json: remote ref, containing refs itself /properties/patternProperties propertyNames",
            "names are strings, and it asserts no more"
        ),
        (
            "draft2020-12/unevaluatedItems.json: item is evaluated in an uncle schema to unevaluatedItems  anyOf",
            "another keyword of the same instance rules every such value out"
        ),
        (
            "draft2020-12/unevaluatedItems.json: unevaluatedItems with anyOf /anyOf/0/prefixItems/1 const",
            "another keyword of the same instance rules every such value out"
        ),
        (
            "draft2020-12/unevaluatedItems.json: unevaluatedItems with nested unevaluatedItems /unevaluatedItems false",
            "what it asks about has been evaluated by the schema within"
        ),
        (
            "draft2020-12/unevaluatedProperties.json: in-place applicator siblings, allOf has unevaluated  anyOf",
            "another keyword of the same instance rules every such value out"
        ),
        (
            "draft2020-12/unevaluatedProperties.json: nested unevaluatedProperties, outer false, inner true, properties inside /unevaluatedProperties false",
            "what it asks about has been evaluated by the schema within"
        ),
        (
            "draft2020-12/unevaluatedProperties.json: nested unevaluatedProperties, outer false, inner true, properties outside /unevaluatedProperties false",
            "what it asks about has been evaluated by the schema within"
        ),
        (
            "draft2020-12/unevaluatedProperties.json: property is evaluated in an uncle schema to unevaluatedProperties  anyOf",
            "another keyword of the same instance rules every such value out"
        ),
        (
            "draft2020-12/unevaluatedProperties.json: unevaluatedProperties with nested unevaluatedProperties /unevaluatedProperties maxLength",
            "what it asks about has been evaluated by the schema within"
        ),
        (
            "draft2020-12/unevaluatedProperties.json: unevaluatedProperties with nested unevaluatedProperties /unevaluatedProperties type",
            "what it asks about has been evaluated by the schema within"
        ),
        (
            "draft4/additionalItems.json: additionalItems does not look in applicators, invalid case /additionalItems type",
            "another keyword of the same instance rules every such value out"
        ),
        (
            "draft4/anyOf.json: anyOf with one empty schema /anyOf/0 type",
            "the other branch holds for everything"
        ),
        (
            "draft4/multipleOf.json: small multiple of large integer  multipleOf",
            "every integer is a multiple of it"
        ),
        (
            "draft4/oneOf.json: oneOf with base schema /oneOf/0 minLength",
            "where the one branch fails the other holds"
        ),
        (
            "draft4/oneOf.json: oneOf with base schema /oneOf/1 maxLength",
            "where the one branch fails the other holds"
        ),
    ]

    @Test func everyNegativeBreaksItsKeyword() throws {
        var count = 0
        var missed: Set<String> = []
        var invalid: [(SuiteSchema, [JSON])] = []
        for entry in try SuiteSchemas.parts.flatMap(SuiteSchemas.all) {
            var search = NegativeSearch(entry.schema, nil, .standard, limit: 1_000)
            search.run()
            count += search.found.count
            invalid.append((entry, search.found.map(\.value)))
            for negative in search.found {
                #expect(!entry.schema.accepts(negative.value), "\(entry.name): \(negative)")
                #expect(
                    negative.violations > 0 && negative.schema.hasSuffix(negative.keyword)
                        || negative.keyword == "false")
            }
            for target in search.missed {
                let keyword = entry.schema[target.schema].node.keywords[target.keyword]
                missed.insert("\(entry.name) \(entry.schema[target.schema].place.pointer) \(keyword.names[0])")
            }
        }
        try SampleFile.write("invalid", invalid)
        print("negatives: \(count), \(missed.count) keywords unbroken")
        let listed = Set(Self.unbroken.map(\.keyword))
        #expect(missed.subtracting(listed).sorted() == [])
        #expect(listed.subtracting(missed).sorted() == [], "these are broken now: take them off the list")
    }
}

/// Where `COUNTERPART_SAMPLES` names a folder, the values go there as JSON Lines, for a validator that is not ours.
private enum SampleFile {
    static func write(_ name: String, _ values: [(entry: SuiteSchema, values: [JSON])]) throws {
        guard let folder = ProcessInfo.processInfo.environment["COUNTERPART_SAMPLES"] else { return }
        let lines = values.map { entry, values -> String in
            let line: JSON = [
                "name": .string(entry.name), "schema": entry.document, "formats": .bool(entry.assertsFormats),
                "values": .array(values),
            ]
            return line.serialized() + "\n"
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try lines.joined().write(toFile: "\(folder)/\(name).jsonl", atomically: true, encoding: .utf8)
    }
}
