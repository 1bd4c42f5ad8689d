// A mock with a backend behind it: `forwarded` is one more source of answers.

import Journals
package import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension Mock {
    /// What is left to the backend.
    package enum Forwarding: String, Hashable, Sendable, CaseIterable {
        /// Nothing: there is none.
        case none
        /// What no fault, preference, recording or rule answers.
        case rest
        /// Everything: the mock only judges.
        case all
    }

    /// What becomes of a request to a mock with a backend behind it.
    package enum Outcome: Sendable {
        case answered(Answer)
        case forwarded(PendingAnswer)
        /// It may take long. Whoever cannot wait has it done elsewhere; nothing has come of the request yet.
        case slow
    }

    /// Bytes of a body behind which a backend stands: what is longer passes as it comes, and is not judged.
    package static let judgedContent = 4 << 20

    /// An answer, or the request that the backend is to answer.
    /// - Parameters:
    ///   - hasBody: false where the body is too long to be waited for. Only what asks for no values answers such a request.
    ///   - atOnce: whether others wait meanwhile, so that an answer that may take long is not made.
    ///   - records: whether an answer goes into the journal, and does not wait for `recorded`.
    package func outcome(
        of request: Request, hasBody: Bool = true, atOnce: Bool = false, records: Bool = true
    ) -> Outcome {
        guard options.forwarding != .none else {
            do throws(SlowAnswer) {
                return .answered(try answer(request, atOnce: atOnce, records: records))
            } catch {
                return .slow
            }
        }
        do throws(SessionRequest.InvalidName) {
            let named = try SessionRequest(request)
            let now = now
            let session = session(named.session)
            let (readable, unjudged) = Mock.readable(named.request, hasBody: hasBody)
            let judgement = judgement(of: readable, hasBody: unjudged == nil)
            if atOnce, options.forwarding == .rest, case .judged(let judged) = judgement, !isPrompt(judged) {
                return .slow
            }
            if options.forwarding == .rest, case .judged(let judged) = judgement,
                let answer = scripted(judged, named, hasBody: unjudged == nil, in: session, now: now)
            {
                let opened = named.request.headers[.origin].flatMap { options.crossOrigin?.opened(answer, to: $0) }
                let shown = opened ?? answer
                return .answered(records ? recorded(shown, to: readable, in: session, now: now) : shown)
            }
            return .forwarded(
                PendingAnswer(
                    request: named.request, readable: readable, unjudgedBody: unjudged, mock: self, session: session,
                    now: now, judgement: judgement))
        } catch {
            return .answered(answer(request))
        }
    }

    /// Writes an answer down that was not when it was made.
    package func recorded(_ answer: Answer, to request: Request, hasBody: Bool = true) -> Answer {
        do throws(SessionRequest.InvalidName) {
            let named = try SessionRequest(request)
            let readable =
                options.forwarding == .none ? named.request : Mock.readable(named.request, hasBody: hasBody).0
            return recorded(answer, to: readable, in: session(named.session), now: now)
        } catch {
            return answer
        }
    }

    /// With its body as it can be judged, or the reason why that cannot be. A broken coding is for the judge to find.
    private static func readable(_ request: Request, hasBody: Bool) -> (Request, Unjudged.Reason?) {
        guard hasBody else { return (request, .larger(limit: judgedContent)) }
        guard request.has(.contentEncoding) else { return (request, nil) }
        switch ContentCoding.decode(request.body, request.headers, limit: judgedContent) {
        case .plain(let content):
            var readable = request
            readable.body = content
            return (readable, nil)
        case .opaque(.unknown): return (request, .coded)
        case .opaque(.tooLarge): return (request, .larger(limit: judgedContent))
        case .opaque(.broken): return (request, nil)
        }
    }

    /// HEAD is judged as GET where the contract has that alone.
    private func judgement(of request: Request, hasBody: Bool) -> RequestJudgement {
        let judgement = contract.judge(request, hasBody: hasBody)
        guard case .noMethod(let allow, _) = judgement, request.method == .head, allow.contains(.get) else {
            return judgement
        }
        var get = request
        get.method = .get
        return contract.judge(get, hasBody: hasBody)
    }
}
