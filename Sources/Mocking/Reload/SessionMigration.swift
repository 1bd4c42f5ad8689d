// How sessions go on when the contract or the mock file has changed.

import Journals
import MockRules
import JSONValues
import JSONSchema
import OpenAPIContract

/// From one mock to the next.
package struct SessionMigration {
    /// What became of the sessions.
    package struct Outcome: Hashable, Sendable {
        /// Sessions whose state still fits.
        package let continued: Int
        /// Those that start again.
        package let restarted: Int
    }

    private let old: Mock
    private let new: Mock
    /// By the new operation's index: the old one's.
    private let operations: [Int?]

    init(from old: Mock, to new: Mock) {
        self.old = old
        self.new = new
        let indices = Dictionary(
            old.contract.operations.map { ($0.id, $0.index) }, uniquingKeysWith: { first, _ in first })
        operations = new.contract.operations.map { indices[$0.id] }
    }

    /// Whether the session goes on; it starts again where a value that it has changed does not fit any more.
    func adapt(_ session: Session) -> Bool {
        let beginnings = Session.Contents(
            new.behaviour, operations: new.contract.operations.count, now: session.started)
        session.journal.beginContract()
        return session.succeed(beginnings) { initial, contents in
            guard let rules = adapted(contents.rules, since: initial.rules),
                let resources = contents.resources.adapted(from: old.collections, to: new.collections)
            else {
                let lastUsed = contents.lastUsed
                contents = beginnings
                contents.lastUsed = lastUsed
                return false
            }
            contents.rules = rules
            contents.resources = resources
            let calls = contents.calls
            contents.calls = operations.map { $0.map { calls[$0] } ?? 0 }
            contents.settings = contents.settings.adapted(to: new)
            // What was set while it ran goes on counting; the file's begin anew with the file.
            contents.faults =
                contents.settings.faults == nil ? beginnings.faults : contents.faults.map { $0.moved(operations) }
            return true
        }
    }

    /// What the session has not changed is as the new file has it; nil where what it has changed does not fit that.
    private func adapted(_ rules: RuleState, since initial: RuleState) -> RuleState? {
        let start = new.behaviour.state
        var values: [StateValue] = []
        for (name, value) in zip(start.names, start.values) {
            guard let index = rules.names.firstIndex(of: name), index < initial.values.count else {
                values.append(value)
                continue
            }
            let current = rules.values[index]
            if current.json == initial.values[index].json {
                values.append(value)
            } else if current.isCollection == value.isCollection,
                JSONShape(value.json).takes(JSONShape(current.json))
            {
                values.append(current)
            } else {
                return nil
            }
        }
        return RuleState(names: start.names, values: values)
    }
}
