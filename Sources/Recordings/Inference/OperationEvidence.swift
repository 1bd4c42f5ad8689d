// What was seen of one operation: its requests taken apart, with their answers.

import JSONValues
import HTTPExchange
import Archives
import SourceDocuments
import OpenAPIContract
import HTTPTypes

struct OperationEvidence: Sendable {
    /// One request with its answer.
    struct Call: Sendable {
        let exchange: ArchivedExchange
        let response: Response
        /// In the order of the path's parameters.
        let path: [String]
        let query: [(name: String, value: String)]
        let credentials: [Credential]
        var isTaken: Bool { response.status < 400 }
    }

    let method: String
    let path: InferredPath
    let calls: [Call]

    /// Requests that were taken tell what requests are; where there are none, all do.
    var telling: [Call] {
        let taken = calls.filter(\.isTaken)
        return taken.isEmpty ? calls : taken
    }

    var statuses: [Int] { Set(calls.map(\.response.status)).sorted() }

    static func all(on path: InferredPath, _ exchanges: [ArchivedExchange]) -> [OperationEvidence] {
        var order: [String] = []
        var calls: [String: [Call]] = [:]
        for (index, values) in path.requests {
            let exchange = exchanges[index]
            guard let response = exchange.response else { continue }
            let method = exchange.request.method.rawValue
            if calls[method] == nil { order.append(method) }
            let query = pairs(exchange.request.query ?? "")
            calls[method, default: []].append(
                Call(
                    exchange: exchange, response: response, path: values,
                    query: query.filter { !Credential.isSecret($0.name) },
                    credentials: Credential.all(in: exchange.request, query.map(\.name))))
        }
        return order.compactMap { method in
            calls[method].map { OperationEvidence(method: method, path: path, calls: $0) }
        }
    }

    static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return (
                Percent.decoded(name, plusIsSpace: true),
                Percent.decoded(pair.dropFirst(name.count + 1), plusIsSpace: true)
            )
        }
    }
}

/// A way of saying who asks, by its scheme alone.
struct Credential: Hashable, Sendable {
    let scheme: String
    let definition: JSON

    private static let rules = RedactionRules()

    static func isSecret(_ name: String) -> Bool { rules.isSecret(name) }

    static func all(in request: Request, _ query: [String]) -> [Credential] {
        var found: [Credential] = []
        func add(_ credential: Credential) { if !found.contains(credential) { found.append(credential) } }
        for field in request.headers {
            switch field.name {
            case .authorization:
                let scheme = field.value.lowercased().hasPrefix("basic") ? "basic" : "bearer"
                add(Credential(scheme: scheme + "Auth", definition: ["type": "http", "scheme": .string(scheme)]))
            case .cookie:
                for pair in field.value.split(separator: ";") {
                    let name = pair.drop { $0 == " " }.prefix { $0 != "=" }
                    if isSecret(String(name)) { add(key(String(name), "cookie")) }
                }
            case .proxyAuthorization: break
            default: if isSecret(field.name.rawName) { add(key(field.name.rawName, "header")) }
            }
        }
        for name in query where isSecret(name) { add(key(name, "query")) }
        return found
    }

    private static func key(_ name: String, _ location: String) -> Credential {
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        return Credential(
            scheme: "\(plain)-\(location)",
            definition: ["type": "apiKey", "in": .string(location), "name": .string(name)])
    }
}
