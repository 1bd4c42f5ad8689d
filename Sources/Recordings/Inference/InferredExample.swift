// Recorded exchanges that become the named examples of an operation.

import JSONValues
import HTTPExchange
import HTTPTypes

/// An exchange under a name: its request's values and its answer are examples of that name.
struct InferredExample {
    let name: String
    let call: OperationEvidence.Call
    private let parameters: [String]

    /// So many for each status, the shortest first: a contract is read by people.
    static let most = 2
    private static let longest = 8_192

    static func all(of evidence: OperationEvidence, most: Int = InferredExample.most) -> [InferredExample] {
        var examples: [InferredExample] = []
        // Of requests that say the same, the first: its answer is the only one that an example can give.
        var seen: Set<[String]> = []
        let distinct = evidence.calls.filter { call in
            let query = call.query.map { "\($0.name)=\($0.value)" }.sorted()
            let headers = call.exchange.request.headers.filter { InferredHeader.isOfRequests($0.name.canonicalName) }
                .map { "\($0.name.canonicalName): \($0.value)" }
            let body = InferredMessage(call.exchange.request.headers[.contentType], call.exchange.request.body).value
            return seen.insert(call.path + [""] + query + headers + [body?.serialized() ?? ""]).inserted
        }
        for status in evidence.statuses {
            let own = distinct.filter { call in
                call.response.status == status && call.exchange.missing == nil
                    && call.response.body.count + call.exchange.request.body.count <= longest
            }
            let chosen = own.sorted { $0.response.body.count < $1.response.body.count }
            // Neither the empty answer alone nor the longest: what is in the middle shows most.
            let picked =
                most > Self.most
                ? Array(own.prefix(most))
                : chosen.count <= most ? chosen.reversed() : [chosen[chosen.count / 2], chosen[0]]
            let stem = Self.stem(status)
            for (number, call) in picked.enumerated() {
                examples.append(
                    InferredExample(
                        name: number == 0 ? stem : "\(stem)-\(number + 1)", call: call,
                        parameters: evidence.path.parameters))
            }
        }
        return examples
    }

    private static func stem(_ status: Int) -> String {
        let phrase = Response.phrase(of: status).lowercased().split { !$0.isLetter }
        return phrase.isEmpty ? "status-\(status)" : phrase.joined(separator: "-")
    }

    func values(of name: String, in location: String) -> [String] {
        switch location {
        case "path": parameters.firstIndex(of: name).map { [call.path[$0]] } ?? []
        case "query": call.query.filter { $0.name == name }.map(\.value)
        default: HTTPField.Name(name).flatMap { call.exchange.request.headers[$0] }.map { [$0] } ?? []
        }
    }
}
