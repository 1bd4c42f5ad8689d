// What the control API knows of a mock, and what a mock writes down for it.

import Journals
package import HTTPExchange
import SourceDocuments
import OpenAPIContract

extension Mock {
    /// Writes an exchange down, and gives the answer with a way to tell when it is out.
    func recorded(
        _ answer: consuming Answer, to request: Request, in session: Session, now: Duration
    ) -> Answer {
        metrics.count(answer)
        let number = session.journal.record(request, answer.parts, at: now)
        answer.receipt = AnswerReceipt(journal: session.journal, number: number, metrics: metrics)
        return answer
    }

    /// Why the contract gives no such answer; nil where it does.
    func objection(to preference: Preference, of operation: Operation) -> String? {
        let names = Set(
            operation.pairs.map(\.name)
                + operation.responses.flatMap { $0.content.flatMap { $0.examples.compactMap(\.name) } })
        if let example = preference.example, !names.contains(example) {
            let known = names.isEmpty ? "It has none." : "It has \(names.sorted().joined(separator: ", "))."
            return "\(operation.title) has no example \(example). \(known)"
        }
        guard let status = preference.code, status != 429, status < 500, operation.response(for: status) == nil else {
            return nil
        }
        let declared = operation.responses.map(\.status.description).joined(separator: ", ")
        return
            "\(operation.title) declares \(declared), not \(status). If it is meant to break the contract, say \"force\": true."
    }
}

/// Takes back what became of an answer.
struct AnswerReceipt: Sendable {
    let journal: Journal
    let number: Int
    let metrics: Metrics

    func take(_ delivered: Delivered) {
        metrics.count(delivered)
        journal.delivered(number, delivered)
    }
}

extension Answer {
    /// To be told once, when it is out or can no longer be.
    package func wasDelivered(_ delivered: Delivered) { receipt?.take(delivered) }

    /// The same for who does not look at the answer any more: it holds on to less.
    package var delivered: @Sendable (Delivered) -> Void { { [receipt] in receipt?.take($0) } }
}
