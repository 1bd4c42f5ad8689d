// What the contract would have to say for the answers that a run has seen to keep to it, as a patch of its files.

import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
import OpenAPIContract
package import SourceDocuments
import VerificationReports

/// Changes of a contract where the likely mistake is the contract's: what is answered and was not declared.
package struct ContractSuggestion {
    /// What is found and is not mended by the patch.
    package struct Rest: Hashable, Sendable {
        /// The cause in a line.
        package let cause: String
        /// A clause.
        package let reason: String
    }

    /// In the unified format, for `patch` and `git apply`; empty where there is nothing to suggest.
    package private(set) var patch = ""
    /// The causes that the patched contract does not have any more, each in a line.
    package private(set) var mended: [String] = []
    /// The causes that the patch does not mend.
    package private(set) var left: [Rest] = []

    private let contract: Contract
    /// What the files are to stand for, by their names.
    private var roots: [String: JSON] = [:]

    /// - Parameter path: how the patch names a file; nil for what is no file.
    package init(_ report: Report, path: (SourceFile) -> String?) {
        contract = report.contract
        var reasons: [(title: String, reason: String?)] = []
        for counted in report.findings where counted.finding.degree == .violation {
            let title = counted.finding.cause(in: contract).title
            let seen = report.statuses[counted.finding.operation.index]?[counted.finding.evidence.status ?? 0] ?? 0
            // A list that is empty says nothing of its elements.
            let isUsual = (report.wrongShapes[counted.finding.id] ?? 0) * 2 >= seen
            for finding in [counted.finding] + counted.others {
                reasons.append((title, mend(finding, isUsual: isUsual)))
            }
        }
        for source in contract.sources {
            guard let root = roots[source.name] else { continue }
            guard let path = path(source) else {
                giveUp(reasons, "\(source.name) is no file here")
                return
            }
            guard let text = SourcePatch(of: source, to: root, path: path)?.text else {
                giveUp(reasons, "\(source.name) is written in a way that cannot be changed piece by piece")
                return
            }
            patch += text
        }
        sort(reasons)
    }

    private mutating func giveUp(_ reasons: [(title: String, reason: String?)], _ reason: String) {
        patch = ""
        sort(reasons.map { ($0.title, $0.reason ?? reason) })
    }

    private mutating func sort(_ reasons: [(title: String, reason: String?)]) {
        let open = Set(reasons.lazy.filter { $0.reason != nil }.map(\.title))
        for (title, reason) in reasons {
            if let reason {
                let rest = Rest(cause: title, reason: reason)
                if !left.contains(rest) { left.append(rest) }
            } else if !open.contains(title), !mended.contains(title) {
                mended.append(title)
            }
        }
    }

    // MARK: One finding

    /// - Returns: why not; nil where it is mended.
    private mutating func mend(_ finding: Finding, isUsual: Bool) -> String? {
        let others = "it is likelier the backend's mistake than the contract's"
        guard let response = finding.evidence.answer else { return others }
        if finding.operation.place.source.isSwagger { return "Swagger 2.0: counterpart export makes it OpenAPI first" }
        switch finding.check {
        case .undeclaredStatus:
            guard response.status < 500 else { return others }
            return declare(response, of: finding.operation)
        case .contentType: return declareType(of: response, of: finding.operation)
        case .missingHeader:
            guard let place = finding.place.map(followed) else { return others }
            return change(place) { header in
                guard case .object(var members)? = header else { return nil }
                members["required"] = nil
                return .object(members)
            }
        case .bodyShape: return mendSchema(finding, response, isUsual)
        default: return others
        }
    }

    private mutating func declare(_ response: Response, of operation: Operation) -> String? {
        let type = response.headers[.contentType].flatMap { MediaRange($0)?.essence }
        let phrase = HTTPResponse.Status(code: response.status).reasonPhrase
        let place = Place(
            source: operation.place.source, pointer: operation.place.pointer.appending("responses"))
        return change(place) { responses in
            guard case .object(var members)? = responses else { return nil }
            let name = String(response.status)
            var declared: JSONObject = ["description": .string(phrase.isEmpty ? "Status \(name)" : phrase)]
            if case .object(let known)? = members[name] { declared = known }
            if let type, !response.body.isEmpty {
                var content = declared["content"]?.object ?? [:]
                content[type] = [:]
                declared["content"] = .object(content)
            }
            members[name] = .object(declared)
            return .object(members)
        }
    }

    private mutating func declareType(of response: Response, of operation: Operation) -> String? {
        guard let type = response.headers[.contentType].flatMap({ MediaRange($0)?.essence }) else {
            return "the answer does not say of which type it is"
        }
        // A response may be shared: it is changed where it stands.
        guard let media = operation.response(for: response.status)?.content.first?.place else {
            return "the response has no content"
        }
        let content = Place(source: media.source, pointer: JSONPointer(media.pointer.tokens.dropLast()))
        return change(content) { content in
            guard case .object(var members)? = content else { return nil }
            if members[type] == nil { members[type] = [:] }
            return .object(members)
        }
    }

    // MARK: Schemas

    private mutating func mendSchema(_ finding: Finding, _ response: Response, _ isUsual: Bool) -> String? {
        guard let violation = finding.violation, let keyword = violation.keyword, let place = finding.place,
            case .body(let instance) = violation.location, let body = try? JSON(parsing: response.body),
            let value = body[pointer: instance], place.pointer.tokens.last == keyword
        else { return "no change of a schema follows from it" }
        let schema = Place(source: place.source, pointer: JSONPointer(place.pointer.tokens.dropLast()))
        let isOld = contract.version == .v3_0
        let rare = "most answers keep to it: it is likelier the backend's mistake than the contract's"
        if keyword == "type", !value.isNull, !isUsual { return rare }
        let before = current(schema)
        if case .object(let members)? = before, keyword == "type" || keyword == "enum" || keyword == "required",
            members[keyword] == nil
        {
            // Another finding has changed it.
            return nil
        }
        return change(schema) { schema in
            guard case .object(var members)? = schema else { return nil }
            switch keyword {
            case "type": guard members.allowType(of: value, isOld: isOld) else { return nil }
            case "enum":
                guard case .array(let known)? = members["enum"] else { return nil }
                if !known.contains(value) { members["enum"] = .array(known + [value]) }
            case "required":
                guard case .array(let names)? = members["required"] else { return nil }
                let there = names.filter { name in name.string.map { value.object?[$0] != nil } ?? true }
                members["required"] = there.isEmpty ? nil : .array(there)
            case "additionalProperties", "unevaluatedProperties":
                guard let name = instance.tokens.last else { return nil }
                var properties = members["properties"]?.object ?? [:]
                if properties[name] == nil { properties[name] = [:] }
                members["properties"] = .object(properties)
            case "anyOf", "oneOf":
                guard value.isNull, !isOld, case .array(let branches)? = members[keyword] else { return nil }
                let null: JSON = ["type": "null"]
                if !branches.contains(null) { members[keyword] = .array(branches + [null]) }
            default: return nil
            }
            return .object(members)
        }
    }

    // MARK: Places

    private func current(_ place: Place) -> JSON? {
        (roots[place.source.name] ?? place.source.root)[pointer: place.pointer]
    }

    /// - Returns: why not; nil where it is changed.
    private mutating func change(_ place: Place, _ edit: (JSON?) -> JSON?) -> String? {
        let root = roots[place.source.name] ?? place.source.root
        guard let new = edit(root[pointer: place.pointer]),
            let changed = root.replacing(place.pointer.tokens[...], with: new)
        else { return "no change of the contract follows from it" }
        roots[place.source.name] = changed
        return nil
    }

    /// Where a reference within its own file leads.
    private func followed(_ place: Place) -> Place {
        var place = place
        for _ in 0..<8 {
            guard let reference = current(place)?.object?["$ref"]?.string, reference.hasPrefix("#"),
                let pointer = try? JSONPointer(parsing: String(reference.dropFirst()))
            else { return place }
            place = Place(source: place.source, pointer: pointer)
        }
        return place
    }
}

extension JSONObject {
    /// Has a schema take values of another type too; false where its other members leave that open.
    fileprivate mutating func allowType(of value: JSON, isOld: Bool) -> Bool {
        guard let type = self["type"] else { return false }
        let name = value.schemaType
        if case .array(let known)? = self["enum"], !known.contains(value) { self["enum"] = .array(known + [value]) }
        if !isOld {
            let types = type.array ?? [type]
            if !types.contains(.string(name)) { self["type"] = .array(types + [.string(name)]) }
            return true
        }
        // OpenAPI 3.0 has one type a schema, and `nullable` beside it.
        if value.isNull {
            self["nullable"] = true
            return true
        }
        guard self["anyOf"] == nil, self["nullable"] == nil else { return false }
        self["type"] = nil
        self["anyOf"] = [["type": type], ["type": .string(name)]]
        return true
    }
}

extension JSON {
    /// As JSON Schema calls it.
    fileprivate var schemaType: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number(let number): number.isInteger ? "integer" : "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension Finding {
    /// What tells answers in one place of an operation from one another.
    var kindOfAnswer: [String] {
        [
            violation?.found ?? found, evidence.status.map(String.init) ?? "",
            evidence.answer?.headers[.contentType] ?? "",
        ]
    }

    /// Whether its answer is too large to be kept beside the one that is shown.
    var isLarge: Bool { (evidence.answer?.body.count ?? 0) > 16_384 }
}

extension Finding.Evidence {
    /// The telling one.
    fileprivate var answer: Response? {
        if case .exchanges(let exchanges) = self { exchanges.last?.response } else { nil }
    }
}

extension SourceFile {
    /// Whether it is written in the edition before OpenAPI 3.
    fileprivate var isSwagger: Bool { written["swagger"] != nil }
}
