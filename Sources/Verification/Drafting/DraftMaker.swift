// Requests that keep to the contract, made of what is known to be over there, of examples, and of samples.

import Lifecycles
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import Sampling

extension Run {
    /// A request that should go well: the latest one that did, else the contract's own example of one, else a sample. Its path asks
    /// for a resource that is still there, as far as that is known.
    func base(of operation: Operation, seed: UInt64 = 0) -> Draft {
        var draft =
            backend.values.taken[operation.index]
            ?? operation.pairs.first { (200...299).contains($0.status) && $0.isWhole }
            .map { Draft(operation, $0) }.flatMap { conforms($0) ? $0 : nil }
            ?? sample(operation, seed: seed)
        refresh(&draft)
        fillReferences(&draft)
        fillConditions(&draft)
        return draft
    }

    /// A request with every required part, each at a sample that follows from the seed.
    func sample(_ operation: Operation, seed: UInt64, usesExamples: Bool = true) -> Draft {
        var draft = Draft(operation)
        for site in operation.parameterSites where site.required {
            guard case .parameter(let index) = site.kind else { continue }
            draft.values[index] = value(for: site, in: operation, seed: seed, usesExamples: usesExamples)
        }
        for (index, parameter) in operation.parameters.enumerated()
        where parameter.required && draft.values[index] == nil {
            draft.values[index] = parameter.examples.first?.value ?? .string("counterpart")
        }
        if let media = operation.body?.content.first(where: { $0.schema != nil }) ?? operation.body?.content.first {
            let example = usesExamples ? media.examples.first?.value : nil
            let value = example ?? media.schema.flatMap { plans.sampler($0).sample(seed: baseSeed &+ seed).value }
            if let value { draft.body = Draft.Body(media: media, value: value) }
            fillReferences(&draft)
        }
        refresh(&draft)
        return draft
    }

    /// A value that fits a site: one that is known from answers where it names a resource, an example, or a sample.
    func value(for site: Site, in operation: Operation, seed: UInt64, usesExamples: Bool = true) -> JSON? {
        // What names nothing has no values that are known.
        let known = backend.values.references(by: site)
        if let value = known.last(where: { site.schema.accepts($0, direction: .request) }) { return value }
        if case .parameter(let index) = site.kind, let value = backend.values.filter(operation, index),
            site.schema.accepts(value, direction: .request)
        {
            return value
        }
        if let suggested = backend.suggestions[site.name.comparableName]?.first(where: {
            site.schema.accepts($0, direction: .request)
        }) {
            return suggested
        }
        if usesExamples, case .parameter(let index) = site.kind {
            let example = operation.parameters[index].examples.first?.value
            if let example, site.schema.accepts(example, direction: .request) { return example }
        }
        for attempt in 0..<8 {
            let salt = UInt64(attempt) &* 7_919 &+ seed
            if let value = plans.sampler(site.schema).sample(seed: baseSeed &+ salt).value,
                !site.isParameter || value.isPlainOnTheWire
            {
                return value
            }
        }
        return plans.sampler(site.schema).smallest().value
    }

    /// The draft with every optional part as well, as far as it still keeps to the contract with it.
    func withOptionals(_ draft: Draft, seed: UInt64 = 0) -> Draft {
        var draft = draft
        let refused = backend.refusedSites[draft.operation.index] ?? []
        for site in draft.operation.parameterSites where !site.required && draft.value(at: site) == nil {
            guard !refused.contains(site.kind), let value = value(for: site, in: draft.operation, seed: seed) else {
                continue
            }
            let longer = draft.setting(site, to: value)
            if conforms(longer) { draft = longer }
        }
        if draft.body == nil, let media = draft.operation.body?.content.first(where: { $0.schema != nil }),
            let value = media.schema.flatMap({ plans.sampler($0).sample(seed: baseSeed &+ seed).value })
        {
            var longer = draft
            longer.body = Draft.Body(media: media, value: value)
            if conforms(longer) { draft = longer }
        }
        completeBody(&draft, seed: seed)
        fillReferences(&draft)
        fillConditions(&draft)
        return draft
    }

    /// The draft without what may be left out.
    func withoutOptionals(_ draft: Draft) -> Draft {
        var draft = draft
        for site in draft.sites.reversed() where !site.required && draft.value(at: site) != nil {
            let shorter = draft.setting(site, to: nil)
            if conforms(shorter) { draft = shorter }
        }
        return draft
    }

    /// The draft without what may be left out of the objects within its body.
    func withoutNestedOptionals(_ draft: Draft) -> Draft {
        var draft = draft
        for site in draft.bodySites.reversed() where !site.required {
            guard case .body(let pointer) = site.kind, pointer.tokens.count > 1 else { continue }
            let shorter = draft.setting(site, to: nil)
            if conforms(shorter) { draft = shorter }
        }
        return draft
    }

    private func completeBody(_ draft: inout Draft, seed: UInt64) {
        guard let media = draft.body?.media, let schema = media.schema else { return }
        // Objects within objects are filled once they are there.
        for _ in 0..<3 {
            let before = draft
            add(schema, at: .root, depth: 0, to: &draft, seed: seed)
            if before.body?.value == draft.body?.value { return }
        }
    }

    private func add(_ schema: Schema, at pointer: JSONPointer, depth: Int, to draft: inout Draft, seed: UInt64) {
        guard depth < 4, let value = draft.body?.value[pointer: pointer] else { return }
        if case .array(let elements) = value, let items = schema.items {
            if elements.isEmpty, let element = plans.sampler(items).sample(seed: baseSeed &+ seed).value {
                var longer = draft
                if let body = draft.body?.value.replacing(pointer.tokens[...], with: .array([element])) {
                    longer.body?.value = body
                    if conforms(longer) { draft = longer }
                }
            } else {
                add(items, at: pointer.appending(0), depth: depth + 1, to: &draft, seed: seed)
            }
        }
        guard case .object(let members) = value else { return }
        for (name, property) in schema.properties where property.node.source["readOnly"]?.bool != true {
            let place = pointer.appending(name)
            if backend.refusedSites[draft.operation.index]?.contains(.body(place)) == true { continue }
            if members[name] == nil {
                guard let sample = plans.sampler(property).sample(seed: baseSeed &+ seed).value,
                    let body = draft.body?.value.replacing(place.tokens[...], with: sample)
                else { continue }
                var longer = draft
                longer.body?.value = body
                if conforms(longer) { draft = longer }
            } else {
                add(property, at: place, depth: depth + 1, to: &draft, seed: seed)
            }
        }
    }

    /// Puts resources that are known to be there where the body names resources.
    func fillReferences(_ draft: inout Draft) {
        for site in draft.bodySites where isReference(site) {
            guard let value = draft.value(at: site), value.object == nil, value.array == nil else { continue }
            let known = backend.values.references(by: site)
            guard !known.contains(value),
                let other = known.last(where: { site.schema.accepts($0, direction: .request) })
            else { continue }
            let changed = draft.setting(site, to: other)
            if conforms(changed) { draft = changed }
        }
    }

    /// Whether a site says which resource is meant, by its name or as it is called like resources and takes ids: `room` of a booking.
    func isReference(_ site: Site) -> Bool {
        ObservedValues.isReferenceName(site.name) || site.takesIDsAlone && paths.isResourceName(site.name)
    }

    /// Has the path ask for a resource that is there, unless it does already or none is known.
    func refresh(_ draft: inout Draft) {
        let operation = draft.operation
        if !options.isDestructive, operation.method.changesWhatIsThere(at: operation.path) {
            return refreshChange(&draft)
        }
        guard let key = operation.path.resourceKey, let latest = backend.values.resource(at: key) else {
            refreshScope(&draft)
            return
        }
        let indices = operation.pathIndices
        guard indices.count == latest.count else { return }
        let asked = indices.map { draft.values[$0] ?? .null }
        if backend.values.resources(at: key).contains(asked) { return }
        for (index, value) in zip(indices, latest) { draft.values[index] = value }
    }

    /// Nothing is known of the resource itself: what it belongs to may be.
    private func refreshScope(_ draft: inout Draft) {
        let operation = draft.operation
        let indices = operation.pathIndices
        for count in stride(from: indices.count - 1, to: 0, by: -1) {
            guard let key = operation.path.key(ofFirst: count), let known = backend.values.resource(at: key),
                known.count == count
            else { continue }
            for (index, value) in zip(indices, known) { draft.values[index] = value }
            return
        }
    }

    // MARK: Judging

    /// The request as the contract reads it; nil where it leads to another operation, or to none.
    func judged(_ request: Request, of operation: Operation) -> JudgedRequest? {
        guard case .judged(let judged) = contract.judge(request), judged.operation === operation else { return nil }
        return judged
    }

    /// Whether the request keeps to the contract.
    func conforms(_ draft: Draft) -> Bool {
        judged(identified(draft.request, of: draft.operation), of: draft.operation)?.conforms ?? false
    }
}

extension Operation {
    /// The parameters of the path, in its order.
    var pathIndices: [Int] {
        path.parameterNames.compactMap { name in
            parameters.firstIndex { $0.location == .path && $0.name == name }
        }
    }
}

extension PathTemplate {
    /// The path up to that many of its parameters, with the names left out.
    func key(ofFirst count: Int) -> String? {
        var text = ""
        var left = count
        for segment in segments {
            text += "/"
            for part in segment {
                switch part {
                case .literal(let literal): text += literal
                case .parameter:
                    guard left > 0 else { return nil }
                    left -= 1
                    text += "{}"
                }
            }
            if left == 0 { return text }
        }
        return nil
    }
}
