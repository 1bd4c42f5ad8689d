// What follows from schemas alone, found once for a run.

import OpenAPIContract
import JSONValues
import JSONSchema
import Sampling

/// Samplers, edges and violations of the schemas of a contract.
final class SchemaPlans {
    private var samplers: [Schema: Sampler] = [:]
    private var edges: [SiteKind: [JSON]] = [:]
    private var violating: [SiteKind: [ViolatingValue]] = [:]
    private var unsatisfiable: [Schema: Bool] = [:]

    /// What the values of a site follow from.
    private struct SiteKind: Hashable {
        let schema: Schema
        let isParameter: Bool
        let required: Bool

        init(_ site: Site) {
            schema = site.schema
            isParameter = site.isParameter
            required = site.required
        }
    }

    /// The sampler of a schema of requests.
    func sampler(_ schema: Schema) -> Sampler {
        if let sampler = samplers[schema] { return sampler }
        let sampler = Sampler(schema, direction: .request)
        samplers[schema] = sampler
        return sampler
    }

    /// The values that fit a site at its edges, and those that software trips over.
    func edgeValues(_ site: Site) -> [JSON] {
        if let values = edges[SiteKind(site)] { return values }
        let values = site.edgeValues
        edges[SiteKind(site)] = values
        return values
    }

    /// The values that a site must not take.
    func violatingValues(_ site: Site) -> [ViolatingValue] {
        if let values = violating[SiteKind(site)] { return values }
        let values = site.violatingValues
        violating[SiteKind(site)] = values
        return values
    }

    /// Whether no response can keep to a schema.
    func isUnsatisfiable(_ schema: Schema) -> Bool {
        if let known = unsatisfiable[schema] { return known }
        let isUnsatisfiable = Sampler(schema, direction: .response).smallest() == .unsatisfiable
        unsatisfiable[schema] = isUnsatisfiable
        return isUnsatisfiable
    }
}
