// Touch only what the run has made: which requests may leave that change or delete something.

import Lifecycles
import VerificationReports
import ClientIdentities
import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
import OpenAPIContract
import Sampling

/// What a run has created itself, and what cannot be there.
struct ChangeGuard {
    private var created = BoundedSet<ResourceName>(capacity: 65_536)
    /// The latest under each key of a path.
    private var latest: [String: [[JSON]]] = [:]
    private var absent = BoundedSet<ResourceName>(capacity: 4_096)
    private static let remembered = 24

    /// The latest resources under a key that the run has created and not deleted.
    func created(at key: String) -> [[JSON]] { latest[key] ?? [] }

    mutating func noteCreated(_ values: [JSON], at key: String) {
        created.insert(ResourceName(key, values))
        var known = latest[key] ?? []
        known.append(values)
        if known.count > ChangeGuard.remembered { known.removeFirst() }
        latest[key] = known
    }

    mutating func noteDeleted(_ values: [JSON], at key: String) {
        let name = ResourceName(key, values)
        latest[key]?.removeAll { ResourceName(key, $0) == name }
    }

    mutating func noteAbsent(_ values: [JSON], at key: String) { absent.insert(ResourceName(key, values)) }

    /// Whether nothing but the run's own is at a path, or nothing at all.
    func isOwn(_ values: [JSON], at path: PathTemplate) -> Bool {
        for count in stride(from: values.count, to: 0, by: -1) {
            guard let key = path.key(ofFirst: count) else { continue }
            let name = ResourceName(key, values.prefix(count))
            if created.contains(name) || absent.contains(name) { return true }
        }
        return false
    }
}

extension Run {
    /// Whether a request may leave: it changes nothing, or what the run has created, or the user has said that it may.
    func permits(_ test: TestCase) -> Bool {
        let operation = test.operation
        guard !options.isDestructive, test.identity != .completing,
            test.request.method.changesWhatIsThere(at: operation.path)
        else { return true }
        if changes.isOwn(pathValues(of: test), at: operation.path) { return true }
        selection.noteBlocked(operation)
        return false
    }

    /// The values of the path as the contract reads them, whatever the method.
    private func pathValues(of test: TestCase) -> [JSON] {
        if let judged = test.judged, judged.pathValues.count == test.operation.path.parameterNames.count {
            return judged.pathValues
        }
        guard case .operation(_, let values) = contract.route(test.operation.method, test.request.target) else {
            return []
        }
        return values.map { .string(Percent.decoded($0.text)) }
    }

    /// Notes what a request has created or deleted.
    func noteChange(_ result: CaseResult) {
        guard result.isDone, let judged = result.test.judged else { return }
        switch judged.operation.method {
        case .post:
            for resource in resources where resource.create === judged.operation {
                guard let created = result.createdResource(resource.child, in: contract) else { continue }
                changes.noteCreated(created.values, at: resource.child.key)
            }
        case .put:
            guard result.status == 201, let key = judged.operation.path.resourceKey else { return }
            changes.noteCreated(judged.pathValues, at: key)
        case .delete:
            guard let key = judged.operation.path.resourceKey else { return }
            changes.noteDeleted(judged.pathValues, at: key)
        default: return
        }
    }

    /// Has the path of a request that changes something ask for what the run has created; where it has created nothing there, for what
    /// cannot be there.
    func refreshChange(_ draft: inout Draft) {
        let operation = draft.operation
        guard let key = operation.path.resourceKey else { return }
        let indices = operation.pathIndices
        let asked = indices.map { draft.values[$0] ?? .null }
        let created = changes.created(at: key)
        if created.contains(asked) { return }
        // What the run has created and deleted is its own, and not there any more.
        if created.isEmpty, changes.isOwn(asked, at: operation.path) { return }
        if let latest = created.last, latest.count == indices.count {
            for (index, value) in zip(indices, latest) { draft.values[index] = value }
        } else if let index = indices.last, let value = absentValue(for: operation, at: index) {
            draft.values[index] = value
            changes.noteAbsent(indices.map { draft.values[$0] ?? .null }, at: key)
        }
    }

    /// A value of a path's parameter that hardly names anything: who changes it would change nothing. All integers of JSON that any
    /// software knows are less or equal (RFC 8259, section 6).
    func absentValue(for operation: Operation, at index: Int) -> JSON? {
        guard let schema = operation.parameters[index].schema, schema.choices.isEmpty else { return nil }
        let used = Set(backend.values.resources(at: operation.path.resourceKey ?? "").compactMap { $0.last?.asName })
        let sampler = plans.sampler(schema)
        let isNumber = schema.types.contains(.integer) || schema.types.contains(.number)
        let values: [JSON?] =
            isNumber
            ? [9_007_199_254_740_991, 2_147_483_647, sampler.largest().value]
            : [sampler.sample(seed: baseSeed &+ 90_001).value]
        let absent = values.lazy.compactMap(\.self).first { value in
            schema.accepts(value, direction: .request) && !used.contains(value.asName)
        }
        guard let absent, absent.isPlainOnTheWire, absent.number.map({ $0 > JSONNumber(10_000) }) ?? true else {
            return nil
        }
        return absent
    }

    /// Says which operations were never asked because they would have changed what others have made.
    func reportBlocked() {
        for operation in contract.operations
        where selection.blocked.contains(operation.index) && !selection.asked.contains(operation.index) {
            leaveOut(operation.id, because: "it would change what this run has not created: --destructive sends it")
        }
    }
}

extension HTTPRequest.Method {
    /// Whether a request may change or delete what is there already. POST to an item does: some APIs update by it. So does POST to what is
    /// called a deletion.
    func changesWhatIsThere(at path: PathTemplate) -> Bool {
        switch self {
        case .put, .patch, .delete: true
        case .post: path.endsInParameter || path.endsInDeletion
        default: false
        }
    }
}

extension PathTemplate {
    /// Whether its last word says that things are deleted or end, whatever the method: `/flows/bulk_delete`, `/cache/clear`, `/shutdown`.
    fileprivate var endsInDeletion: Bool {
        let last = segments.last { !$0.isEmpty } ?? []
        guard last.count == 1, case .literal(let text)? = last.first else { return false }
        let words = text.split { !$0.isLetter }.map { $0.lowercased() }
        return words.contains { PathTemplate.deletions.contains($0) } || PathTemplate.endings.contains(words.joined())
    }

    /// Whole last segments, without what separates their words.
    private static let endings: Set<String> = [
        "reset", "flush", "shutdown", "shutdownserver", "poweroff", "powerdown", "reboot", "restart", "halt",
        "terminate",
        "kill", "stop", "quit", "exit", "factoryreset", "hardreset", "uninstall", "selfdestruct",
    ]

    private static let deletions: Set<String> = [
        "delete", "deletes", "remove", "purge", "wipe", "truncate", "drop", "erase", "destroy", "clear", "prune",
        "cleanup",
    ]
}

extension Operation {
    /// Whether its success may end the session of who asks: it is asked last.
    var endsSession: Bool {
        let words = ["logout", "signout", "logoff", "revoke", "deactivate", "invalidate"]
        let last = path.key.split(separator: "/").last.map(\.comparableName) ?? ""
        let name = id.comparableName
        if words.contains(where: { last.contains($0) || name.contains($0) }) { return true }
        return method == .delete
            && ["me", "self", "current", "account", "session", "sessions", "token", "tokens", "user"].contains(last)
    }
}
