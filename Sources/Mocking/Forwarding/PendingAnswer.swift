// An answer that a backend is to give: judged, explained and written down like one of the mock's own.

package import Journals
import JSONValues
import JSONSchema
package import HTTPExchange
import OpenAPIContract
import HTTPTypes

/// A request that is left to the backend behind the mock. Whoever sends it says what came of it, once.
package struct PendingAnswer: Sendable {
    /// What to send, without what named the session.
    package let request: Request
    /// The same with its body as it was judged.
    let readable: Request
    /// Nil where its body was judged.
    let unjudgedBody: Unjudged.Reason?
    let mock: Mock
    let session: Session
    let now: Duration
    let judgement: RequestJudgement

    /// What the backend answered, with its content as it came over the wire.
    /// - Parameters:
    ///   - forwarded: the answer as the client gets it.
    ///   - requestBytes: the length of the request's body, where that was sent as it came.
    ///   - unjudged: why the answer cannot be judged; nil where it has its content.
    package func answer(
        _ forwarded: Response, requestBytes: Int? = nil, unjudged: Unjudged.Reason? = nil
    ) -> Answer {
        var (operation, violations, nearest): (Operation?, [Violation], [NearMiss]) = (nil, [], [])
        var own: [Violation] = []
        switch judgement {
        case .judged(let judged):
            (operation, violations) = (judged.operation, judged.violations)
            // An answer to HEAD has no content to be judged.
            if unjudged == nil, request.method != .head || judged.operation.method == .head {
                own = mock.contract.judge(forwarded.withoutCoding, to: judged).filter { $0.severity == .violation }
            }
        case .noPath(let misses): nearest = misses.all(in: mock.contract)
        case .noMethod(_, let misses): nearest = request.method == .options ? [] : misses.all(in: mock.contract)
        }
        var response = forwarded
        if mock.options.showsDecision {
            response.headers.state(.forwarded)
            response.headers.state(violations: violations.filter { $0.severity == .violation }, own)
            response.headers.state(unjudged: self.unjudged)
        }
        return journaled(
            Answer(
                response: PreparedResponse(response, to: request.method), decision: .forwarded, delivery: .immediate,
                operation: operation, requestViolations: violations, ownViolations: own, nearest: nearest,
                unjudged: self.unjudged + (unjudged.map { [Unjudged(.response, $0)] } ?? []),
                requestBytes: requestBytes))
    }

    /// The head of an answer whose content is passed on as it comes: it says what the request breaks. The answer is told when its content
    /// has ended.
    package func head(_ forwarded: Response) -> Response {
        guard mock.options.showsDecision else { return forwarded }
        var response = forwarded
        response.headers.state(.forwarded)
        if case .judged(let judged) = judgement {
            response.headers.state(violations: judged.violations.filter { $0.severity == .violation }, [])
        }
        response.headers.state(unjudged: unjudged)
        return response
    }

    private var unjudged: [Unjudged] { unjudgedBody.map { [Unjudged(.request, $0)] } ?? [] }

    /// The backend gave no answer; this is given in its place.
    package func answer(
        unanswered failure: NoResponse, _ problem: Problem, requestBytes: Int? = nil
    ) -> Answer {
        var response = problem.response()
        if mock.options.showsDecision { response.headers.state(.unanswered) }
        var (operation, violations): (Operation?, [Violation]) = (nil, [])
        if case .judged(let judged) = judgement { (operation, violations) = (judged.operation, judged.violations) }
        return journaled(
            Answer(
                response: PreparedResponse(response, to: request.method), decision: .unanswered, delivery: .immediate,
                operation: operation, requestViolations: violations, ownViolations: [], unjudged: unjudged,
                requestBytes: requestBytes))
    }

    private func journaled(_ answer: Answer) -> Answer { mock.recorded(answer, to: readable, in: session, now: now) }
}

extension Response {
    /// As it can be judged; as it is where its coding cannot be taken off.
    fileprivate var withoutCoding: Response {
        guard headers[.contentEncoding] != nil,
            case .plain(let plain) = ContentCoding.decode(body, headers, limit: 64 << 20)
        else { return self }
        var response = self
        response.headers[.contentEncoding] = nil
        response.headers[.contentLength] = nil
        response.body = plain
        return response
    }
}

extension HTTPFields {
    /// What a header may grow by; some clients take no more in all.
    private static let violationBytes = 6_000

    /// Says in `Counterpart-Not-Judged` what was not looked at.
    fileprivate mutating func state(unjudged: [Unjudged]) {
        guard !unjudged.isEmpty, let name = HTTPField.Name("Counterpart-Not-Judged") else { return }
        self[name] = unjudged.map(\.description).joined(separator: "; ")
    }

    /// Says in `Counterpart-Violations` what breaks the contract: a JSON array in ASCII, and where there is no room for all how many more
    /// there are.
    mutating func state(violations request: [Violation], _ response: [Violation]) {
        guard !request.isEmpty || !response.isEmpty, let name = HTTPField.Name("Counterpart-Violations") else { return }
        let all = request.map { ("request", $0) } + response.map { ("response", $0) }
        var texts: [String] = []
        var bytes = 2
        for (index, (side, violation)) in all.enumerated() {
            let text = JSON.object([
                "in": .string(side), "check": .string(violation.check.rawValue),
                "location": .string(violation.location.description), "message": .string(violation.message),
                "found": .string(violation.found.shortened), "expected": .string(violation.expected.shortened),
            ]).serialized().escapedToASCII
            bytes += text.utf8.count + 1
            guard bytes <= Self.violationBytes else {
                texts.append("{\"more\":\(all.count - index)}")
                break
            }
            texts.append(text)
        }
        self[name] = "[" + texts.joined(separator: ",") + "]"
    }
}

extension String {
    fileprivate var shortened: String { count <= 200 ? self : prefix(199) + "…" }

    /// JSON with all but ASCII escaped (RFC 8259, section 7).
    fileprivate var escapedToASCII: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        return utf16.map { unit in
            guard unit >= 0x80 else { return String(UnicodeScalar(UInt8(unit))) }
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
