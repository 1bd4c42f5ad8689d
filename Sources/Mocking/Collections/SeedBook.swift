// What the lists of one collection start with: the resources of its examples, and made-up ones besides.

import MockRules
import ContractCollections
import JSONValues
import JSONSchema
import OpenAPIContract
import Sampling
import Synchronization

/// Resources are made when a list is first asked for. What they are follows from the mock's seed and the list's path alone, so that every
/// session starts with the same and a printed request works in all of them.
final class SeedBook: Sendable {
    private let declared: ResourceCollection
    private let views: [ResourceCollection]
    private let seeding: Seeding
    private let made = Mutex<[[String]: [Seed]]>([:])
    private let examples = Mutex<ShownThings?>(nil)

    /// Lists that are remembered. What is forgotten is made again, and is the same.
    private static let limit = 512

    init(_ declared: ResourceCollection, views: [ResourceCollection], _ seeding: Seeding) {
        (self.declared, self.views, self.seeding) = (declared, views, seeding)
    }

    private var shown: ShownThings {
        examples.withLock { known in
            let shown = known ?? ShownThings(declared, views: views)
            known = shown
            return shown
        }
    }

    /// The paths whose lists examples tell.
    var scopes: [[String]] { shown.seeds.compactMap(\.scope) }

    /// What the list under these values of the path starts with.
    func seeds(in scope: [String]) -> [Seed] {
        // Nobody knows which of them there are.
        if declared.isSingle { return [] }
        if let known = made.withLock({ $0[scope] }) { return known }
        let seeds = make(in: scope)
        made.withLock { made in
            if made.count >= Self.limit { made.removeAll() }
            made[scope] = seeds
        }
        return seeds
    }

    private func make(in scope: [String]) -> [Seed] {
        let shown = shown
        var seeds = shown.seeds.filter { $0.scope == nil || $0.scope == scope }
        let maker = ResourceBuilder(declared: declared, options: seeding.options)
        let named = zip(declared.scopeNames, scope).enumerated().map { index, part in
            ScopeValue(name: part.0, owner: declared.owner(at: index), value: .string(part.1))
        }
        seeds = distinct(seeds.map { completed($0, scope) }, scope).map { seed in
            var seed = seed
            seed.value = maker.resource(seed.value, shownAs: seed.id, scope: named)
            seed.listed = seed.listed.map { maker.resource($0, shownAs: seed.id, scope: named) }
            return seed
        }
        guard !shown.tellsList,
            let listing = ([declared.listing] + views.map(\.listing)).lazy.compactMap(\.self).first
                ?? declared.searches.first,
            declared.itemSchema != nil
        else { return seeds }
        var list = StoredResources(seeds)
        var taken = TakenIDs(list.all)
        let wanted = min(max(seeding.size, listing.least), listing.room)
        var generator = SeededGenerator(seed: seeding.seed).forked(declared.fullName).forked(
            scope.joined(separator: "/"))
        for _ in 0..<max(wanted - seeds.count, 0) {
            guard let resource = resource(of: maker, for: listing, named, generator.next()) else { break }
            let own = declared.idProperty.flatMap { resource[$0]?.idText }
            let isFree = own.map { if case .unknown = list[$0] { maker.canBeAsked($0) } else { false } } ?? false
            let id = isFree ? own ?? "" : maker.id(of: resource, after: list, &generator)
            let other = maker.distinct(resource, from: &taken, &generator)
            let seed = Seed(
                scope: scope, id: id, value: maker.resource(other, id: id, scope: named, sent: JSONObject()))
            list.add(seed)
            taken.add(seed.value)
            seeds.append(seed)
        }
        return seeds
    }

    /// One that is made up: of a kind that the list can show, where there are several.
    private func resource(
        of maker: ResourceBuilder, for listing: ResourceList, _ scope: [ScopeValue], _ seed: UInt64
    ) -> JSON? {
        guard let resource = maker.resource(nil, id: nil, scope: scope, seed: seed) else { return nil }
        guard let items = listing.items, items.target != declared.itemSchema?.target,
            !items.accepts(resource, direction: .response),
            let shown = Sampler(items, direction: .response, options: seeding.options).sample(seed: seed).value,
            let other = maker.resource(nil, id: nil, scope: scope, seed: seed, base: shown),
            items.accepts(other, direction: .response)
        else { return resource }
        return other
    }

    /// Resources of examples that all show one id, beside that which tells them apart, each with its own.
    private func distinct(_ seeds: [Seed], _ scope: [String]) -> [Seed] {
        let maker = ResourceBuilder(declared: declared, options: seeding.options)
        var generator = SeededGenerator(seed: seeding.seed).forked(declared.fullName).forked("ids")
        var taken = TakenIDs()
        return seeds.reduce(into: []) { kept, seed in
            let value = maker.distinct(seed.value, from: &taken, &generator)
            taken.add(value)
            guard value != seed.value else { return kept.append(seed) }
            var other = seed
            for (name, id) in value.object ?? JSONObject() where seed.value[name] != id {
                other.listed = other.listed.map { $0[name] == nil ? $0 : $0.replacing([name], with: id) ?? $0 }
            }
            other.value = value
            kept.append(other)
        }
    }

    /// What an example leaves out of a resource, with what another shows of it; and what breaks the contract, made up.
    private func completed(_ seed: Seed, _ scope: [String]) -> Seed {
        guard let schema = declared.itemSchema, !schema.accepts(seed.value, direction: .response) else { return seed }
        var generator = SeededGenerator(seed: seeding.seed).forked(declared.fullName).forked(seed.id)
        let sampler = Sampler(schema, direction: .response, options: seeding.options)
        let sample = sampler.sample(seed: generator.next()).value
        let examples = declared.read.map { read in
            read.jsonExamples.map { declared.resource(in: $0.value, of: read) }
        }
        let whole = ((examples ?? []) + [sample].compactMap(\.self)).lazy.map { seed.value.over($0) }.first {
            schema.accepts($0, direction: .response)
        }
        let members = seed.value.object ?? JSONObject()
        let fitting = members.filter { schema.property($0.key)?.accepts($0.value, direction: .response) ?? true }
        guard let value = whole ?? sample?.object.flatMap({ schema.joined(fitting, to: $0) }) else { return seed }
        var seed = seed
        seed.value = ResourceBuilder(declared: declared, options: seeding.options).resource(value, id: seed.id)
        return seed
    }
}
