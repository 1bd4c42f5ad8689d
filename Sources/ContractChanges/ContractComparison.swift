// The whole flow: operations of both contracts side by side, then the values in them, then what is told of it.

import JSONValues
import JSONSchema
import SourceDocuments
package import ContractUsage
package import OpenAPIContract

/// Compares two contracts. What only people read (descriptions, examples, tags) is left out.
package struct ContractComparison {
    let old: Contract
    let new: Contract
    /// `2026-11-21`: whether a sunset has passed.
    let today: String
    var values = ValueComparison()
    /// The places in operations whose schemas are compared.
    var roots: [Root] = []
    var changes: [ContractChange] = []
    /// The operation before, by the title of the one after.
    var olderOperations: [String: Operation] = [:]
    /// The number of a change of a value.
    var numbers: [ReportKey: Int] = [:]

    struct Root {
        let operation: String
        let part: ChangedPart
        let subject: ValueSubject
        let node: Int
    }

    /// - Parameter today: an RFC 3339 full date.
    /// - Parameter usage: what applications use of the old contract, with the name of each. Those who use nothing of it are not hit.
    package static func changes(
        from old: Contract, to new: Contract, today: String, usage: [(name: String, usage: Usage)] = []
    ) -> [ContractChange] {
        var comparison = ContractComparison(old: old, new: new, today: today)
        comparison.compareServers()
        comparison.compareSchemes()
        comparison.compareOperations()
        comparison.compareWebhooks()
        comparison.values.settle()
        comparison.reportDifferences()
        if !usage.isEmpty { comparison.findUsers(usage) }
        return comparison.changes.sorted(by: ContractComparison.isMoreSevere)
    }

    init(old: Contract, new: Contract, today: String) {
        self.old = old
        self.new = new
        self.today = today
    }

    /// The graver first, those of what is used before those of what is not, then by rule, then as the contracts stand.
    private static func isMoreSevere(_ left: ContractChange, _ right: ContractChange) -> Bool {
        if left.tier != right.tier { return left.tier < right.tier }
        if left.severity != right.severity { return left.severity < right.severity }
        if left.rule.id != right.rule.id { return left.rule.id < right.rule.id }
        let places = (left.after ?? left.before, right.after ?? right.before)
        if let first = places.0, let second = places.1, first != second {
            return (first.file, first.line, first.column) < (second.file, second.line, second.column)
        }
        return left.message < right.message
    }

    // MARK: Noting

    mutating func note(_ change: OutlineChange, _ operation: String, _ message: String, before: Place?, after: Place?) {
        note(change, operation, .operation, message, before: before, after: after)
    }

    mutating func note(
        _ change: OutlineChange, _ operation: String, _ part: ChangedPart, _ message: String, before: Place?,
        after: Place?
    ) {
        add(ChangeRule(change), operation, part, message, before: before, after: after)
    }

    mutating func add(
        _ rule: ChangeRule, _ operation: String, _ part: ChangedPart, at path: String = "", _ message: String,
        before: Place?, after: Place?
    ) {
        changes.append(
            ContractChange(
                rule: rule, message: message, before: before, after: after,
                occurrences: [ContractChange.Occurrence(operation: operation, part: part, path: path)]))
    }

    /// The schemas of a value that is sent in an operation, to be compared with all others.
    mutating func enter(
        _ operation: String, _ part: ChangedPart, _ subject: ValueSubject, _ old: [Schema], _ new: [Schema],
        isText: Bool = false
    ) {
        guard !old.isEmpty || !new.isEmpty else { return }
        let pair = ValueComparison.Pair(old: old, new: new, direction: subject.direction, isText: isText)
        roots.append(Root(operation: operation, part: part, subject: subject, node: values.node(pair)))
    }

    // MARK: Shared parts

    private mutating func compareServers() {
        let (were, are) = (old.servers.map(\.defaultURL), new.servers.map(\.defaultURL))
        for server in old.servers where !are.contains(server.defaultURL) {
            note(.serverRemoved, "servers", "the server \(server.url) is gone", before: server.place, after: nil)
        }
        for server in new.servers where !were.contains(server.defaultURL) {
            note(.serverAdded, "servers", "the server \(server.url) is new", before: nil, after: server.place)
        }
    }

    private mutating func compareSchemes() {
        for was in old.securitySchemes {
            guard let now = new.securityScheme(was.name), was.kind.essence != now.kind.essence else { continue }
            note(
                .securitySchemeChanged, "components",
                "credentials for '\(was.name)' are given another way: \(was.kind.essence) before, \(now.kind.essence) now",
                before: was.place, after: now.place)
        }
    }

    private mutating func compareWebhooks() {
        compareIncoming(
            old.webhooks, new.webhooks, "webhooks", noun: "webhook", added: .webhookAdded, removed: .webhookRemoved)
    }

    /// Requests that the API sends: their bodies are answers to those who take them.
    mutating func compareIncoming(
        _ were: [Operation], _ are: [Operation], _ group: String, noun: String, added: OutlineChange,
        removed: OutlineChange
    ) {
        for was in were {
            if let now = are.first(where: { $0.path.text == was.path.text && $0.method == was.method }) {
                compareIncoming(was, now, group)
            } else {
                note(removed, group, "the \(noun) '\(was.title)' is gone", before: was.place, after: nil)
            }
        }
        for now in are where !were.contains(where: { $0.path.text == now.path.text && $0.method == now.method }) {
            note(added, group, "the \(noun) '\(now.title)' is new", before: nil, after: now.place)
        }
    }

    private mutating func compareIncoming(_ was: Operation, _ now: Operation, _ group: String) {
        let name = "\(group) \(now.title)"
        for (before, after) in ContractComparison.pairs(was.body?.content ?? [], now.body?.content ?? []) {
            enter(name, .incoming(after.range), .responseBody, before.schemas, after.schemas)
        }
        for response in was.responses {
            guard let after = now.responses.first(where: { $0.status == response.status }) else { continue }
            for (before, after) in ContractComparison.pairs(response.content, after.content) {
                enter(
                    name, .incoming("response \(response.status), \(after.range)"), .requestBody, before.schemas,
                    after.schemas)
            }
        }
    }
}

extension ContractChange {
    fileprivate var tier: Int { severity == .note ? 2 : isUnused ? 1 : 0 }
}

extension SecurityScheme.Kind {
    /// How a client presents it.
    fileprivate var essence: String {
        switch self {
        case .apiKey(let location, let name): "a key in the \(location.rawValue) '\(name)'"
        case .http(let scheme, _): "\(scheme) authentication"
        case .mutualTLS: "mutual TLS"
        case .oauth2: "OAuth 2"
        case .openIDConnect: "OpenID Connect"
        }
    }
}

extension MediaType {
    var schemas: [Schema] { [schema].compactMap(\.self) }
    /// A schema for each item of a sequence.
    var itemSchemas: [Schema] { [itemSchema].compactMap(\.self) }
}
