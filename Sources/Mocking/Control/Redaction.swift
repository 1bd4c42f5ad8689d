// What a journal never shows: secrets.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

/// Takes secrets out of what is shown, wherever they stand: credentials, what goes by the name of a secret, and what the contract
/// says to be one.
struct Redaction: Sendable {
    private let rules: RedactionRules

    init(_ contract: Contract) {
        var rules = RedactionRules()
        rules.add(from: contract)
        self.rules = rules
    }

    /// A target, or a text with one in it.
    func text(_ text: String) -> String {
        var redactor = Redactor(rules)
        return redactor.redact(text)
    }

    func json(_ json: JSON) -> JSON {
        var redactor = Redactor(rules)
        return redactor.redact(json)
    }

    /// A message without its secrets.
    struct Message: Hashable {
        let fields: [HAR.Pair]
        let content: [UInt8]
        /// Why there is no content where there was some.
        let leftOut: String?
    }

    /// Both messages of an exchange: a secret has one name in them.
    func messages(_ entry: JournalEntry) -> (request: Message, response: Message) {
        var redactor = Redactor(rules)
        let whole = HAR.Entry(
            started: entry.time.timestamp, origin: "", request: entry.request, response: entry.response)
        let shown = redactor.redact(whole)
        func message(
            _ fields: [HAR.Pair], _ body: HAR.Message.Body?, of content: [UInt8], isCutShort: Bool
        ) -> Message {
            guard !content.isEmpty else { return Message(fields: fields, content: [], leftOut: nil) }
            if isCutShort, namesSecret(String(decoding: content, as: UTF8.self)) {
                return Message(fields: fields, content: [], leftOut: "it is cut short, and has a secret in it")
            }
            let bytes = body?.bytes ?? []
            return Message(
                fields: fields, content: bytes,
                leftOut: bytes.isEmpty ? "it is no text that secrets could be found in" : nil
            )
        }
        return (
            message(
                shown.request.headers, shown.request.body, of: entry.request.body,
                isCutShort: entry.requestBytes > entry.request.body.count),
            message(
                shown.response.headers, shown.response.body, of: entry.response.body,
                isCutShort: entry.responseBytes > entry.response.body.count)
        )
    }

    /// What is wrong with an exchange, but for what was found where a secret stands.
    func violation(_ violation: Violation) -> JSON {
        let names: [String] =
            switch violation.location {
            case .parameter(_, let name, let pointer), .header(let name, let pointer): [name] + pointer.tokens
            case .body(let pointer): pointer.tokens
            case .status, .credentials: []
            }
        guard names.contains(where: rules.isSecret) || namesSecret(violation.found),
            case .object(var members) = violation.json
        else { return violation.json }
        members["found"] = .string(Redaction.hidden)
        members["message"] = .string(
            "\(violation.location): found \(Redaction.hidden), expected \(violation.expected).")
        return .object(members)
    }

    /// In place of what was found where a secret stands.
    static let hidden = "a secret"

    func isSecret(_ name: String) -> Bool { rules.isSecret(name) }

    /// JSON that breaks off can be read no more: any word in it that names a secret may be followed by one.
    private func namesSecret(_ text: String) -> Bool {
        text.split(separator: "\"").contains { rules.isSecret(String($0)) }
    }
}
