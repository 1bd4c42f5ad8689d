// Values for every schema of the documents that others publish: each fits, and what is almost right is wrong.

import JSONValues
import Foundation
import JSONSchema
import OpenAPIContract
import Testing

@testable import Sampling

// Skipped where the corpus is not at hand: see PublishedDocuments.folder.
@Suite(.enabled(if: PublishedDocuments.isThere, "the corpus is not at \(PublishedDocuments.folder.path)"))
struct CorpusSamplingTests {
    /// Where the document says `type: null` beside alternatives that are anything else, so that nothing fits.
    static let unsatisfiable: [String: Set<String>] = [
        "vercel.json": [
            "/components/schemas/EdgeConfigItem", "/components/schemas/EdgeConfigItemValue",
            "/paths/~1v1~1edge-config~1{edgeConfigId}~1item~1{edgeConfigItemKey}/get/responses/200/content/application~1json/schema",
            "/paths/~1v1~1edge-config~1{edgeConfigId}~1items/get/responses/200/content/application~1json/schema",
            "/paths/~1v1~1integrations~1search-repo/get/responses/200/content/application~1json/schema",
        ]
    ]

    @Test(arguments: PublishedDocuments.paths)
    func everySampleFits(path: String) throws {
        let contract = try #require(
            Contract.load(path: PublishedDocuments.folder.appendingPathComponent(path).path).contract)
        // Shallow values are enough to meet every schema, as each is asked by itself.
        let options = SamplingOptions(depth: 2)
        var unsatisfiable: Set<String> = []
        for (index, use) in PublishedDocuments.schemas(of: contract).enumerated() {
            let place = use.schema.place
            let sampler = Sampler(use.schema, direction: use.direction, options: options)
            for sample in [sampler.smallest(), sampler.sample(seed: UInt64(index))] {
                switch sample {
                case .value(let value): #expect(use.schema.accepts(value, direction: use.direction), "\(place)")
                case .unsatisfiable: unsatisfiable.insert(place.pointer.description)
                case .gaveUp: Issue.record("\(place): no value was found")
                }
            }
            // One schema in sixty also has its keywords broken, those nearest to the root.
            guard index % 60 == 0 else { continue }
            for negative in sampler.negatives(atMost: 20) {
                #expect(!use.schema.accepts(negative.value, direction: use.direction), "\(place): \(negative)")
                #expect(negative.violations > 0 && negative.schema.hasSuffix(negative.keyword), "\(place): \(negative)")
            }
        }
        #expect(unsatisfiable == Self.unsatisfiable[path, default: []])
    }
}
