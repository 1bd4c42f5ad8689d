// One session: all that requests of one client, or one test, have in common and share with nobody.

package import Journals
import MockRules
import CEL
import OpenAPIContract
import Recordings
import Synchronization

/// State and counters. Requests of one session are decided one after another.
package final class Session: Sendable {
    /// As requests name it.
    package let id: String
    var started: Duration { .microseconds(startedAt.load(ordering: .relaxed)) }
    private let startedAt: Atomic<Int64>
    /// How long nobody may use it; nil for as long as the mock allows.
    let idle: Duration?
    package let journal: Journal
    private let initial: Mutex<Contents>
    private let contents: Mutex<Contents>
    /// How the session stands to the store that it is kept in; nil where it was not taken from there, or is to be read again.
    let tenure = Mutex<SessionTenure?>(nil)
    /// How far its journal is shared with other processes.
    let shared = Mutex(JournalShare())

    struct Contents: Sendable {
        var rules: RuleState
        /// What collections hold that no rule covers.
        var resources = CollectionStore()
        /// How often each operation was called, by `Operation.index`.
        var calls: [UInt64]
        /// Of each entry of the mock file's faults.
        var faults: [FaultCount]
        /// How many answers each walk through recorded exchanges has given.
        var cursors: [Replay.Cursor: Int] = [:]
        /// What it was told while it ran.
        var settings = SessionSettings()
        var lastUsed: Duration
        /// How many requests there had been when the state was last set from outside.
        var stateSetAt = 0
    }

    init(
        id: String, started: Duration, idle: Duration? = nil, behaviour: Behaviour, operations: Int, journal: Journal
    ) {
        self.id = id
        startedAt = Atomic(started.microseconds)
        self.idle = idle
        self.journal = journal
        let contents = Contents(behaviour, operations: operations, now: started)
        initial = Mutex(contents)
        self.contents = Mutex(contents)
    }

    /// Back to what the session started with.
    package func reset() {
        initial.withLock { initial in
            contents.withLock { contents in
                let lastUsed = contents.lastUsed
                contents = initial
                contents.lastUsed = lastUsed
                contents.stateSetAt = journal.size.total
            }
        }
    }

    /// Goes on with what another process has made of the session.
    func adopt(
        started: Duration, now: Duration, _ body: (_ initial: Contents) -> Contents?
    ) {
        startedAt.store(started.microseconds, ordering: .relaxed)
        initial.withLock { initial in
            contents.withLock { contents in
                contents = body(initial) ?? initial
                contents.lastUsed = now
                contents.stateSetAt = journal.size.total
            }
        }
    }

    /// What it started with, and what it has come to.
    func snapshot() -> (initial: Contents, current: Contents) {
        initial.withLock { initial in contents.withLock { (initial, $0) } }
    }

    /// Goes on with other beginnings and what `body` makes of the contents.
    func succeed<Result: Sendable>(
        _ beginnings: Contents, _ body: (_ initial: Contents, inout Contents) -> Result
    ) -> Result {
        initial.withLock { initial in
            defer { initial = beginnings }
            return contents.withLock { body(initial, &$0) }
        }
    }

    /// Faults in place of the mock file's, counted from the start; nil for those of the file.
    func set(faults: SessionSettings.Faults?) {
        let start = initial.withLock { $0.faults }
        contents.withLock { contents in
            contents.settings.faults = faults
            contents.faults = faults.map { $0.rules.map { _ in FaultCount() } } ?? start
        }
    }

    /// Decides one request. Nothing else of the session happens meanwhile, so `body` must be short.
    func decide<Result: Sendable>(_ body: (inout Contents) -> Result) -> Result {
        contents.withLock { body(&$0) }
    }

    /// The next call of an operation, and what the session was told by then.
    func next(_ operation: Operation, now: Duration) -> (CallKey, SessionSettings) {
        contents.withLock { contents in
            contents.lastUsed = now
            contents.calls[operation.index] += 1
            let call = contents.calls[operation.index]
            return (CallKey(session: id, operation: operation.id, call: call), contents.settings)
        }
    }

    var lastUsed: Duration { contents.withLock { $0.lastUsed } }
}

extension Session.Contents {
    /// What a session starts with.
    init(_ behaviour: Behaviour, operations: Int, now: Duration) {
        self.init(
            rules: behaviour.state, calls: Array(repeating: 0, count: operations),
            faults: behaviour.faults.map { _ in FaultCount() }, lastUsed: now)
    }
}
