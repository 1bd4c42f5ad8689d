// A mock with a backend behind it: `forwarded` is one more source of answers.

package import HTTPExchange
import HTTPTypes
import OpenAPIContract

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

    package enum Outcome: Sendable {
        case answered(Answer)
        case forwarded(PendingAnswer)
    }

    /// An answer, or the request that the backend is to answer.
    package func outcome(of request: Request) -> Outcome {
        guard options.forwarding != .none else { return .answered(answer(request)) }
        do throws(SessionRequest.InvalidName) {
            let named = try SessionRequest(request)
            let now = now
            let session = session(named.session)
            let judgement = judgement(of: named.request)
            if options.forwarding == .rest, case .judged(let judged) = judgement,
                let answer = scripted(judged, named, in: session, now: now)
            {
                let opened = named.request.headers[.origin].flatMap { options.crossOrigin?.opened(answer, to: $0) }
                return .answered(recorded(opened ?? answer, to: named.request, in: session, now: now))
            }
            return .forwarded(
                PendingAnswer(request: named.request, mock: self, session: session, now: now, judgement: judgement))
        } catch {
            return .answered(answer(request))
        }
    }

    /// HEAD is judged as GET where the contract has that alone.
    private func judgement(of request: Request) -> RequestJudgement {
        let judgement = contract.judge(request)
        guard case .noMethod(let allow) = judgement, request.method == .head, allow.contains(.get) else {
            return judgement
        }
        var get = request
        get.method = .get
        return contract.judge(get)
    }
}
