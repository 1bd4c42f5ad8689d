// What was found of a rule's condition before.

import CEL
import OpenAPIContract
import Synchronization

/// Whether a condition held for the last requests, as long as the parts of the state that it reads are the same: a rule that changes
/// the cart leaves the conditions on users and products as they were.
final class ConditionMemo: Sendable {
    private struct Entry: Sendable {
        /// The very one: as long as it is held here, no other has its address.
        let judgement: Judgement
        let versions: [StateVersion]
        let holds: Bool
    }

    /// A power of two.
    private static let room = 64

    private let parts: [Int]
    private let entries = Mutex<[Entry?]>([])

    /// - Parameter parts: of the state, that the condition reads.
    init(parts: [Int]) { self.parts = parts }

    /// - Parameter evaluate: not asked where it is known.
    func holds(
        _ judgement: Judgement, _ state: RuleState, evaluate: () throws(RuleFailure) -> Bool
    ) throws(RuleFailure) -> Bool {
        let home = Int(bitPattern: UInt(bitPattern: ObjectIdentifier(judgement)) >> 4) & (Self.room - 1)
        let known = entries.withLock { entries -> Bool? in
            guard !entries.isEmpty, let entry = entries[home], entry.judgement === judgement else { return nil }
            for (index, part) in parts.enumerated() where entry.versions[index] != state.versions[part] { return nil }
            return entry.holds
        }
        if let known { return known }
        let entry = Entry(judgement: judgement, versions: state.versions(of: parts), holds: try evaluate())
        entries.withLock { entries in
            if entries.isEmpty { entries = Array(repeating: nil, count: Self.room) }
            entries[home] = entry
        }
        return entry.holds
    }
}

extension CELInputs {
    /// The indices of the parts of a state that a value hangs on. Nil where it hangs on more than that and the values of the request:
    /// on the time, say, or on how often it was asked.
    func parts(of state: [String]) -> [Int]? {
        let known: Set<String> = ["params", "state", "identity"]
        guard variables.isSubset(of: known), known.isSuperset(of: fields.keys) else { return nil }
        guard !variables.contains("state") else { return [Int](state.indices) }
        let fields = fields["state"] ?? []
        return state.indices.filter { fields.contains(state[$0]) }
    }
}
