// Everything that one operation can answer.

import Journals
import MockRules
import ContractCollections
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Sampling
import Synchronization

/// The answers of an operation. A class, because every request asks one.
final class OperationAnswers: Sendable {
    let operation: Operation
    let composer: AnswerComposer
    let seed: UInt64
    let sampling: SamplingOptions
    private let isStrict: Bool
    let replies = RuleReplies()
    /// Made when they are first asked for: most programs ask few operations. Of two that are made at the same time, one is kept.
    private let madeExamples = AtomicLazyReference<ExampleAnswers>()
    private let isKnownPrompt = Atomic(false)

    init(_ operation: Operation, composer: AnswerComposer, seed: UInt64, sampling: SamplingOptions, isStrict: Bool) {
        self.operation = operation
        self.composer = composer
        self.seed = seed
        self.sampling = sampling
        self.isStrict = isStrict
    }

    private var examples: ExampleAnswers {
        madeExamples.load() ?? madeExamples.storeIfNil(ExampleAnswers(operation, composer))
    }

    /// Whether its last answer took no time that anybody else would notice. Its first one does not count as such: examples are judged for
    /// it, and samples planned.
    var isPrompt: Bool { isKnownPrompt.load(ordering: .relaxed) }

    /// Gives what `make` gives, and notes how long that took.
    func timed<Result>(_ make: () -> Result) -> Result {
        let began = ContinuousClock.now
        let result = make()
        isKnownPrompt.store(ContinuousClock.now - began < .milliseconds(5), ordering: .relaxed)
        return result
    }

    var pairs: [PairAnswer] { examples.pairs }
    var responses: [ResponseAnswers] { examples.responses }
    var list: ResourceList? { examples.list }
    var known: [KnownAnswer] { pairs.map(\.answer) + responses.flatMap(\.known) }

    /// Which media types the client takes.
    func accept(_ judged: JudgedRequest) -> AcceptHeader {
        AcceptHeader(judged.request, isStrict: isStrict, prefersEvents: judged.judgement.asksForStream)
    }

    /// Row 8: the answer of the pair whose values are those of the request.
    func pair(matching judged: JudgedRequest, on key: CallKey) -> KnownAnswer? {
        guard let known = pairs.first(where: { $0.matches(judged) }) else { return nil }
        if let type = known.media, judged.request.has(.accept),
            accept(judged).quality(of: type) == 0
        {
            return notAcceptable([type.essence], judged)
        }
        guard !known.answer.violations.isEmpty, let media = known.pair.response?.media else { return known.answer }
        return replacedBySample(
            known.answer, media, of: known.pair.declared, status: known.pair.status, to: judged, on: key)
    }

    /// Row 9: the operation's usual answer, for a request that nothing else speaks for.
    func usual(for judged: JudgedRequest, on key: CallKey) -> KnownAnswer {
        guard let declared = operation.successResponse else {
            return composer.answer(operation, Response(status: 200), .noContent, to: judged)
        }
        let status = operation.success?.status ?? declared.status.representative
        return part(of: answer(declared, status: status, to: judged, on: key), for: judged)
    }

    /// The answer that a declared response gives by itself.
    func answer(_ declared: ResponseSpec, status: Int, to judged: JudgedRequest, on key: CallKey) -> KnownAnswer {
        guard let own = responses.first(where: { $0.declared.status == declared.status }) else {
            return composer.answer(operation, status: status, of: declared, content: nil, decision: .noContent)
        }
        switch own.choice(accept(judged)) {
        case .known(let known):
            guard known.response.response.status != status else { return known }
            var response = known.response.response
            response.status = status
            return composer.answer(operation, response, known.decision, to: judged)
        case .invalidExample(let known, let media):
            return replacedBySample(known, media, of: declared, status: status, to: judged, on: key)
        case .sampled(let media): return sampled(media, of: declared, status: status, to: judged, on: key)
        case .notAcceptable(let ranges): return notAcceptable(ranges, judged)
        }
    }

    /// A sample in place of an example that breaks the contract, where there is one that does not.
    private func replacedBySample(
        _ example: KnownAnswer, _ media: MediaType, of declared: ResponseSpec, status: Int, to judged: JudgedRequest,
        on key: CallKey
    ) -> KnownAnswer {
        let sample = sampled(media, of: declared, status: status, to: judged, on: key)
        return sample.violations.isEmpty && sample.decision != .unsatisfiable ? sample : example
    }

    func notAcceptable(_ ranges: [String], _ judged: JudgedRequest) -> KnownAnswer {
        let problem = Problem(
            status: 406, title: "Not acceptable",
            detail: "The request accepts none of the media types of this answer: \(ranges.joined(separator: ", ")).")
        return composer.answer(operation, problem, .notAcceptable, to: judged)
    }
}

/// The answers that the contract's examples give.
private final class ExampleAnswers: Sendable {
    let pairs: [PairAnswer]
    /// In the order of the operation's responses.
    let responses: [ResponseAnswers]
    /// Nil where no request asks for a part of a list.
    let list: ResourceList?

    init(_ operation: Operation, _ composer: AnswerComposer) {
        pairs = operation.pairs.map { PairAnswer($0, of: operation, answer: composer.answer(operation, $0)) }
        responses = operation.responses.map { ResponseAnswers($0, of: operation, composer: composer) }
        list = ResourceList(alone: operation)
    }
}
