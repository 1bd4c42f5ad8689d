// The operations of a contract, as a table with `curl` lines.

import ContractTools
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
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
                curl: contract.typicalRequest(of: operation).curl(origin: address.origin))
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

extension Contract {
    /// A valid request: of the contract's examples, else of values that fit its schemas.
    func typicalRequest(of operation: Operation) -> Request {
        var request = exampleRequest(of: operation, makeValue: Schema.typicalRequestValue)
        // curl sends `Accept: */*` by itself.
        request.headers[.accept] = nil
        return request
    }
}

extension Schema {
    static func typicalRequestValue(_ schema: Schema) -> JSON? {
        Sampler(schema, direction: .request).sample(seed: 0).value
    }
}

extension String {
    func padding(to width: Int) -> String {
        let missing = width - count
        return missing > 0 ? self + String(repeating: " ", count: missing) : self
    }
}
