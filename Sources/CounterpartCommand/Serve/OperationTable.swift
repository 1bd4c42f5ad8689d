// The operations of a contract, as a table with `curl` lines.

import ContractTools
import JSONValues
import JSONSchema
import HTTPExchange
import Mocking
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

    /// What a terminal is shown of it; all else can be asked for.
    static let shownRows = 20

    /// For all values of the table, so that hostile schemas do not delay the start. A value that is not found by then is named by what it is for.
    private static let budget = SampleEffort.Budget(time: .milliseconds(500))

    /// How many operations there are.
    let count: Int

    /// - Parameter most: how many rows at most.
    init(_ mock: Mock, at address: BackendURL, most: Int = .max) {
        count = mock.contract.operations.count
        let effort = SampleEffort(Self.budget)
        rows = mock.contract.operations.prefix(most).map { operation in
            Row(
                operation: operation.id, method: operation.method.rawValue,
                path: (operation.servers.first?.basePath ?? "") + operation.path.text, summary: operation.summary,
                curl: mock.line(for: operation, effort).curl(origin: address.origin))
        }
    }

    func text(_ terminal: Terminal) -> String {
        let width = rows.map(\.method.count).max() ?? 0
        return rows.map { row in
            let method = row.method.padding(to: width)
            let summary = row.summary.map { "  " + terminal.styled(.aside, $0) } ?? ""
            return "\(terminal.styled(.emphasis, method)) \(row.path)\(summary)\n  \(row.curl)\n"
        }.joined() + (count > rows.count ? "and \(count - rows.count) more: 'counterpart show' lists them.\n" : "")
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

extension Mock {
    /// A request that goes well.
    func line(for operation: Operation, _ effort: SampleEffort) -> Request {
        var request = typicalRequest(of: operation, effort)
        // curl takes everything by itself.
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
