// Answers of rules that would be the same if they were worked out again.

import HTTPExchange
import Expressions
import JSONValues
import JSONSchema
import OpenAPIContract
import HTTPTypes
import Synchronization

/// The last answers of one operation's rules that hang on nothing but the request's values and the state, with all that they hang on.
/// Sessions share them as long as they share the state.
final class RuleMemo: Sendable {
    /// What an answer hangs on. A class, because it is handed around with the answer.
    final class Question: Sendable {
        /// Of the parts of the state that the rules read.
        fileprivate let versions: [StateVersion]
        fileprivate let parameters: [JudgedRequest.ParameterValue]
        fileprivate let body: JSON?
        fileprivate let asker: Asker
        /// What media types the client takes.
        fileprivate let accept: String?

        /// Nil for a request that is too large to be kept.
        init?(_ call: SessionCall, reading parts: [Int], of state: RuleState) {
            guard call.judged.request.target.utf8.count + call.judged.request.body.count <= 16_384 else { return nil }
            versions = parts.map { state.versions[$0] }
            parameters = call.judged.parameters
            body = call.judged.body
            asker = call.asker
            accept = call.judged.request.headers.value(.accept)
        }

        fileprivate func isSame(as other: Question) -> Bool {
            versions == other.versions && asker == other.asker && accept == other.accept
                && parameters.count == other.parameters.count
                && parameters.indices.allSatisfy { parameters[$0].isSame(as: other.parameters[$0]) }
                && isSame(body, other.body)
        }

        private func isSame(_ left: JSON?, _ right: JSON?) -> Bool {
            guard let left, let right else { return left == nil && right == nil }
            return left.isIdentical(to: right)
        }
    }

    private struct Contents {
        var entries: [(question: Question, answer: KnownAnswer)] = []
        /// Where the next one goes when there is no more room.
        var next = 0
    }

    private static let room = 16
    /// Of one answer; with a longer one it is the writing that costs.
    private static let longest = 32_768
    private let contents = Mutex(Contents())

    func answer(to question: Question) -> KnownAnswer? {
        contents.withLock { contents in
            contents.entries.first { $0.question.isSame(as: question) }?.answer
        }
    }

    func keep(_ answer: KnownAnswer, to question: Question) {
        guard answer.response.response.body.count <= Self.longest else { return }
        contents.withLock { contents in
            guard contents.entries.count == Self.room else { return contents.entries.append((question, answer)) }
            contents.entries[contents.next] = (question, answer)
            contents.next = (contents.next + 1) % Self.room
        }
    }
}

extension JudgedRequest.ParameterValue {
    fileprivate func isSame(as other: JudgedRequest.ParameterValue) -> Bool {
        parameter.name == other.parameter.name && parameter.location == other.parameter.location
            && value.isIdentical(to: other.value)
    }
}

extension [Rule] {
    /// The indices of the parts of a state that the answers hang on. Nil where they hang on more than that and the values of the
    /// request: on the time, say, or on how often it was asked.
    func inputs(of state: RuleState) -> [Int]? {
        var inputs = CELInputs()
        for rule in self { inputs.formUnion(rule.inputs) }
        let known: Set<String> = ["params", "state", "identity"]
        guard inputs.variables.isSubset(of: known), known.isSuperset(of: inputs.fields.keys) else { return nil }
        guard !inputs.variables.contains("state") else { return [Int](state.names.indices) }
        let fields = inputs.fields["state"] ?? []
        return state.names.indices.filter { fields.contains(state.names[$0]) }
    }
}
