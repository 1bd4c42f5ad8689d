// `bench sampling`: values for a schema as a mock makes them per request, against a Python package.

import ArgumentParser
import Foundation
import JSONValues
import JSONSchema
import Sampling

struct SamplingBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sampling",
        abstract: "Makes values for schemas, against jsf, a faker in Python.",
        discussion: """
            Every contestant has read the schema before; each value has another seed. Ours checks every value by its validator,
            the peers check none. The first contest is an answer of two members, the second a product, the third a list of them.
            """)

    @OptionGroup var options: BenchOptions

    static let login = """
        {"type": "object", "required": ["logged_in"], "properties": {"logged_in": {"type": "boolean"},
          "user_name": {"type": "string"}, "user_id": {"type": "integer", "minimum": 0}}}
        """
    static let product = """
        {"type": "object", "required": ["id", "name", "price"], "properties": {"id": {"type": "integer", "minimum": 0},
          "name": {"type": "string", "minLength": 1, "maxLength": 40}, "price": {"type": "number", "minimum": 0, "maximum": 500},
          "liked": {"type": "boolean"}, "email": {"type": "string", "format": "email"},
          "created_at": {"type": "string", "format": "date-time"}, "link": {"type": "string", "format": "uri"},
          "sku": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{4}$"}}}
        """
    static let list = #"{"type": "array", "minItems": 20, "maxItems": 20, "items": \#(product)}"#

    func run() throws {
        let jobs = [("login", Self.login), ("product", Self.product), ("20 products", Self.list)]
        let peer = try PythonPeer(
            script: "sampling_peer.py", packages: ["jsf==0.11.2"],
            arguments: [JSON.array(jobs.map { .string($0.1) }).serialized()])
        let comparisons = try jobs.enumerated().map { index, job in
            var library = SchemaLibrary()
            library.add(try JSON(parsing: job.1), uri: "schema.json")
            let sampler = Sampler(try library.compile("schema.json"))
            var seed: UInt64 = 0
            return try Comparison(
                job.0, rounds: options.rounds,
                [
                    Implementation("ours, checked") {
                        seed += 1
                        _ = sampler.sample(seed: seed)
                    }, peer.implementation("jsf, unchecked", job: "\(index)"),
                ])
        }
        print(options.json ? Report.json(comparisons) : Report.table(comparisons))
    }
}
