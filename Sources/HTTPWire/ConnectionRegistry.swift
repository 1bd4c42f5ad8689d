// The open connections of a listener, so that it can end them all.

import NIOCore
import Synchronization

/// Asks a connection to finish what it has begun, and to close.
struct Quiesce: Sendable {}

final class ConnectionRegistry: Sendable {
    private struct State {
        /// By what tells each from the others.
        var open: [Int: any Channel] = [:]
        var draining = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let isEnding = Atomic(false)

    /// Whether each connection ends with its next answer.
    var closesAfterAnswers: Bool { isEnding.load(ordering: .relaxed) }

    /// From now on each connection ends with its next answer.
    func closeAfterAnswers() { isEnding.store(true, ordering: .relaxed) }

    private func identity(_ channel: any Channel) -> Int { Int(bitPattern: ObjectIdentifier(channel)) }

    /// False where the listener is already ending: the connection closes at once. Where that was announced, whoever is let in last may be sending
    /// already, and is answered while the others are.
    func add(_ channel: any Channel) -> Bool {
        state.withLock { state in
            guard !state.draining || (closesAfterAnswers && !state.open.isEmpty) else { return false }
            state.open[identity(channel)] = channel
            return true
        }
    }

    func remove(_ channel: any Channel) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.open[identity(channel)] = nil
            guard state.open.isEmpty else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when every connection is closed: by itself, or after `grace` by force.
    func drain(grace: Duration) async {
        let open = state.withLock { state -> [any Channel] in
            state.draining = true
            return Array(state.open.values)
        }
        for channel in open { channel.pipeline.fireUserInboundEventTriggered(Quiesce()) }
        let force = open.first?.eventLoop.scheduleTask(in: TimeAmount(grace)) {
            for channel in self.state.withLock({ Array($0.open.values) }) { channel.close(promise: nil) }
        }
        await whenEmpty()
        force?.cancel()
    }

    func whenEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state -> Bool in
                if !state.open.isEmpty { state.waiting.append(continuation) }
                return state.open.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }
}
