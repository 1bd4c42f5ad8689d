// Requests for resources that must be there, and with values that must not be there yet.

import VerificationReports
import Lifecycles
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Sampling

extension Run {
    /// Gives the body's free texts other values, if its operation has said before that something is there already: addresses of mail,
    /// names, codes of which there may be one each.
    func makeUnique(_ draft: inout Draft) {
        guard backend.values.conflicting.contains(draft.operation.index) else { return }
        let number = backend.nextUnique()
        for site in draft.bodySites where site.isFreeText && !ObservedValues.isReferenceName(site.name) {
            guard draft.value(at: site)?.string != nil,
                let value = freshValue(for: site, number)
            else { continue }
            let changed = draft.setting(site, to: value)
            if conforms(changed) { draft = changed }
        }
    }

    /// A value that no draft has had, of the form that refusals have asked for where they have.
    private func freshValue(for site: Site, _ number: UInt64) -> JSON? {
        if let form = backend.suggestions[site.name.comparableName]?.first?.string, !form.contains("@") {
            let value = JSON.string("\(form)\(number)")
            if site.schema.accepts(value, direction: .request) { return value }
        }
        let sample = plans.sampler(site.schema).sample(seed: baseSeed &+ 7_700_000 &+ number).value
        // There are only so many words.
        guard number > Run.distinctSamples, let text = sample?.string else { return sample }
        let at = text.firstIndex(of: "@") ?? text.endIndex
        let numbered = JSON.string("\(text[..<at])\(at == text.endIndex ? " " : "")\(number)\(text[at...])")
        return site.schema.accepts(numbered, direction: .request) ? numbered : sample
    }

    /// How many samples hardly fall together.
    private static let distinctSamples: UInt64 = 16

    /// Makes what an operation's path asks for, where none of it is known to be there and there is an operation that makes it.
    func provide(for operation: Operation) async throws(End) {
        guard let key = operation.path.resourceKey, lacks(operation, at: key),
            let create = contract.operations.first(where: { create in
                create.method == .post && create !== operation
                    && paths.children(of: create.path).contains { $0.key == key }
            }), !backend.createsNothing.contains(create.index)
        else { return }
        // What it is made beneath has to be there first.
        try await provideScope(for: create)
        var draft = withOptionals(base(of: create))
        makeUnique(&draft)
        let result = try await sendValid("to have one", draft)
        if result?.status == 409 {
            makeUnique(&draft)
            try await sendValid("to have one", draft)
        }
        if lacks(operation, at: key) { backend.createsNothing.insert(create.index) }
    }

    /// Whether nothing is known that the operation may be asked for.
    private func lacks(_ operation: Operation, at key: String) -> Bool {
        options.isDestructive || !operation.method.changesWhatIsThere(at: operation.path)
            ? backend.values.resource(at: key) == nil : changes.created(at: key).isEmpty
    }

    /// Contracts are finitely deep: every scope has a shorter path.
    private func provideScope(for create: Operation) async throws(End) {
        guard let key = create.path.resourceKey, backend.values.resource(at: key) == nil,
            let outer = contract.operations.first(where: { outer in
                outer.method == .post && outer.path.segments.count < create.path.segments.count
                    && paths.children(of: outer.path).contains { $0.key == key }
            }), !backend.createsNothing.contains(outer.index)
        else { return }
        var draft = withOptionals(base(of: outer))
        makeUnique(&draft)
        try await sendValid("to have one", draft)
        if backend.values.resource(at: key) == nil { backend.createsNothing.insert(outer.index) }
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
