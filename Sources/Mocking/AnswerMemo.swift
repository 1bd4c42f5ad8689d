// Answers that were made before, by all that the rows of the decision table decided by.

import MockRules
import CEL
import HTTPExchange
import OpenAPIContract
import Synchronization

/// The last answers of a mock that would be the same if they were worked out again. Sessions share them as long as they share the state.
final class AnswerMemo: Sendable {
    /// What an answer hangs on.
    struct Question {
        /// Of the request's values, and so of who is asking.
        let judged: JudgedRequest
        /// Of the parts of the state that the rules of the operation read.
        let versions: [StateVersion]

        var request: Request { judged.request }
    }

    private final class Entry: Sendable {
        let request: Request
        /// The very one: as long as it is held here, no other has its address.
        let judgement: Judgement
        let versions: [StateVersion]
        let answer: KnownAnswer

        init(_ question: Question, _ answer: KnownAnswer) {
            request = question.request
            judgement = question.judged.judgement
            versions = question.versions
            self.answer = answer
        }

        func answers(_ question: Question) -> Bool {
            judgement === question.judged.judgement && versions == question.versions
                && request.hasSame(.accept, as: question.request) && request.hasSame(.prefer, as: question.request)
                && request.makesCondition == question.request.makesCondition
        }
    }

    /// A power of two.
    private static let room = 512
    /// Bytes of one answer; with a longer one it is the writing that costs.
    private static let longest = 32_768

    private let entries = Mutex<[Entry?]>([])

    func answer(to question: Question) -> KnownAnswer? {
        entries.withLock { entries in
            guard !entries.isEmpty else { return nil }
            let home = home(of: question)
            if let entry = entries[home], entry.answers(question) { return entry.answer }
            guard let entry = entries[home ^ 1], entry.answers(question) else { return nil }
            return entry.answer
        }
    }

    func keep(_ answer: KnownAnswer, to question: Question) {
        guard answer.response.response.body.count <= Self.longest else { return }
        let entry = Entry(question, answer)
        entries.withLock { entries in
            if entries.isEmpty { entries = Array(repeating: nil, count: Self.room) }
            let home = home(of: question)
            entries[home ^ 1] = entries[home]
            entries[home] = entry
        }
    }

    private func home(of question: Question) -> Int {
        var mixed = UInt64(UInt(bitPattern: ObjectIdentifier(question.judged.judgement)) >> 4)
        for version in question.versions { mixed = (mixed ^ version.number) &* 0x9E37_79B9_7F4A_7C15 }
        return Int(truncatingIfNeeded: mixed ^ mixed >> 32) & (Self.room - 1)
    }
}
