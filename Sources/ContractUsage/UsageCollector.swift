// From exchanges to what they use of a contract.

package import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
package import OpenAPIContract

/// Collects what exchanges use of a contract.
package struct UsageCollector: Sendable {
    private let contract: Contract
    private var reader = PlaceReader()
    package private(set) var usage: Usage
    /// How many exchanges were of an operation of the contract.
    package private(set) var exchanges = 0
    /// `GET /unknown`, sorted: requests that no operation takes, at most a hundred.
    package private(set) var unknown: Set<String> = []

    /// - Parameter app: as the application calls itself.
    package init(_ contract: Contract, app: String? = nil) {
        self.contract = contract
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
        if let media = judged.media { use.request[media.range] = places(in: judged.body, of: media) }
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
        answer.content[media.range] = places(in: try? JSON(parsing: response.body), of: media)
        return answer
    }

    private mutating func places(in body: JSON?, of media: MediaType) -> Usage.Places {
        guard let body, let schema = media.schema ?? media.itemSchema else { return [] }
        return reader.places(in: body, of: schema)
    }
}

extension Parameter {
    /// `query page`
    package var usageName: String { "\(location.rawValue) \(location == .header ? name.lowercased() : name)" }
}
