// What rules have replied with last.

import MockRules
import HTTPExchange
import JSONValues
import OpenAPIContract
import Synchronization

/// The last answer of each rule of an operation. A rule that changes the state is worked out each time, and often replies the same.
final class RuleReplies: Sendable {
    private final class Made: Sendable {
        let rule: Rule
        let headers: [(name: String, value: JSON?)]
        let body: JSON?
        /// Of the content; nil for none.
        let range: String?
        let makesCondition: Bool
        let answer: KnownAnswer

        init(_ reply: RuleReply, range: String?, makesCondition: Bool, _ answer: KnownAnswer) {
            rule = reply.rule
            headers = reply.headers
            body = reply.body
            self.range = range
            self.makesCondition = makesCondition
            self.answer = answer
        }
    }

    /// One for each rule that has replied: as few as an operation has.
    private let made = Mutex<[Made]>([])

    /// The same reply to the same kind of request is the same answer, judged once.
    /// - Parameter make: gets the body that the rule has replied with before, where that broke nothing.
    func answer(
        _ reply: RuleReply, _ media: MediaType?, to request: Request, make: (_ precedent: JSON?) -> KnownAnswer
    ) -> KnownAnswer {
        let known = made.withLock { $0.first { $0.rule === reply.rule } }
        let isOfOneKind = known?.range == media?.range
        if let known, isOfOneKind, known.makesCondition == request.makesCondition,
            RuleReplies.areSame(known.body, reply.body),
            known.headers.count == reply.headers.count,
            zip(known.headers, reply.headers).allSatisfy({
                $0.name == $1.name && RuleReplies.areSame($0.value, $1.value)
            })
        {
            return known.answer
        }
        let answer = make(isOfOneKind && known?.answer.violations.isEmpty ?? false ? known?.body : nil)
        let new = Made(reply, range: media?.range, makesCondition: request.makesCondition, answer)
        made.withLock { made in
            if let index = made.firstIndex(where: { $0.rule === reply.rule }) {
                made[index] = new
            } else {
                made.append(new)
            }
        }
        return answer
    }

    private static func areSame(_ left: JSON?, _ right: JSON?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.isIdentical(to: right)
    }
}
