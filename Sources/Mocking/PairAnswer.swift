// A pair of examples with its answer: row 8 of the decision table.

import HTTPExchange
import JSONValues
import OpenAPIContract

/// The pair is compared with every request of its operation, so its values lie ready in the order of the operation's parameters. A
/// class, because to look at one must not copy it.
final class PairAnswer: Sendable {
    let pair: ExamplePair
    let answer: KnownAnswer
    /// Of the answer's content; nil where it has none.
    let media: MediaRange?
    /// For each parameter of the operation; nil where it is absent.
    private let values: [(parameter: Parameter, value: JSON?)]

    init(_ pair: ExamplePair, of operation: Operation, answer: KnownAnswer) {
        self.pair = pair
        self.answer = answer
        media = pair.response?.media.media
        values = operation.parameters.map { parameter in
            let given = pair.parameters.first {
                $0.parameter.location == parameter.location && $0.parameter.name == parameter.name
            }
            return (parameter, given?.value)
        }
    }

    /// Whether a request is the one that the pair tells of: every parameter has the pair's value, or is absent like there, and so does
    /// the body.
    func matches(_ judged: JudgedRequest) -> Bool {
        var next = 0
        for index in values.indices {
            // Decoded values stand in the order of the parameters.
            if next < judged.parameters.count, judged.parameters[next].parameter === values[index].parameter {
                guard let value = values[index].value, value == judged.parameters[next].value else { return false }
                next += 1
            } else if values[index].value != nil {
                return false
            }
        }
        return matchesBody(of: judged)
    }

    private func matchesBody(of judged: JudgedRequest) -> Bool {
        guard let body = pair.body else { return judged.request.body.isEmpty }
        if let sent = judged.body { return sent == body.value }
        // Content that is not read as a value is compared as it would be written.
        return !judged.request.body.isEmpty && judged.request.body == body.media.encode(body.value).bytes
    }
}
