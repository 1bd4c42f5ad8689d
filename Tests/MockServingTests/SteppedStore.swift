// A store whose calls are let through one by one, in an order that a test chooses.

import SessionStoreSuite
import SessionStores
import Synchronization

/// Holds each call until it is told what becomes of it.
final class SteppedStore: SessionStore {
    /// What becomes of a call.
    enum Fate: CaseIterable, Sendable {
        case done
        /// It never came to the store.
        case lost
        /// It was done, and nobody was told.
        case unanswered
    }

    private struct State {
        var held: [String: CheckedContinuation<Fate, Never>] = [:]
        var quiet: CheckedContinuation<Void, Never>?
        /// Replicas that neither wait here nor have ended.
        var running: Set<String> = []
    }

    private let store = MemoryStore()
    private let state = Mutex(State())

    /// So many replicas start to run.
    func start(_ replicas: [String]) { state.withLock { $0.running = Set(replicas) } }

    /// The replica has nothing more to do.
    func ended(_ replica: String) {
        let quiet = state.withLock { state in
            state.running.remove(replica)
            return SteppedStore.whenQuiet(&state)
        }
        quiet?.resume()
    }

    /// Those whose call is held, once nobody runs.
    func held() async -> [String] {
        await withCheckedContinuation { continuation in
            let quiet = state.withLock { state in
                state.quiet = continuation
                return SteppedStore.whenQuiet(&state)
            }
            quiet?.resume()
        }
        return state.withLock { $0.held.keys.sorted() }
    }

    /// Lets the call of a replica come to its end.
    func release(_ replica: String, _ fate: Fate) {
        let held = state.withLock { state in
            state.running.insert(replica)
            return state.held.removeValue(forKey: replica)
        }
        held?.resume(returning: fate)
    }

    private static func whenQuiet(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard state.running.isEmpty, let quiet = state.quiet else { return nil }
        state.quiet = nil
        return quiet
    }

    private func stepped<Result>(
        _ owner: String, _ body: () async throws(StoreFailure) -> Result
    ) async throws(StoreFailure) -> Result {
        let fate = await withCheckedContinuation { continuation in
            let quiet = state.withLock { state in
                state.held[owner] = continuation
                state.running.remove(owner)
                return SteppedStore.whenQuiet(&state)
            }
            quiet?.resume()
        }
        if fate == .lost { throw StoreFailure("lost") }
        let result = try await body()
        if fate == .unanswered { throw StoreFailure("unanswered") }
        return result
    }

    func take(
        _ key: SessionKey, by owner: String, known: SessionPosition?, creates: Bool, now: Int64, idle: Int64?
    ) async throws(StoreFailure) -> TakenSession? {
        try await stepped(owner) { () throws(StoreFailure) in
            try await store.take(key, by: owner, known: known, creates: creates, now: now, idle: idle)
        }
    }

    func save(
        _ document: [UInt8], as key: SessionKey, by owner: String, after position: SessionPosition, now: Int64,
        idle: Int64?
    ) async throws(StoreFailure) -> SessionPosition? {
        try await stepped(owner) { () throws(StoreFailure) in
            try await store.save(document, as: key, by: owner, after: position, now: now, idle: idle)
        }
    }

    func end(_ key: SessionKey) async throws(StoreFailure) -> Bool { try await store.end(key) }

    func tell(
        _ documents: [[UInt8]?], of key: SessionKey, by owner: String, limit: Int
    ) async throws(StoreFailure) {
        try await store.tell(documents, of: key, by: owner, limit: limit)
    }

    func told(
        of key: SessionKey, after number: Int64, notBy owner: String, limit: Int
    ) async throws(StoreFailure) -> [ToldEntry] {
        try await store.told(of: key, after: number, notBy: owner, limit: limit)
    }

    func sessions(of contract: String, now: Int64, limit: Int) async throws(StoreFailure) -> [ListedSession] {
        try await store.sessions(of: contract, now: now, limit: limit)
    }

    func removeIdle(now: Int64, limit: Int) async throws(StoreFailure) -> Int { 0 }

    func close() async {}

    /// What is there when all is over.
    func last(_ key: SessionKey) async throws -> StoredSession? {
        try await store.take(key, by: "reader", known: nil, creates: false, now: 1, idle: nil)?.session
    }
}
