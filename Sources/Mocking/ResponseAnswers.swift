// What one declared response can be answered with.

import Journals
import HTTPExchange
import SourceDocuments
import OpenAPIContract

/// A declared response with the answers that its own examples give, at the status that stands for it.
struct ResponseAnswers: Sendable {
    /// What there is for a client that takes some media types and not others.
    enum Choice {
        case known(KnownAnswer)
        /// The example breaks the contract.
        case invalidExample(KnownAnswer, MediaType)
        /// There is content, but no example of it.
        case sampled(MediaType)
        case notAcceptable([String])
    }

    let declared: ResponseSpec
    private let withoutContent: KnownAnswer?
    private let byMedia: [(media: MediaType, known: KnownAnswer?)]

    init(_ declared: ResponseSpec, of operation: Operation, composer: AnswerComposer) {
        self.declared = declared
        let status = declared.status.representative
        withoutContent =
            declared.content.isEmpty
            ? composer.answer(operation, status: status, of: declared, content: nil, decision: .noContent) : nil
        byMedia = declared.content.map { media in
            var first: KnownAnswer?
            for example in media.examples {
                let known = composer.answer(
                    operation, status: status, of: declared, content: (media, example.value),
                    decision: .example(example.name))
                if known.violations.isEmpty { return (media, known) }
                first = first ?? known
            }
            return (media, first)
        }
    }

    var known: [KnownAnswer] { (withoutContent.map { [$0] } ?? []) + byMedia.compactMap(\.known) }

    func choice(_ accept: AcceptHeader) -> Choice {
        if let withoutContent { return .known(withoutContent) }
        var best: (media: MediaType, known: KnownAnswer?, rank: (Double, Int, Int))?
        for (media, known) in byMedia {
            guard let type = media.media else { continue }
            // Of what is taken equally gladly JSON comes first, and what has an example before what has none.
            let rank = (accept.quality(of: type), type.kind == .json ? 1 : 0, known == nil ? 0 : 1)
            if rank.0 > 0, best.map({ $0.rank < rank }) ?? true { best = (media, known, rank) }
        }
        guard let best else { return .notAcceptable(byMedia.map(\.media.range)) }
        guard let known = best.known else { return .sampled(best.media) }
        return known.violations.isEmpty ? .known(known) : .invalidExample(known, best.media)
    }
}
