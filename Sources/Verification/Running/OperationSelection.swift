// Which operations a run asks.

import OpenAPIContract

/// The operations of a run: those that its filter takes, of its shard, without those that it leaves alone. What may end the session that the run is
/// logged in with comes after all others.
struct OperationSelection {
    /// What the phases ask now.
    private(set) var current: [Operation]
    /// By index: those that were asked.
    private(set) var asked: Set<Int> = []
    /// By index: those of which a request was not sent because it would have changed what others have made.
    private(set) var blocked: Set<Int> = []
    /// By index: those that do not answer though others do.
    private var silent: Set<Int> = []
    /// By index: those that have ended the session though they are not called so.
    private var unexpectedEndings: Set<Int> = []
    private(set) var isEndingSessions = false
    private let endings: [Operation]
    private let owned: Set<Int>

    init(_ contract: Contract, _ options: VerificationOptions, _ division: Division?) {
        let chosen = contract.operations.filter { options.filter?.takes($0) ?? true }
        owned = Set(chosen.filter { division?.owns($0) ?? true }.map(\.index))
        endings = chosen.filter(\.endsSession)
        current = chosen.filter { !$0.endsSession }
    }

    /// Asks from now on for what may end the session: nothing comes after it.
    /// - Returns: whether there is any.
    mutating func turnToSessionEnds() -> Bool {
        current = endings
        isEndingSessions = true
        return !current.isEmpty
    }

    /// Whether an operation is asked now.
    /// - Parameter ofAnyShard: a workflow is one shard's as a whole, whatever operations it calls.
    func takes(_ operation: Operation, ofAnyShard: Bool) -> Bool {
        (ofAnyShard || owned.contains(operation.index)) && !silent.contains(operation.index)
            && !unexpectedEndings.contains(operation.index)
            && (isEndingSessions || ofAnyShard || !operation.endsSession)
    }

    mutating func noteSessionEnd(_ operation: Operation) { unexpectedEndings.insert(operation.index) }
    mutating func noteAsked(_ operation: Operation) { asked.insert(operation.index) }
    mutating func noteBlocked(_ operation: Operation) { blocked.insert(operation.index) }
    mutating func noteSilent(_ operation: Operation) { silent.insert(operation.index) }
}
