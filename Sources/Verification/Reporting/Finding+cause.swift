// Why a finding is there: the same mistake at many operations is one cause.

import ClientIdentities
package import VerificationReports
import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
package import OpenAPIContract
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
    package func cause(in contract: Contract) -> Cause {
        func cause(_ parts: [String], _ title: String) -> Cause {
            Cause(id: ([check.rawValue] + parts).joined(separator: ":"), title: title)
        }
        let status = evidence.status.map(String.init) ?? "no answer"
        switch check {
        case .undeclaredStatus: return cause([found], "\(found) is not declared")
        case .contentType:
            // A framework that declares JSON for whatever is answered is one mistake, whatever the answers are.
            return cause([status, "not \(expected)"], "\(status) is to be \(expected), and comes as another type")
        case .missingHeader: return cause([location], "\(location) is missing")
        case .invalidHeader: return cause([location], "\(location) is not as declared")
        case .malformedBody: return cause([status], "the body of \(status) cannot be read")
        case .bodyShape:
            guard let place else { return cause([operation.id, location], message.asClause) }
            if let violation, violation.keyword == "type", violation.found == "null", let owner = place.schemaOfMember {
                // Whoever forgets it forgets it for all the members that may be missing.
                let name = owner.isInline ? "\(status)" : owner.place.name(in: contract)
                let whose = owner.isInline ? "bodies of \(status)" : owner.place.pointer.tokens.last ?? name
                return cause(["null", name], "null is not declared for members of \(whose)")
            }
            if let violation, violation.brokenFormat == Format.dateTime.expectation,
                violation.found.firstMatch(of: /^"\d{4}-\d\d-\d\d[T ]\d\d:\d\d/) != nil
            {
                // What writes times writes all of them the same way, such as without an offset.
                return cause(["date-time"], "times are not written as RFC 3339 has them")
            }
            // Schemas are shared: the place in the contract is the same, wherever they are used.
            return cause([place.name(in: contract)], message.asClause)
        case .noResponse: return cause([found], "there is no answer: \(found)")
        case .serverError: return failure(status, cause)
        case .violationAccepted:
            let keyword = location.lastPart
            guard let family = KeywordFamily(keyword) else {
                return cause([keyword], "what breaks \(keyword.quoted) is taken")
            }
            return cause([family.rawValue], family.title)
        case .requiredHeaderIgnored: return cause([], "required headers are not asked for")
        case .validRefused:
            // The contract need not say each rule that the backend has.
            if degree != .violation {
                return cause(
                    [status], "what the contract allows is refused with \(status), by rules that it does not say")
            }
            guard let signature = evidence.signature else {
                return cause([status, operation.id], "what the contract allows is refused with \(status)")
            }
            return cause([status, signature], "what the contract allows is refused with \(status): \(signature)")
        case .undeclaredMethod: return cause([status], "methods that are not declared are answered with \(status)")
        case .optionsAllow: return cause([], "OPTIONS does not tell what is allowed")
        case .authenticationIgnored:
            return location == "status afterwards"
                ? cause([location], "requests are taken though they were refused")
                : cause(["credentials"], "requests are taken without right credentials")
        case .timeBudget: return cause([], "operations are slower than they may be")
        case .unexpectedStatus, .usedAfterDelete, .notAvailable, .notStored, .failedCreateStored, .failedChangeStored,
            .notListed, .pageOverflow, .otherIdentity, .criterion, .providerState:
            return cause([operation.id, location], message.asClause)
        }
    }

    /// Of a failure: what the answer says of why, if anything.
    private func failure(_ status: String, _ cause: ([String], String) -> Cause) -> Cause {
        // Whatever it says of why: it is not there.
        if status == "501" { return cause([status], "the backend has not implemented what the contract has (501)") }
        // Others than 500 tell of the server's state rather than of the request.
        if status == "500", degree != .violation {
            if message != Finding.serverErrorMessage {
                return cause([status, "passing"], "the backend fails with \(status) now and then")
            }
            return cause(
                [status, "broken"], "requests that break the contract fail with \(status) rather than being refused")
        }
        if let signature = evidence.signature {
            return cause([status, signature], "the backend fails with \(status): \(signature)")
        }
        return cause([status, CauseRecord.unexplained], "the backend fails with \(status) and does not say why")
    }
}

/// Keywords that one leniency of a backend passes over together: who does not look at lengths mostly looks at no other edge either.
private enum KeywordFamily: String {
    case types, values

    init?(_ keyword: String) {
        switch keyword {
        case "type", "anyOf", "oneOf": self = .types
        case "enum", "const", "format", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
            "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties",
            "maxProperties":
            self = .values
        default: return nil
        }
    }

    var title: String {
        switch self {
        case .types: "values of types that are not declared are taken"
        case .values: "values past their edges, patterns, formats or enums are taken"
        }
    }
}

extension Place {
    /// What it is called wherever the contract lies: `#/components/schemas/Pet`, `schemas/pet.yaml#/type`.
    fileprivate func name(in contract: Contract) -> String {
        guard let root = contract.sources.first?.name, root != file else { return "#\(pointer)" }
        let folder = root.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let parts = file.split(separator: "/", omittingEmptySubsequences: false)
        let shared = zip(folder, parts.dropLast()).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: folder.count - shared)
        return (up + parts.dropFirst(shared).map(String.init)).joined(separator: "/") + "#\(pointer)"
    }
}

extension Place {
    /// The schema that declares the member whose `type` this is, and whether it stands in an operation rather than being shared; nil for
    /// anything else.
    fileprivate var schemaOfMember: (place: Place, isInline: Bool)? {
        let tokens = pointer.tokens
        guard tokens.count > 3, tokens.last == "type", tokens[tokens.count - 3] == "properties" else { return nil }
        return (Place(source: source, pointer: JSONPointer(tokens.dropLast(3))), tokens.first == "paths")
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

    /// What a framework says of every failure, whatever is behind it.
    private static let saysNothing = [
        "internal server error", "internal error", "error occurred", "error has occurred", "unexpected error",
        "unhandled", "unknown error", "went wrong", "been informed", "been notified", "unexpected condition",
        "in trouble", "try again", "please contact", "contact the", "contact your", "contact support",
    ]
    /// The same, where it is all that is said.
    private static let saysNothingAlone: Set<String> = [
        "error", "server error", "failed", "failure", "exception", "fail", "bad gateway", "service unavailable",
        "gateway timeout",
    ]

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
        return general.isEmpty || Self.saysNothing(general) ? nil : general
    }

    /// Whether it is what a framework says of every failure alone: `Internal error: no segment on the disk` is more.
    private static func saysNothing(_ text: String) -> Bool {
        func isGeneral(_ part: Substring) -> Bool {
            // `InternalServerError`, `INTERNAL_SERVER_ERROR` and `Internal Server Error.` are one.
            let words = part.replacing(/([a-z])([A-Z])/) { "\($0.output.1) \($0.output.2)" }.lowercased()
                .split { !$0.isLetter && $0 != "-" }.joined(separator: " ")
            return saysNothingAlone.contains(words) || saysNothing.contains { words.contains($0) }
        }
        guard isGeneral(text[...]) else { return false }
        return !text.split(separator: ":").contains { $0.split(separator: " ").count >= 3 && !isGeneral($0) }
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
