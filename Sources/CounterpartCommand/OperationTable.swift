// What a contract offers, as a table whose `curl` lines can be pasted.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract
import Sampling

struct OperationTable {
    struct Row: Hashable {
        let operation: String
        let method: String
        let path: String
        let summary: String?
        let curl: String
    }

    let rows: [Row]

    init(_ contract: Contract, at address: BackendURL) {
        rows = contract.operations.map { operation in
            Row(
                operation: operation.id, method: operation.method.rawValue,
                path: (operation.servers.first?.basePath ?? "") + operation.path.text, summary: operation.summary,
                curl: operation.typicalRequest.curl(origin: address.origin))
        }
    }

    func text(_ terminal: Terminal) -> String {
        let width = rows.map(\.method.count).max() ?? 0
        return rows.map { row in
            let method = row.method.padding(to: width)
            let summary = row.summary.map { "  " + terminal.styled(.aside, $0) } ?? ""
            return "\(terminal.styled(.emphasis, method)) \(row.path)\(summary)\n  \(row.curl)\n"
        }.joined()
    }

    var json: JSON {
        .array(
            rows.map { row in
                var members = JSONObject([
                    ("id", .string(row.operation)), ("method", .string(row.method)), ("path", .string(row.path)),
                ])
                if let summary = row.summary { members["summary"] = .string(summary) }
                members["curl"] = .string(row.curl)
                return .object(members)
            })
    }
}

extension Operation {
    /// A request that should go well: that of the first pair of examples that does, else the required values, at their first
    /// example or at one that fits their schema.
    var typicalRequest: Request {
        var request: Request
        if let pair = pairs.first(where: { (200...299).contains($0.status) }) {
            request = self.request(for: pair)
        } else {
            let values = parameters.filter(\.required).compactMap { parameter in
                parameter.typicalValue.map { (parameter, $0) }
            }
            let content = body?.required == true ? body?.content.first : nil
            request = encode(values: values, body: content.flatMap { media in media.typicalValue.map { (media, $0) } })
        }
        // curl takes everything by itself.
        request.headers[.accept] = nil
        return request
    }
}

extension Parameter {
    fileprivate var typicalValue: JSON? {
        examples.first?.value ?? content?.typicalValue
            ?? schema.flatMap { Sampler($0, direction: .request).sample(seed: 0).value }
    }
}

extension MediaType {
    fileprivate var typicalValue: JSON? {
        examples.first?.value ?? schema.flatMap { Sampler($0, direction: .request).sample(seed: 0).value }
    }
}

extension String {
    func padding(to width: Int) -> String {
        let missing = width - count
        return missing > 0 ? self + String(repeating: " ", count: missing) : self
    }
}
