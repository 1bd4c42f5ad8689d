// Why a finding is there: the same mistake at many operations is one cause.

import ClientIdentities
import VerificationReports
import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
import OpenAPIContract
import SourceDocuments

extension Finding {
    /// What findings of one mistake have in common, and how it is told in a line.
    package struct Cause: Hashable, Sendable {
        /// The same in every run: `undeclared-status:404`.
        package let id: String
        /// `404 is not declared`
        package let title: String
    }

    /// Findings with the same cause are shown as one.
    package var cause: Cause {
        func cause(_ parts: [String], _ title: String) -> Cause {
            Cause(id: ([check.rawValue] + parts).joined(separator: ":"), title: title)
        }
        let status = evidence.status.map(String.init) ?? "no answer"
        switch check {
        case .undeclaredStatus: return cause([found], "\(found) is not declared")
        case .contentType: return cause([status, found], "\(status) comes as \(found)")
        case .missingHeader: return cause([location], "\(location) is missing")
        case .invalidHeader: return cause([location], "\(location) is not as declared")
        case .malformedBody: return cause([status], "the body of \(status) cannot be read")
        case .bodyShape:
            guard let place else { return cause([operation.id, location], message.asClause) }
            // Schemas are shared: the place in the contract is the same, wherever they are used.
            return cause(["\(place.file)\(place.pointer)"], message.asClause)
        case .noResponse: return cause([found], "there is no answer: \(found)")
        case .serverError:
            if location.hasPrefix("method ") {
                return cause(["methods", status], "methods that are not declared are answered with \(status)")
            }
            // Whatever it says of why: it is not there.
            if status == "501" { return cause([status], "the backend has not implemented what the contract has (501)") }
            guard let signature = evidence.signature else {
                if isOfBrokenRequest {
                    return cause(
                        [status, "broken", location.lastPart],
                        "requests that are wrong in \(location.lastPart.quoted) fail with \(status)")
                }
                return cause([status, operation.id], "the backend fails with \(status)")
            }
            return cause([status, signature], "the backend fails with \(status): \(signature)")
        case .violationAccepted:
            let keyword = location.lastPart
            return cause(
                [keyword, expectedKind],
                "what breaks \(keyword.quoted)\(expectedKind.isEmpty ? "" : " (\(expectedKind))") is taken")
        case .requiredHeaderIgnored: return cause([], "required headers are not asked for")
        case .validRefused:
            guard let signature = evidence.signature else {
                return cause([status, operation.id], "what the contract allows is refused with \(status)")
            }
            return cause([status, signature], "what the contract allows is refused with \(status): \(signature)")
        case .undeclaredMethod: return cause([status], "methods that are not declared are answered with \(status)")
        case .optionsAllow: return cause([], "OPTIONS does not tell what is allowed")
        case .authenticationIgnored:
            return cause(
                [location],
                "requests are taken \(location == "status afterwards" ? "though they were refused" : "without right credentials")"
            )
        case .timeBudget: return cause([], "operations are slower than they may be")
        case .unexpectedStatus, .usedAfterDelete, .notAvailable, .notStored, .failedCreateStored, .failedChangeStored,
            .notListed, .pageOverflow, .otherIdentity, .criterion, .providerState:
            return cause([operation.id, location], message.asClause)
        }
    }

    /// Whether a request is told of that breaks the contract: its failure is weighed as a suspicion.
    private var isOfBrokenRequest: Bool { degree == .suspicion && message == Finding.serverErrorMessage }

    /// For `type`, what is taken in the place of what: `string for integer`.
    private var expectedKind: String {
        guard location.lastPart == "type", case .exchanges(let exchanges) = evidence, exchanges.count == 1 else {
            return ""
        }
        return detail ?? ""
    }
}

extension Finding.Evidence {
    /// Of the telling answer.
    var status: Int? {
        switch self {
        case .exchanges(let exchanges): exchanges.last?.response.status
        case .noResponse: nil
        }
    }

    /// What the telling answer says of why, without what changes from one request to the next; nil where it says nothing of its own.
    var signature: String? {
        guard case .exchanges(let exchanges) = self, let exchange = exchanges.last else { return nil }
        let text: String
        if let answer = exchange.answer {
            guard let message = answer.errorMessage else { return nil }
            text = message
        } else {
            let type = exchange.response.headers[.contentType].flatMap { MediaRange($0) }
            // Pages of HTML are the framework's, not the operation's.
            guard type == nil || type?.kind == .text,
                let body = String(validating: exchange.response.body.prefix(2_048), as: UTF8.self),
                !body.hasPrefix("<")
            else { return nil }
            text = body.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        }
        let general = text.withoutValues
        return general.isEmpty || general.lowercased() == "internal server error" ? nil : general
    }
}

extension JSON {
    /// The first text of an error's answer that a person would read: RFC 9457's members first, then the usual ones.
    var errorMessage: String? {
        switch self {
        case .string(let text): return text.isEmpty ? nil : text
        case .array(let elements): return elements.first?.errorMessage
        case .object(let members):
            for name in [
                "detail", "message", "msg", "error_description", "error", "errors", "exception_message", "title",
                "reason",
            ] {
                if let text = members[name]?.errorMessage { return text }
            }
            return nil
        case .null, .bool, .number: return nil
        }
    }
}

extension String {
    /// Without what is quoted, in brackets or a number: `Invalid parameter(s): …`.
    fileprivate var withoutValues: String {
        var text = ""
        var quote: Character?
        for character in prefix(400) {
            if let open = quote {
                if character == open {
                    quote = nil
                    text += "…"
                }
                continue
            }
            if "\"'`".contains(character), text.last.map({ !$0.isLetter }) ?? true {
                quote = character
            } else if character.isNumber {
                if text.last != "…" { text += "…" }
            } else if !character.isNewline {
                text.append(character)
            } else {
                break
            }
        }
        return String(text.prefix(100)).trimmed
    }

    private var trimmed: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? start
        return String(self[start..<end])
    }

    /// Of `query parameter 'limit', maximum`: the keyword.
    fileprivate var lastPart: String {
        split(separator: ",").last.map { String($0).trimmed } ?? self
    }

    fileprivate var quoted: String { "'\(self)'" }

    /// Without its period.
    fileprivate var asClause: String { hasSuffix(".") ? String(dropLast()) : self }
}
