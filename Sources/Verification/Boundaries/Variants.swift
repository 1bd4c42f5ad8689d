// What a contract leaves open in larger pieces: another branch of a body, another content type, a resource that is not there.

import HTTPExchange
import VerificationReports
import Lifecycles
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Sampling

extension Run {
    private static let mostVariants = 4
    /// How many samples are looked through for those: fewer of large bodies, each of which takes long.
    private static func samples(_ parts: Int) -> UInt64 { parts > 40 ? 3 : 16 }

    /// Bodies of the other branches of `oneOf` and `anyOf`, each with the edges and the violations of what only it has.
    func sendVariants(of operation: Operation) async throws(End) {
        let base = withOptionals(base(of: operation))
        guard let schema = base.body?.media.schema, schema.isOpen(depth: 3) else { return }
        var known: Set<Site.Kind> = Set(base.bodySites.map(\.kind))
        var shapes: Set<Set<Site.Kind>> = [known]
        for seed in 0..<Run.samples(known.count) where shapes.count <= Run.mostVariants {
            var draft = withOptionals(sample(operation, seed: seed, usesExamples: false), seed: seed)
            draft.values = base.values
            let shape = Set(draft.bodySites.map(\.kind))
            guard conforms(draft), shapes.insert(shape).inserted else { continue }
            makeUnique(&draft)
            try await sendValidAndRead("with another of the bodies that are taken", draft, subject: "body, variant")
            let before = known
            known.formUnion(shape)
            let isLeftOut = { (site: Site) in site.isParameter || before.contains(site.kind) }
            try await sendViolations(of: operation, from: draft, where: isLeftOut)
            try await sendEdges(of: operation, from: draft, where: isLeftOut)
        }
    }

    /// Each other content type that is taken.
    func sendOtherTypes(of operation: Operation) async throws(End) {
        let base = base(of: operation)
        guard let usual = base.body?.media.media else { return }
        for other in operation.body?.content ?? [] {
            guard let media = other.media, media != usual, [.json, .form, .multipart].contains(media.kind),
                let value = other.schema.flatMap({ plans.sampler($0).sample(seed: baseSeed).value })
            else { continue }
            var draft = base
            draft.body = Draft.Body(media: other, value: value)
            draft = withOptionals(draft)
            makeUnique(&draft)
            try await sendValidAndRead("as \(media)", draft, subject: "body as \(media)")
        }
    }

    /// Whether the resources that an operation works on are asked for once more when they are deleted.
    private func isDeletable(_ operation: Operation) -> Bool {
        options.phases.contains(.lifecycle) && operation.path.endsInParameter
            && contract.operations.contains { $0.method == .delete && $0.path.key == operation.path.key }
    }

    /// Asks for a resource that is not there, which is to be answered as declared; where nothing is changed, also for what is beneath
    /// one that is not there.
    func requestMissingResource(_ operation: Operation) async throws(End) {
        guard operation.method.isSafe else {
            if let index = operation.pathIndices.last, !isDeletable(operation) {
                try await requestMissingResource(operation, at: index)
            }
            return
        }
        for index in operation.pathIndices.reversed() { try await requestMissingResource(operation, at: index) }
    }

    private func requestMissingResource(_ operation: Operation, at index: Int) async throws(End) {
        guard let value = absentValue(for: operation, at: index) else { return }
        var draft = base(of: operation)
        draft.values[index] = value
        if let key = operation.path.resourceKey {
            changes.noteAbsent(operation.pathIndices.map { draft.values[$0] ?? .null }, at: key)
        }
        let request = draft.request
        guard let judged = judged(identified(request, of: operation), of: operation), judged.conforms else { return }
        try await send(
            TestCase("for what is not there", operation, request, judged: judged, expectation: .anything))
        // Whatever the answer was: it is not one to go by.
        if let key = operation.path.resourceKey {
            backend.values.forget(operation.pathIndices.map { draft.values[$0] ?? .null }, at: key, named: nil)
        }
    }
}

extension Schema {
    /// Whether it leaves a choice between schemas, here or within.
    fileprivate func isOpen(depth: Int) -> Bool {
        let hasBranches = conjuncts.contains { conjunct in
            conjunct.node.keywords.contains { keyword in
                switch keyword {
                case .anyOf, .oneOf: true
                default: false
                }
            }
        }
        if hasBranches { return true }
        guard depth > 0 else { return false }
        return properties.contains { $0.schema.isOpen(depth: depth - 1) }
            || (items?.isOpen(depth: depth - 1) ?? false)
    }
}
