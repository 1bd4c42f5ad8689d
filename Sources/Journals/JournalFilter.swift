// Which entries of a journal are meant, and in what the others differ.

package import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

/// What entries must have; what is nil is not asked for.
package struct JournalFilter: Sendable {
    /// The operation's id.
    package var operation: String?
    /// In upper case.
    package var method: String?
    /// With a `*` at its end it is the beginning of paths.
    package var path: String?
    /// Of the answer that went out.
    package var status: Int?
    /// A kind, or a part of the description.
    package var decision: String?
    /// Whether the request broke the contract.
    package var violations: Bool?
    /// Whether the answer did.
    package var ownViolations: Bool?
    /// Decoded values that the query has, among others.
    package var query: [String: String] = [:]
    /// What the JSON body has, among other members.
    package var body: JSON?
    /// Entries up to that number are not meant.
    package var after = 0

    /// What is left out is not asked for.
    package init(
        operation: String? = nil, method: String? = nil, path: String? = nil, status: Int? = nil,
        decision: String? = nil, violations: Bool? = nil, ownViolations: Bool? = nil, query: [String: String] = [:],
        body: JSON? = nil, after: Int = 0
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.status = status
        self.decision = decision
        self.violations = violations
        self.ownViolations = ownViolations
        self.query = query
        self.body = body
        self.after = after
    }

    /// Passes all entries.
    package static let all = JournalFilter()

    func passes(_ entry: JournalEntry) -> Bool {
        guard entry.number > after else { return false }
        if let operation, entry.operation?.id != operation { return false }
        if let method, entry.request.method.rawValue != method { return false }
        return differences(entry, limit: 1).isEmpty
    }

    /// How many resources it asks for.
    var fields: Int {
        [operation, method, path, decision].count { $0 != nil } + (status == nil ? 0 : 1) + (violations == nil ? 0 : 1)
            + (ownViolations == nil ? 0 : 1) + query.count + (body == nil ? 0 : 1)
    }

    /// In what the entry is not what is asked for, the operation first.
    /// - Parameter redaction: keeps what was found to itself where a secret stands.
    func differences(_ entry: JournalEntry, limit: Int = .max, _ redaction: Redaction? = nil) -> [String] {
        let isSecret = { (name: String) in redaction?.isSecret(name) ?? false }
        var differences: [String] = []
        func compare(
            _ what: String, _ wanted: String?, _ isSame: @autoclosure () -> Bool, found: @autoclosure () -> String
        ) {
            guard let wanted, differences.count < limit, !isSame() else { return }
            differences.append("\(what): found \(found()), expected \(wanted)")
        }
        let request = entry.request
        compare(
            "operation", operation, entry.operation?.id == operation, found: entry.operation?.id ?? "none")
        compare("method", method, request.method.rawValue == method, found: request.method.rawValue)
        compare("path", path, path.map { request.path.fits($0) } ?? true, found: String(request.path))
        compare(
            "status", status.map { "\($0)" }, entry.status == status, found: entry.status.map { "\($0)" } ?? "none")
        compare(
            "decision", decision, entry.decision.fits(decision ?? ""), found: entry.decision.description)
        compare(
            "violations", violations.map { $0 ? "some" : "none" }, entry.breaksContract == violations,
            found: entry.breaksContract ? "some" : "none")
        compare(
            "answer violations", ownViolations.map { $0 ? "some" : "none" },
            entry.answerBreaksContract == ownViolations, found: entry.answerBreaksContract ? "some" : "none")
        if !query.isEmpty, differences.count < limit {
            let given = request.queryValues
            for (name, wanted) in query.sorted(by: { $0.key < $1.key }) {
                let found = given.filter { $0.name == name }.map(\.value)
                compare(
                    "query parameter '\(name)'", isSecret(name) ? Redaction.hidden : wanted, found.contains(wanted),
                    found: found.isEmpty ? "none" : isSecret(name) ? "another" : found.joined(separator: ", "))
            }
        }
        if let body, differences.count < limit {
            if let found = try? JSON(parsing: request.body) {
                differences += found.lacks(of: body, at: .root, isSecret).prefix(limit - differences.count)
            } else {
                differences.append("body: found no JSON, expected \(body.serialized())")
            }
        }
        return differences
    }
}

extension Request {
    /// Decoded, in their order.
    fileprivate var queryValues: [(name: String, value: String)] {
        (query ?? "").split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return (
                Percent.decoded(name, plusIsSpace: true),
                Percent.decoded(pair.dropFirst(name.count + 1), plusIsSpace: true)
            )
        }
    }
}

extension JournalEntry {
    /// Whether anything is wrong with the request but notes.
    package var breaksContract: Bool {
        requestViolations.contains { $0.severity == .violation }
            || told?["violations"]?.array?.contains { $0["severity"] == nil } == true
    }
}

extension Decision {
    fileprivate func fits(_ wanted: String) -> Bool { kind == wanted || description.contains(wanted) }
}

extension Substring {
    fileprivate func fits(_ wanted: String) -> Bool {
        wanted.hasSuffix("*") ? hasPrefix(wanted.dropLast()) : self == wanted
    }
}

extension JSON {
    /// In what it is not what is wanted: objects may have more members.
    fileprivate func lacks(of wanted: JSON, at pointer: JSONPointer, _ isSecret: (String) -> Bool) -> [String] {
        if case .object(let wanted) = wanted, case .object(let found) = self {
            return wanted.flatMap { name, value in
                let pointer = pointer.appending(name)
                guard let member = found[name] else {
                    let expected = isSecret(name) ? Redaction.hidden : value.serialized()
                    return ["body at \(pointer): found nothing, expected \(expected)"]
                }
                return member.lacks(of: value, at: pointer, isSecret)
            }
        }
        guard self != wanted else { return [] }
        let place = pointer.tokens.isEmpty ? "body" : "body at \(pointer)"
        if pointer.tokens.contains(where: isSecret) { return ["\(place): found another"] }
        return ["\(place): found \(serialized().prefix(80)), expected \(wanted.serialized().prefix(80))"]
    }
}
