// Why a request is refused, in a body of the shape that the contract declares for it.

import Journals
import MockRules
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract

extension OperationAnswers {
    /// What a declared error says: its own example, else the problem where that fits, else a sample that tells the reason.
    func refusal(
        _ problem: Problem, of declared: ResponseSpec, _ decision: Decision, to judged: JudgedRequest,
        on key: CallKey
    ) -> KnownAnswer {
        let usual = answer(declared, status: problem.status, to: judged, on: key)
        guard case .sampled = usual.decision else { return composer.answer(usual, because: decision) }
        let plain = composer.answer(operation, problem, decision, to: judged)
        if plain.violations.isEmpty { return plain }
        guard let media = media(of: declared, judged), let schema = media.schema,
            let sample = usual.response.response.jsonBody
        else { return composer.answer(usual, because: decision) }
        return composer.answer(
            operation, status: problem.status, of: declared, content: (media, sample.telling(problem, as: schema)),
            decision: decision, to: judged)
    }
}

extension JSON {
    /// With the reason in the members that are meant for it, as deep as they stand, as far as the schema takes it; and with the answer's
    /// own status where one is told.
    func telling(_ problem: Problem, as schema: Schema) -> JSON {
        guard let members = object else { return self }
        return members.reduce(self) { whole, member in
            member.value.stating(problem, under: member.key).lazy.compactMap { value -> JSON? in
                guard var object = whole.object else { return nil }
                object[member.key] = value
                return schema.accepts(.object(object), direction: .response) ? .object(object) : nil
            }.first ?? whole
        }
    }

    /// What a member of that name may be instead, the best first.
    /// - Parameter isBrief: whether nothing is told but the reason.
    private func stating(_ problem: Problem, under name: String, depth: Int = 0, isBrief: Bool = false) -> [JSON] {
        switch self {
        case .object(let members):
            guard depth < 4 else { return [] }
            func stated(_ isMeant: (JSONObject.Member) -> Bool) -> JSON {
                .object(
                    JSONObject(
                        members.map { member in
                            let said = member.value.stating(
                                problem, under: member.key, depth: depth + 1, isBrief: isBrief)
                            return (member.key, isMeant(member) ? said.first ?? member.value : member.value)
                        }))
            }
            // What has a message of its own is the error, and what stands in it is what it is about.
            let isError = members.contains { $0.value.string != nil && Problem.tellsReason($0.key) }
            var ways: [(JSONObject.Member) -> Bool] = isError ? [] : [{ _ in true }]
            ways += [{ $0.value.object == nil }, { Problem.tellsReason($0.key) }]
            // Of a member's own ways one is taken.
            return (depth == 0 ? ways[...] : isBrief ? ways.suffix(1) : ways.prefix(1)).map(stated)
        case .array(let elements):
            guard depth < 4, let first = elements.first else { return [] }
            // One reason is told, in one place of the list.
            let name = Problem.reasons.contains(name.plainLetters) ? "message" : name
            let said = [isBrief, true].compactMap {
                first.stating(problem, under: name, depth: depth + 1, isBrief: $0).first
            }
            return (depth == 0 ? said[...] : said.prefix(1)).map { [$0] }
        case .null, .bool, .number, .string: return problem.said(by: name, in: self)
        }
    }
}

extension String {
    /// The ASCII letters, in small. The names that are looked for have no others.
    fileprivate var plainLetters: String {
        let letters = utf8.lazy.map { $0 | 0x20 }.filter { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        return String(decoding: letters, as: UTF8.self)
    }
}

extension Problem {
    /// Names of lists of reasons.
    fileprivate static let reasons: Set<String> = [
        "errors", "messages", "details", "errormessages", "reasons", "violations", "issues", "error",
    ]

    fileprivate static func tellsReason(_ name: String) -> Bool {
        ["message", "msg", "detail", "description", "reason", "errormessage", "errordescription"].contains(
            name.plainLetters)
    }

    /// What a member of this name says of it; nothing where it says something else.
    fileprivate func said(by name: String, in old: JSON) -> [JSON] {
        let text = JSON.string(String(status))
        let number = old.string == nil ? JSON.number(JSONNumber(status)) : text
        switch name.plainLetters {
        case "message", "msg", "detail", "details", "description", "reason", "error", "errormessage",
            "errordescription", "errormsg", "usermessage", "developermessage", "errordetail", "longmessage", "text":
            return [.string(detail)]
        case "title", "summary", "shortmessage": return [.string(title)]
        case "status", "statuscode", "httpstatus", "httpstatuscode", "httpcode":
            return [number, text]
        case "code", "errorcode":
            // A word is a kind of error, and not the status.
            return old.string.map { Int($0) == nil } ?? false ? [] : [number, text]
        default: return []
        }
    }
}

extension Response {
    /// Nil for anything else.
    var jsonBody: JSON? {
        do {
            return try JSON(parsing: body)
        } catch {
            return nil
        }
    }
}
