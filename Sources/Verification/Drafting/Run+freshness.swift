// Requests for things that must be there, and with values that must not be there yet.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract
import Sampling

extension Run {
    /// Gives the body's free texts other values, if its operation has said before that something is there already: addresses of mail,
    /// names, codes of which there may be one each.
    func freshen(_ draft: inout Draft) {
        guard knowledge.particular.contains(draft.operation.index) else { return }
        freshened += 1
        for site in draft.bodySites where site.isFreeText && !Knowledge.namesThing(site.name) {
            guard draft.value(at: site)?.string != nil,
                let value = sampler(site.schema).sample(seed: baseSeed &+ 7_700_000 &+ freshened).value
            else { continue }
            let changed = draft.setting(site, to: value)
            if conforms(changed) { draft = changed }
        }
    }

    /// Earlier runs have left things behind that were made with the same values: the next ones are farther on each time.
    func skipAhead() {
        if freshened < 1 << 32 { freshened *= 2 }
    }

    /// Makes what an operation's path asks for, where none of it is known to be there and there is an operation that makes it.
    func provide(for operation: Operation) async throws(End) {
        guard let key = operation.path.thingKey, knowledge.thing(at: key) == nil,
            let create = contract.operations.first(where: { create in
                create.method == .post && create !== operation
                    && paths.children(of: create.path).contains { $0.key == key }
            }), !barren.contains(create.index)
        else { return }
        // What it is made beneath has to be there first.
        try await provideScope(for: create)
        var draft = completed(base(of: create))
        freshen(&draft)
        let trial = try await sendValid("to have one", draft)
        if trial?.status == 409 {
            freshen(&draft)
            try await sendValid("to have one", draft)
        }
        if knowledge.thing(at: key) == nil { barren.insert(create.index) }
    }

    /// Contracts are finitely deep: every scope has a shorter path.
    private func provideScope(for create: Operation) async throws(End) {
        guard let key = create.path.thingKey, knowledge.thing(at: key) == nil,
            let outer = contract.operations.first(where: { outer in
                outer.method == .post && outer.path.segments.count < create.path.segments.count
                    && paths.children(of: outer.path).contains { $0.key == key }
            }), !barren.contains(outer.index)
        else { return }
        var draft = completed(base(of: outer))
        freshen(&draft)
        try await sendValid("to have one", draft)
        if knowledge.thing(at: key) == nil { barren.insert(outer.index) }
    }
}

extension Site {
    /// Whether any of very many texts fits.
    fileprivate var isFreeText: Bool {
        guard schema.types.contains(.string) else { return false }
        return !schema.conjuncts.contains { conjunct in
            conjunct.node.keywords.contains { keyword in
                switch keyword {
                case .enumeration, .const: true
                default: false
                }
            }
        }
    }
}
