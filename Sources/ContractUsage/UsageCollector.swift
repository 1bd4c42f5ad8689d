// From exchanges to what they use of a contract.

package import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
package import OpenAPIContract

/// Collects what exchanges use of a contract.
package struct UsageCollector: Sendable {
    private let contract: Contract
    private var sent = PlaceReader()
    private var received: PlaceReader
    package private(set) var usage: Usage
    /// How many exchanges were of an operation of the contract.
    package private(set) var exchanges = 0
    /// `GET /unknown`, sorted: requests that no operation takes, at most a hundred.
    package private(set) var unknown: Set<String> = []

    /// - Parameters:
    ///   - app: as the application calls itself.
    ///   - reads: the properties of answers that count, where a client has noted them.
    package init(_ contract: Contract, app: String? = nil, reads: ReadProperties? = nil) {
        self.contract = contract
        received = PlaceReader(reads: reads)
        usage = Usage(apps: app.map { [$0] } ?? [])
    }

    /// Adds an exchange.
    /// - Parameter response: nil where there was none.
    package mutating func add(_ request: Request, _ response: Response?) {
        guard case .judged(let judged) = contract.judge(request) else {
            let path = request.target.prefix { $0 != "?" }
            if unknown.count < 100 { unknown.insert("\(request.method.rawValue) \(path)") }
            return
        }
        exchanges += 1
        let operation = judged.operation
        var use = Usage.OperationUse()
        for value in judged.parameters { use.parameters.insert(value.parameter.usageName) }
        if let media = judged.media { use.request[media.range] = Self.places(in: judged.body, of: media, &sent) }
        if let response, (100...599).contains(response.status) {
            use.answers[response.status] = answer(response, operation)
        }
        usage.merge(Usage(operations: [operation.title: use]))
    }

    private mutating func answer(_ response: Response, _ operation: Operation) -> Usage.Answer {
        var answer = Usage.Answer()
        guard let declared = operation.response(for: response.status) else { return answer }
        let came = Set(response.headers.map(\.name.canonicalName))
        answer.headers = Set(declared.headers.map { $0.name.lowercased() }).intersection(came)
        guard !response.body.isEmpty, let type = MediaRange(response.headers[.contentType] ?? ""),
            let media = declared.content.match(type)
        else { return answer }
        answer.content[media.range] = Self.places(in: try? JSON(parsing: response.body), of: media, &received)
        return answer
    }

    private static func places(
        in body: JSON?, of media: MediaType, _ reader: inout PlaceReader
    ) -> Usage.Places {
        guard let body, let schema = media.schema ?? media.itemSchema else { return [] }
        return reader.places(in: body, of: schema)
    }
}

extension Parameter {
    /// `query page`
    package var usageName: String { "\(location.rawValue) \(location == .header ? name.lowercased() : name)" }
}
