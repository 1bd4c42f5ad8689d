// What a journal never shows: secrets.

import HTTPExchange
package import JSONValues
package import Archives
package import OpenAPIContract
import HTTPTypes

/// Takes secrets out of what is shown, wherever they stand: credentials, what goes by the name of a secret, and what the contract
/// says to be one.
package struct Redaction: Sendable {
    private let rules: RedactionRules
    /// What the contract itself says to be secret: the usual names mean other resources in a path, as `key` and `sid` do.
    private let declared: RedactionRules

    /// By the usual names, and by what the contract says to be secret.
    package init(_ contract: Contract) {
        var rules = RedactionRules()
        rules.add(from: contract)
        self.init(rules, declaredBy: contract)
    }

    /// - Parameter rules: the contract's among them.
    package init(_ rules: RedactionRules, declaredBy contract: Contract?) {
        var declared = RedactionRules.none
        if let contract { declared.add(from: contract) }
        self.rules = rules
        self.declared = declared
    }

    /// What a request was sent to.
    /// - Parameter operation: whose path the target has; nil where it has none.
    package func target(_ target: String, of operation: Operation?) -> String {
        guard let operation, operation.path.parameterNames.contains(where: declared.isSecret) else {
            return text(target)
        }
        let end = target.firstIndex(of: "?") ?? target.endIndex
        var segments = target[..<end].split(separator: "/", omittingEmptySubsequences: false)
        // A base path may come before the template's.
        for (index, template) in zip(segments.indices.reversed(), operation.path.segments.reversed()) {
            let isSecret = template.contains {
                if case .parameter(let name, _) = $0 { declared.isSecret(name) } else { false }
            }
            if isSecret { segments[index] = "redacted" }
        }
        return text(segments.joined(separator: "/") + target[end...])
    }

    /// A target, or a text with one in it.
    package func text(_ text: String) -> String {
        var redactor = Redactor(rules)
        return redactor.redact(text)
    }

    /// A value without its secrets: members that are named like one, and texts that look like one.
    package func json(_ json: JSON) -> JSON {
        var redactor = Redactor(rules)
        return redactor.redact(json)
    }

    /// Takes the secrets out of several values, each secret under one name.
    package var redactor: Redactor { Redactor(rules) }

    /// A message without its secrets.
    package struct Message: Hashable {
        /// Without secrets, in their order.
        package let fields: [HAR.Pair]
        /// Without secrets; empty where it is left out.
        package let content: [UInt8]
        /// Why there is no content where there was some.
        package let leftOut: String?
    }

    /// Both messages of an exchange: a secret has one name in them.
    package func messages(_ entry: JournalEntry) -> (request: Message, response: Message) {
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
        guard hides(violation), case .object(var members) = violation.json else { return violation.json }
        members["found"] = .string(Redaction.hidden)
        members["message"] = .string(
            "\(violation.location): found \(Redaction.hidden), expected \(violation.expected).")
        return .object(members)
    }

    /// Whether what was found is a secret.
    package func hides(_ violation: Violation) -> Bool {
        let names: [String] =
            switch violation.location {
            case .parameter(_, let name, let pointer), .header(let name, let pointer): [name] + pointer.tokens
            case .body(let pointer): pointer.tokens
            case .path, .status, .credentials: []
            }
        return names.contains(where: rules.isSecret) || namesSecret(violation.found)
    }

    /// In place of what was found where a secret stands.
    package static let hidden = "a secret"

    /// Whether what goes by that name is a secret.
    package func isSecret(_ name: String) -> Bool { rules.isSecret(name) }

    /// JSON that breaks off can be read no more: any word in it that names a secret may be followed by one.
    private func namesSecret(_ text: String) -> Bool {
        text.split(separator: "\"").contains { rules.isSecret(String($0)) }
    }
}
