// A finding as something to run in a shell, and what must not be seen in it.

import HTTPExchange
import JSONSchema

extension Finding {
    /// A `curl` line, or one for each request that leads to the finding.
    func script(origin: String) -> String {
        switch evidence {
        case .noResponse(let request, _): request.curl(origin: origin)
        case .exchanges(let exchanges):
            Handle(exchanges)?.script(exchanges, origin: origin)
                ?? exchanges.map { $0.request.curl(origin: origin) }.joined(separator: "\n")
        }
    }
}

/// What the first answer of a sequence calls a thing that the later requests ask for: another run gives it another name.
private struct Handle {
    let property: String
    let text: String

    /// Nil for a single exchange, and where no later path holds a value of the first answer.
    init?(_ exchanges: [Exchange]) {
        guard exchanges.count > 1, case .object(let answer)? = exchanges.first?.answer else { return nil }
        let segments = Set(exchanges.dropFirst().flatMap { $0.request.path.split(separator: "/") })
        for (name, value) in answer where name.utf8.allSatisfy(Handle.isPlain) {
            let text = value.string ?? value.number?.text ?? ""
            if segments.contains(text[...]), !text.isEmpty {
                (property, self.text) = (name, text)
                return
            }
        }
        return nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// The first line keeps the name in a variable, the others ask for it.
    func script(_ exchanges: [Exchange], origin: String) -> String {
        exchanges.enumerated().map { index, exchange in
            guard index > 0 else {
                return "\(property)=$(\(exchange.request.curl(origin: origin)) | jq -r .\(property))"
            }
            var request = exchange.request
            let mark = "counterpart-\(property)"
            let path = request.path.split(separator: "/", omittingEmptySubsequences: false)
            let marked = path.map { $0 == text ? mark[...] : $0 }.joined(separator: "/")
            request.target = marked + request.target.dropFirst(request.path.count)
            let line = request.curl(origin: origin)
            let variable = line.hasSuffix("'") ? "'\"$\(property)\"'" : "\"$\(property)\""
            return line.split(separator: mark, omittingEmptySubsequences: false).joined(separator: variable)
        }.joined(separator: "\n")
    }
}

extension Report {
    /// The value with every secret in its texts made out.
    func masked(_ json: JSON) -> JSON {
        switch json {
        case .string(let text): .string(masked(text))
        case .array(let elements): .array(elements.map { masked($0) })
        case .object(let members): .object(JSONObject(members.map { ($0.key, masked($0.value)) }))
        case .null, .bool, .number: json
        }
    }

    /// The text with every secret in it made out.
    func masked(_ text: String) -> String {
        secrets.reduce(text) { text, secret in
            text.contains(secret)
                ? text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "***") : text
        }
    }
}
