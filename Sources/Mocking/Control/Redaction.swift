// What a journal never shows: credentials.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

/// Takes the values of credentials out of what is shown: those that everyone sends in the same fields, and the API keys of the
/// contract.
struct Redaction: Sendable {
    static let mark = "[redacted]"

    private let fields: Set<String>
    private let parameters: Set<String>

    init(_ contract: Contract) {
        var fields: Set<String> = ["authorization", "proxy-authorization", "cookie", "set-cookie"]
        var parameters: Set<String> = []
        for scheme in contract.securitySchemes {
            guard case .apiKey(let location, let name) = scheme.kind else { continue }
            switch location {
            case .header: fields.insert(name.lowercased())
            case .query, .querystring: parameters.insert(name)
            case .path, .cookie: break
            }
        }
        self.fields = fields
        self.parameters = parameters
    }

    func target(_ target: String) -> String {
        guard !parameters.isEmpty, let mark = target.firstIndex(of: "?") else { return target }
        let query = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        let shown = query.map { pair -> Substring in
            let name = pair.prefix { $0 != "=" }
            return parameters.contains(String(name)) ? name + "=" + Redaction.mark : pair
        }
        return target[...mark] + shown.joined(separator: "&")
    }

    /// Every field's values, by its name in lower case.
    func headers(_ headers: HTTPFields) -> JSON {
        var members = JSONObject()
        for field in headers {
            let name = field.name.canonicalName
            let value: JSON = .string(fields.contains(name) ? Redaction.mark : field.value)
            members[name] = .array((members[name]?.array ?? []) + [value])
        }
        return .object(members)
    }
}
